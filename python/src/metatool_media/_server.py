"""The process ``metatool serve``, and the threads that write its input and read its output."""

import atexit
import io
import itertools
import json
import os
import queue
import subprocess
import tempfile
import threading
import time
from typing import IO, Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Set, Union

from ._errors import ClosedError, ProgramMissingError, RequestTimeoutError, ServerLostError, UsageError

Argument = Union[str, Dict[str, str]]
Progress = Callable[[int, int], None]

# serve rejects longer lines, with an error that does not identify the request.
_LONGEST_LINE = (16 << 20) - 64
# The number of seconds to wait for a cancelled request, which stops before its next 64 MiB or sample.
_CANCEL_PATIENCE = 2.0
_EXIT_PATIENCE = 5.0


class Reply(NamedTuple):
    """The complete answer to a request."""

    results: List[Any]
    warnings: List[str]
    errors: List[Dict[str, Any]]
    status: int

    @property
    def text(self) -> str:
        """The text that the command line prints, for verbs that print text."""
        return "".join(result for result in self.results if isinstance(result, str))


class Request:
    """A request that was sent, and the lines received for it."""

    __slots__ = ("id", "lines")

    def __init__(self, id: int) -> None:
        self.id = id
        # None follows the last line if the process has ended.
        self.lines: "queue.SimpleQueue[Optional[Dict[str, Any]]]" = queue.SimpleQueue()


