"""Audio and video from ffmpeg's generators, encoded to small files."""

import functools
import math
import pathlib
import struct
import subprocess
import tempfile

from . import atoms
from .movie import Media, Sample

TONE = ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=22050:duration=1"]
BARS = ["-f", "lavfi", "-i", "testsrc=size=64x48:rate=10:duration=1"]
BITEXACT = ["-map_metadata", "-1", "-fflags", "+bitexact", "-flags", "+bitexact"]
X264 = ["-c:v", "libx264", "-preset", "slow", "-crf", "40", "-bf", "2", "-g", "5"]
X264 += ["-pix_fmt", "yuv420p", "-threads", "1", "-bsf:v", "filter_units=remove_types=6"]
AAC = ["-c:a", "aac", "-b:a", "16k"]


def ffmpeg(*arguments, suffix, stdin=None):
    """The bytes of the file that ffmpeg writes."""
    with tempfile.TemporaryDirectory() as folder:
        output = pathlib.Path(folder, "out" + suffix)
        command = ["ffmpeg", "-v", "error", *arguments, *BITEXACT, str(output)]
        if stdin is None:
            subprocess.run(command, stdin=subprocess.DEVNULL, check=True)
        else:
            subprocess.run(command, input=stdin, check=True)
        return output.read_bytes()


@functools.lru_cache(maxsize=None)
def aac():
    """One second of 440 Hz as AAC, as a track of an MP4 file."""
    return media(ffmpeg(*TONE, *AAC, suffix=".mp4"))


@functools.lru_cache(maxsize=None)
def h264():
    """Ten frames of 64 x 48 with reordering, which requires `ctts`."""
    return media(ffmpeg(*BARS, *X264, suffix=".mp4"))


@functools.lru_cache(maxsize=None)
def h263():
    """Five frames of 128 x 96, as in old phones."""
    bars = ["-f", "lavfi", "-i", "testsrc=size=128x96:rate=5:duration=1"]
    return media(ffmpeg(*bars, "-c:v", "h263", "-q:v", "31", suffix=".3gp"))


@functools.lru_cache(maxsize=None)
def fragmented(flags):
    """Audio and video in fragments, written by ffmpeg's muxer."""
    tags = {"title": "Blue Train", "artist": "Ada Lind", "date": "2024"}
    named = [word for pair in tags.items() for word in ("-metadata", "=".join(pair))]
    return ffmpeg(*TONE, *BARS, *AAC, *X264, *named, "-movflags", flags, suffix=".mp4")


@functools.lru_cache(maxsize=None)
def mp3(*options):
    """One second of MP3 without tags, at a constant 16 kbit/s unless options are given."""
    rate = options or ("-b:a", "16k", "-write_xing", "0")
    plain = ["-id3v2_version", "0", "-write_id3v1", "0"]
    return ffmpeg(*TONE, "-c:a", "libmp3lame", *rate, *plain, suffix=".mp3")


def mp3_xing():
    """Variable rate with a Xing/LAME header."""
    return mp3("-q:a", "9", "-write_xing", "1")


@functools.lru_cache(maxsize=None)
def adts():
    return ffmpeg(*TONE, *AAC, suffix=".aac")


def pcm(order, rate=8000, seconds=0.25):
    """16-bit samples of a 440 Hz tone; `order` is '<' or '>' as in struct."""
    count = int(rate * seconds)
    wave = (math.sin(2 * math.pi * 440 * n / rate) for n in range(count))
    return struct.pack(f"{order}{count}h", *(round(8000 * value) for value in wave))


def media(file):
    """The samples of the only track in an MP4 file from ffmpeg."""
    table = "moov/trak/mdia/minf/stbl/"
    header = atoms.find(file, "moov/trak/mdia/mdhd")
    sizes = atoms.words(atoms.find(file, table + "stsz"), skip=12)
    durations = atoms.runs(atoms.find(file, table + "stts"))
    offsets = atoms.runs(atoms.find(file, table + "ctts")) or [0] * len(sizes)
    keys = atoms.words(atoms.find(file, table + "stss"), skip=8)
    payload = atoms.find(file, "mdat")
    samples, position = [], 0
    for index, size in enumerate(sizes):
        data = payload[position : position + size]
        key = not keys or index + 1 in keys
        samples.append(Sample(data, durations[index], offsets[index], key))
        position += size
    entry = atoms.find(file, table + "stsd")[8:]
    return Media(int.from_bytes(header[12:16], "big"), tuple(samples), entry)
