"""A small muxer that writes tracks and a movie atom in any layout.

The layouts differ in the position of `moov` and the form of `mdat`, so chunk offsets are computed
from the list of parts instead of patched afterwards.
"""

import dataclasses
import zlib

from . import atoms
from .atoms import atom, fixed, four, full, i16, i32, u8, u16, u32, u64, wide_atom

MADE = 3_792_830_400  # 2024-03-09 12:00:00 UTC, in seconds since 1904
IDENTITY = (1, 0, 0, 0, 1, 0, 0, 0, 1)
QUARTER_TURN = (0, 1, 0, -1, 0, 0, 48, 0, 1)  # 90 degrees clockwise, 48 lines high


@dataclasses.dataclass(frozen=True)
class Sample:
    data: bytes
    duration: int
    offset: int = 0  # the composition offset, in `ctts`
    key: bool = True


@dataclasses.dataclass(frozen=True)
class Media:
    """The media of a track; `entry` is the sample description."""

    timescale: int
    samples: tuple
    entry: bytes

    @property
    def duration(self):
        return sum(sample.duration for sample in self.samples)


@dataclasses.dataclass
class Track:
    kind: str  # the handler's subtype
    media: Media
    name: str = ""
    language: str = "und"
    flags: int = 7
    size: tuple = (0, 0)
    matrix: tuple = IDENTITY
    group: int = 0
    edits: tuple = ()  # (duration in seconds, media time)
    references: tuple = ()  # (type, track number, ...)
    extended_language: str = ""
    info: bytes = b""  # the media information header, if it is not the default one
    extras: tuple = ()  # user data and metadata of the track
    per_chunk: int = 8
    offsets: list = dataclasses.field(default_factory=list)

    @property
    def seconds(self):
        whole = self.media.duration / self.media.timescale
        return sum(length for length, _ in self.edits) or whole

    def chunks(self):
        samples = self.media.samples
        for start in range(0, len(samples), self.per_chunk):
            data = b"".join(s.data for s in samples[start : start + self.per_chunk])
            yield start / len(samples), self, data


@dataclasses.dataclass
class Movie:
    tracks: list
    extras: tuple = ()
    brand: str = "M4A "
    brands: tuple = ("M4A ", "mp42", "isom")
    wide: bool = False  # version 1 headers with 64-bit times
    co64: bool = False

    @property
    def quicktime(self):
        return self.brand == "qt  "

    @property
    def timescale(self):
        return 600 if self.quicktime else 1000


@dataclasses.dataclass
class Mdat:
    """The position of media; `form` is 32, 64, or 0 for an atom that extends to the end of the file."""

    form: int = 32

    def encode(self, body):
        if self.form == 64:
            return wide_atom("mdat", body)
        if self.form == 0:
            return u32(0) + b"mdat" + body
        return atom("mdat", body)

    @property
    def header(self):
        return 16 if self.form == 64 else 8


MOOV, COMPRESSED = "moov", "cmov"
FIRST = (MOOV, Mdat())
LAST = (Mdat(), MOOV)


def write(movie, layout=FIRST):
    """The file: `ftyp`, then the parts of `layout`: MOOV, COMPRESSED, Mdat or bytes.

    COMPRESSED must follow the media, because its length depends on the chunk offsets in it.
    """
    chunks = sorted((c for t in movie.tracks for c in t.chunks()), key=lambda c: c[0])
    shares = split(chunks, sum(isinstance(part, Mdat) for part in layout))
    plan = [shares.pop(0) if isinstance(part, Mdat) else None for part in layout]
    note_offsets(movie, layout, plan)
    parts = [encode_part(movie, part, share) for part, share in zip(layout, plan)]
    return file_type(movie) + b"".join(parts)


def note_offsets(movie, layout, plan):
    """Sets the offset of each chunk in each track; this does not change the length of any part."""
    for track in movie.tracks:
        track.offsets = [0] * chunk_count(track)
    offsets = {id(track): [] for track in movie.tracks}
    position = len(file_type(movie))
    for part, share in zip(layout, plan):
        chunk_at = position + part.header if share is not None else 0
        for _, track, data in share or ():
            offsets[id(track)].append(chunk_at)
            chunk_at += len(data)
        position += len(encode_part(movie, part, share))
    for track in movie.tracks:
        track.offsets = offsets[id(track)]