class Connection:
    """A running ``metatool serve``. Its methods may be called from any thread.

    Separate threads write and read, so that full pipes cannot cause a deadlock, and an exception in a signal
    handler never leaves an incomplete line in the pipe.
    """

    def __init__(self, program: str, options: Sequence[str] = ()) -> None:
        self._errors = _error_file()
        try:
            # In a separate session, the process does not receive Ctrl-C; Python cancels running requests.
            self._process = subprocess.Popen(
                [program, "serve", *options],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL if self._errors is None else self._errors,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            self._close_errors()
            reason = error.strerror or str(error)
            raise ProgramMissingError(f"the program cannot be started: {reason}", code="noProgram", path=program) from error
        self._ids = itertools.count(1)
        # Guards the following attributes; no code that holds it blocks.
        self._lock = threading.Lock()
        self._open: Dict[int, Request] = {}
        self._is_closing = False
        self._loss: Optional[ServerLostError] = None
        self._outgoing: "queue.SimpleQueue[Optional[bytes]]" = queue.SimpleQueue()
        self._ended = threading.Event()
        _live.add(self)
        self._threads = [
            threading.Thread(target=self._write, name="metatool-writer", daemon=True),
            threading.Thread(target=self._read, name="metatool-reader", daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    @property
    def pid(self) -> int:
        """The ID of the process."""
        return self._process.pid

    @property
    def is_open(self) -> bool:
        """Whether requests can be sent."""
        return not self._is_closing and self._loss is None

    # Requests

    def start(self, verb: str, arguments: Sequence[Argument], progress: bool = False) -> Request:
        """Sends a request."""
        body = _encoded(verb, arguments, progress)
        with self._lock:
            if self._loss is not None:
                raise self._lost()
            if self._is_closing:
                raise ClosedError("metatool was closed", code="closed")
            request = Request(next(self._ids))
            self._open[request.id] = request
            self._outgoing.put(b'{"id":%d,%s\n' % (request.id, body))
        return request

    def finish(self, request: Request, timeout: Optional[float] = None, progress: Optional[Progress] = None) -> Reply:
        """Waits for a request to end, and cancels it if waiting is interrupted."""
        reply = Reply([], [], [], 0)
        deadline = None if timeout is None else time.monotonic() + timeout
        try:
            while True:
                line = request.lines.get(timeout=None if deadline is None else max(0.0, deadline - time.monotonic()))
                if line is None:
                    raise self._lost()
                if "result" in line:
                    reply.results.append(line["result"])
                elif "warning" in line:
                    reply.warnings.append(line["warning"])
                elif "error" in line:
                    reply.errors.append(line["error"])
                elif "done" in line:
                    return reply._replace(status=line["done"]["status"])
                elif "progress" in line and progress is not None:
                    progress(line["progress"]["done"], line["progress"]["total"])
        except queue.Empty:
            self._give_up(request)
            raise RequestTimeoutError(f"no answer in {timeout:g} seconds", code="timeout") from None
        except ServerLostError:
            raise
        except BaseException:
            self._give_up(request)
            raise

    def cancel(self, request: Request) -> None:
        """Cancels a request. Further lines for it are dropped, unless a caller waits for them."""
        with self._lock:
            if request.id in self._open and self._loss is None:
                self._outgoing.put(b'{"cancel":%d}\n' % request.id)

    def _give_up(self, request: Request) -> None:
        # Unless the process hangs, files are no longer being edited when the caller continues.
        self.cancel(request)
        deadline = time.monotonic() + _CANCEL_PATIENCE
        try:
            while True:
                line = request.lines.get(timeout=max(0.0, deadline - time.monotonic()))
                if line is None or "done" in line:
                    return
        except queue.Empty:
            pass

    # The end

    def close(self, cancel: bool = False, timeout: Optional[float] = None) -> None:
        """Ends the process after its requests are completed or cancelled; kills it after `timeout` seconds."""
        with self._lock:
            if not self._is_closing:
                self._is_closing = True
                self._outgoing_end(cancel)
            elif cancel and self._loss is None:
                # Standard input is closed, so running requests can only be stopped by killing the process.
                timeout = _CANCEL_PATIENCE
        try:
            if not self._ended.wait(timeout):
                self._process.kill()
                self._ended.wait()
        except BaseException:
            self._process.kill()
            self._ended.wait(_EXIT_PATIENCE)
            raise
        for thread in self._threads:
            thread.join()

    def release(self) -> None:
        """Ends the process without waiting or locking, because the garbage collector may call this at any point."""
        self._outgoing.put(None)

    def forget(self) -> None:
        """Drops the connection in a forked process; it belongs to the parent."""
        _live.discard(self)
        self._is_closing = True
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()
        self._close_errors()
        # The parent waits for the process; this prevents a warning from Popen.
        self._process.returncode = 0

    def _outgoing_end(self, cancel: bool) -> None:
        if cancel:
            for id in self._open:
                self._outgoing.put(b'{"cancel":%d}\n' % id)
        self._outgoing.put(None)

    # Threads

    def _write(self) -> None:
        stream = self._process.stdin
        assert stream is not None
        try:
            line = self._outgoing.get()
            while line is not None:
                rest = memoryview(line)
                while rest:
                    rest = rest[os.write(stream.fileno(), rest):]
                line = self._outgoing.get()
        except OSError:
            # The process has ended; the other thread determines the reason.
            pass
        finally:
            stream.close()

    def _read(self) -> None:
        stream = self._process.stdout
        assert stream is not None
        try:
            # A separate buffered file: the stream itself has no lock, so that a forked process can close it.
            for text in io.open(stream.fileno(), "rb", buffering=1 << 18, closefd=False):
                if not self._deliver(text):
                    # After an invalid line, answers to other requests are not reliable.
                    self._process.kill()
                    break
        finally:
            self._end()

    def _deliver(self, text: bytes) -> bool:
        try:
            line = json.loads(text)
            id = line["id"]
        except (ValueError, KeyError, TypeError):
            return False
        if id is None:
            return False
        with self._lock:
            request = self._open.pop(id, None) if "done" in line else self._open.get(id)
        if request is not None:
            request.lines.put(line)
        return True

    def _end(self) -> None:
        stream = self._process.stdout
        assert stream is not None
        try:
            status = self._process.wait(_EXIT_PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            status = self._process.wait()
        stream.close()
        reason = f"signal {-status}" if status < 0 else f"exit code {status}"
        errors = self._last_errors()
        message = f"metatool serve has ended ({reason})" + (f": {errors}" if errors else "")
        with self._lock:
            self._loss = ServerLostError(message, code="serverLost", status=status)
            waiting = list(self._open.values())
            self._open.clear()
        for request in waiting:
            request.lines.put(None)
        self._outgoing.put(None)
        self._close_errors()
        _live.discard(self)
        self._ended.set()

    def _lost(self) -> ServerLostError:
        # Each caller gets a separate exception, because raising one adds a traceback to it.
        loss = self._loss
        assert loss is not None
        return ServerLostError(loss.message, code=loss.code, status=loss.status)

    def _last_errors(self) -> str:
        if self._errors is None:
            return ""
        try:
            size = self._errors.seek(0, os.SEEK_END)
            self._errors.seek(max(0, size - 2000))
            return self._errors.read().decode("utf-8", "replace").strip()
        except OSError:
            return ""

    def _close_errors(self) -> None:
        if self._errors is not None:
            self._errors.close()


def _encoded(verb: str, arguments: Sequence[Argument], progress: bool) -> bytes:
    """A request as JSON, without the opening brace and the ID."""
    request: Dict[str, Any] = {"verb": verb, "arguments": list(arguments)}
    if progress:
        request["progress"] = True
    try:
        # An escaped lone surrogate would make the line invalid, and serve could not identify the request.
        body = json.dumps(request, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
    except UnicodeEncodeError as error:
        raise UsageError(f"a value is not valid Unicode: {error.reason}", code="usage", status=64) from error
    if len(body) > _LONGEST_LINE:
        raise UsageError("the values are longer than 16 MiB", code="usage", status=64)
    return body[1:]


def _error_file() -> Optional[IO[bytes]]:
    """A temporary file for standard error; a pipe would require a third thread."""
    try:
        return tempfile.TemporaryFile(buffering=0)
    except OSError:
        return None


# Connections with a running process; strong references, because their threads need them anyway.
_live: Set[Connection] = set()


@atexit.register
def _close_all() -> None:
    for connection in list(_live):
        connection.close(cancel=True, timeout=_EXIT_PATIENCE)


def _after_fork() -> None:
    for connection in list(_live):
        connection.forget()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
