"""The exceptions of the package."""

import errno as _errno
import os
from typing import Any, Dict, Mapping, Optional, Tuple, Type

__all__ = [
    "CancelledError",
    "ClosedError",
    "CrashedError",
    "FileMissingError",
    "FormatError",
    "HelperMissingError",
    "MalformedError",
    "MetatoolError",
    "NotReadableError",
    "ProgramMissingError",
    "ReadWriteError",
    "RefusedError",
    "RequestTimeoutError",
    "ServerLostError",
    "UnknownFormatError",
    "UsageError",
]


class MetatoolError(Exception):
    """The base class of all errors in this package.

    Attributes:
        message: the description of the error, without the path.
        code: a short, stable name: ``noSuchFile``, ``refused``, ``unknownFormat``, …
        path: the file, or None if the error does not concern a single file.
        structure: the atom, frame or chunk that contains the error, if known.
        offset: the byte offset of the error in the file, if known.
        status: the exit code of the command line for this error.
    """

    _errno: Optional[int] = None

    def __init__(
        self,
        message: str,
        *,
        code: str = "failed",
        path: Optional[str] = None,
        structure: Optional[str] = None,
        offset: Optional[int] = None,
        status: Optional[int] = None,
    ) -> None:
        super().__init__(message)
        self.args = (message,)
        self.message = message
        self.code = code
        self.path = path
        self.structure = structure
        self.offset = offset
        self.status = status
        _fill(self, self._errno, message, path)

    def __str__(self) -> str:
        return self.message if self.path is None else f"{printable(self.path)}: {self.message}"

    def __repr__(self) -> str:
        parts = [repr(self.message), f"code={self.code!r}"]
        for name in ("path", "structure", "offset", "status"):
            value = getattr(self, name)
            if value is not None:
                parts.append(f"{name}={value!r}")
        return f"{type(self).__name__}({', '.join(parts)})"

    def __reduce__(self) -> Tuple[Any, ...]:
        # The default implementation for exceptions loses keyword arguments.
        return _rebuilt, (type(self), self.message, dict(self.__dict__))


class UsageError(MetatoolError, ValueError):
    """The request is invalid, for example because of an unknown field or an invalid value (status 64)."""


class RefusedError(MetatoolError):
    """The edit would lose data, or the format cannot store it; nothing was written (status 3)."""


class FormatError(MetatoolError):
    """The file cannot be read as media (status 65)."""


class MalformedError(FormatError):
    """The file is damaged or truncated."""


class UnknownFormatError(FormatError):
    """The file is not a recognised media file."""


class CrashedError(MetatoolError):
    """metatool crashed on this request; a file that was being edited has either its old or its new contents."""


class NotReadableError(MetatoolError, OSError):
    """The file cannot be opened or read (status 66)."""


class FileMissingError(NotReadableError, FileNotFoundError):
    """The file does not exist; also a `FileNotFoundError`."""

    _errno = _errno.ENOENT


class HelperMissingError(MetatoolError):
    """The format of the file requires ``metatool-foreign``, which is not installed (status 69)."""


class ReadWriteError(MetatoolError, OSError):
    """Reading or writing failed (status 74)."""

    _errno = _errno.EIO


class CancelledError(MetatoolError):
    """The request was cancelled (status 130)."""


class RequestTimeoutError(MetatoolError, TimeoutError):
    """The request took longer than the timeout, and was cancelled."""


class ClosedError(MetatoolError):
    """The `Metatool` was closed before the request."""


class ProgramMissingError(MetatoolError, FileNotFoundError):
    """The program ``metatool`` was not found or cannot be started."""

    _errno = _errno.ENOENT


class ServerLostError(MetatoolError):
    """The process ended before the request was completed.

    A file that was being edited is in its old or its new state, or the next command that opens it completes or
    undoes the edit. The next request starts a new process.
    """


def printable(path: str) -> str:
    """A path as text that can be printed to any UTF-8 stream: bytes that are not UTF-8 are escaped."""
    try:
        return os.fsencode(path).decode("utf-8", "backslashreplace")
    except UnicodeEncodeError:
        return ascii(path)


def error_of(status: int, error: Mapping[str, Any], path: Optional[str]) -> MetatoolError:
    """The exception for an error that ``metatool serve`` reported."""
    code = str(error.get("code", "failed"))
    message = str(error.get("message", f"status {status}"))
    return _type_of(status, code, message)(
        message,
        code=code,
        path=path,
        structure=error.get("structure"),
        offset=error.get("offset"),
        status=status,
    )


def _type_of(status: int, code: str, message: str) -> Type[MetatoolError]:
    found = _BY_CODE.get(code)
    if found is not None:
        return found
    # Verbs that write do not report a specific code for a missing file.
    if status == 66 and "no such file" in message.lower():
        return FileMissingError
    return _BY_STATUS.get(status, MetatoolError)


_BY_CODE: Dict[str, Type[MetatoolError]] = {
    "cancelled": CancelledError,
    "crashed": CrashedError,
    "damaged": MalformedError,
    "malformed": MalformedError,
    "noSuchFile": FileMissingError,
    "truncated": MalformedError,
    "unknownFormat": UnknownFormatError,
    "usage": UsageError,
}

_BY_STATUS: Dict[int, Type[MetatoolError]] = {
    3: RefusedError,
    64: UsageError,
    65: FormatError,
    66: NotReadableError,
    69: HelperMissingError,
    74: ReadWriteError,
    130: CancelledError,
}


def _rebuilt(kind: Type[MetatoolError], message: str, state: Dict[str, Any]) -> MetatoolError:
    error = kind(message, path=state.get("path"))
    error.__dict__.update(state)
    return error


def _fill(error: BaseException, number: Optional[int], message: str, path: Optional[str]) -> None:
    # The attributes of OSError.
    if isinstance(error, OSError):
        error.errno = number
        error.strerror = message
        error.filename = path
