"""The class `Metatool`, which runs one process for many files."""

from __future__ import annotations

import collections
import json
import logging
import os
import tempfile
import threading
import weakref
from contextlib import ExitStack
from types import TracebackType
from typing import (
    Any, Callable, Deque, Dict, Generic, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple, Type, TypeVar, Union, overload)

from . import _paths, _program, _values
from ._errors import (
    CancelledError, ClosedError, MetatoolError, ProgramMissingError, ServerLostError, UsageError, error_of)
from ._file import File
from ._paths import StrPath
from ._server import Argument, Connection, Progress, Reply, Request
from ._types import Artwork, Chapter, Edit, EditOptions, FieldType, Outcome, Undone
from ._values import Settable

T = TypeVar("T")
R = TypeVar("R")

# A picture to write: image data, the path of an image file, or an `Artwork` with a kind and a description.
ArtworkSource = Union[bytes, bytearray, memoryview, str, "os.PathLike[str]", Artwork]
# The keys are Any, because mappings are invariant in the type of their keys.
Edits = Union[Mapping[Any, Mapping[str, Any]], Iterable[Tuple[StrPath, Mapping[str, Any]]]]

# Programs that need the warnings about files can add a handler.
_log = logging.getLogger("metatool_media")
_log.addHandler(logging.NullHandler())
_NO_OPTIONS = EditOptions()


class _Call(Generic[R]):
    """A verb with its arguments, for one file, and the function that parses the reply."""

    def __init__(
        self, path: StrPath, verb: str, arguments: Sequence[Argument], parse: Callable[[Reply], R], is_reading: bool
    ) -> None:
        self.path = _paths.text(path)
        self.verb = verb
        self.arguments = arguments
        self.parse = parse
        # Requests that only read may be repeated if the process has ended.
        self.is_reading = is_reading


# A request that was sent, or the error why it was not.
_Begun = Union[MetatoolError, Tuple[_Call[R], Connection, Request]]


