#!/usr/bin/env python3
"""peers.py PEER FILE...: what another program reads in these files, one JSON object {file: {field: value}}.

PEER is ffprobe, exiftool, mutagen, mediainfo or AtomicParsley. The fields are those of `metatool dump`: title, album, comment and
date are strings, artist and genre lists, track and disc "3" or "3/9", duration a number, pictures a count; what the
peer does not show is left out.
"""

import json
import re
import subprocess
import sys
from multiprocessing.pool import ThreadPool


def output(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.decode("utf-8", "replace")


def each(files, *command):
    """The output of one run a file, several at a time."""
    with ThreadPool(4) as pool:
        return list(zip(files, pool.map(lambda file: output(*[file if word == "FILE" else word for word in command]), files)))


def date(text):
    text = re.sub(r"^(\d{4}):(\d\d)", r"\1-\2", str(text)).replace(" UTC", "Z")
    text = re.sub(r"^(\d{4}-\d\d):(\d\d)", r"\1-\2", text)
    return re.sub(r"^(\d{4}-\d\d-\d\d) ", r"\1T", text)


def pair(text):
    return re.sub(r"\s*(?:of|/)\s*", "/", str(text)).strip()


def record(tags, names):
    """The fields of one file: `names` maps a field to the tags that may hold it, the first one wins."""
    found = {}
    for field, keys in names.items():
        value = next((tags[key] for key in keys if tags.get(key) not in (None, "", [])), None)
        if value is None:
            continue
        if field in ("artist", "genre"):
            found[field] = [str(each) for each in value] if isinstance(value, list) else [str(value)]
        elif field in ("track", "disc"):
            found[field] = pair(value)
        elif field == "date":
            found[field] = date(value)
        else:
            found[field] = str(value)
    return found


def ffprobe(files):
    names = {
        "title": ["title"], "artist": ["artist"], "album": ["album"], "comment": ["comment"], "genre": ["genre"],
        "date": ["date"], "track": ["track"], "disc": ["disc"],
    }
    result = {}
    for file, text in each(files, "ffprobe", "-v", "error", "-of", "json", "-show_format", "-show_streams", "FILE"):
        read = json.loads(text or "{}")
        if "format" not in read:
            continue
        tags = {key.lower(): value for key, value in read["format"].get("tags", {}).items()}
        found = record(tags, names)
        if "duration" in read["format"]:
            found["duration"] = float(read["format"]["duration"])
        found["pictures"] = sum(each["disposition"]["attached_pic"] for each in read["streams"])
        result[file] = found
    return result


def exiftool(files):
    names = {
        "title": ["Title"], "artist": ["Artist", "Performer"], "album": ["Album"], "genre": ["Genre"],
        "comment": ["Comment"], "date": ["ContentCreateDate", "RecordingTime", "Year"],
        "track": ["TrackNumber", "Track"], "disc": ["DiskNumber", "PartOfSet"],
    }
    tags = sorted({tag for keys in names.values() for tag in keys})
    # Mov2Mp4 text in several languages comes with the language behind the name, which is not asked for.
    text = output("exiftool", "-j", "-q", *["-" + tag for tag in tags], "-Duration#", *files)
    result = {}
    for read in json.loads(text or "[]"):
        found = record(read, names)
        if "Duration" in read:
            found["duration"] = float(read["Duration"])
        result[read["SourceFile"]] = found
    return result


def mediainfo(files):
    names = {
        "title": ["Title", "Track"], "artist": ["Performer"], "album": ["Album"], "genre": ["Genre"],
        "comment": ["Comment"], "date": ["Recorded_Date"], "track": ["Track_Position"], "disc": ["Part_Position"],
    }
    read = json.loads(output("mediainfo", "--Output=JSON", *files) or "[]")
    result = {}
    for media in (read if isinstance(read, list) else [read]):
        general = next(each for each in media["media"]["track"] if each["@type"] == "General")
        for name in ("Track_Position", "Part_Position"):
            if name + "_Total" in general and name in general:
                general[name] += "/" + general[name + "_Total"]
        found = record(general, names)
        if "Duration" in general:
            found["duration"] = float(general["Duration"])
        found["pictures"] = len(general["Cover"].split(" / ")) if "Cover" in general else 0
        result[media["media"]["@ref"]] = found
    return result


def atomicparsley(files):
    names = {
        "title": ["©nam", "titl"], "artist": ["©ART", "perf"], "album": ["©alb", "albm"], "genre": ["©gen", "gnre"],
        "comment": ["©cmt"], "date": ["©day", "yrrc"], "track": ["trkn"], "disc": ["disk"],
    }
    result = {}
    files = [file for file in files if re.search(r"\.(m4[abv]|mp4|3gp)$", file)]
    for file, text in each(files, "AtomicParsley", "FILE", "-t"):
        tags = {}
        for line in text.split("\n"):
            match = re.match(r'.?Atom "(.{4})" contains: (.*)', line) or re.match(
                r'.?User data "(.{4})"(?: \[.*?\])? : (.*?)(?:  \|.*)?$', line)
            if match and match[1] in ("©ART", "©gen"):
                tags.setdefault(match[1], []).append(match[2])
            elif match:
                tags.setdefault(match[1], match[2])
        found = record(tags, names)
        if "covr" in tags:
            found["pictures"] = int(tags["covr"].split()[0])
        result[file] = found
    return result


def mutagen(files):
    import mutagen as library
    import mutagen.mp4

    result = {}
    for file in files:
        try:
            read = library.File(file)
        except Exception:
            continue
        if read is None:
            continue
        found = mutagen_fields(read)
        # Of MP4 files it shows the length of the sound without its edits, which is not what we show.
        if getattr(read.info, "length", None) and not isinstance(read, library.mp4.MP4):
            found["duration"] = read.info.length
        result[file] = found
    return result


def mutagen_fields(read):
    tags = read.tags
    if tags is None:
        return {"pictures": 0}
    if hasattr(tags, "getall"):
        comments = [frame for frame in tags.getall("COMM") if not frame.desc]
        found = {key: [str(text) for text in tags[key].text] for key in ("TPE1",) if key in tags}
        found["TCON"] = tags["TCON"].genres if "TCON" in tags else None
        for key in ("TIT2", "TALB", "TDRC", "TRCK", "TPOS"):
            if key in tags:
                found[key] = str(tags[key].text[0])
        if comments:
            found["COMM"] = str(comments[0].text[0])
        names = {
            "title": ["TIT2"], "artist": ["TPE1"], "album": ["TALB"], "genre": ["TCON"], "date": ["TDRC"],
            "track": ["TRCK"], "disc": ["TPOS"], "comment": ["COMM"],
        }
        fields = record(found, names)
        fields["pictures"] = sum(frame.mime != "-->" for frame in tags.getall("APIC"))
        return fields
    found = {key: value if key in ("©ART", "©gen") else value[0] for key, value in tags.items() if isinstance(value, list) and value}
    for key in ("trkn", "disk"):
        if key in found:
            found[key] = "/".join(str(number) for number in found[key] if number)
    names = {
        "title": ["©nam"], "artist": ["©ART"], "album": ["©alb"], "genre": ["©gen"], "date": ["©day"],
        "track": ["trkn"], "disc": ["disk"], "comment": ["©cmt"],
    }
    fields = record(found, names)
    fields["pictures"] = len(tags.get("covr", []))
    return fields


PEERS = {
    "ffprobe": ffprobe, "exiftool": exiftool, "mutagen": mutagen, "mediainfo": mediainfo, "AtomicParsley": atomicparsley,
}

print(json.dumps(PEERS[sys.argv[1]](sys.argv[2:])))
