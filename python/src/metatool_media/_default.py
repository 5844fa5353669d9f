"""The functions in the module, and the default `Metatool` that they use."""

import threading
from typing import Any, Callable, Dict, List, Mapping, Optional

from ._file import File
from ._paths import StrPath
from ._tool import Metatool
from ._types import Artwork, Edit, EditOptions, Undone

_lock = threading.Lock()
_default: Optional[Metatool] = None


def default() -> Metatool:
    """The `Metatool` that the functions in this module use. It ends when Python exits, and is recreated after it was closed."""
    global _default
    with _lock:
        if _default is None or _default.closed:
            _default = Metatool()
        return _default


# An alias for `default`, which a parameter of `get` hides.
_tool = default


def open(path: StrPath) -> File:
    """Reads a file; see `Metatool.open`."""
    return default().open(path)


def get(path: StrPath, field: str, default: Any = None) -> Any:
    """The value of a field; see `Metatool.get`."""
    return _tool().get(path, field, default)


def set(
    path: StrPath,
    values: Mapping[str, Any],
    *,
    dry_run: bool = False,
    allow_loss: bool = False,
    options: EditOptions = EditOptions(),
) -> Edit:
    """Edits fields; see `Metatool.set`."""
    return default().set(path, values, dry_run=dry_run, allow_loss=allow_loss, options=options)


def art(path: StrPath) -> List[Artwork]:
    """The pictures in a file; see `Metatool.art`."""
    return default().art(path)


def apply(
    path: StrPath,
    document: Mapping[str, Any],
    *,
    dry_run: bool = False,
    allow_loss: bool = False,
    options: EditOptions = EditOptions(),
) -> Edit:
    """Writes the JSON of a file back; see `Metatool.apply`."""
    return default().apply(path, document, dry_run=dry_run, allow_loss=allow_loss, options=options)


def undo(path: StrPath) -> Undone:
    """Restores the bytes from before the last edit; see `Metatool.undo`."""
    return default().undo(path)