class Metatool:
    """Reads and edits the metadata of media files with one process, ``metatool serve``.

    The first request starts the process, and the next request restarts it if it has ended. All methods may be
    called from several threads; their requests are processed concurrently. Use it as a context manager, or call
    `close`::

        with Metatool() as tool:
            print(tool.get("song.m4a", "title"))

    Paths are strings, bytes or `os.PathLike`, and are relative to the current folder; names need not be UTF-8.
    Addresses that begin with ``http://`` or ``https://`` are read by ``metatool-foreign``.
    """

    def __init__(
        self,
        program: Optional[Union[str, "os.PathLike[str]"]] = None,
        *,
        jobs: Optional[int] = None,
        timeout: Optional[float] = None,
        in_flight: int = 64,
    ) -> None:
        """Creates an object without starting the process.

        Args:
            program: the program to run; by default, the program named by the environment variable ``METATOOL``,
                or else the one in this package, or else ``metatool`` on ``PATH``.
            jobs: the maximum number of concurrent requests; by default one for each processor, but at least 4.
            timeout: the number of seconds after which a request is cancelled and `RequestTimeoutError` is raised;
                None waits indefinitely.
            in_flight: the number of files that methods for many files request in advance.
        """
        if in_flight < 1:
            raise ValueError("in_flight must be at least 1")
        self._program = _program.find(program)
        self._options = [] if jobs is None else ["--jobs", str(int(jobs))]
        self._timeout = timeout
        self._in_flight = in_flight
        self._is_closed = False
        self._field_types: Optional[Dict[str, FieldType]] = None
        self._disconnect()
        _tools.add(self)

    def _disconnect(self) -> None:
        self._lock = threading.Lock()
        self._connection: Optional[Connection] = None

    # Lifetime

    def __enter__(self) -> Metatool:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        if error is None:
            self.close()
        else:
            self.close(cancel=True, timeout=10)

    def close(self, *, cancel: bool = False, timeout: Optional[float] = None) -> None:
        """Ends the process.

        The requests of other threads are completed or, with `cancel`, cancelled: each file is then in its old or its
        new state. After `timeout` seconds the process is killed, which is as safe. Later requests raise
        `ClosedError`. The method may be called more than once.
        """
        with self._lock:
            self._is_closed = True
            connection = self._connection
        if connection is not None:
            connection.close(cancel=cancel, timeout=timeout)

    @property
    def closed(self) -> bool:
        """Whether `close` was called."""
        return self._is_closed

    @property
    def program(self) -> str:
        """The path of the program."""
        return self._program

    @property
    def pid(self) -> Optional[int]:
        """The ID of the process, or None if it is not running."""
        connection = self._connection
        return connection.pid if connection is not None and connection.is_open else None

    def __repr__(self) -> str:
        state = "closed" if self._is_closed else "not started" if self.pid is None else f"pid {self.pid}"
        return f"<Metatool {self._program!r}, {state}>"

    def _connected(self) -> Connection:
        with self._lock:
            if self._is_closed:
                raise ClosedError("metatool was closed", code="closed")
            if self._connection is None or not self._connection.is_open:
                self._connection = Connection(self._program, self._options)
                # Ends the process if the object is garbage-collected without being closed.
                weakref.finalize(self, Connection.release, self._connection).atexit = False  # type: ignore[misc, unused-ignore]
            return self._connection

    # Reading

    def open(self, path: StrPath, *, exact: bool = False) -> File:
        """Reads a file: its fields, tracks, chapters and items, but not its media.

        With `exact`, the whole file is scanned if its tables do not contain an exact duration.
        """
        return self._run(self._open_call(path, exact))

    def open_many(self, paths: Iterable[StrPath], *, exact: bool = False) -> Iterator[Outcome[File]]:
        """Reads many files, several at a time, and yields an outcome for each in the order of the paths.

        A file that fails yields an `Outcome` with an error, and does not stop the others. Paths are consumed as files
        are completed, so there may be any number of them. When the iterator is closed, outstanding requests are
        cancelled.
        """
        return self._stream(paths, lambda path: self._open_call(path, exact))

    def dump(
        self,
        path: StrPath,
        *,
        complete: bool = False,
        binary: str = "size",
        exact: bool = False,
        timed: bool = False,
        media_digest: bool = False,
    ) -> Dict[str, Any]:
        """The JSON of a file, as described by docs/schema/dump.schema.json.

        Args:
            path: the file.
            complete: include all data that `apply` needs to write the items back.
            binary: the form of binary values: ``size``, ``digest`` or ``base64``.
            exact: scan the whole file if its tables do not contain an exact duration.
            timed: include the samples of timed metadata.
            media_digest: include the SHA-256 of the samples of each track.
        """
        options = ["--binary", binary] if binary != "size" else []
        for name, is_on in (
            ("--complete", complete), ("--exact", exact), ("--timed", timed), ("--media-digest", media_digest)
        ):
            if is_on:
                options.append(name)
        return self._run(self._dump_call(path, options, lambda document: document))

    @overload
    def get(self, path: StrPath, field: str, default: Any = None) -> Any: ...

    @overload
    def get(self, path: StrPath, field: Sequence[str]) -> Dict[str, Any]: ...

    def get(self, path: StrPath, field: Union[str, Sequence[str]], default: Any = None) -> Any:
        """The value of a field, or `default` if the file does not contain it.

        A field is a name from ``metatool fields``, an alias (``year``), a key (``TIT2``, ``TXXX:MOOD``, ``itsk/©nam``,
        ``own:NAME``) or a name from ``--where`` expressions (``duration``, ``track.count``). For a list of fields, the
        result is a dictionary of those that the file contains.
        """
        if isinstance(field, str):
            return self._run(self._get_call(path, [field])).get(field, default)
        return self._run(self._get_call(path, list(field)))

    def get_many(self, paths: Iterable[StrPath], fields: Sequence[str]) -> Iterator[Outcome[Dict[str, Any]]]:
        """Like `open_many`, but reads only these fields; each result is a dictionary of those that the file contains."""
        names = [fields] if isinstance(fields, str) else list(fields)
        return self._stream(paths, lambda path: self._get_call(path, names))

    def art(self, path: StrPath) -> List[Artwork]:
        """The pictures in a file, with their bytes."""
        return self._run(
            self._dump_call(
                path, ["--binary", "base64"], lambda document: [Artwork._of(entry) for entry in document["artwork"]]
            )
        )

    def chapters(self, path: StrPath) -> List[Chapter]:
        """The chapters in a file, with their pictures."""
        return self._run(
            self._dump_call(
                path, ["--binary", "base64"], lambda document: [Chapter._of(entry) for entry in document["chapters"]]
            )
        )

    def field_types(self) -> Mapping[str, FieldType]:
        """The fields that the program supports, by name."""
        if self._field_types is None:
            entries = self.run("fields", "--format", "json").results[0]
            self._field_types = {
                entry["name"]: FieldType(
                    entry["name"],
                    entry["type"],
                    tuple(entry.get("aliases", ())),
                    {space: tuple(keys) for space, keys in entry.get("keys", {}).items()},
                )
                for entry in entries
            }
        return self._field_types

    # Writing

    def set(
        self,
        path: StrPath,
        values: Mapping[str, Any] = {},
        *,
        add: Mapping[str, Any] = {},
        remove: Mapping[str, Any] = {},
        dry_run: bool = False,
        allow_loss: bool = False,
        options: EditOptions = _NO_OPTIONS,
    ) -> Edit:
        """Edits fields; everything else in the file is kept byte for byte.

        Args:
            path: the file.
            values: fields and their new values: strings, numbers, dates, `Position` objects, or lists of them; equal
                values in a list are stored once. None, an empty string or an empty list removes a field. ``artwork``
                accepts the same pictures as `set_art`, or a list of them.
            add: fields and the values to add to them.
            remove: fields and the values to remove from them.
            dry_run: write nothing; the result describes the edit.
            allow_loss: omit values that the format cannot store, and list them in `Edit.losses`, instead of raising
                `RefusedError`.
            options: how the file is written.
        """
        fields = dict(values)
        artwork = None
        if "artwork" in fields:
            pictures = fields.pop("artwork")
            artwork = [] if pictures is None else list(pictures) if _is_list_of_pictures(pictures) else [pictures]
        return self._edit(
            path, fields, add=add, remove=remove, artwork=artwork, dry_run=dry_run, allow_loss=allow_loss, options=options
        )

    @overload
    def set_many(
        self, edits: Mapping[Any, Mapping[str, Any]], *, dry_run: bool = ..., allow_loss: bool = ..., options: EditOptions = ...
    ) -> List[Outcome[Edit]]: ...

    @overload
    def set_many(
        self, edits: Iterable[Tuple[StrPath, Mapping[str, Any]]], *, dry_run: bool = ..., allow_loss: bool = ..., options: EditOptions = ...
    ) -> List[Outcome[Edit]]: ...

    def set_many(
        self, edits: Edits, *, dry_run: bool = False, allow_loss: bool = False, options: EditOptions = _NO_OPTIONS
    ) -> List[Outcome[Edit]]:
        """Edits the fields of many files, several at a time, given as pairs of a path and values, or as a dictionary.

        A file that fails is an `Outcome` with an error, and does not stop the others. To set ``artwork``, use `set_art`.
        """
        pairs: Iterable[Tuple[StrPath, Mapping[str, Any]]] = edits.items() if isinstance(edits, Mapping) else edits

        def call(pair: Tuple[StrPath, Mapping[str, Any]]) -> _Call[Edit]:
            words = self._assignments(pair[1])
            return self._edit_call(pair[0], ["set"], words, _flags(dry_run, allow_loss, options))

        return list(self._stream(pairs, call, path_of=lambda pair: pair[0]))

    def set_art(
        self,
        path: StrPath,
        *pictures: ArtworkSource,
        dry_run: bool = False,
        allow_loss: bool = False,
        options: EditOptions = _NO_OPTIONS,
    ) -> Edit:
        """Replaces the pictures in a file; without arguments, it removes them.

        Bytes are image data, strings and `os.PathLike` are paths of image files; an `Artwork` also specifies a kind
        and a description.
        """
        artwork = [self.artwork_of(picture) for picture in pictures]
        return self._edit(path, {}, artwork=artwork, dry_run=dry_run, allow_loss=allow_loss, options=options)

    def add_art(
        self,
        path: StrPath,
        picture: ArtworkSource,
        *,
        dry_run: bool = False,
        allow_loss: bool = False,
        options: EditOptions = _NO_OPTIONS,
    ) -> Edit:
        """Adds a picture to a file."""
        artwork = self.artwork_of(picture)
        words: List[Argument] = ["--kind", artwork.kind]
        if artwork.description is not None:
            words.append(f"--description={artwork.description}")
        with ExitStack() as files:
            words += ["--image", _temporary(files, artwork.data, ".image")]
            return self._run(self._edit_call(path, ["art", "add"], words, _flags(dry_run, allow_loss, options)))

    def remove_art(
        self,
        path: StrPath,
        *,
        index: Optional[int] = None,
        kind: Optional[str] = None,
        dry_run: bool = False,
        options: EditOptions = _NO_OPTIONS,
    ) -> Edit:
        """Removes the picture with this index, the pictures of this kind, or all pictures."""
        words: List[Argument] = []
        if index is not None:
            words += ["--index", str(int(index))]
        if kind is not None:
            words += ["--kind", kind]
        return self._run(self._edit_call(path, ["art", "remove"], words, _flags(dry_run, False, options)))

    def set_chapters(
        self,
        path: StrPath,
        chapters: Iterable[Chapter],
        *,
        dry_run: bool = False,
        allow_loss: bool = False,
        options: EditOptions = _NO_OPTIONS,
    ) -> Edit:
        """Replaces the chapters in a file."""
        return self._edit(path, {}, chapters=list(chapters), dry_run=dry_run, allow_loss=allow_loss, options=options)

    def clear(
        self,
        path: StrPath,
        *,
        fields: Sequence[str] = (),
        keep: Sequence[str] = (),
        everything: bool = False,
        private: bool = False,
        dry_run: bool = False,
        allow_loss: bool = False,
        options: EditOptions = _NO_OPTIONS,
    ) -> Edit:
        """Removes metadata: the given fields, all fields except those in `keep`, everything, or private metadata.

        `private` permanently removes the place and the device of a recording, and the persons who recorded, bought or
        own the file; ``edit.raw["private"]`` lists what was removed and what is left.
        """
        words: List[Argument] = []
        if fields:
            words += ["--fields", _comma_list(fields)]
        if keep:
            words += ["--keep", _comma_list(keep)]
        if everything:
            words.append("--all")
        if private:
            words.append("--private")
        return self._run(self._edit_call(path, ["clear"], words, _flags(dry_run, allow_loss, options)))

    def apply(
        self,
        path: StrPath,
        document: Mapping[str, Any],
        *,
        dry_run: bool = False,
        allow_loss: bool = False,
        options: EditOptions = _NO_OPTIONS,
    ) -> Edit:
        """Writes the JSON of a file back after it was edited, or to another file.

        Entries in ``metadata``, ``artwork`` and ``chapters`` that differ from ``items`` are written. A complete
        document (`dump` with ``complete=True``) also restores everything else to the state in ``items``. A document
        that contains only ``metadata`` changes only the fields in it; None removes a field.
        """
        words = _flags(dry_run, allow_loss, options)
        with ExitStack() as files:
            # serve uses standard input for requests, so it reads the document from a file.
            words.append(_temporary(files, _json_of(path, document), ".json"))
            parse = _edit_parser(path)
            return self._run(_Call(path, "apply", ["--json", *words], parse, is_reading=False))

    def undo(self, path: StrPath, *, force: bool = False) -> Undone:
        """Restores the bytes from before the last edit; with `force`, also in a write-protected file."""
        words: List[Argument] = ["--json", *(["--force"] if force else []), "--", _paths.existing(path)]

        def parse(reply: Reply) -> Undone:
            return Undone(_paths.text(path), int(_only(reply, path).get("bytesWritten", 0)))

        return self._run(_Call(path, "undo", words, parse, is_reading=False))

    # Everything else

    def run(
        self,
        verb: str,
        *arguments: Union[str, bytes, "os.PathLike[Any]"],
        check: bool = True,
        progress: Optional[Progress] = None,
        timeout: Optional[float] = None,
    ) -> Reply:
        """Runs any verb of the command line: ``tool.run("tree", Path("song.m4a"))``.

        Strings and bytes are passed unchanged, and relative paths in them are relative to the folder in which the
        process was started; `os.PathLike` arguments are relative to the current folder. `Reply.results` contains
        objects if the command line prints JSON (docs/serve.md), otherwise strings; `Reply.text` is the text of all
        results. With `check`, a status other than 0 raises an error. `progress` is called with the completed amount
        and the total.
        """
        words = [
            _paths.argument(word) if isinstance(word, os.PathLike) else _paths.encoded(os.fsencode(word))
            for word in arguments
        ]
        connection, request = self._send(verb, words, progress is not None)
        reply = connection.finish(request, self._timeout if timeout is None else timeout, progress)
        if check and reply.status != 0:
            raise _error_of(reply, None)
        return reply

    def artwork_of(self, picture: ArtworkSource) -> Artwork:
        """An `Artwork` for a picture; image files are read."""
        if isinstance(picture, Artwork):
            return picture
        if isinstance(picture, (bytes, bytearray, memoryview)):
            return Artwork(bytes(picture))
        return Artwork.from_file(picture)

    # Calls

    def _open_call(self, path: StrPath, exact: bool) -> _Call[File]:
        return self._dump_call(path, ["--exact"] if exact else [], lambda document: File(self, path, document))

    def _dump_call(self, path: StrPath, options: List[str], make: Callable[[Dict[str, Any]], R]) -> _Call[R]:
        words: List[Argument] = [*options, "--", _paths.existing(path)]
        return _Call(path, "dump", words, lambda reply: make(_only(reply, path)), is_reading=True)

    def _get_call(self, path: StrPath, fields: List[str]) -> _Call[Dict[str, Any]]:
        for field in fields:
            if not field or field.startswith("-"):
                raise UsageError(f"unknown field {field}", code="usage", status=64)
        if not fields:
            raise UsageError("no field is given", code="usage", status=64)

        def parse(reply: Reply) -> Dict[str, Any]:
            if reply.status == 1 and not reply.errors and len(reply.results) <= 1:
                # Status 1 means that the file contains none of the fields.
                reply = reply._replace(status=0)
            if len(reply.results) > 1:
                # The verb treats an argument that is not a field as a file.
                raise UsageError(f"not all of these are fields: {', '.join(fields)}", code="usage", status=64)
            found = _only(reply, path)
            return {name: _values.read(found[name]) for name in fields if name in found}

        return _Call(path, "get", ["--format", "json", _paths.existing(path), *fields], parse, is_reading=True)

    def _edit_call(
        self, path: StrPath, verbs: List[str], words: Sequence[Argument], flags: Sequence[Argument]
    ) -> _Call[Edit]:
        arguments: List[Argument] = [*verbs[1:], "--json", *flags, *words, "--", _paths.existing(path)]
        return _Call(path, verbs[0], arguments, _edit_parser(path), is_reading=False)

    def _edit(
        self,
        path: StrPath,
        fields: Mapping[str, Any],
        *,
        add: Mapping[str, Any] = {},
        remove: Mapping[str, Any] = {},
        artwork: Optional[Sequence[ArtworkSource]] = None,
        chapters: Optional[Sequence[Chapter]] = None,
        dry_run: bool,
        allow_loss: bool,
        options: EditOptions,
    ) -> Edit:
        """Makes all changes in one edit, with ``set`` if possible, otherwise with ``apply``."""
        flags = _flags(dry_run, allow_loss, options)
        pictures = None if artwork is None else [self.artwork_of(picture) for picture in artwork]
        has_plain_pictures = pictures is None or all(
            picture.kind == "frontCover" and not picture.description for picture in pictures
        )
        with ExitStack() as files:
            if chapters is None and has_plain_pictures:
                words: List[Argument] = [*self._assignments(fields, add, remove)]
                if pictures is not None:
                    words += _picture_assignments(files, pictures)
                return self._run(self._edit_call(path, ["set"], words, flags))
            if add or remove or options.track is not None:
                raise UsageError(
                    "pictures with kinds, and chapters, cannot be edited together with `add`, `remove` or `track`",
                    code="usage",
                    status=64,
                )
            document: Dict[str, Any] = {
                "metadata": {name: _values.json_value(name, value) for name, value in fields.items()}
            }
            if pictures is not None:
                document["artwork"] = [picture._entry() for picture in pictures]
            if chapters is not None:
                document["chapters"] = [chapter._entry() for chapter in chapters]
            return self.apply(path, document, dry_run=dry_run, allow_loss=allow_loss, options=options)

    # Requests

    def _run(self, call: _Call[R]) -> R:
        connection, request = self._start(call)
        return self._finish(call, connection, request)

    def _assignments(
        self, values: Mapping[str, Any], add: Mapping[str, Any] = {}, remove: Mapping[str, Any] = {}
    ) -> List[str]:
        words = [word for name, value in values.items() for word in _values.arguments(name, value)]
        words += [word for name, value in add.items() for word in _values.changes(name, "+=", value)]
        words += [word for name, value in remove.items() for word in _values.changes(name, "-=", value)]
        for name in (*values, *add, *remove):
            # With such a name, the argument could be a text replacement: title/old=x/new/.
            if "/" in name and self._is_field(name.split("/", 1)[0]):
                raise UsageError(f"unknown field {name}", code="usage", status=64)
        return words

    def _is_field(self, name: str) -> bool:
        return any(name == field.name or name in field.aliases for field in self.field_types().values())

    def _send(self, verb: str, arguments: Sequence[Argument], progress: bool = False) -> Tuple[Connection, Request]:
        while True:
            connection = self._connected()
            try:
                return connection, connection.start(verb, arguments, progress)
            except ServerLostError:
                # The process has ended since the check, and nothing was sent; a new one is started.
                continue

    def _start(self, call: _Call[R]) -> Tuple[Connection, Request]:
        try:
            return self._send(call.verb, call.arguments)
        except MetatoolError as error:
            error.path = error.path or call.path
            raise

    def _finish(self, call: _Call[R], connection: Connection, request: Request) -> R:
        try:
            try:
                reply = connection.finish(request, self._timeout)
            except ServerLostError as loss:
                if not call.is_reading or self._is_closed:
                    raise
                reply = self._repeat(call, loss)
        except MetatoolError as error:
            error.path = error.path or call.path
            raise
        for warning in reply.warnings:
            _log.warning("%s: %s", call.path, warning)
        return call.parse(reply)

    def _repeat(self, call: _Call[R], loss: ServerLostError) -> Reply:
        # Uses a separate process, because this file may have caused the process to end.
        _log.warning("%s: %s; the request is repeated", call.path, loss.message)
        connection = Connection(self._program, self._options)
        try:
            return connection.finish(connection.start(call.verb, call.arguments), self._timeout)
        finally:
            connection.close(cancel=True, timeout=5)

    def _stream(
        self, items: Iterable[T], call_of: Callable[[T], _Call[R]], path_of: Callable[[T], Any] = lambda item: item
    ) -> Iterator[Outcome[R]]:
        window: Deque[Tuple[str, _Begun[R]]] = collections.deque()
        try:
            for item in items:
                if len(window) >= self._in_flight:
                    yield self._outcome(*window.popleft())
                window.append((_paths.text(path_of(item)), self._begin(item, call_of)))
            while window:
                yield self._outcome(*window.popleft())
        finally:
            for _, begun in window:
                if not isinstance(begun, MetatoolError):
                    begun[1].cancel(begun[2])

    def _begin(
        self, item: T, call_of: Callable[[T], _Call[R]]
    ) -> _Begun[R]:
        try:
            call = call_of(item)
            return (call, *self._start(call))
        except (ClosedError, ProgramMissingError):
            # These errors concern all files.
            raise
        except MetatoolError as error:
            return error

    def _outcome(
        self, path: str, begun: _Begun[R]
    ) -> Outcome[R]:
        if isinstance(begun, MetatoolError):
            return Outcome(path, error=begun)
        try:
            return Outcome(path, self._finish(*begun))
        except MetatoolError as error:
            return Outcome(path, error=error)


