"""Samples of FLAC and Ogg."""

import functools

from . import essence, images, xiph
from .catalog import sample
from .id3 import frame, tag, text
from .parts import ALBUM, ARTIST, TITLE

FIELDS = (f"TITLE={TITLE}", f"ARTIST={ARTIST}", f"ALBUM={ALBUM}")
CHAPTERS = ("CHAPTER001=00:00:00.000", "CHAPTER001NAME=One", "CHAPTER002=00:00:00.500")
CHAPTERS += ("CHAPTER002NAME=Two",)


@functools.lru_cache(maxsize=None)
def encoded(codec, suffix, *options):
    return essence.ffmpeg(*essence.TONE, "-c:a", codec, *options, suffix=suffix)


def front():
    return 3, "image/jpeg", "Front", images.jpeg("front")


@sample("blocks.flac")
def blocks():
    """FLAC with all kinds of blocks: ID3v2.4 at the start (title "Blue Train"), `APPLICATION`, `SEEKTABLE`, a list of
    comments with two artists, a key in lower case, a track number with a count, a value that is not UTF-8, a field
    without a name, and chapters; two pictures, one before the list; `PADDING`."""
    info, frames = flac()
    fields = (*FIELDS, "ARTIST=Second", "genre=Jazz", "TRACKNUMBER=8", "TRACKTOTAL=10")
    fields += (b"MOOD=caf\xe9", b"no name at all", *CHAPTERS, "DATE=2024-03-09", "EMPTY=")
    seek = bytes(16) + (4096).to_bytes(2, "big")
    found = [info, (2, b"test" + bytes(5)), (3, seek), (6, xiph.picture(*front()))]
    found += [(4, xiph.comments(*fields)), (6, xiph.picture(4, "image/png", "", images.png("back")))]
    found += [(1, bytes(300))]
    return tag(4, frame("TIT2", text(TITLE)), padding=20) + xiph.flac(found, frames)


def flac():
    found, frames = xiph.blocks(encoded("flac", ".flac"))
    return found[0], frames


@sample("plain.flac")
def plain():
    """FLAC with only the data that its audio requires."""
    info, frames = flac()
    return xiph.flac([info], frames)


@sample("song.ogg")
def song():
    """Vorbis: comments with a picture that spans several pages, chapters, and zeros after the list."""
    fields = (*FIELDS, xiph.picture_field(*front()), *CHAPTERS, "COMMENT=Between stations")
    packet = b"\3vorbis" + xiph.comments(*fields) + b"\1" + bytes(64)
    return vorbis(lambda packets: [packet, packets[1]], segments=9)


def vorbis(change, **options):
    return xiph.with_headers(encoded("libvorbis", ".ogg", "-q:a", "0"), change, **options)


@sample("plain.ogg")
def plain_ogg():
    """Vorbis without fields, and without space for them."""
    return vorbis(lambda packets: [b"\3vorbis" + xiph.comments() + b"\1", packets[1]])


@sample("song.opus")
def opus():
    """Opus: comments, followed by bytes that must be kept."""
    file = encoded("libopus", ".opus", "-b:a", "12k")
    packet = b"OpusTags" + xiph.comments(*FIELDS, "R128_TRACK_GAIN=-100") + b"\1kept"
    return xiph.with_headers(file, lambda packets: [packet])


@sample("voice.spx")
def speex():
    """Speex with a title."""
    file = encoded("libspeex", ".spx", "-ar", "8000")
    return xiph.with_headers(file, lambda packets: [xiph.comments(*FIELDS)])


@sample("flac.oga")
def flac_in_ogg():
    """FLAC in Ogg: comments, a picture in a separate block, padding, and the MD5 of the audio, which ffmpeg omits."""
    file = encoded("flac", ".oga")
    packets = [(4, xiph.comments(*FIELDS)), (6, xiph.picture(*front())), (1, bytes(50))]
    made = xiph.flac(packets, b"")[4:]
    cut, at = [], 0
    for _, content in packets:
        cut.append(made[at : at + 4 + len(content)])
        at += 4 + len(content)
    file = xiph.with_headers(file, lambda _: cut)
    head = xiph.pages(file)
    flags, position, stream, sizes, content = head[0]
    content = content[:7] + len(packets).to_bytes(2, "big") + content[9:]
    # The FLAC header is at offset 17, the MD5 at offset 18 in it; the audio equals that of the file without Ogg.
    content = content[:35] + flac()[0][1][18:34] + content[51:]
    first = xiph.page(flags, position, stream, 0, sizes, content)
    return first + file[len(first) :]


@sample("film.ogv")
def film():
    """Theora and Vorbis, each with its own title."""
    video = ["-c:v", "libtheora", "-q:v", "1", "-c:a", "libvorbis", "-q:a", "0", "-ar", "22050"]
    names = ["-metadata:s:v", f"title={TITLE}", "-metadata:s:a", "title=Sound"]
    # Otherwise, the numbers of streams would be random.
    return essence.ffmpeg(
        *essence.BARS, *essence.TONE, "-map", "0:v", "-map", "1:a", *video, *names,
        "-serial_offset", "1", suffix=".ogv")
