"""The list of samples: each is a function without arguments that returns bytes."""

SAMPLES = {}


def sample(name):
    """Registers a function that returns the sample `name`; its docstring describes the sample."""

    def register(function):
        assert name not in SAMPLES, name
        SAMPLES[name] = function
        return function

    return register


def purpose(function):
    """The docstring on one line, for the README."""
    return " ".join(function.__doc__.split())
