"""Tags at the end of MP3 files: APEv2 and Lyrics3 version 2."""

import struct

HEADER, HAS_HEADER = 1 << 29, 1 << 31


def ape(*items):
    """An APEv2 tag with header and footer; an item is (key, text or bytes, kind)."""
    rows = b"".join(ape_item(*item) for item in items)

    def edge(flags):
        head = b"APETAGEX" + struct.pack("<III", 2000, len(rows) + 32, len(items))
        return head + struct.pack("<I", flags) + bytes(8)

    return edge(HAS_HEADER | HEADER) + rows + edge(HAS_HEADER)


def ape_item(key, value, kind=None):
    """Kind 0 is text, 1 binary, 2 an address."""
    raw = value.encode() if isinstance(value, str) else value
    number = kind if kind is not None else int(isinstance(value, bytes))
    return struct.pack("<II", len(raw), number << 1) + key.encode() + b"\0" + raw


def lyrics3(**fields):
    body = "LYRICSBEGIN" + "".join(f"{k}{len(v):05}{v}" for k, v in fields.items())
    return f"{body}{len(body):06}LYRICS200".encode("latin-1")
