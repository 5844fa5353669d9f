#!/usr/bin/env python3
"""Serves byte ranges of the files in the current folder on a free port, and prints the port.

/count returns the number of bytes and requests; /seen returns the paths and credentials of all requests. /redirect/CODE/TARGET
redirects to TARGET, which is percent-encoded; /private/NAME requires the credentials "user:secret word"; /chunked/NAME uses the
chunked transfer encoding; /whole/NAME ignores ranges. The arguments are the files of a certificate and its key, for TLS, and the
address "::1", for IPv6. The server also acts as a proxy, for any host.
"""

import base64
import http.server
import os
import re
import socket
import ssl
import sys
import threading
import urllib.parse


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    sent = requests = 0
    seen = []
    secret = "Basic " + base64.b64encode(b"user:secret word").decode()

    def do_GET(self):
        self.path = re.sub("^http://[^/]*", "", self.path)
        if self.path == "/count":
            return self.answer(f"{Handler.sent} {Handler.requests}".encode())
        if self.path == "/seen":
            return self.answer(repr(Handler.seen).encode())
        Handler.seen.append((self.path, self.headers.get("Authorization")))
        if self.path == "/loop":
            return self.redirect(302, "/loop")
        if redirect := re.match("/redirect/([0-9]+)/(.+)", self.path):
            return self.redirect(int(redirect[1]), urllib.parse.unquote(redirect[2]))
        if self.path.startswith("/private/"):
            if self.headers.get("Authorization") != Handler.secret:
                return self.send_error(401)
            self.path = self.path.removeprefix("/private")
        if self.path.startswith("/chunked/"):
            return self.send_chunked("." + self.path.removeprefix("/chunked"))
        if self.path.startswith("/whole/"):
            with open("." + self.path.removeprefix("/whole"), "rb") as file:
                return self.answer(file.read())
        path = "." + urllib.parse.unquote(self.path)
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

    def redirect(self, code, target):
        self.send_response(code)
        self.send_header("Location", target)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def send_chunked(self, path):
        with open(path, "rb") as file:
            body = file.read()
        first, last = (int(number) for number in self.headers["Range"].removeprefix("bytes=").split("-"))
        self.send_response(206)
        self.send_header("Content-Range", f"bytes {first}-{min(last, len(body) - 1)}/{len(body)}")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        piece = body[first:last + 1]
        for start in range(0, len(piece), 1000):
            part = piece[start:start + 1000]
            self.wfile.write(b"%X\r\n%s\r\n" % (len(part), part))
        self.wfile.write(b"0\r\n\r\n")

    def answer(self, body):
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    address_family = socket.AF_INET6 if sys.argv[3:] == ["::1"] else socket.AF_INET

    def handle_error(self, *_):
        pass


server = Server((sys.argv[3] if sys.argv[3:] else "127.0.0.1", 0), Handler)
if sys.argv[1:]:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[1], sys.argv[2])
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
print(server.server_address[1], flush=True)


def end_with_parent():
    sys.stdin.buffer.read()
    os._exit(0)


threading.Thread(target=end_with_parent, daemon=True).start()
server.serve_forever()
