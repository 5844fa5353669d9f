"""Reads and edits the metadata of media files with metatool.

    >>> import metatool_media
    >>> file = metatool_media.open("song.m4a")
    >>> file["title"] = "Blue"
    >>> file.save()

A `Metatool` object runs one process for many files; the functions in this module share a default one.
"""

from typing import Any

from ._default import apply as apply
from ._default import art as art
from ._default import default as default
from ._default import get as get
from ._default import open as open
from ._default import set as set
from ._default import undo as undo
from ._errors import (
    CancelledError,
    ClosedError,
    CrashedError,
    FileMissingError,
    FormatError,
    HelperMissingError,
    MalformedError,
    MetatoolError,
    NotReadableError,
    ProgramMissingError,
    ReadWriteError,
    RefusedError,
    RequestTimeoutError,
    ServerLostError,
    UnknownFormatError,
    UsageError,
)
from ._file import File
from ._server import Reply
from ._tool import ArtworkSource, Metatool
from ._types import (
    Artwork,
    Change,
    Chapter,
    Edit,
    EditOptions,
    FieldType,
    FileWarning,
    Item,
    Loss,
    Outcome,
    Position,
    Track,
    Undone,
)
from ._values import Settable

# The functions are not listed, because `import *` would hide built-in functions with the same names.
__all__ = [
    "Artwork",
    "ArtworkSource",
    "CancelledError",
    "Change",
    "Chapter",
    "ClosedError",
    "CrashedError",
    "Edit",
    "EditOptions",
    "FieldType",
    "File",
    "FileMissingError",
    "FileWarning",
    "FormatError",
    "HelperMissingError",
    "Item",
    "Loss",
    "MalformedError",
    "Metatool",
    "MetatoolError",
    "NotReadableError",
    "Outcome",
    "Position",
    "ProgramMissingError",
    "ReadWriteError",
    "RefusedError",
    "Reply",
    "RequestTimeoutError",
    "ServerLostError",
    "Settable",
    "Track",
    "Undone",
    "UnknownFormatError",
    "UsageError",
]

__version__: str


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("metatool-media")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
