"""FLAC blocks, Vorbis comments, and Ogg pages."""

import base64
import struct

VENDOR = "metatool samples"


def comments(*fields, vendor=VENDOR):
    """A list of comments; fields are strings or bytes."""
    raw = [field if isinstance(field, bytes) else field.encode() for field in fields]
    cells = (struct.pack("<I", len(field)) + field for field in (vendor.encode(), *raw))
    first, *rest = cells
    return first + struct.pack("<I", len(raw)) + b"".join(rest)


def picture(kind, mime, description, data, size=(0, 0)):
    """The content of a PICTURE block."""
    mime, description = mime.encode(), description.encode()
    head = struct.pack(">II", kind, len(mime)) + mime
    head += struct.pack(">I", len(description)) + description
    return head + struct.pack(">5I", *size, 24, 0, len(data)) + data


def picture_field(*arguments, **options):
    return b"METADATA_BLOCK_PICTURE=" + base64.b64encode(picture(*arguments, **options))


def blocks(flac):
    """The blocks in a FLAC file, as pairs of type and content, and its frames."""
    at, found, last = 4, [], False
    while not last:
        size = int.from_bytes(flac[at + 1 : at + 4], "big")
        last = flac[at] > 127
        found.append((flac[at] & 127, flac[at + 4 : at + 4 + size]))
        at += 4 + size
    return found, flac[at:]


def flac(found, frames):
    """A FLAC file with these blocks and frames."""
    file = b"fLaC"
    for index, (kind, content) in enumerate(found):
        last = 128 if index == len(found) - 1 else 0
        file += bytes([kind | last]) + len(content).to_bytes(3, "big") + content
    return file + frames


# Ogg.


def checksum(page):
    value = 0
    for byte in page:
        value ^= byte << 24
        for _ in range(8):
            value = value << 1 ^ (0x104C11DB7 if value & 0x80000000 else 0)
    return value


def pages(file):
    """The pages in a file: flags, position, stream, sizes of segments, content."""
    at, found = 0, []
    while at < len(file):
        flags, position, stream = struct.unpack_from("<BQI", file, at + 5)
        sizes = file[at + 27 : at + 27 + file[at + 26]]
        start = at + 27 + len(sizes)
        found.append((flags, position, stream, sizes, file[start : start + sum(sizes)]))
        at = start + sum(sizes)
    return found


def page(flags, position, stream, number, sizes, content):
    head = b"OggS" + struct.pack("<BBQII", 0, flags, position, stream, number)
    rest = bytes([len(sizes)]) + sizes + content
    total = checksum(head + bytes(4) + rest)
    return head + struct.pack("<I", total) + rest


def lacing(packet):
    return bytes([255] * (len(packet) // 255) + [len(packet) % 255])


def with_headers(file, change, segments=255):
    """The only stream in a file, with other header packets: `change` receives and returns those after the first one."""
    found = pages(file)
    first, rest = found[0], found[1:]
    packets, left, count = [b""], [], None
    for index, (_, _, _, sizes, content) in enumerate(rest):
        at = 0
        for size in sizes:
            packets[-1] += content[at : at + size]
            at += size
            if size < 255:
                packets.append(b"")
        if rest[index + 1][1] not in (0, 2**64 - 1):
            left = rest[index + 1 :]
            break
    made = change(packets[:-1])
    sizes, content = b"".join(map(lacing, made)), b"".join(made)
    stream, number, output = first[2], 1, page(*first[:3], 0, *first[3:])
    at, begun = 0, True
    while sizes:
        own, sizes = sizes[:segments], sizes[segments:]
        whole = any(size < 255 for size in own)
        flags = 0 if begun else 1
        begun = own[-1] < 255
        body = content[at : at + sum(own)]
        output += page(flags, 0 if whole else 2**64 - 1, stream, number, own, body)
        at, number = at + sum(own), number + 1
    for flags, position, stream, own, body in left:
        output += page(flags, position, stream, number, own, body)
        number += 1
    return output
