#!/usr/bin/env python3
"""peers.py PEER [--all] FILE...: what another program reads in these files, one JSON object {file: {field: value}}.

PEER is ffprobe, exiftool, mutagen, mediainfo or AtomicParsley. The fields are those of `metatool dump`: title, album, comment and
date are strings, artist and genre lists, track and disc "3" or "3/9", duration a number, pictures a count; what the
peer does not show is left out. With --all it is everything that the peer shows, as texts under the peer's own names.
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


def flat(value, name=""):
    """Everything inside of a JSON value, as texts by path."""
    if isinstance(value, dict):
        return {key: text for part, each in value.items() for key, text in flat(each, f"{name}/{part}").items()}
    if isinstance(value, list):
        return {key: text for part, each in enumerate(value) for key, text in flat(each, f"{name}/{part}").items()}
    return {name: str(value)}


def all_ffprobe(files):
    words = ["ffprobe", "-v", "error", "-of", "json", "-show_format", "-show_streams", "-show_chapters", "FILE"]
    return {file: flat(without_pictures(json.loads(text or "{}"))) for file, text in each(files, *words)}


def without_pictures(read):
    """Pictures are streams to ffprobe; they are counted, and the rest keeps its numbers."""
    streams = read.get("streams", [])
    read["streams"] = [each for each in streams if not each["disposition"]["attached_pic"]]
    for number, stream in enumerate(read["streams"]):
        stream["index"] = number
    read["pictures"] = len(streams) - len(read["streams"])
    read.get("format", {}).pop("nb_streams", None)
    return read


def all_exiftool(files):
    text = output("exiftool", "-j", "-a", "-G1:4", "-s", "--System:all", "--ExifTool:ExifToolVersion", *files)
    return {read.pop("SourceFile"): flat(read) for read in json.loads(text or "[]")}


def all_mediainfo(files):
    read = json.loads(output("mediainfo", "--Output=JSON", *files) or "[]")
    result = {}
    for media in (read if isinstance(read, list) else [read]):
        tracks = {}
        for track in media["media"]["track"]:
            tracks[track["@type"] + track.get("@typeorder", "")] = track
        result[media["media"]["@ref"]] = flat(tracks)
    return result


def all_mutagen(files):
    import hashlib

    import mutagen as library

    def text(value):
        data = getattr(value, "data", value)
        return hashlib.md5(data).hexdigest() if isinstance(data, bytes) and len(data) > 64 else str(value)

    result = {}
    for file in files:
        try:
            read = library.File(file)
        except Exception:
            continue
        if read is None:
            continue
        found = {f"info/{key}": str(value) for key, value in vars(read.info).items() if isinstance(value, (int, float, str))}
        for key, value in dict(read.tags or {}).items():
            values = value if isinstance(value, list) else [value]
            found.update({f"tag/{key}/{number}": text(each) for number, each in enumerate(values)})
        for number, chapter in enumerate(getattr(read, "chapters", None) or []):
            found[f"chapter/{number}"] = f"{chapter.start} {chapter.title}"
        result[file] = found
    return result


def all_atomicparsley(files):
    result = {}
    files = [file for file in files if re.search(r"\.(m4[abv]|mp4|3gp)$", file)]
    for file, text in each(files, "AtomicParsley", "FILE", "-t"):
        lines, found = [line for line in text.split("\n") if line.strip()], {}
        for line in lines:
            name, _, value = line.partition(" contains: ")
            number = sum(key.startswith(name + "#") for key in found)
            found[f"{name}#{number}"] = value
        result[file] = found
    return result


def all_taglib(files):
    """A program of a few lines; it is built beside the files."""
    import os

    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "taglib_read.cpp")
    subprocess.run(["g++", "-w", "-O0", "-std=c++17", source, "-o", "./taglib_read", "-ltag"], check=True)
    result = {}
    for line in output("./taglib_read", *files).split("\n"):
        parts = line.split("\t")
        if len(parts) == 3:
            result.setdefault(parts[0], {})[parts[1]] = parts[2]
    return result


PEERS = {
    "ffprobe": ffprobe, "exiftool": exiftool, "mutagen": mutagen, "mediainfo": mediainfo, "AtomicParsley": atomicparsley,
}
EVERYTHING = {
    "ffprobe": all_ffprobe, "exiftool": all_exiftool, "mutagen": all_mutagen, "mediainfo": all_mediainfo,
    "AtomicParsley": all_atomicparsley, "TagLib": all_taglib,
}

if sys.argv[2] == "--all":
    print(json.dumps(EVERYTHING[sys.argv[1]](sys.argv[3:])))
else:
    print(json.dumps(PEERS[sys.argv[1]](sys.argv[2:])))
