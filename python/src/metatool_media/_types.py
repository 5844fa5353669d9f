"""The types of values that are read from files and written to them."""

import base64
import os
from dataclasses import dataclass, field
from typing import Any, Dict, Generic, Iterator, List, Mapping, NamedTuple, Optional, Tuple, TypedDict, TypeVar, Union

from ._errors import MetatoolError

T = TypeVar("T")


@dataclass(frozen=True)
class Position:
    """A number and a count, for ``track`` and ``disc``; the string is ``8/10``, iteration yields ``number, count``.

    If a field is set to a number without a count, it keeps its count.
    """

    number: Optional[int] = None
    count: Optional[int] = None

    def __iter__(self) -> Iterator[Optional[int]]:
        return iter((self.number, self.count))

    def __str__(self) -> str:
        number = "" if self.number is None else str(self.number)
        return number if self.count is None else f"{number or 0}/{self.count}"


@dataclass(frozen=True)
class Artwork:
    """A picture in a file, or one to write.

    Attributes:
        data: the image data.
        kind: the kind of picture: ``frontCover``, ``backCover``, ``artist``, …
        description: a description, if the format supports one.
        mime: the MIME type of the image data; only in pictures that were read.
        width, height: the size in pixels; only in pictures that were read.
    """

    data: bytes = field(repr=False)
    kind: str = "frontCover"
    description: Optional[str] = None
    mime: Optional[str] = field(default=None, compare=False)
    width: Optional[int] = field(default=None, compare=False)
    height: Optional[int] = field(default=None, compare=False)

    @classmethod
    def from_file(
        cls, path: Union[str, bytes, "os.PathLike[Any]"], kind: str = "frontCover", description: Optional[str] = None
    ) -> "Artwork":
        """A picture with the contents of an image file."""
        with open(path, "rb") as file:
            return cls(file.read(), kind, description)

    def __len__(self) -> int:
        return len(self.data)

    def __repr__(self) -> str:
        size = "" if self.width is None else f", {self.width}x{self.height}"
        mime = "" if self.mime is None else f", {self.mime}"
        return f"<Artwork {self.kind}{mime}{size}, {len(self.data)} bytes>"

    @classmethod
    def _of(cls, entry: Mapping[str, Any]) -> "Artwork":
        return cls(
            base64.b64decode(entry.get("data", "")),
            entry["kind"],
            entry.get("description"),
            entry.get("mime"),
            entry.get("width"),
            entry.get("height"),
        )

    def _entry(self) -> Dict[str, Any]:
        entry: Dict[str, Any] = {"kind": self.kind, "data": base64.b64encode(self.data).decode("ascii")}
        if self.description is not None:
            entry["description"] = self.description
        return entry


@dataclass(frozen=True)
class Chapter:
    """A chapter; times are in seconds.

    ``image`` is the image data of its picture, in chapters from `Metatool.chapters` or chapters to write.
    """

    start: float
    title: Optional[str] = None
    end: Optional[float] = None
    language: Optional[str] = None
    url: Optional[str] = None
    image: Optional[bytes] = field(default=None, repr=False)

    @classmethod
    def _of(cls, entry: Mapping[str, Any]) -> "Chapter":
        data = (entry.get("image") or {}).get("data")
        return cls(
            entry["start"],
            entry.get("title"),
            entry.get("end"),
            entry.get("language"),
            entry.get("url"),
            None if data is None else base64.b64decode(data),
        )

    def _entry(self) -> Dict[str, Any]:
        entry: Dict[str, Any] = {"start": self.start}
        for name in ("end", "title", "language", "url"):
            value = getattr(self, name)
            if value is not None:
                entry[name] = value
        if self.image is not None:
            entry["image"] = {"data": base64.b64encode(self.image).decode("ascii")}
        return entry


class Change(NamedTuple):
    """A field, or an item without a field, and its values before and after an edit, as text."""

    name: str
    old: Tuple[str, ...]
    new: Tuple[str, ...]


class Loss(NamedTuple):
    """A value that the file cannot store; only with ``allow_loss``."""

    message: str
    key_space: str
    reason: str
    field: Optional[str] = None


