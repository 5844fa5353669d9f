"""Samples of movies with timed metadata: positions and measurements from cameras."""

import struct

from .atoms import atom, u16, u32
from .catalog import sample
from .essence import Media, Sample
from .movie import FIRST, LAST, Track, plain_header, timed_media, write
from .parts import picture, quicktime, sound, video


def entry(key, kind, values, size=None, count=None):
    """A GPMF entry; `values` are bytes, and `size` is the size of a structure."""
    size = len(values) if size is None else size
    count = (len(values) // size if size else 0) if count is None else count
    return key.encode() + struct.pack(">cBH", kind, size, count) + values + bytes(-len(values) % 4)


def nested(key, *entries):
    body = b"".join(entries)
    return key.encode() + struct.pack(">BBH", 0, 4, len(body) // 4) + body


def text(key, value):
    data = value.encode("latin-1")
    return entry(key, b"c", data, 1)


def gopro_payload(second):
    """One second of a ride through Berlin: 5 positions, 10 accelerations, a temperature."""
    places = b""
    for step in range(5):
        ride = second * 5 + step
        places += struct.pack(">5i", 525200000 + 1000 * ride, 134050000 - 2000 * ride, 34000 + ride, 5500, 560)
    forces = b"".join(struct.pack(">3h", 4100 + step, -10 * step, 3) for step in range(10))
    return nested(
        "DEVC",
        entry("DVID", b"L", u32(1)),
        text("DVNM", "Hero6 Black"),
        nested(
            "STRM",
            entry("TSMP", b"L", u32(10 * second + 10)),
            text("STNM", "Accelerometer (up/down, right/left, forward/back)"),
            entry("TMPC", b"f", struct.pack(">f", 41.5)),
            text("SIUN", "m/s²"),
            entry("SCAL", b"s", struct.pack(">h", 418)),
            entry("ACCL", b"s", forces, 6),
        ),
        nested(
            "STRM",
            entry("TSMP", b"L", u32(5 * second + 5)),
            text("STNM", "GPS (Lat., Long., Alt., 2D speed, 3D speed)"),
            entry("GPSF", b"L", u32(3)),
            entry("GPSU", b"U", f"2406011030{second:02d}.250".encode()),
            entry("GPSP", b"S", u16(180)),
            entry("UNIT", b"c", b"degdegm\0\0m/sm/s", 3),
            entry("SCAL", b"l", struct.pack(">5i", 10000000, 10000000, 1000, 1000, 100), 4),
            entry("GPS5", b"l", places, 20),
        ),
        nested(
            "STRM",
            text("STNM", "Face bounding boxes"),
            text("TYPE", "SSf[2]"),
            entry("FACE", b"?", struct.pack(">HHff", 1, 30, 0.25, 0.5), 12),
            entry("FACE", b"?", struct.pack(">HHffHHff", 1, 30, 0.25, 0.5, 2, 8, 0.75, 0.5), 12),
        ),
    )


def timed_track(code, *samples, seconds=1.0, handler="meta", timescale=1000):
    """A track with one kind of timed metadata, in samples of equal duration."""
    media = Media(timescale, tuple(Sample(data, round(seconds * timescale)) for data in samples), atom(code, bytes(6), u16(1)))
    return Track(handler, media, info=plain_header())


@sample("action-camera.mp4")
def action_camera():
    """A GoPro-like movie of 3 s: `gpmd` with five positions per second along 52.52 N 13.405 E, accelerations, faces as structures, and `udta/GPMF` with
    model, serial number and firmware."""
    settings = nested(
        "DEVC",
        entry("DVID", b"L", u32(1)),
        text("DVNM", "Video Global Settings"),
        text("FMWR", "HD6.01.01.51.00"),
        text("CASN", "C3221324545448"),
        text("MINF", "HERO6 Black"),
    )
    track = timed_track("gpmd", *(gopro_payload(second) for second in range(3)))
    return write(video(atom("udta", atom("GPMF", settings)), tracks=[picture(), track]), FIRST)


def motion(kind, *fields):
    return struct.pack("<HH", 0, kind) + b"".join(fields)


@sample("street-camera.mp4")
def street_camera():
    """Camera motion metadata (`camm`): every type of packet, positions as type 5 and as type 6 at 52.52 N 13.405 E."""
    samples = []
    for step in range(4):
        north, east = 52.52 + 0.001 * step, 13.405 - 0.002 * step
        samples.append(
            motion(0, struct.pack("<3f", 0.1, 0.2, 0.3))
            + motion(1, struct.pack("<2i", 10_000_000, 5_000_000))
            + motion(2, struct.pack("<3f", 0.5, 0.25, -0.5))
            + motion(3, struct.pack("<3f", 0, -9.75, 0.5))
            + motion(4, struct.pack("<3f", 1, 2, 3))
            + motion(7, struct.pack("<3f", 20, -30, 5))
        )
        if step % 2:
            samples.append(motion(5, struct.pack("<3d", north, east, 34)))
        else:
            speed = struct.pack("<8f", 34.5, 1.5, 2.5, 3, 4, 0.5, 0.25, 0)[:28]
            samples.append(motion(6, struct.pack("<d", 1401100000 + step), struct.pack("<i", 3), struct.pack("<2d", north, east), speed))
    return write(video(tracks=[picture(), timed_track("camm", *samples, seconds=0.25)]), FIRST)


def tag(number, data):
    return struct.pack(">HH", number, len(data)) + data


def rationals(*numbers):
    return b"".join(struct.pack(">II", round(number * 1000), 1000) for number in numbers)


@sample("system-camera.mp4")
def system_camera():
    """Sony's real-time metadata (`rtmd`): aperture, exposure, ISO, date, and a position at 33°51′24″ S 151°12′36″ E."""
    samples = []
    for step in range(3):
        header = u16(28) + bytes(26)
        label = bytes.fromhex("060e2b34025301010c02010101010000")
        body = (
            tag(0x8000, u16(49152)) + tag(0x8109, struct.pack(">II", 1, 50)) + tag(0x810A, u16(1800)) + tag(0x810B, u16(800))
            + tag(0x8500, bytes([2, 3, 0, 0])) + tag(0x8501, b"S\0") + tag(0x8502, rationals(33, 51, 24 + step))
            + tag(0x8503, b"E\0") + tag(0x8504, rationals(151, 12, 36)) + tag(0x8507, rationals(10, 30, step)) + tag(0x8509, b"A\0") + tag(0x850A, b"3\0")
            + tag(0x8512, b"WGS-84\0") + tag(0x851D, b"2024:06:01\0") + tag(0xE303, b"\4") + tag(0xE304, bytes.fromhex("00202406011030") + bytes([step]))
            + tag(0xE43B, struct.pack(">3h", 10, -20, 30))
        )
        samples.append(header + label + tag(0x8300, body) + bytes(4))
    return write(video(tracks=[picture(), timed_track("rtmd", *samples)]), FIRST)


@sample("phone-places.mov")
def phone_places():
    """Timed metadata from a phone (`mebx`): a position in Paris for each second, as ISO 6709."""
    places = [f"+48.8{step:03d}+002.3{step:03d}+35.000/".encode() for step in range(3)]
    media = timed_media("com.apple.quicktime.location.ISO6709", 1, *((1.0, place) for place in places))
    return write(quicktime(tracks=[picture(), sound(), Track("meta", media, info=plain_header())]), LAST)
