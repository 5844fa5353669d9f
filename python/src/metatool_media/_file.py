"""One file, and its pending changes."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Dict, Iterable, Iterator, List, Mapping, MutableMapping, Optional, Tuple

from . import _paths, _values
from ._errors import UsageError
from ._types import Artwork, Chapter, Edit, EditOptions, FileWarning, Item, Track, Undone

if TYPE_CHECKING:
    from ._tool import ArtworkSource, Metatool


class File(MutableMapping[str, Any]):
    """A media file, as a mapping from field names to values.

    The fields have the same names and types in every format; ``metatool fields`` lists them. Fields with
    several values (``artist``, ``genre``, …) are always lists, ``track`` and ``disc`` are `Position` objects.
    `save` writes all changes to fields, `artwork` and `chapters` in one edit::

        file = tool.open("song.m4a")
        file["title"] = "Blue"
        file["artist"] = ["Ada Lind", "Bo Ek"]
        file["genre"].append("Rail")
        del file["comment"]
        file.save()

    Keys (``TXXX:MOOD``, ``itsk/©nam``, ``own:NAME``) and aliases can also be set. After `save`, their values are
    in the corresponding fields and in `raw_items`. Only one thread at a time may use an object.
    """

    def __init__(self, tool: Optional[Metatool], path: _paths.StrPath, document: Optional[Mapping[str, Any]] = None) -> None:
        self._tool = tool
        self._path = path if _paths.is_address(path) else _paths.whole(path)
        self._name = _paths.text(path)
        self._document: Optional[Mapping[str, Any]] = document
        self._loaded_artwork: Optional[Tuple[Artwork, ...]] = None
        self._changes: Dict[str, Any] = {}
        # Lists that were returned to callers, who may modify them; such modifications are pending changes.
        self._lists: Dict[str, List[Any]] = {}
        self._new_artwork: Optional[List[ArtworkSource]] = None
        self._new_chapters: Optional[List[Chapter]] = None

    # Contents

    @property
    def tool(self) -> Metatool:
        """The `Metatool` that reads and writes the file."""
        if self._tool is None:
            from ._default import default

            self._tool = default()
        return self._tool

    @property
    def path(self) -> str:
        """The path that was passed to `open`."""
        return self._name

    @property
    def document(self) -> Mapping[str, Any]:
        """The JSON of the file, as described by docs/schema/dump.schema.json, without pending changes."""
        if self._document is None:
            self._document = self.tool.dump(self._path)
        return self._document

    @property
    def fields(self) -> Dict[str, Any]:
        """All fields with their values, including pending changes."""
        fields = {name: _values.read(value) for name, value in self.document["metadata"].items()}
        for name, value in self.pending.items():
            if value is None:
                fields.pop(name, None)
            else:
                fields[name] = value
        return fields

    @property
    def artwork(self) -> Tuple[Artwork, ...]:
        """The pictures with their bytes, which are read on first access.

        To replace them, assign a list whose elements are image data (bytes), paths of image files, or `Artwork`.
        """
        if self._new_artwork is not None:
            return tuple(self.tool.artwork_of(picture) for picture in self._new_artwork)
        if self._loaded_artwork is None:
            self._loaded_artwork = tuple(self.tool.art(self._path)) if self.document["artwork"] else ()
        return self._loaded_artwork

    @artwork.setter
    def artwork(self, pictures: Iterable[ArtworkSource]) -> None:
        if isinstance(pictures, (str, bytes, bytearray, memoryview, os.PathLike, Artwork)):
            raise TypeError("artwork must be a list of pictures")
        self._new_artwork = list(pictures)

    @property
    def chapters(self) -> Tuple[Chapter, ...]:
        """The chapters without their pictures, which `Metatool.chapters` reads. To replace them, assign a list."""
        if self._new_chapters is not None:
            return tuple(self._new_chapters)
        return tuple(Chapter._of({**entry, "image": None}) for entry in self.document["chapters"])

    @chapters.setter
    def chapters(self, chapters: Iterable[Chapter]) -> None:
        self._new_chapters = list(chapters)

    @property
    def tracks(self) -> List[Track]:
        """The tracks."""
        return list(self.document["tracks"])

    @property
    def raw_items(self) -> List[Item]:
        """All items in the order in which the file stores them, including unknown ones."""
        return list(self.document["items"])

    @property
    def warnings(self) -> List[FileWarning]:
        """Warnings about unusual or damaged structures in the file."""
        return list(self.document["warnings"])

    @property
    def file_type(self) -> str:
        """The uniform type identifier: ``com.apple.m4a-audio``, ``public.mp3``, …"""
        return str(self.document["fileType"])

    @property
    def container(self) -> Mapping[str, Any]:
        """The kind of the container, and properties specific to that kind."""
        container: Mapping[str, Any] = self.document["container"]
        return container

    @property
    def duration(self) -> Optional[float]:
        """The duration in seconds, or None if the file has none."""
        return self.document.get("duration")

    @property
    def size(self) -> int:
        """The size of the file in bytes."""
        return int(self.document["size"])

    # Fields

    def __getitem__(self, name: str) -> Any:
        if name in self._changes:
            value = self._changes[name]
            if value is None:
                raise KeyError(name)
            return value
        value = _values.read(self.document["metadata"][name])
        return self._lists.setdefault(name, list(value)) if isinstance(value, list) else value

    def __setitem__(self, name: str, value: _values.Settable) -> None:
        if name in ("artwork", "chapters"):
            raise UsageError(f"assign {name} to the attribute {name}, not to a field", code="usage", status=64)
        if _values.is_many(value):
            # A generator can only be iterated once.
            value = list(value)  # type: ignore[arg-type]
        # Invalid values raise an error here instead of in `save`.
        _values.arguments(name, value)
        self._changes[name] = None if value == "" or value == [] else value

    def __delitem__(self, name: str) -> None:
        if name not in self:
            raise KeyError(name)
        self._changes[name] = None

    def __iter__(self) -> Iterator[str]:
        return iter(self.fields)

    def __len__(self) -> int:
        return len(self.fields)

    def __contains__(self, name: object) -> bool:
        return name in self.fields

    # Changes

    @property
    def pending(self) -> Mapping[str, Any]:
        """The fields that `save` will write; the value is None for fields that it will remove."""
        changes = dict(self._changes)
        for name, values in self._lists.items():
            if name not in changes and values != self.document["metadata"].get(name):
                changes[name] = values
        return {name: None if value == [] else value for name, value in changes.items()}

    def save(self, *, dry_run: bool = False, allow_loss: bool = False, options: EditOptions = EditOptions()) -> Edit:
        """Writes all pending changes in one edit, which `undo` undoes as a whole.

        With `dry_run`, or with an `output` in the options, the changes remain pending. If an error is raised,
        nothing has been written.
        """
        changes = self.pending
        if not changes and self._new_artwork is None and self._new_chapters is None:
            return Edit(self.path, dry_run=dry_run)
        edit = self.tool._edit(
            self._path,
            changes,
            artwork=self._new_artwork,
            chapters=self._new_chapters,
            dry_run=dry_run,
            allow_loss=allow_loss,
            options=options,
        )
        if not dry_run and options.output is None:
            self.reload()
        return edit

    def undo(self) -> Undone:
        """Restores the bytes from before the last edit, and discards pending changes."""
        undone = self.tool.undo(self._path)
        self.reload()
        return undone

    def discard(self) -> None:
        """Discards pending changes."""
        self._changes = {}
        self._lists = {}
        self._new_artwork = None
        self._new_chapters = None

    def reload(self) -> None:
        """Discards pending changes, and rereads the file on the next access."""
        self.discard()
        self._document = None
        self._loaded_artwork = None

    # Representations

    def pprint(self) -> str:
        """The fields and their values as text, one value per line."""
        lines = []
        for name, value in self.fields.items():
            values = value if isinstance(value, list) else [value]
            lines += [f"{name}={part}" for part in values]
        return "\n".join(lines)

    def __repr__(self) -> str:
        if self._document is None:
            return f"<File {self.path!r}>"
        changed = len(self.pending) + (self._new_artwork is not None) + (self._new_chapters is not None)
        pending = f", {changed} changed" if changed else ""
        return f"<File {self.path!r}, {self.document['container']['kind']}, {len(self)} fields{pending}>"

    def __getstate__(self) -> Dict[str, Any]:
        # A process cannot be pickled; the copy uses the module's default one.
        return {**self.__dict__, "_tool": None}
