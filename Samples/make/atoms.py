"""Writes QuickTime and MP4 atoms, and reads a few of them."""

import struct


def u8(value):
    return struct.pack(">B", value)


def u16(value):
    return struct.pack(">H", value)


def u24(value):
    return struct.pack(">I", value)[1:]


def u32(value):
    return struct.pack(">I", value)


def u64(value):
    return struct.pack(">Q", value)


def i16(value):
    return struct.pack(">h", value)


def i32(value):
    return struct.pack(">i", value)


def fixed(value):
    """Signed 16.16 fixed point."""
    return i32(round(value * 65536))


def four(code):
    """A four-character code; the copyright sign is the single byte A9."""
    raw = code.encode("latin-1")
    assert len(raw) == 4, code
    return raw


def atom(code, *parts):
    body = b"".join(parts)
    return u32(8 + len(body)) + four(code) + body


def wide_atom(code, *parts):
    """An atom with the 64-bit form of its size."""
    body = b"".join(parts)
    return u32(1) + four(code) + u64(16 + len(body)) + body


def full(code, *parts, version=0, flags=0):
    """An atom that begins with version and flags."""
    return atom(code, u8(version), u24(flags), *parts)


def free(size):
    return atom("free", bytes(size - 8))


def packed_language(code):
    """An ISO 639-2 code, in five bits per letter."""
    first, second, third = (ord(letter) - 0x60 for letter in code)
    return u16(first << 10 | second << 5 | third)


def locale(code):
    """The language of a `data` atom, as a number."""
    return int.from_bytes(packed_language(code), "big")


def handler(subtype, name="", component="", maker=""):
    """`hdlr`; QuickTime names have a length byte, MP4 names end with a NUL."""
    raw = name.encode()
    text = u8(len(raw)) + raw if component else raw + b"\0"
    kind = four(component) if component else u32(0)
    return full("hdlr", kind, four(subtype), four(maker) if maker else u32(0), bytes(8), text)


# iTunes items and QuickTime metadata ------------------------------------------------------


def data(value, kind=1, country=0, language=0):
    """`data`: a well-known type, a locale, and the value (text is written as UTF-8)."""
    raw = value.encode() if isinstance(value, str) else value
    return atom("data", u32(kind), u16(country), u16(language), raw)


def item(code, *values, kind=1):
    """An item of `ilst`; each value is text, bytes or a ready `data` atom."""
    return atom(code, *(as_data(value, kind) for value in values))


def as_data(value, kind):
    ready = isinstance(value, bytes) and value[4:8] == b"data"
    return value if ready else data(value, kind)


def integer(code, value, width):
    return item(code, value.to_bytes(width, "big"), kind=21)


def freeform(name, *values, mean="com.apple.iTunes", kind=1):
    labels = full("mean", mean.encode()), full("name", name.encode())
    return atom("----", *labels, *(as_data(value, kind) for value in values))


def itunes_meta(*items, padding=0):
    """The `meta` that iTunes writes, with free space after the list."""
    space = [free(padding)] if padding else []
    head = full("hdlr", u32(0), b"mdirappl", bytes(9))
    return full("meta", head, atom("ilst", *items), *space)


def keyed_meta(*pairs, quicktime=True):
    """`meta` with `keys`: pairs of key and `data` atoms (in QuickTime, `meta` has no version).

    A key may repeat: its items then share one index.
    """
    names = list(dict.fromkeys(key for key, *_ in pairs))
    keys = full("keys", u32(len(names)), *(atom("mdta", name.encode()) for name in names))
    rows = []
    for key, *values in pairs:
        body = b"".join(as_data(value, 1) for value in values)
        rows.append(u32(8 + len(body)) + u32(names.index(key) + 1) + body)
    head = handler("mdta")
    if quicktime:
        return atom("meta", head, keys, atom("ilst", *rows))
    return full("meta", head, keys, atom("ilst", *rows))


# User data --------------------------------------------------------------------------------


def international(code, *texts):
    """QuickTime text: (language, bytes) for each translation, in one atom."""
    return atom(code, *(u16(len(raw)) + language + raw for language, raw in texts))


def plain_text(code, text):
    """International text in English, Mac Roman."""
    return international(code, (u16(0), text.encode("mac_roman")))


def asset_text(code, text, language="eng", encoding="utf-8", tail=b""):
    """3GP text: language, then UTF-8 or UTF-16 with a byte order mark, and a NUL."""
    return full(code, packed_language(language), terminated(text, encoding), tail)


def terminated(text, encoding="utf-8"):
    if encoding == "utf-16":
        return b"\xfe\xff" + text.encode("utf-16-be") + b"\0\0"
    return text.encode() + b"\0"


def xtra(*attributes):
    """Windows attributes: (name, (type, value), ...)."""
    rows = []
    for name, *values in attributes:
        cells = b"".join(u32(6 + len(raw)) + u16(kind) + raw for kind, raw in values)
        row = u32(len(name)) + name.encode() + u32(len(values)) + cells
        rows.append(u32(4 + len(row)) + row)
    return atom("Xtra", *rows)


def wide_string(text):
    return text.encode("utf-16-le") + b"\0\0"


def nero_chapters(*chapters, version=1):
    """`chpl`: (seconds, title) for each chapter; version 1 has four additional bytes."""
    rows = [u64(round(start * 10_000_000)) + counted(title) for start, title in chapters]
    reserved = bytes(4) if version else b""
    return full("chpl", reserved, u8(len(rows)), *rows, version=version)


def counted(text):
    raw = text.encode()
    return u8(len(raw)) + raw


# Reading ----------------------------------------------------------------------------------


def children(body, start=0):
    """Yields (code, position of the header, body) for each atom."""
    position = start
    while position + 8 <= len(body):
        size = int.from_bytes(body[position : position + 4], "big") or len(body) - position
        code = body[position + 4 : position + 8].decode("latin-1")
        yield code, position, body[position + 8 : position + size]
        position += size


def find(body, path):
    """The body of the first atom at `path`; empty if there is none."""
    first, _, rest = path.partition("/")
    for code, _, inner in children(body):
        if code == first:
            return find(inner, rest) if rest else inner
    return b""


def words(body, skip):
    """The 32-bit words of a table."""
    return [word for (word,) in struct.iter_unpack(">I", body[skip:])]


def runs(body):
    """The values of a run-length table (`stts`, `ctts`)."""
    pairs = struct.iter_unpack(">II", body[8:])
    return [value for count, value in pairs for _ in range(count)]