def split(chunks, count):
    """The chunks, split into `count` runs of about the same length."""
    bounds = [len(chunks) * n // count for n in range(count + 1)] if count else []
    return [chunks[low:high] for low, high in zip(bounds, bounds[1:])]


def encode_part(movie, part, share):
    if part == MOOV:
        return movie_atom(movie)
    if part == COMPRESSED:
        return compressed(movie_atom(movie))
    if isinstance(part, Mdat):
        return part.encode(b"".join(data for _, _, data in share))
    return part


def file_type(movie):
    """`ftyp`; empty if the movie has no brands (old QuickTime)."""
    if not movie.brands:
        return b""
    return atom("ftyp", four(movie.brand), u32(0x200), *map(four, movie.brands))


def compressed(moov):
    """QuickTime's compressed movie resource."""
    packed = zlib.compress(moov, 9)
    body = atom("dcom", b"zlib"), atom("cmvd", u32(len(moov)), packed)
    return atom("moov", atom("cmov", *body))


# The movie atom ---------------------------------------------------------------------------


def movie_atom(movie):
    length = max(track.seconds for track in movie.tracks)
    header = full(
        "mvhd",
        times(movie, u32(movie.timescale), round(length * movie.timescale)),
        fixed(1),
        u16(0x100),
        bytes(10),
        matrix(IDENTITY),
        bytes(24),
        u32(len(movie.tracks) + 1),
        version=int(movie.wide),
    )
    tracks = [track_atom(movie, n + 1, t) for n, t in enumerate(movie.tracks)]
    return atom("moov", header, *tracks, *movie.extras)


def times(movie, middle, duration):
    """Creation and modification times, a field between them and the duration, and the duration, in 32 or 64 bits."""
    word = u64 if movie.wide else u32
    return word(MADE) + word(MADE) + middle + word(duration)


def matrix(values):
    """The 3 x 3 matrix; its last column has 30 bits of fraction."""
    column = [i32(v << 30) if n % 3 == 2 else fixed(v) for n, v in enumerate(values)]
    return b"".join(column)


def track_atom(movie, number, track):
    sound = track.kind == "soun"
    header = full(
        "tkhd",
        times(movie, u32(number) + u32(0), round(track.seconds * movie.timescale)),
        bytes(8),
        i16(0),
        u16(track.group),
        u16(0x100 if sound else 0),
        u16(0),
        matrix(track.matrix),
        *map(fixed, track.size),
        version=int(movie.wide),
        flags=track.flags,
    )
    return atom(
        "trak",
        header,
        edit_list(movie, track),
        reference_atom(track),
        media_atom(movie, track),
        *track.extras,
    )


def edit_list(movie, track):
    if not track.edits:
        return b""
    rows = [
        u32(round(length * movie.timescale)) + i32(start) + fixed(1)
        for length, start in track.edits
    ]
    return atom("edts", full("elst", u32(len(rows)), *rows))


def reference_atom(track):
    kinds = [atom(kind, *map(u32, numbers)) for kind, *numbers in track.references]
    return atom("tref", *kinds) if kinds else b""


def media_atom(movie, track):
    language = b"\0\0" if track.language == "mac" else atoms.packed_language(track.language)
    header = full(
        "mdhd",
        times(movie, u32(track.media.timescale), track.media.duration),
        language,
        u16(0),
        version=int(movie.wide),
    )
    extended = track.extended_language.encode() + b"\0"
    return atom(
        "mdia",
        header,
        full("elng", extended) if track.extended_language else b"",
        atoms.handler(track.kind, track.name, "mhlr" if movie.quicktime else ""),
        media_information(movie, track),
    )


def media_information(movie, track):
    usual = {
        "soun": full("smhd", bytes(4)),
        "vide": full("vmhd", bytes(8), flags=1),
    }
    reference = atom("dinf", full("dref", u32(1), full("url ", flags=1)))
    alias = atoms.handler("alis", "", "dhlr") if movie.quicktime else b""
    return atom(
        "minf",
        track.info or usual.get(track.kind) or text_header(),
        alias,
        reference,
        sample_table(movie, track),
    )


def text_header():
    """The generic media header of a QuickTime text track."""
    gmin = full("gmin", u16(0x40), u16(0x8000) * 3, bytes(4))
    return atom("gmhd", gmin, atom("text", matrix(IDENTITY)))


def sample_table(movie, track):
    samples = track.media.samples
    sizes = [u32(len(sample.data)) for sample in samples]
    word, code = (u64, "co64") if movie.co64 else (u32, "stco")
    tables = [
        full("stsd", u32(1), track.media.entry),
        run_table("stts", [sample.duration for sample in samples]),
    ]
    if any(sample.offset for sample in samples):
        tables.append(run_table("ctts", [sample.offset for sample in samples]))
    if not all(sample.key for sample in samples):
        keys = [u32(n + 1) for n, sample in enumerate(samples) if sample.key]
        tables.append(full("stss", u32(len(keys)), *keys))
    tables += [
        chunk_map(track),
        full("stsz", u32(0), u32(len(sizes)), *sizes),
        full(code, u32(chunk_count(track)), *map(word, track.offsets)),
    ]
    return atom("stbl", *tables)


def chunk_count(track):
    return -(-len(track.media.samples) // track.per_chunk)


def chunk_map(track):
    """`stsc`: all chunks contain the same number of samples, except that the last may contain fewer."""
    full_chunks, rest = divmod(len(track.media.samples), track.per_chunk)
    rows = [(1, track.per_chunk)] if full_chunks else []
    if rest:
        rows.append((full_chunks + 1, rest))
    cells = [u32(first) + u32(count) + u32(1) for first, count in rows]
    return full("stsc", u32(len(cells)), *cells)


def run_table(code, values):
    rows = []
    for value in values:
        if rows and rows[-1][1] == value:
            rows[-1][0] += 1
        else:
            rows.append([1, value])
    return full(code, u32(len(rows)), *(u32(n) + u32(value) for n, value in rows))


# Other kinds of track ---------------------------------------------------------------------


def text_media(*chapters, timescale=1000):
    """Chapter titles: (seconds, title, ...); UTF-16 titles begin with a byte order mark."""
    samples = []
    for length, title, *options in chapters:
        raw = b"\xfe\xff" + title.encode("utf-16-be") if options else title.encode()
        data = u16(len(raw)) + raw + atom("encd", u32(0x100))
        samples.append(Sample(data, round(length * timescale)))
    # flags, justification, background, box, reserved, font, face, reserved, color, no name
    style = u32(1) + u32(0) + bytes(6) + bytes(8) + bytes(8) + bytes(4) + bytes(3)
    style += bytes(6) + u8(0)
    entry = atom("text", bytes(6), u16(1), style)
    return Media(timescale, tuple(samples), entry)


def jpeg_media(*pictures, size=48, timescale=1000):
    """A video track of JPEG pictures: (seconds, bytes)."""
    samples = [Sample(data, round(length * timescale)) for length, data in pictures]
    return Media(timescale, tuple(samples), picture_entry("jpeg", size, size))


def picture_entry(code, width, height, *extensions):
    name = b"\x05JPEG " if code == "jpeg" else b"\0"
    return atom(
        code,
        bytes(6) + u16(1) + bytes(16),
        u16(width) + u16(height) + fixed(72) * 2 + u32(0) + u16(1),
        name.ljust(32, b"\0") + u16(24) + u16(0xFFFF),
        *extensions,
    )


def timecode_media(frame, rate, drop, seconds, reel=""):
    """One `tmcd` sample: the number of the first frame."""
    scale, step = rate
    per_second = round(scale / step)
    name = reel.encode()
    source = atom("name", u16(len(name)), u16(0), name) if reel else b""
    entry = atom(
        "tmcd",
        bytes(6) + u16(1) + u32(0) + u32(1 if drop else 0),
        u32(scale) + u32(step) + u8(per_second) + u8(0),
        source,
    )
    return Media(scale, (Sample(u32(frame), round(seconds * scale)),), entry)


def timed_media(key, kind, *values, timescale=600):
    """`mebx`: one key of timed metadata, (seconds, value) for each sample."""
    name = atom("keyd", b"mdta", key.encode()), atom("dtyp", u32(0), u32(kind))
    local = u32(1)  # the number by which samples name the key, in place of an atom's type
    row = b"".join(name)
    keys = atom("keys", u32(8 + len(row)) + local + row)
    samples = (
        Sample(u32(8 + len(value)) + local + value, round(length * timescale))
        for length, value in values
    )
    return Media(timescale, tuple(samples), atom("mebx", bytes(6), u16(1), keys))


def plain_header():
    """The generic media header with nothing but `gmin`."""
    return atom("gmhd", full("gmin", u16(0x40), u16(0x8000) * 3, bytes(4)))


def timecode_header():
    """The media header of a timecode track, which describes its appearance."""
    gmin = full("gmin", u16(0x40), u16(0x8000) * 3, bytes(4))
    font = b"\x06Monaco"
    tcmi = full("tcmi", u16(0) * 2, u16(12), u16(0), bytes(6), b"\xff" * 6, font)
    return atom("gmhd", gmin, atom("tmcd", tcmi))
