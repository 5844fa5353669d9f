"""One file: what it has, and what is to be changed."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Dict, Iterable, Iterator, List, Mapping, MutableMapping, Optional, Tuple

from . import _paths, _values
from ._errors import UsageError
from ._types import Artwork, Chapter, Edit, EditOptions, FileWarning, Item, Track, Undone

if TYPE_CHECKING:
    from ._tool import ArtworkSource, Metatool


class File(MutableMapping[str, Any]):
    """A media file: a mapping of the names of fields to their values.

    The fields have the same names and types in every format; ``metatool fields`` lists them. Lists
    (``artist``, ``genre``, …) are lists even with one value, ``track`` and ``disc`` are `Position`.
    Fields that are set or deleted, `artwork` and `chapters` are written together by `save`::

        file = tool.open("song.m4a")
        file["title"] = "Blue"
        file["artist"] = ["Ada Lind", "Bo Ek"]
        file["genre"].append("Rail")
        del file["comment"]
        file.save()

    Keys (``TXXX:MOOD``, ``itsk/©nam``, ``own:NAME``) and aliases can be set, too. After that, the values are
    under the fields that they belong to, and in `raw_items`. An object is for one thread at a time.
    """

    def __init__(self, tool: Optional[Metatool], path: _paths.StrPath, document: Optional[Mapping[str, Any]] = None) -> None:
        self._tool = tool
        self._path = path if _paths.is_address(path) else _paths.whole(path)
        self._name = _paths.text(path)
        self._document: Optional[Mapping[str, Any]] = document
        self._loaded_artwork: Optional[Tuple[Artwork, ...]] = None
        self._changes: Dict[str, Any] = {}
        # Lists that callers have: what they add to them is a change, too.
        self._lists: Dict[str, List[Any]] = {}
        self._new_artwork: Optional[List[ArtworkSource]] = None
        self._new_chapters: Optional[List[Chapter]] = None

    # What the file has

    @property
    def tool(self) -> Metatool:
        """What reads and writes the file."""
        if self._tool is None:
            from ._default import default

            self._tool = default()
        return self._tool

    @property
    def path(self) -> str:
        """The path, as it was given."""
        return self._name

    @property
    def document(self) -> Mapping[str, Any]:
        """The JSON of the file, as docs/schema/dump.schema.json describes it; without what `save` has to write."""
        if self._document is None:
            self._document = self.tool.dump(self._path)
        return self._document

    @property
    def fields(self) -> Dict[str, Any]:
        """All fields with their values, those that were changed included."""
        fields = {name: _values.read(value) for name, value in self.document["metadata"].items()}
        for name, value in self.pending.items():
            if value is None:
                fields.pop(name, None)
            else:
                fields[name] = value
        return fields

    @property
    def artwork(self) -> Tuple[Artwork, ...]:
        """The pictures with their bytes, which are read when they are first used.

        Assign a list to replace them: of bytes of images, paths of image files, or `Artwork`.
        """
        if self._new_artwork is not None:
            return tuple(self.tool.artwork_of(picture) for picture in self._new_artwork)
        if self._loaded_artwork is None:
            self._loaded_artwork = tuple(self.tool.art(self._path)) if self.document["artwork"] else ()
        return self._loaded_artwork

    @artwork.setter
    def artwork(self, pictures: Iterable[ArtworkSource]) -> None:
        if isinstance(pictures, (str, bytes, bytearray, memoryview, os.PathLike, Artwork)):
            raise TypeError("artwork is a list of pictures")
        self._new_artwork = list(pictures)

    @property
    def chapters(self) -> Tuple[Chapter, ...]:
        """The chapters without their pictures, which `Metatool.chapters` reads; assign a list to replace them."""
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
        """Every entry as the file has it, in its order, unknown ones included."""
        return list(self.document["items"])

    @property
    def warnings(self) -> List[FileWarning]:
        """What is unusual or damaged in the file."""
        return list(self.document["warnings"])

    @property
    def file_type(self) -> str:
        """The uniform type identifier: ``com.apple.m4a-audio``, ``public.mp3``, …"""
        return str(self.document["fileType"])

    @property
    def container(self) -> Mapping[str, Any]:
        """The kind of the container, and what only that kind has."""
        container: Mapping[str, Any] = self.document["container"]
        return container

    @property
    def duration(self) -> Optional[float]:
        """Seconds, or None where the file has no duration."""
        return self.document.get("duration")

    @property
    def size(self) -> int:
        """Bytes."""
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
            raise UsageError(f"{name} is set by the attribute {name}", code="usage", status=64)
        if _values.is_many(value):
            # A generator gives its values once.
            value = list(value)  # type: ignore[arg-type]
        # An unusable value is refused in the line that has it.
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
        """The fields that `save` will write; None where it will remove them."""
        changes = dict(self._changes)
        for name, values in self._lists.items():
            if name not in changes and values != self.document["metadata"].get(name):
                changes[name] = values
        return {name: None if value == [] else value for name, value in changes.items()}

    def save(self, *, dry_run: bool = False, allow_loss: bool = False, options: EditOptions = EditOptions()) -> Edit:
        """Writes what was changed, in one edit, which `undo` undoes as a whole.

        With `dry_run`, or an `output` in the options, the changes stay pending. Nothing is written when an
        error is raised.
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
        """Restores the bytes from before the last edit, and forgets what was not saved."""
        undone = self.tool.undo(self._path)
        self.reload()
        return undone

    def discard(self) -> None:
        """Forgets what was changed and not saved."""
        self._changes = {}
        self._lists = {}
        self._new_artwork = None
        self._new_chapters = None

    def reload(self) -> None:
        """Forgets what was not saved, and reads the file anew when it is used next."""
        self.discard()
        self._document = None
        self._loaded_artwork = None

    # Python

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
        # A process cannot be pickled: the copy uses the one of the module.
        return {**self.__dict__, "_tool": None}