@dataclass(frozen=True)
class Edit:
    """The result of an edit or, with ``dry_run``, the result that it would have.

    Attributes:
        path: the file.
        strategy: how the file was written: ``in-place``, ``insert``, ``clone``, ``rewrite``; ``none`` if the
            file already contained the values.
        bytes_written: the number of bytes written.
        dry_run: whether this was a dry run, which writes nothing.
        can_undo: whether `Metatool.undo` can restore the old bytes.
        changes: the fields whose values changed.
        losses: the values that the file cannot store.
        notes: other remarks about the edit.
        warnings: the warnings that the command line prints to standard error.
        raw: the result as JSON, as described by docs/schema/edit.schema.json.
    """

    path: str
    strategy: str = "none"
    bytes_written: int = 0
    dry_run: bool = False
    can_undo: bool = False
    changes: Tuple[Change, ...] = ()
    losses: Tuple[Loss, ...] = ()
    notes: Tuple[str, ...] = ()
    warnings: Tuple[str, ...] = ()
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @property
    def changed(self) -> bool:
        """Whether the edit changed, or would change, the bytes of the file."""
        return self.strategy != "none"

    @classmethod
    def _of(cls, path: str, entry: Mapping[str, Any], warnings: List[str]) -> "Edit":
        return cls(
            path=path,
            strategy=entry.get("strategy", "none"),
            bytes_written=entry.get("bytesWritten", 0),
            dry_run=entry.get("dryRun", False),
            can_undo=entry.get("canUndo", False),
            changes=tuple(
                Change(change["name"], tuple(change["old"]), tuple(change["new"])) for change in entry.get("changes", ())
            ),
            losses=tuple(
                Loss(loss["message"], loss["keySpace"], loss["reason"], loss.get("field"))
                for loss in entry.get("losses", ())
            ),
            notes=tuple(entry.get("notes", ())),
            warnings=tuple(warnings),
            raw=entry,
        )


class Undone(NamedTuple):
    """The result of undoing the last edit of a file."""

    path: str
    bytes_written: int


@dataclass(frozen=True)
class EditOptions:
    """How files are written; these are the command-line options with the same names.

    Attributes:
        output: write to this file instead, and leave the edited file unchanged.
        keep_mtime: keep the modification time.
        padding: the number of bytes of free space to leave next to metadata that must move.
        layout: the position of the metadata in a movie: ``keep``, ``append`` or ``faststart``.
        strategy: ``auto``, ``in-place``, ``insert``, ``clone`` or ``rewrite``.
        sync: also protect the edit against loss of power.
        verify: compare all media with the media in the old file.
        id3: the version of ID3 tags: ``keep``, ``2.3`` or ``2.4``.
        undo: whether to keep the old bytes for undo; None uses the default of the verb.
        force: edit write-protected files, and replace an existing output.
        source_encoding: the actual encoding of text that the file declares as Latin-1, such as ``cp1251``; ``auto``
            guesses it.
        track: edit the track with this number instead of the file; only for `Metatool.set`.
    """

    output: Optional[Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]] = None
    keep_mtime: bool = False
    padding: Optional[int] = None
    layout: Optional[str] = None
    strategy: Optional[str] = None
    sync: bool = False
    verify: bool = False
    id3: Optional[str] = None
    undo: Optional[bool] = None
    force: bool = False
    source_encoding: Optional[str] = None
    track: Optional[int] = None


@dataclass(frozen=True)
class Outcome(Generic[T]):
    """The result or the error for one of many files."""

    path: str
    result: Optional[T] = None
    error: Optional[MetatoolError] = None

    @property
    def ok(self) -> bool:
        """Whether there is a result."""
        return self.error is None

    @property
    def value(self) -> T:
        """The result; raises the error if there is one."""
        if self.error is not None:
            raise self.error
        return self.result  # type: ignore[return-value]


class _RequiredTrack(TypedDict):
    id: int
    mediaType: str


class Track(_RequiredTrack, total=False):
    """A track, as described by docs/schema/dump.schema.json; keys without a value in the file are missing."""

    codec: str
    codecString: str
    encryptionScheme: str
    duration: float
    timescale: int
    sampleCount: int
    bitRate: int
    bitRateMode: str
    language: str
    name: str
    enabled: bool
    alternateGroup: int
    creationDate: str
    modificationDate: str
    sampleRate: float
    channels: int
    channelLayout: str
    bitsPerSample: int
    encoderDelay: int
    encoderPadding: int
    encoder: str
    decodedMD5: str
    width: int
    height: int
    displayWidth: float
    displayHeight: float
    rotation: int
    mirrored: bool
    matrix: List[float]
    pixelAspect: List[int]
    cleanAperture: List[float]
    frameRate: float
    bitDepth: int
    color: Dict[str, Any]
    hdrFormat: str
    dolbyVision: Dict[str, Any]
    masteringDisplay: Dict[str, Any]
    contentLight: List[int]
    spatial: Dict[str, Any]
    startTimecode: str
    reelName: str
    edits: List[Dict[str, Any]]
    references: List[Dict[str, Any]]
    metadataKeys: List[str]
    characteristics: List[str]


class _RequiredItem(TypedDict):
    identifier: str
    keySpace: str
    key: str
    dataType: str
    language: str
    value: Any


class Item(_RequiredItem, total=False):
    """A metadata item, as stored in the file."""

    commonKey: str
    track: int
    extra: Dict[str, Any]
    entry: Dict[str, Any]


class _RequiredWarning(TypedDict):
    code: str
    path: str
    message: str


class FileWarning(_RequiredWarning, total=False):
    """A warning about an unusual or damaged structure in a file that can be read; ``path`` identifies the structure."""

    offset: int


class FieldType(NamedTuple):
    """A field: its name, JSON type (``string``, ``array of string``, …), aliases, and keys by key space."""

    name: str
    type: str
    aliases: Tuple[str, ...]
    keys: Mapping[str, Tuple[str, ...]]
