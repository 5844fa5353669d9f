"""Conversion of paths to arguments for ``metatool serve``."""

import base64
import os
from typing import Union

from ._errors import FileMissingError, UsageError
from ._server import Argument

StrPath = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]

_PATTERN = b"*?[{"


def text(path: StrPath) -> str:
    """A path as a Python string, in which bytes that are not UTF-8 are surrogates."""
    return os.fsdecode(path)


def is_address(path: StrPath) -> bool:
    """Whether a path is a web address, which ``metatool-foreign`` reads."""
    return isinstance(path, str) and path.startswith(("http://", "https://"))


def whole(path: StrPath) -> bytes:
    """The bytes of an absolute path.

    The process has the working folder in which it was started, while this process may change its own. An absolute
    path can also not be mistaken for an option, an assignment to a field, or standard input.
    """
    try:
        raw = os.fsencode(path)
    except UnicodeEncodeError as error:
        raise UsageError(f"the path cannot be encoded: {error.reason}", code="usage", path=ascii(path)) from error
    if b"\0" in raw:
        raise UsageError("the path contains a null byte", code="usage", path=text(path))
    return raw if os.path.isabs(raw) else os.path.join(os.getcwdb(), raw)


def argument(path: StrPath) -> Argument:
    """The argument for a path, which may contain any bytes."""
    return path if isinstance(path, str) and is_address(path) else encoded(whole(path))


def existing(path: StrPath) -> Argument:
    """The argument for an existing file; any other path that contains `*`, `?`, `[` or `{` would be a pattern."""
    if not is_address(path):
        raw = whole(path)
        if any(byte in _PATTERN for byte in raw) and not os.path.lexists(raw):
            raise FileMissingError("no such file", code="noSuchFile", path=text(path), status=66)
    return argument(path)


def encoded(raw: bytes) -> Argument:
    """An argument as text, or as base64 if it is not UTF-8."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(raw).decode("ascii")}
