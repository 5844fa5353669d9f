#!/usr/bin/env python3
"""tag_values.py: prints the tags that mutagen and exiftool read in the files named on standard input.

The output is a JSON object: for each program, {file: [[key, value], ...]}.
"""

import json
import re
import subprocess
import sys


def mutagen_values(file):
    import mutagen
    import mutagen.apev2
    import mutagen.id3

    found = []
    readers = [mutagen.File, mutagen.id3.ID3, mutagen.apev2.APEv2]
    for number, reader in enumerate(readers):
        try:
            tags = reader(file)
        except Exception:
            continue
        if number == 0:
            tags = tags.tags if tags is not None else None
        if tags is None:
            continue
        name = type(tags).__name__
        items = tags.items() if hasattr(tags, "items") else tags
        # A field without a name is identified by its index.
        found += [[f"{name}:{re.sub('^unknown[0-9]+', 'unknown', key)}", repr(value)] for key, value in items]
        # A field that claims too many bytes includes the padding.
        found += [[f"{name}:unknown", repr(each.rstrip(b"\0"))] for each in getattr(tags, "unknown_frames", [])]
    return found


def exiftool_values(files):
    # Properties of the file, offsets and warnings are not tags.
    left_out = {"System", "File", "ExifTool", "Composite"}
    places = {"MediaDataOffset", "MediaDataSize", "FileLength", "FileSize"}
    words = ["exiftool", "-j", "-q", "-a", "-G1:4", "-struct", "-n", "-api", "largefilesupport=1", "-@", "-"]
    run = subprocess.run(words, input="\n".join(files).encode(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    result = {}
    for read in json.loads(run.stdout or b"[]"):
        values = [[re.sub(":Copy[0-9]+", "", key), repr(value)] for key, value in read.items()]
        values = [each for each in values if each[0].split(":")[0] not in left_out and each[0].split(":")[-1] not in places]
        result[read["SourceFile"]] = [each for each in values if each[0] != "SourceFile"]
    return result


names = sys.stdin.read().split("\n")
print(json.dumps({"mutagen": {name: mutagen_values(name) for name in names}, "exiftool": exiftool_values(names)}))
