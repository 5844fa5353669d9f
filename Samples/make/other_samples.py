"""Samples of AIFF, WAV and DSF."""

import struct

from . import essence, id3, images, riff
from .catalog import sample
from .id3 import frame, tag, text
from .parts import ALBUM, ARTIST, TITLE, xmp
from .riff import big_chunk, chunk

RATE = 8000
TITLES = frame("TIT2", text(TITLE)), frame("TPE1", text(ARTIST)), frame("TALB", text(ALBUM))


def cover():
    return frame("APIC", id3.picture(3, "image/jpeg", "Front", images.jpeg("front")))


@sample("chunks.aiff")
def aiff():
    """AIFF with ID3v2.3 (`ID3 `, with a cover) and the old text chunks `NAME` "Blue Train",
    `AUTH` "Ada Lind", `(c) ` "2024 The metatool authors", two `ANNO` (one of odd length), `COMT`
    with a time stamp, `MARK` with two markers."""
    sound = essence.pcm(">")
    note = b"A comment"
    stamp = struct.pack(">HIHH", 1, 3_792_830_400, 0, len(note)) + riff.even(note)
    return riff.form(
        "AIFF",
        riff.common(len(sound) // 2, RATE),
        big_chunk("NAME", TITLE.encode()),
        big_chunk("AUTH", ARTIST.encode()),
        big_chunk("(c) ", b"2024 The metatool authors"),
        big_chunk("ANNO", b"Between stations"),
        big_chunk("ANNO", b"Second"),
        big_chunk("COMT", stamp),
        big_chunk("MARK", markers((1, 0, b"Start"), (2, 1000, b"Mid"))),
        big_chunk("SSND", bytes(8) + sound),
        big_chunk("ID3 ", tag(3, *TITLES, cover(), padding=33)),
    )


def markers(*rows):
    """`MARK`: number, position, and name with a length byte."""
    cells = (struct.pack(">hIB", n, at, len(name)) + name for n, at, name in rows)
    return struct.pack(">H", len(rows)) + b"".join(map(riff.even, cells))


@sample("little-endian.aifc")
def aifc():
    """AIFF-C (`FVER`, compression `sowt`) with ID3v2.4 before the audio; title "Blue Train"."""
    sound = essence.pcm("<")
    name = b"sowt" + b"\0\0"
    return riff.form(
        "AIFC",
        big_chunk("FVER", struct.pack(">I", 0xA2805140)),
        riff.common(len(sound) // 2, RATE, name),
        big_chunk("ID3 ", tag(4, *TITLES)),
        big_chunk("SSND", bytes(8) + sound),
    )


@sample("plain.aiff")
def plain_aiff():
    """AIFF without metadata."""
    sound = essence.pcm(">")
    return riff.form(
        "AIFF",
        riff.common(len(sound) // 2, RATE),
        big_chunk("SSND", bytes(8) + sound),
    )


@sample("broadcast.wav")
def broadcast():
    """WAV with `bext` (description "Blue Train", originator "metatool", 2024-03-09 12:00:00, time
    reference 8000), `LIST/INFO` (INAM "Blue Train", IART "Ada Lind", odd lengths), `id3 ` with
    ID3v2.3 and a cover, `cue ` with labels in `LIST/adtl`, `iXML`, `_PMX` (XMP)."""
    sound = essence.pcm("<")
    points = struct.pack("<I", 2) + cue_point(1, 0) + cue_point(2, 1000)
    labels = chunk("labl", b"\1\0\0\0Start\0") + chunk("labl", b"\2\0\0\0Mid\0")
    xml = b"<BWFXML><PROJECT>Night Lines</PROJECT></BWFXML>"
    return riff.riff(
        "WAVE",
        riff.broadcast(
            TITLE, "metatool", "REF0001", "2024-03-09", "12:00:00", 8000, "A=PCM,F=8000\r\n"
        ),
        riff.pcm_format(RATE),
        chunk("data", sound),
        riff.info(
            INAM=TITLE, IART=ARTIST, IPRD=ALBUM, ICRD="2024-03-09", IGNR="Jazz", ITRK="3"
        ),
        chunk("cue ", points),
        chunk("LIST", b"adtl" + labels),
        chunk("iXML", xml),
        chunk("_PMX", xmp()),
        chunk("id3 ", tag(3, *TITLES, cover(), padding=20)),
    )


def cue_point(number, position):
    return struct.pack("<II4sIII", number, position, b"data", 0, 0, position)


@sample("info-differs.wav")
def info_differs():
    """WAV with title "Red Train" in `LIST/INFO` (before the audio) and "Blue Train" in `ID3 `
    (upper case, ID3v2.4); the audio has an odd number of bytes."""
    sound = bytes(128 + n % 7 for n in range(1001))
    return riff.riff(
        "WAVE",
        riff.pcm_format(RATE, bits=8),
        riff.info(INAM="Red Train"),
        chunk("data", sound),
        chunk("ID3 ", tag(4, *TITLES)),
    )


@sample("plain.wav")
def plain_wav():
    """WAV without metadata."""
    sound = essence.pcm("<")
    return riff.riff("WAVE", riff.pcm_format(RATE), chunk("data", sound))


@sample("rf64.wav")
def rf64():
    """RF64: 64-bit sizes in `ds64`; `LIST/INFO` and `id3 ` before the audio; title "Blue
    Train"."""
    sound = essence.pcm("<")
    return riff.rf64(
        "WAVE",
        sound,
        len(sound) // 2,
        riff.pcm_format(RATE),
        riff.info(INAM=TITLE, IART=ARTIST),
        chunk("id3 ", tag(3, *TITLES)),
    )


@sample("silence.dsf")
def dsf():
    """DSF: ID3v2.3 after the audio, its position in the header; title "Blue Train", a cover."""
    return riff.dsf(tag(3, *TITLES, cover()))


def wide_chunk(name, body):
    return name.encode() + struct.pack(">Q", len(body)) + riff.even(body)


def dsdiff(*chunks):
    """One channel of DSD silence for 1/1000 of a second."""
    properties = wide_chunk("FS  ", struct.pack(">I", 2_822_400))
    properties += wide_chunk("CHNL", struct.pack(">H4s", 1, b"C   "))
    properties += wide_chunk("CMPR", b"DSD \x0enot compressed\0")
    body = b"DSD " + wide_chunk("FVER", bytes([1, 5, 0, 0]))
    body += wide_chunk("PROP", b"SND " + properties) + wide_chunk("DSD ", b"\x69" * 353)
    body += b"".join(chunks)
    return b"FRM8" + struct.pack(">Q", len(body)) + body


@sample("song.dff")
def song_dff():
    """DSDIFF: title and artist in `DIIN`, a comment with its date, ID3v2.4 with a cover after the audio."""
    def words(text):
        return struct.pack(">I", len(text)) + text.encode()

    master = wide_chunk("DITI", words(TITLE)) + wide_chunk("DIAR", words(ARTIST))
    comment = struct.pack(">HHBBBBHH", 1, 2024, 3, 9, 10, 30, 0, 0) + words("Between stations")
    chunks = wide_chunk("DIIN", master), wide_chunk("COMT", comment)
    return dsdiff(*chunks, wide_chunk("ID3 ", tag(4, *TITLES, cover(), padding=32)))


@sample("plain.dff")
def plain_dff():
    """DSDIFF with only audio."""
    return dsdiff()
