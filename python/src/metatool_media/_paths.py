"""Paths as serve takes them."""

import base64
import os
from typing import Union

from ._errors import FileMissingError, UsageError
from ._server import Argument

StrPath = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]

_PATTERN = b"*?[{"


def text(path: StrPath) -> str:
    """A path as text, as Python has it: bytes that are not UTF-8 become surrogates."""
    return os.fsdecode(path)


def is_address(path: StrPath) -> bool:
    """Whether it is an address of the web, which metatool-foreign reads."""
    return isinstance(path, str) and path.startswith(("http://", "https://"))


def whole(path: StrPath) -> bytes:
    """The bytes of a path, which begins at the root.

    The process keeps the folder in which it was started, this one may change it. And a path that begins at
    the root is neither an option, nor a field with a value, nor standard input.
    """
    try:
        raw = os.fsencode(path)
    except UnicodeEncodeError as error:
        raise UsageError(f"the path cannot be encoded: {error.reason}", code="usage", path=ascii(path)) from error
    if b"\0" in raw:
        raise UsageError("the path has a null byte", code="usage", path=text(path))
    return raw if os.path.isabs(raw) else os.path.join(os.getcwdb(), raw)


def argument(path: StrPath) -> Argument:
    """The argument for a path of any bytes."""
    return path if isinstance(path, str) and is_address(path) else encoded(whole(path))


def existing(path: StrPath) -> Argument:
    """The argument for a file that exists: `*`, `?`, `[` and `{` would make a pattern of any other."""
    if not is_address(path):
        raw = whole(path)
        if any(byte in _PATTERN for byte in raw) and not os.path.lexists(raw):
            raise FileMissingError("no such file", code="noSuchFile", path=text(path), status=66)
    return argument(path)


def encoded(raw: bytes) -> Argument:
    """Text, or the bytes of what is not UTF-8."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(raw).decode("ascii")}
