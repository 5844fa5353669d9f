"""Samples of Windows Media (ASF)."""

import functools
import struct
import uuid

from . import essence, images
from .catalog import sample
from .parts import ALBUM, ARTIST, TITLE

HEADER = "75B22630-668E-11CF-A6D9-00AA0062CE6C"
FILE_PROPERTIES = "8CABDCA1-A947-11CF-8EE4-00C00C205365"
EXTENSION = "5FBF03B5-A92E-11CF-8EE3-00C00C205365"
RESERVED = "ABD3D211-A9BA-11CF-8EE6-00C00C205365"
DESCRIPTION = "75B22633-668E-11CF-A6D9-00AA0062CE6C"
EXTENDED = "D2D0A440-E307-11D2-97F0-00A0C95EA850"
LANGUAGES = "7C4346A9-EFE0-4BFC-B229-393EDE415C85"
METADATA = "C5F8CBEA-5BAF-4877-8467-AA8C44FA4CCA"
LIBRARY = "44231C94-9498-49D1-A141-1D134E457054"
MARKER = "F487CD01-A951-11CF-8EE6-00C00C205365"
PADDING = "1806D474-CADF-4509-A4BA-9AABCB96AAE8"
SHORT = ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=22050:duration=0.3"]


def guid(text):
    return uuid.UUID(text).bytes_le


def object_(name, content):
    return guid(name) + struct.pack("<Q", len(content) + 24) + content


def utf16(text):
    return text.encode("utf-16-le") + b"\0\0"


def value(what):
    """Type and bytes of a value."""
    if isinstance(what, str):
        return 0, utf16(what)
    if isinstance(what, bytes):
        return 1, what
    if isinstance(what, bool):
        return 2, struct.pack("<I", what)
    return (3, struct.pack("<I", what)) if what < 1 << 32 else (4, struct.pack("<Q", what))


def attribute(name, what):
    kind, raw = value(what)
    name = utf16(name)
    return struct.pack("<H", len(name)) + name + struct.pack("<HH", kind, len(raw)) + raw


def long_attribute(name, what, stream=0, language=0):
    kind, raw = value(what)
    raw = raw[:2] if kind == 2 else raw
    name = utf16(name)
    return struct.pack("<HHHHI", language, stream, len(name), kind, len(raw)) + name + raw


def items(name, rows):
    return object_(name, struct.pack("<H", len(rows)) + b"".join(rows))


def description(*texts):
    raw = [utf16(text) if text else b"" for text in texts]
    return object_(DESCRIPTION, struct.pack("<5H", *map(len, raw)) + b"".join(raw))


def picture(kind, mime, what, data):
    return struct.pack("<BI", kind, len(data)) + utf16(mime) + utf16(what) + data


def children(content):
    """The objects in a sequence."""
    while content:
        size = struct.unpack_from("<Q", content, 16)[0]
        yield content[:size]
        content = content[size:]


def with_objects(file, inside, *more, drop=()):
    """The file with these objects in its header extension, and others in its header."""
    size = struct.unpack_from("<Q", file, 16)[0]
    gone = {guid(name) for name in (EXTENSION, *drop)}
    kept = [child for child in children(file[30:size]) if child[:16] not in gone]
    extension = guid(RESERVED) + struct.pack("<HI", 6, len(inside)) + inside
    kept += [object_(EXTENSION, extension), *more]
    body = b"".join(kept)
    grown = len(body) + 30 - size
    properties = guid(FILE_PROPERTIES)
    place = body.index(properties) + 40
    total = struct.unpack_from("<Q", body, place)[0] + grown
    body = body[:place] + struct.pack("<Q", total) + body[place + 8 :]
    head = guid(HEADER) + struct.pack("<QIH", len(body) + 30, len(kept), 0x0201)
    return head + body + file[size:]


@functools.lru_cache(maxsize=None)
def sound():
    return essence.ffmpeg(*SHORT, "-c:a", "wmav2", "-b:a", "32k", suffix=".wma")


@sample("song.wma")
def song():
    """Windows Media: the five strings of the content description, numbers of all sizes, a title in two lists,
    a picture and a second artist in the metadata library, attributes for a stream and for a language, padding."""
    front = picture(3, "image/jpeg", "Front", images.jpeg("front"))
    languages = [bytes([len(utf16(name))]) + utf16(name) for name in ("en-us", "de-de")]
    library = [
        long_attribute("Author", "Second"),
        long_attribute("WM/Picture", front),
        long_attribute("WM/Mood", "heiter", language=1),
    ]
    inside = items(LANGUAGES, languages)
    inside += items(METADATA, [long_attribute("IsVBR", False, 1), long_attribute("Peak", 7, 1)])
    inside += items(LIBRARY, library)
    rows = [attribute("Title", TITLE), attribute("WM/AlbumTitle", ALBUM)]
    rows += [attribute("WM/TrackNumber", 8), attribute("WM/IsCompilation", True)]
    rows += [attribute("WM/EncodingTime", 1 << 56), attribute("Blob", bytes(range(8)))]
    more = description(TITLE, ARTIST, "2024", "Between stations", ""), items(EXTENDED, rows)
    return with_objects(
        sound(), inside, *more, object_(PADDING, bytes(100)), drop=(DESCRIPTION, EXTENDED)
    )


@sample("plain.wma")
def plain():
    """Windows Media without attributes and padding."""
    return with_objects(sound(), b"", drop=(DESCRIPTION, EXTENDED))


@sample("film.wmv")
def film():
    """Windows Media with video and audio, and two markers as chapters."""
    codecs = ["-c:v", "wmv2", "-q:v", "31", "-c:a", "wmav2", "-b:a", "32k"]
    file = essence.ffmpeg(*essence.BARS, *SHORT, *codecs, suffix=".wmv")
    return with_objects(file, b"", marker((0, "One"), (5_000_000, "Two")))


def marker(*chapters):
    """Times are in units of 100 ns, and include the preroll of 3.1 s."""
    rows = b""
    for time, title in chapters:
        text = utf16(title)
        rest = struct.pack("<III", 0, 0, len(text) // 2) + text
        rows += struct.pack("<QQH", 0, time + 31_000_000, len(rest)) + rest
    head = guid("4CFEDB20-75F6-11CF-9C0F-00A0C90349CB")
    return object_(MARKER, head + struct.pack("<IHH", len(chapters), 0, 0) + rows)
