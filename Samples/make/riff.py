"""RIFF, AIFF and DSF containers."""

import struct


def chunk(code, body):
    """A RIFF chunk: little-endian size, padded to an even length."""
    return code.encode() + struct.pack("<I", len(body)) + even(body)


def big_chunk(code, body):
    """An AIFF chunk: like `chunk`, but with a big-endian size."""
    return code.encode("latin-1") + struct.pack(">I", len(body)) + even(body)


def even(body):
    return body + b"\0" * (len(body) % 2)


def riff(form, *chunks):
    body = form.encode() + b"".join(chunks)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def rf64(form, data, samples, *chunks):
    """A RIFF file with 64-bit sizes: these are in `ds64`, all bits of the 32-bit fields are set."""
    ones = b"\xff\xff\xff\xff"
    tail = b"data" + ones + even(data)
    length = 4 + 36 + sum(map(len, chunks)) + len(tail)
    sizes = chunk("ds64", struct.pack("<QQQI", length, len(data), samples, 0))
    return b"RF64" + ones + form.encode() + sizes + b"".join(chunks) + tail


def pcm_format(rate, channels=1, bits=16):
    frame = channels * bits // 8
    fields = struct.pack("<HHIIHH", 1, channels, rate, rate * frame, frame, bits)
    return chunk("fmt ", fields)


def info(**items):
    rows = (chunk(code, value.encode("latin-1") + b"\0") for code, value in items.items())
    return chunk("LIST", b"INFO" + b"".join(rows))


def broadcast(description, originator, reference, date, time, start, history):
    """`bext`, version 1."""
    fields = (
        description.encode().ljust(256, b"\0"),
        originator.encode().ljust(32, b"\0"),
        reference.encode().ljust(32, b"\0"),
        date.encode() + time.encode(),
        struct.pack("<QH", start, 1),
        bytes(64 + 190),
        history.encode(),
    )
    return chunk("bext", b"".join(fields))


def form(kind, *chunks):
    body = kind.encode() + b"".join(chunks)
    return b"FORM" + struct.pack(">I", len(body)) + body


def common(frames, rate, compression=b""):
    """`COMM`: the rate is an 80-bit float."""
    return big_chunk("COMM", struct.pack(">hIh", 1, frames, 16) + extended(rate) + compression)


def extended(value):
    """An integer as an 80-bit IEEE float."""
    exponent = value.bit_length() - 1
    return struct.pack(">HQ", 16383 + exponent, value << 63 - exponent)


def dsf(tag, blocks=1):
    """One channel of DSD silence at 2.8224 MHz, followed by the tag."""
    sound = b"\x69" * 4096 * blocks
    fields = (1, 0, 1, 1, 2822400, 1, 8 * 4096 * blocks, 4096, 0)
    form_chunk = b"fmt " + struct.pack("<QIIIIIIQII", 52, *fields)
    data = b"data" + struct.pack("<Q", 12 + len(sound)) + sound
    start = 28 + len(form_chunk) + len(data)
    head = b"DSD " + struct.pack("<QQQ", 28, start + len(tag), start if tag else 0)
    return head + form_chunk + data + tag
