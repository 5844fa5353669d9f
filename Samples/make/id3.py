"""ID3v2 tags in all three versions, and ID3v1 tags."""

import dataclasses
import zlib

from .atoms import u24, u32, u8

LATIN1, UTF16, UTF16BE, UTF8 = range(4)
CODECS = {LATIN1: "latin-1", UTF16: "utf-16-le", UTF16BE: "utf-16-be", UTF8: "utf-8"}


@dataclasses.dataclass(frozen=True)
class Frame:
    """A frame and the transformations of its body; the version of the tag determines how they are written."""

    name: str
    body: bytes
    unsync: bool = False
    compress: bool = False
    length: bool = False  # data length indicator
    encrypt: int = 0  # method symbol
    group: int = 0  # group symbol
    status: int = 0  # tag alter, file alter, read only

    def encode(self, version):
        return {2: self.encode2, 3: self.encode3, 4: self.encode4}[version]()

    def encode2(self):
        assert len(self.name) == 3, self.name
        return self.name.encode() + u24(len(self.body)) + self.body

    def encode3(self):
        body = zlib.compress(self.body, 9) if self.compress else self.body
        flags = bool(self.compress) << 7 | bool(self.encrypt) << 6 | bool(self.group) << 5
        head = u32(len(self.body)) if self.compress else b""
        head += u8(self.encrypt) if self.encrypt else b""
        head += u8(self.group) if self.group else b""
        body = head + scrambled(body, self.encrypt)
        return self.header() + u32(len(body)) + u8(self.status) + u8(flags) + body

    def encode4(self):
        body = zlib.compress(self.body, 9) if self.compress else self.body
        flags = bool(self.group) << 6 | bool(self.compress) << 3 | bool(self.encrypt) << 2
        head = u8(self.group) if self.group else b""
        head += u8(self.encrypt) if self.encrypt else b""
        if self.length or self.compress:
            flags |= 1
            head += synchsafe(len(self.body))
        body = head + scrambled(body, self.encrypt)
        if self.unsync:
            flags |= 2
            body = unsynchronised(body)
        status = u8(self.status >> 1) + u8(flags)
        return self.header() + synchsafe(len(body)) + status + body

    def header(self):
        assert len(self.name) == 4, self.name
        return self.name.encode()


def frame(name, *body, **options):
    return Frame(name, b"".join(body), **options)


def scrambled(body, method):
    """The "encryption" for samples: every byte XOR 0x5A."""
    return bytes(byte ^ 0x5A for byte in body) if method else body


def synchsafe(value):
    return bytes(value >> shift & 0x7F for shift in (21, 14, 7, 0))


def unsynchronised(body):
    """Inserts a zero after each FF that is followed by 00 or 111xxxxx, or that ends the body."""
    result = bytearray()
    for index, byte in enumerate(body):
        result.append(byte)
        following = body[index + 1] if index + 1 < len(body) else 0
        if byte == 0xFF and (following >= 0xE0 or following == 0):
            result.append(0)
    return bytes(result)


def tag(version, *frames, unsync=False, padding=0, extended=b"", footer=False):
    """A whole tag; `extended` is a ready extended header."""
    body = b"".join(one.encode(version) for one in frames) + bytes(padding)
    if version == 3:  # the extended header is also unsynchronised
        body = extended + body
    if unsync and version < 4:
        body = unsynchronised(body)
    if version == 4:  # each frame is unsynchronised separately
        body = extended + body
    flags = unsync << 7 | bool(extended) << 6 | footer << 4
    rest = u8(version) + u8(0) + u8(flags) + synchsafe(len(body))
    return b"ID3" + rest + body + (b"3DI" + rest if footer else b"")


def crc(frames, version, padding=0):
    body = b"".join(one.encode(version) for one in frames)
    return zlib.crc32(body + bytes(padding if version == 4 else 0))


# Text -------------------------------------------------------------------------------------


def encoded(value, encoding):
    mark = b"\xff\xfe" if encoding == UTF16 else b""
    return mark + value.encode(CODECS[encoding])


def end(encoding):
    return b"\0\0" if encoding in (UTF16, UTF16BE) else b"\0"


def text(*values, encoding=LATIN1):
    """A text frame: the encoding, then the values separated by NUL."""
    return u8(encoding) + end(encoding).join(encoded(v, encoding) for v in values)


def described(description, value, encoding=LATIN1):
    """TXXX."""
    words = encoded(description, encoding) + end(encoding) + encoded(value, encoding)
    return u8(encoding) + words


def link(description, url, encoding=LATIN1):
    """WXXX: the description has an encoding, the address is Latin-1."""
    return u8(encoding) + encoded(description, encoding) + end(encoding) + url.encode()


def comment(language, description, value, encoding=LATIN1):
    """COMM and USLT."""
    words = described(description, value, encoding)
    return words[:1] + language.encode() + words[1:]


def pairs(*rows, encoding=LATIN1):
    """IPLS, TIPL and TMCL: role, name, role, name."""
    return text(*(word for row in rows for word in row), encoding=encoding)


# Pictures and other bodies ----------------------------------------------------------------


def picture(kind, mime, description, image, encoding=LATIN1):
    words = encoded(description, encoding) + end(encoding)
    return u8(encoding) + mime.encode() + b"\0" + u8(kind) + words + image


def picture2(kind, form, description, image):
    """PIC in ID3v2.2, in which the format is three letters."""
    return u8(LATIN1) + form.encode() + u8(kind) + description.encode() + b"\0" + image


def owned(owner, *rest):
    """UFID, PRIV, ENCR, GRID, AENC: an owner's address, then bytes."""
    return owner.encode() + b"\0" + b"".join(rest)


def synchronised(language, kind, description, *lines, encoding=LATIN1):
    """SYLT with times in milliseconds."""
    head = u8(encoding) + language.encode() + u8(2) + u8(kind)
    words = encoded(description, encoding) + end(encoding)
    rows = [encoded(line, encoding) + end(encoding) + u32(at) for at, line in lines]
    return head + words + b"".join(rows)


def chapter(version, name, start, stop, *frames):
    times = u32(start) + u32(stop) + b"\xff" * 8
    return frame("CHAP", owned(name, times), *(one.encode(version) for one in frames))


def contents(version, name, members, *frames, top=False, ordered=True):
    flags = u8(top << 1 | ordered) + u8(len(members))
    names = b"".join(member.encode() + b"\0" for member in members)
    inner = (one.encode(version) for one in frames)
    return frame("CTOC", owned(name, flags, names), *inner)


# ID3v1 ------------------------------------------------------------------------------------


def fit(value, width):
    return value.encode("latin-1")[:width].ljust(width, b"\0")


def id3v1(title, artist, album, year, note, genre, track=None):
    """The 128 bytes at the end; with a track number it is version 1.1."""
    words = fit(title, 30) + fit(artist, 30) + fit(album, 30) + fit(year, 4)
    last = fit(note, 30) if track is None else fit(note, 28) + b"\0" + u8(track)
    return b"TAG" + words + last + u8(genre)


def enhanced(title, artist, album, speed, genre, start, stop):
    """`TAG+`, 227 bytes before ID3v1: the rest of long fields, and additional fields."""
    words = fit(title, 60) + fit(artist, 60) + fit(album, 60)
    return b"TAG+" + words + u8(speed) + fit(genre, 30) + fit(start, 6) + fit(stop, 6)
