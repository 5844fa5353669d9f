"""Generated cover images: a small PNG encoder, and JPEG converted from PNG by ffmpeg."""

import functools
import struct
import zlib

from . import essence

PALETTES = {
    "front": ((24, 48, 120), (240, 200, 80)),
    "back": ((250, 245, 230), (150, 30, 40)),
    "artist": ((20, 80, 60), (230, 230, 210)),
    "chapter1": ((120, 20, 60), (255, 220, 220)),
    "chapter2": ((20, 120, 60), (220, 255, 220)),
    "chapter3": ((60, 20, 120), (220, 220, 255)),
    "icon": ((0, 0, 0), (255, 255, 255)),
}


def pixel(name, x, y, size):
    """A ring with a diagonal bar through it, in the two colours of the palette."""
    ground, ink = PALETTES[name]
    distance = (2 * x + 1 - size) ** 2 + (2 * y + 1 - size) ** 2
    ring = (size * 0.5) ** 2 < distance < (size * 0.8) ** 2
    bar = abs(x - y) < size // 12
    return ink if ring != bar else ground


def png(name, size=48):
    """An 8-bit RGB PNG, `size` pixels square."""
    rows = b"".join(
        b"\0" + b"".join(bytes(pixel(name, x, y, size)) for x in range(size))
        for y in range(size)
    )
    return (
        b"\x89PNG\r\n\x1a\n"
        + png_chunk(b"IHDR", struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0))
        + png_chunk(b"IDAT", zlib.compress(rows, 9))
        + png_chunk(b"IEND", b"")
    )


def png_chunk(kind, body):
    crc = zlib.crc32(kind + body)
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", crc)


def bmp(name, size=16):
    """An uncompressed 24-bit BMP (rows bottom-up, blue first)."""
    rows = b"".join(
        b"".join(bytes(pixel(name, x, y, size)[::-1]) for x in range(size))
        for y in reversed(range(size))
    )
    info = struct.pack("<IiiHHIIiiII", 40, size, size, 1, 24, 0, len(rows), 0, 0, 0, 0)
    head = struct.pack("<2sIHHI", b"BM", 54 + len(rows), 0, 0, 54)
    return head + info + rows


@functools.lru_cache(maxsize=None)
def jpeg(name, size=48):
    """A baseline JPEG of the same drawing."""
    arguments = ["-f", "png_pipe", "-i", "-", "-q:v", "12", "-pix_fmt", "yuvj420p"]
    return essence.ffmpeg(*arguments, suffix=".jpg", stdin=png(name, size))
