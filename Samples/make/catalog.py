"""The list of samples: each is a function without arguments that returns bytes."""

SAMPLES = {}


def sample(name):
    """Register a function as the maker of `name`; its docstring says what it proves."""

    def register(function):
        assert name not in SAMPLES, name
        SAMPLES[name] = function
        return function

    return register


def purpose(function):
    """The docstring on one line, as it stands in the README."""
    return " ".join(function.__doc__.split())