# All `Metatool` objects; a forked process disconnects them.
_tools: "weakref.WeakSet[Metatool]" = weakref.WeakSet()


def _after_fork() -> None:
    for tool in list(_tools):
        # Another thread may have held the lock; in the child, it cannot release it.
        tool._disconnect()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def _error_of(reply: Reply, path: Optional[str]) -> MetatoolError:
    for result in reply.results:
        # The result contains the structure and the offset, the error line does not.
        if isinstance(result, dict) and isinstance(result.get("error"), dict):
            error = result["error"]
            return error_of(reply.status, {**error, "structure": error.get("path")}, path or result.get("path"))
    if reply.errors:
        error = reply.errors[0]
        return error_of(reply.status, error, path or error.get("path"))
    if reply.status == 130:
        return CancelledError("the request was cancelled", code="cancelled", path=path, status=130)
    return MetatoolError(f"metatool returned status {reply.status}", path=path, status=reply.status)


def _only(reply: Reply, path: StrPath) -> Dict[str, Any]:
    """The only result of a request about one file."""
    if reply.status != 0:
        raise _error_of(reply, _paths.text(path))
    if len(reply.results) != 1 or not isinstance(reply.results[0], dict):
        raise MetatoolError(
            f"metatool returned {len(reply.results)} results for one file", code="protocol", path=_paths.text(path), status=0
        )
    result: Dict[str, Any] = reply.results[0]
    return result


