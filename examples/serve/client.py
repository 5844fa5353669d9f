#!/usr/bin/env python3
"""A client for `metatool serve` that uses only Python's standard library.

    python3 client.py FILE...      prints the title of each file

`Serve` starts the program; its methods may be called from several threads at a time.
"""

import base64
import itertools
import json
import os
import queue
import subprocess
import sys
import threading


class ServeError(Exception):
    """Raised for a request with a status other than 0; `lines` contains all lines of the answer."""

    def __init__(self, status, lines):
        errors = [line["error"]["message"] for line in lines if "error" in line]
        super().__init__("; ".join(errors) or f"status {status}")
        self.status = status
        self.lines = lines


class Serve:
    """A running `metatool serve`."""

    def __init__(self, program="metatool", *options):
        self._process = subprocess.Popen(
            [program, "serve", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._ids = itertools.count(1)
        self._lock = threading.Lock()
        self._open = {}
        threading.Thread(target=self._read, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Waits for running requests, ends the program, and returns its exit code."""
        with self._lock:
            self._process.stdin.close()
        return self._process.wait()

    def start(self, verb, *arguments, progress=False):
        """Sends a request and returns its ID."""
        request = {"id": next(self._ids), "verb": verb, "arguments": [_argument(a) for a in arguments]}
        if progress:
            request["progress"] = True
        with self._lock:
            self._open[request["id"]] = queue.SimpleQueue()
        self._send(request)
        return request["id"]

    def kill(self):
        """Kills the program at once."""
        self._process.kill()
        self._process.wait()

    def lines(self, id, timeout=None):
        """Yields the lines of an answer; the last one has "done".

        Raises `queue.Empty` if no line arrives for `timeout` seconds.
        """
        while True:
            line = self._open[id].get(timeout=timeout)
            if line is None:
                raise ConnectionError("metatool serve has ended")
            yield line
            if "done" in line:
                del self._open[id]
                return

    def cancel(self, id):
        """Cancels a request; its last line still arrives, with status 130."""
        self._send({"cancel": id})

    def run(self, verb, *arguments):
        """Runs a request until it ends, and returns its results."""
        lines = list(self.lines(self.start(verb, *arguments)))
        status = lines[-1]["done"]["status"]
        if status != 0:
            raise ServeError(status, lines)
        return [line["result"] for line in lines if "result" in line]

    def _send(self, message):
        with self._lock:
            self._process.stdin.write(json.dumps(message).encode() + b"\n")
            self._process.stdin.flush()

    def _read(self):
        for text in self._process.stdout:
            line = json.loads(text)
            if line["id"] is None:
                print("metatool serve:", line["error"]["message"], file=sys.stderr)
            else:
                self._open[line["id"]].put(line)
        for waiting in list(self._open.values()):
            waiting.put(None)


def _argument(argument):
    """An argument as text, or as base64 for a name that is not UTF-8."""
    data = os.fsencode(argument)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(data).decode()}


def main():
    with Serve(os.environ.get("METATOOL", "metatool")) as serve:
        # All requests are sent at once, so that several files are read in parallel.
        requests = [(path, serve.start("dump", path)) for path in sys.argv[1:]]
        for path, id in requests:
            for line in serve.lines(id):
                if "result" in line:
                    print(f'{path}: {line["result"].get("metadata", {}).get("title", "no title")}')
                elif "error" in line:
                    print(f'{path}: {line["error"]["message"]}', file=sys.stderr)


if __name__ == "__main__":
    main()
