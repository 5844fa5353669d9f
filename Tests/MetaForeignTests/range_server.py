#!/usr/bin/env python3
"""Serves the files of the folder by ranges on a free port, which it prints; /count says how many bytes and requests there were."""

import http.server
import os
import re
import sys
import threading


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    sent = requests = 0

    def do_GET(self):
        if self.path == "/count":
            return self.answer(f"{Handler.sent} {Handler.requests}".encode())
        path = "." + self.path
        if not os.path.isfile(path):
            return self.send_error(404)
        size = os.path.getsize(path)
        first, last = 0, size - 1
        wanted = re.match(r"bytes=(\d+)-(\d*)$", self.headers.get("Range", ""))
        if wanted and int(wanted[1]) >= size:
            return self.send_error(416)
        if wanted:
            first = int(wanted[1])
            last = min(int(wanted[2]) if wanted[2] else last, last)
        self.send_response(206 if wanted else 200)
        if wanted:
            self.send_header("Content-Range", f"bytes {first}-{last}/{size}")
        self.send_header("Accept-Ranges", "bytes")
        self.send_header("Content-Length", str(last - first + 1))
        self.end_headers()
        Handler.requests += 1
        with open(path, "rb") as file:
            file.seek(first)
            rest = last - first + 1
            while rest > 0:
                piece = file.read(min(rest, 1 << 16))
                try:
                    self.wfile.write(piece)
                except OSError:
                    return
                Handler.sent += len(piece)
                rest -= len(piece)

    def answer(self, body):
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_address[1], flush=True)


def end_with_parent():
    sys.stdin.buffer.read()
    os._exit(0)


threading.Thread(target=end_with_parent, daemon=True).start()
server.serve_forever()
