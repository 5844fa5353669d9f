"""MPEG audio frames, as far as the VBRI header requires."""

from .atoms import u16, u32

RATES = (0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160)  # MPEG-2 layer III
FREQUENCIES = (22050, 24000, 16000)


def frames(stream):
    """The sizes of the frames of an MPEG-2 layer III stream."""
    position = 0
    while position + 4 <= len(stream):
        size = frame_size(stream[position : position + 4])
        yield size
        position += size


def frame_size(header):
    rate = RATES[header[2] >> 4]
    frequency = FREQUENCIES[header[2] >> 2 & 3]
    return 72_000 * rate // frequency + (header[2] >> 1 & 1)


def vbri(stream):
    """The stream, preceded by a silent frame of 64 kbit/s that contains the VBRI header."""
    sizes = list(frames(stream))
    header = stream[:2] + bytes((0x80 | stream[2] & 0x0C, stream[3]))
    total = frame_size(header) + len(stream)
    per_entry = 4
    table = [sum(sizes[at : at + per_entry]) for at in range(0, len(sizes), per_entry)]
    fields = u16(1) + u16(0) + u16(75) + u32(total) + u32(len(sizes) + 1)
    layout = u16(len(table)) + u16(1) + u16(2) + u16(per_entry)
    body = b"VBRI" + fields + layout + b"".join(map(u16, table))
    return (header + bytes(32) + body).ljust(frame_size(header), b"\0") + stream