def _edit_parser(path: StrPath) -> Callable[[Reply], Edit]:
    return lambda reply: Edit._of(_paths.text(path), _only(reply, path), reply.warnings)


def _picture_assignments(files: ExitStack, pictures: Sequence[Artwork]) -> List[str]:
    if not pictures:
        return ["artwork="]
    operators = ["=", *["+="] * (len(pictures) - 1)]
    return [
        f"artwork{operator}@{_temporary(files, picture.data, '.image')}" for operator, picture in zip(operators, pictures)
    ]


def _is_list_of_pictures(value: Any) -> bool:
    return not isinstance(value, (Artwork, os.PathLike)) and _values.is_many(value)


def _flags(dry_run: bool, allow_loss: bool, options: EditOptions) -> List[Argument]:
    words: List[Argument] = []
    switches = (
        ("--dry-run", dry_run),
        ("--allow-loss", allow_loss),
        ("--keep-mtime", options.keep_mtime),
        ("--sync", options.sync),
        ("--verify", options.verify),
        ("--force", options.force),
    )
    words += [name for name, is_on in switches if is_on]
    settings = (
        ("--padding", options.padding),
        ("--layout", options.layout),
        ("--strategy", options.strategy),
        ("--id3", options.id3),
        ("--source-encoding", options.source_encoding),
        ("--track", options.track),
    )
    for name, value in settings:
        if value is not None:
            words += [name, str(value)]
    if options.undo is not None:
        words.append("--undo" if options.undo else "--no-undo")
    if options.output is not None:
        words += ["--output", _paths.encoded(_paths.whole(options.output))]
    return words


def _comma_list(names: Sequence[str]) -> str:
    return names if isinstance(names, str) else ",".join(names)


def _json_of(path: StrPath, document: Mapping[str, Any]) -> bytes:
    """The JSON of a document, with the absolute path of the file."""
    target = {key: value for key, value in document.items() if key not in ("path", "pathBase64")}
    argument = _paths.existing(path)
    if isinstance(argument, str):
        named: Dict[str, Any] = {"path": argument}
    else:
        named = {"path": os.fsencode(_paths.whole(path)).decode("utf-8", "replace"), "pathBase64": argument["base64"]}
    try:
        return json.dumps({**named, **target}, ensure_ascii=False, default=_json_default).encode("utf-8")
    except (TypeError, ValueError) as error:
        raise UsageError(f"the document is not JSON: {error}", code="usage", path=_paths.text(path)) from error


def _json_default(value: Any) -> Any:
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} cannot be represented in JSON")


def _temporary(files: ExitStack, data: bytes, suffix: str) -> str:
    """A temporary file with these bytes, which is deleted when the stack is closed."""
    file = files.enter_context(tempfile.NamedTemporaryFile(prefix="metatool-", suffix=suffix))
    file.write(data)
    file.flush()
    return file.name
