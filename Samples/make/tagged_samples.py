"""Samples of audio with metadata in tags before or after it: WavPack, Monkey's Audio, Musepack, True Audio, OptimFROG, TAK."""

import functools
import struct

from . import endings, essence, id3, images
from .catalog import sample
from .id3 import frame, tag, text
from .parts import ALBUM, ARTIST, TITLE

SHORT = ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=22050:duration=0.2"]
RATE = 22050


@functools.lru_cache(maxsize=None)
def encoded(codec, suffix):
    return essence.ffmpeg(*SHORT, "-c:a", codec, suffix=suffix)


def ape(*more):
    return endings.ape(("Title", TITLE), ("Artist", ARTIST), ("Album", ALBUM), *more)


def cover():
    return "Cover Art (Front)", b"front.jpg\0" + images.jpeg("front")


def id3v1():
    fields = TITLE.encode().ljust(30, b"\0"), ARTIST.encode().ljust(30, b"\0"), bytes(30), b"2024"
    return b"TAG" + b"".join(fields) + bytes(28) + b"\0\x08\x08"


@sample("song.wv")
def wavpack():
    """WavPack: APEv2 with a cover, two artists in one item, an address, a binary item; followed by ID3v1."""
    more = ("Track", "8/10"), cover(), ("Genre", "Jazz"), ("Composer", "One\0Two")
    more += ("File", "https://example.org/", 2), ("Blob", bytes(range(16)), 1)
    return encoded("wavpack", ".wv") + ape(*more) + id3v1()


@sample("plain.wv")
def plain():
    """WavPack without tags."""
    return encoded("wavpack", ".wv")


@sample("song.tta")
def true_audio():
    """True Audio: ID3v2.4 with a cover at the start, APEv2 with another title at the end."""
    picture = frame("APIC", id3.picture(3, "image/jpeg", "Front", images.jpeg("front")))
    frames = frame("TIT2", text(TITLE)), frame("TPE1", text(ARTIST)), picture
    return tag(4, *frames, padding=64) + encoded("tta", ".tta") + endings.ape(("Title", "Other"))


@sample("plain.tta")
def plain_true_audio():
    """True Audio without tags."""
    return encoded("tta", ".tta")


@sample("song.ape")
def monkeys_audio():
    """Monkey's Audio 3.99 with APEv2; the data of its only audio frame is arbitrary."""
    header = struct.pack("<HHIIIHHI", 2000, 0, 73728 * 4, 4410, 1, 16, 1, RATE)
    sizes = struct.pack("<IIIIIII", 52, len(header), 4, 0, 256, 0, 0)
    descriptor = b"MAC " + struct.pack("<HH", 3990, 0) + sizes + bytes(16)
    seek = struct.pack("<I", len(descriptor) + len(header) + 4)
    return descriptor + header + seek + noise(256) + ape(cover())


@sample("early.ape")
def early():
    """Monkey's Audio 3.97 with APEv1, which has no header."""
    numbers = struct.pack("<HHHHIIIII", 3970, 2000, 0, 2, 44100, 0, 0, 2, 100)
    tag = ape(("Track", "8"))[32:]
    footer = tag[-32:]
    footer = footer[:8] + struct.pack("<I", 1000) + footer[12:20] + bytes(12)
    return b"MAC " + numbers + noise(200) + tag[:-32] + footer


@sample("song.mpc")
def stream8():
    """Musepack, stream 8: header, gain, encoder, end; APEv2 with a cover."""
    header = bytes([8]) + number(44100) + number(0) + bytes([0 << 5 | 29, 1 << 4 | 3])
    header = struct.pack(">I", 0) + header
    packets = packet(b"SH", header), packet(b"RG", bytes([1]) + bytes(8))
    packets += packet(b"EI", bytes([0, 1, 30, 0])), packet(b"AP", noise(64)), packet(b"SE", b"")
    return b"MPCK" + b"".join(packets) + ape(cover())


def number(value):
    """A number in seven bits per byte, the highest bits first."""
    found = [value & 0x7F]
    while value := value >> 7:
        found.append(value & 0x7F | 0x80)
    return bytes(reversed(found))


def packet(key, content):
    size = len(content) + 3
    return key + number(size if size < 128 else size + 1) + content


@sample("stream7.mpc")
def stream7():
    """Musepack, stream 7, of exact length, without tags."""
    words = 100, 29 << 24 | 1 << 16, 0, 0, 1 << 31 | 500 << 20, 0
    return b"MP+\7" + struct.pack("<6I", *words) + noise(128)


@sample("song.ofr")
def optimfrog():
    """OptimFROG with APEv2."""
    numbers = struct.pack("<IHBBIHB", 2 * 44100, 0, 2, 1, 44100, 600 << 4, 2)
    return b"OFR " + struct.pack("<I", len(numbers)) + numbers + bytes(4) + noise(64) + ape()


@sample("song.tak")
def tak():
    """TAK: stream information and end blocks, APEv2."""
    bits = 2 | 4410 << 14 | (RATE - 6000) << 52 | (16 - 8) << 70
    info = bits.to_bytes(10, "little")
    info += crc24(info).to_bytes(3, "little")
    blocks = bytes([1]) + len(info).to_bytes(3, "little") + info + bytes(4)
    return b"tBaK" + blocks + b"\xff\xa0" + noise(64) + ape()


def crc24(content):
    """The checksum of OpenPGP (RFC 4880 §6.1)."""
    crc = 0xB704CE
    for byte in content:
        crc ^= byte << 16
        for _ in range(8):
            crc = crc << 1 ^ (0x1864CFB if crc & 0x800000 else 0)
    return crc


def noise(count):
    """Bytes without a structure."""
    return bytes(index * 97 + 13 & 0x7F for index in range(count))
