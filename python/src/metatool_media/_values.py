"""Conversion of field values: from JSON, to arguments for ``set``, and to JSON for ``apply``."""

import datetime
import math
from collections.abc import Iterable as IterableType
from typing import Any, Iterable, List, Mapping, Optional, Union

from ._errors import UsageError
from ._types import Position

Scalar = Union[str, int, float, bool, datetime.date, datetime.datetime, Position, Mapping[str, Optional[int]]]
# The values to which a field can be set; None removes it.
Settable = Union[Scalar, Iterable[Scalar], None]


def read(value: Any) -> Any:
    """The Python value for a JSON value in ``metadata``."""
    if isinstance(value, dict) and value.keys() <= {"number", "count"}:
        return Position(value.get("number"), value.get("count"))
    return value


def is_many(value: Any) -> bool:
    """Whether an object represents several values."""
    if isinstance(value, (str, bytes, bytearray, memoryview, Mapping, Position)):
        return False
    return isinstance(value, IterableType)


def arguments(name: str, value: Any) -> List[str]:
    """The arguments for ``set`` that set a field to this value."""
    if value is None:
        return [assignment(name, "=", "")]
    if is_many(value):
        values = [scalar(name, part) for part in value]
        if not values:
            return [assignment(name, "=", "")]
        first = [assignment(name, "=", values[0])]
        return first + [assignment(name, "+=", text) for text in values[1:]]
    return [assignment(name, "=", scalar(name, value, may_be_empty=True))]


def changes(name: str, operator: str, value: Any) -> List[str]:
    """The arguments for ``set`` that add or remove values."""
    parts = value if is_many(value) else [value]
    return [assignment(name, operator, scalar(name, part)) for part in parts]


def assignment(name: str, operator: str, text: str) -> str:
    """One argument for ``set``."""
    if not isinstance(name, str) or not name:
        raise UsageError("the name of a field must be a string that is not empty", code="usage", status=64)
    if "=" in name or name[-1] in "+-" or "\0" in name:
        # The argument would change a different field.
        raise UsageError(f"unknown field {name}", code="usage", status=64)
    # A leading @ would indicate the name of a file, so it is doubled.
    return f"{name}{operator}{'@' if text.startswith('@') else ''}{text}"


def scalar(name: str, value: Any, may_be_empty: bool = False) -> str:
    """One value as text."""
    if isinstance(value, (Position, Mapping)):
        text = str(_position(name, value))
    elif isinstance(value, str):
        text = value
    elif isinstance(value, bool):
        text = "true" if value else "false"
    elif isinstance(value, int):
        text = str(int(value))
    elif isinstance(value, float):
        text = _number(name, value)
    elif isinstance(value, datetime.datetime):
        text = value.isoformat(timespec="seconds")
    elif isinstance(value, datetime.date):
        text = value.isoformat()
    else:
        raise UsageError(f"{name}: values of type {type(value).__name__} are not supported", code="usage", status=64)
    if not text and not may_be_empty:
        raise UsageError(f"{name}: values in a list must not be empty", code="usage", status=64)
    return text


def json_value(name: str, value: Any) -> Any:
    """The value in the JSON for ``apply``."""
    if value is None or value == "":
        return None
    if isinstance(value, (Position, Mapping)):
        pair = _position(name, value)
        return {key: part for key, part in (("number", pair.number), ("count", pair.count)) if part is not None} or None
    if is_many(value):
        return [json_value(name, part) for part in value] or None
    if isinstance(value, (bool, int)):
        return value
    if isinstance(value, float):
        _number(name, value)
        return value
    return scalar(name, value)


def _number(name: str, value: float) -> str:
    if not math.isfinite(value):
        raise UsageError(f"{name}: {value} is not a valid number", code="usage", status=64)
    # The shortest decimal text without an exponent, because fields do not accept exponents.
    text = f"{value:.17f}".rstrip("0").rstrip(".") if "e" in repr(value) else repr(value)
    return text[:-2] if text.endswith(".0") else text


def _position(name: str, value: Any) -> Position:
    if isinstance(value, Position):
        return value
    if value.keys() <= {"number", "count"}:
        return Position(value.get("number"), value.get("count"))
    raise UsageError(f"{name}: the only keys of a position are number and count", code="usage", status=64)
