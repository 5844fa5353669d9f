#!/usr/bin/env python3
"""peers.py PEER [--all] FILE...: prints what another program reads in these files, as a JSON object {file: {field: value}}.

PEER is ffprobe, exiftool, mutagen, mediainfo, AtomicParsley or TagLib (the program compiled from taglib_peer.cpp, named by TAGLIB_PEER).
The fields are those of `metatool dump`: artist, albumArtist, composer and genre are lists, track and disc are "3" or "3/9", duration is a
number, pictures is a count, compilation is true or false, chapters are "start title", everything else is a string. Fields that the program
does not show are omitted. Without --all, only the fields in FEW are printed.

peers.py PEER --write FILE...: writes the fields of the JSON object on standard input to these files; ffmpeg writes a new file, which then
replaces the old one.
"""

import json
import os
import re
import subprocess
import sys
from multiprocessing.pool import ThreadPool


def output(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.decode("utf-8", "replace")


def each(files, *command):
    """Runs a command for each file, several at a time, and returns pairs of file and output."""
    with ThreadPool(4) as pool:
        return list(zip(files, pool.map(lambda file: output(*[file if word == "FILE" else word for word in command]), files)))


def date(text):
    text = re.sub(r"^(\d{4}):(\d\d)", r"\1-\2", str(text)).replace(" UTC", "Z")
    text = re.sub(r"^(\d{4}-\d\d):(\d\d)", r"\1-\2", text)
    return re.sub(r"^(\d{4}-\d\d-\d\d) ", r"\1T", text)


def pair(text):
    return re.sub(r"\s*(?:of|/)\s*", "/", str(text)).strip()


LISTS = {"artist", "albumArtist", "composer", "genre"}


def record(tags, names):
    """The fields of one file: `names` maps a field to its possible tags; the first that exists is used."""
    found = {}
    for field, keys in names.items():
        value = next((tags[key] for key in keys if tags.get(key) not in (None, "", [])), None)
        if value is None:
            continue
        if field in LISTS:
            found[field] = [str(each) for each in value] if isinstance(value, list) else [str(value)]
        elif field in ("track", "disc"):
            found[field] = pair(value)
        elif field == "date":
            found[field] = date(value)
        elif field == "compilation":
            found[field] = str(value).lower() in ("1", "true", "yes")
        else:
            found[field] = str(value[0] if isinstance(value, list) else value)
    return found


def ffprobe(files):
    names = {
        "title": ["title"], "artist": ["artist"], "album": ["album"], "comment": ["comment"], "genre": ["genre"],
        "date": ["date"], "track": ["track"], "disc": ["disc"], "albumArtist": ["album_artist"], "composer": ["composer"],
        "lyrics": ["lyrics", "lyrics-xxx", "lyrics-eng"], "bpm": ["tbpm", "tbp"], "compilation": ["compilation"],
        "copyright": ["copyright"], "encodedBy": ["encoded_by"],
    }
    result = {}
    options = ["-v", "error", "-of", "json", "-show_format", "-show_streams", "-show_chapters"]
    for file, text in each(files, "ffprobe", *options, "FILE"):
        read = json.loads(text or "{}")
        if "format" not in read:
            continue
        # For Ogg, ffprobe shows the tags in the stream.
        own = read["format"].get("tags") or next((each["tags"] for each in read["streams"][:1] if "tags" in each), {})
        tags = {key.lower(): value for key, value in own.items()}
        found = record(tags, names)
        if "duration" in read["format"]:
            found["duration"] = float(read["format"]["duration"])
        found["pictures"] = sum(each["disposition"]["attached_pic"] for each in read["streams"])
        found["chapters"] = sorted(
            f'{float(each["start_time"]):.3f} {each.get("tags", {}).get("title", "")}'.strip() for each in read.get("chapters", []))
        result[file] = found
    return result


def exiftool(files):
    names = {
        "title": ["Title"], "artist": ["Artist", "Performer"], "album": ["Album"], "genre": ["Genre"],
        "comment": ["Comment", "Comment-xxx"], "date": ["ContentCreateDate", "RecordingTime", "Year", "Date"],
        "track": ["TrackNumber", "Track"], "disc": ["DiskNumber", "PartOfSet", "Discnumber"], "albumArtist": ["AlbumArtist", "Band", "Albumartist"],
        "composer": ["Composer"], "lyrics": ["Lyrics", "Lyrics-xxx", "Lyrics-eng"], "bpm": ["BeatsPerMinute", "Bpm"],
        "compilation": ["Compilation"], "copyright": ["Copyright"], "encodedBy": ["EncodedBy", "Encodedby", "EncoderID"],
    }
    tags = sorted({tag for keys in names.values() for tag in keys})
    # Names of tags with a language, such as Title-deu, are not requested.
    text = output("exiftool", "-j", "-q", *["-" + tag for tag in tags], "-Duration#", *files)
    result, pictures = {}, {}
    for read in json.loads(output("exiftool", "-j", "-q", "-a", "-G4", "-Picture", "-CoverArt", *files) or "[]"):
        pictures[read["SourceFile"]] = len(read) - 1
    for read in json.loads(text or "[]"):
        found = record(read, names)
        if "Duration" in read:
            found["duration"] = float(read["Duration"])
        if EVERYTHING:
            found["pictures"] = pictures.get(read["SourceFile"], 0)
        result[read["SourceFile"]] = found
    return result


def mediainfo(files):
    names = {
        "title": ["Title", "Track"], "artist": ["Performer"], "album": ["Album"], "genre": ["Genre"],
        "comment": ["Comment"], "date": ["Recorded_Date"], "track": ["Track_Position"], "disc": ["Part_Position"],
        "albumArtist": ["Album_Performer"], "composer": ["Composer"], "lyrics": ["Lyrics"], "bpm": ["BPM"],
        "compilation": ["Compilation"], "copyright": ["Copyright"], "encodedBy": ["EncodedBy"],
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
        if "lyrics" in found:
            found["lyrics"] = found["lyrics"].replace(" / ", "\n")
        menus = [each.get("extra", {}) for each in media["media"]["track"] if each["@type"] == "Menu"]
        found["chapters"] = next(filter(None, map(mediainfo_chapters, menus)), [])
        result[media["media"]["@ref"]] = found
    return result


def mediainfo_chapters(menu):
    """The chapters in a menu, in which the key `_00_00_01_500` is a time and the value is the title."""
    times = [(re.fullmatch(r"_(\d+)_(\d\d)_(\d\d)_(\d{3})", key), title) for key, title in menu.items()]
    return [
        f"{int(at[1]) * 3600 + int(at[2]) * 60 + int(at[3])}.{at[4]} {re.sub(r'^[a-z]*:', '', title or '')}".strip()
        for at, title in times if at]


def atomicparsley(files):
    names = {
        "title": ["©nam", "titl"], "artist": ["©ART", "perf"], "album": ["©alb", "albm"], "genre": ["©gen", "gnre"],
        "comment": ["©cmt"], "date": ["©day", "yrrc"], "track": ["trkn"], "disc": ["disk"], "albumArtist": ["aART"],
        "composer": ["©wrt"], "lyrics": ["©lyr"], "bpm": ["tmpo"], "compilation": ["cpil"], "copyright": ["cprt"],
        "encodedBy": ["©enc"],
    }
    result = {}
    files = [file for file in files if re.search(r"\.(m4[abv]|mp4|3gp)$", file)]
    for file, text in each(files, "AtomicParsley", "FILE", "-t"):
        # Values may have several lines.
        tags, text = {}, re.sub(r"\n(?!.?Atom |.?User data |$)", "\v", text)
        for line in text.split("\n"):
            line = line.replace("\v", "\n")
            match = re.match(r'.?Atom "(.{4})" contains: (.*)', line, re.S) or re.match(
                r'.?User data "(.{4})"(?: \[.*?\])? : (.*?)(?:  \|.*)?$', line)
            if match and match[1] in ("©ART", "©gen", "aART", "©wrt"):
                tags.setdefault(match[1], []).append(match[2])
            elif match:
                tags.setdefault(match[1], match[2])
        found = record(tags, names)
        if "covr" in tags or EVERYTHING:
            found["pictures"] = int(tags.get("covr", "0").split()[0])
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
        # For MP4 files, mutagen shows the duration of the audio without its edit list, unlike metatool.
        if getattr(read.info, "length", None) and not isinstance(read, library.mp4.MP4):
            found["duration"] = read.info.length
        if isinstance(read, library.mp4.MP4):
            found["chapters"] = [f"{each.start:.3f} {each.title}".strip() for each in read.chapters or []]
        result[file] = found
    return result


def mutagen_fields(read):
    tags = read.tags
    if tags is None:
        return {"pictures": len(getattr(read, "pictures", []))}
    if hasattr(tags, "vendor"):
        return vorbis_fields(tags, len(getattr(read, "pictures", [])))
    if type(tags).__name__ in ("APEv2", "ASFTags"):
        return attributes(tags)
    if hasattr(tags, "getall"):
        comments = [frame for frame in tags.getall("COMM") if not frame.desc]
        lyrics = [frame for frame in tags.getall("USLT") if not frame.desc]
        found = {key: [str(text) for text in tags[key].text] for key in ("TPE1", "TPE2", "TCOM") if key in tags}
        found["TCON"] = tags["TCON"].genres if "TCON" in tags else None
        for key in ("TIT2", "TALB", "TDRC", "TRCK", "TPOS", "TBPM", "TCMP", "TCOP", "TENC"):
            if key in tags:
                found[key] = str(tags[key].text[0])
        if comments:
            found["COMM"] = str(comments[0].text[0])
        if lyrics:
            found["USLT"] = lyrics[0].text
        names = {
            "title": ["TIT2"], "artist": ["TPE1"], "album": ["TALB"], "genre": ["TCON"], "date": ["TDRC"],
            "track": ["TRCK"], "disc": ["TPOS"], "comment": ["COMM"], "albumArtist": ["TPE2"], "composer": ["TCOM"],
            "lyrics": ["USLT"], "bpm": ["TBPM"], "compilation": ["TCMP"], "copyright": ["TCOP"], "encodedBy": ["TENC"],
        }
        fields = record(found, names)
        fields["chapters"] = [
            f"{frame.start_time / 1000:.3f} {frame.sub_frames['TIT2'] if 'TIT2' in frame.sub_frames else ''}".strip()
            for frame in sorted(tags.getall("CHAP"), key=lambda frame: frame.start_time)]
        fields["pictures"] = sum(frame.mime != "-->" for frame in tags.getall("APIC"))
        return fields
    lists = ("©ART", "©gen", "aART", "©wrt")
    found = {key: value if key in lists else value[0] for key, value in tags.items() if isinstance(value, list) and value}
    found["cpil"] = tags.get("cpil")
    for key in ("trkn", "disk"):
        if key in found:
            found[key] = "/".join(str(number) for number in found[key] if number)
    names = {
        "title": ["©nam"], "artist": ["©ART"], "album": ["©alb"], "genre": ["©gen"], "date": ["©day"],
        "track": ["trkn"], "disc": ["disk"], "comment": ["©cmt"], "albumArtist": ["aART"], "composer": ["©wrt"],
        "lyrics": ["©lyr"], "bpm": ["tmpo"], "compilation": ["cpil"], "copyright": ["cprt"], "encodedBy": ["©enc"],
    }
    fields = record(found, names)
    fields["pictures"] = len(tags.get("covr", []))
    return fields


ATTRIBUTES = {
    "title": ["title"], "artist": ["artist", "author"], "album": ["album", "wm/albumtitle"], "genre": ["genre", "wm/genre"],
    "comment": ["comment", "description"], "date": ["year", "wm/year"], "track": ["track", "wm/tracknumber"],
    "disc": ["disc", "wm/partofset"], "albumArtist": ["album artist", "wm/albumartist"],
    "composer": ["composer", "wm/composer"], "lyrics": ["lyrics", "wm/lyrics"], "bpm": ["bpm", "wm/beatsperminute"],
    "compilation": ["compilation", "wm/iscompilation"], "copyright": ["copyright"],
    "encodedBy": ["encodedby", "wm/encodedby"],
}


def attributes(tags):
    """The fields of APE items or of Windows Media's attributes."""
    found, pictures = {}, 0
    for key in tags.keys():
        values = tags[key] if isinstance(tags[key], list) else [tags[key]]
        if key.lower().startswith("cover art (") or key == "WM/Picture":
            pictures += len(values)
        elif hasattr(values[0], "kind") and values[0].kind != 0:
            continue
        elif type(tags).__name__ == "APEv2":
            found[key.lower()] = list(values[0])
        else:
            found[key.lower()] = list(dict.fromkeys(str(value) for value in values))
    lists = {key for field in LISTS for key in ATTRIBUTES[field]}
    fields = record({key: value if key in lists else value[0] for key, value in found.items()}, ATTRIBUTES)
    fields["pictures"] = pictures
    return fields


VORBIS = {
    "title": ["TITLE"], "artist": ["ARTIST"], "album": ["ALBUM"], "genre": ["GENRE"], "comment": ["COMMENT"], "date": ["DATE"],
    "track": ["TRACKNUMBER"], "disc": ["DISCNUMBER"], "albumArtist": ["ALBUMARTIST"], "composer": ["COMPOSER"],
    "lyrics": ["LYRICS"], "bpm": ["BPM"], "compilation": ["COMPILATION"], "copyright": ["COPYRIGHT"], "encodedBy": ["ENCODEDBY"],
}


def vorbis_fields(tags, pictures):
    """The fields of a list of Vorbis comments."""
    found = {}
    for key, value in tags:
        found.setdefault(key.upper(), []).append(value)
    pictures += len(found.get("METADATA_BLOCK_PICTURE", []))
    starts = {key: value[0] for key, value in found.items() if re.fullmatch(r"CHAPTER\d+", key)}
    chapters = []
    for key, start in sorted(starts.items()):
        hours, minutes, seconds = start.split(":")
        title = found.get(key + "NAME", [""])[0]
        chapters.append(f"{int(hours) * 3600 + int(minutes) * 60 + float(seconds):.3f} {title}".strip())
    for number, total in (("TRACKNUMBER", "TRACKTOTAL"), ("DISCNUMBER", "DISCTOTAL")):
        if number in found and total in found:
            found[number] = [found[number][0] + "/" + found[total][0]]
    lists = {keys[0] for field, keys in VORBIS.items() if field in LISTS}
    fields = record({key: value if key in lists else value[0] for key, value in found.items()}, VORBIS)
    return dict(fields, pictures=pictures, chapters=chapters)


def taglib(files):
    read = {}
    for line in output(os.environ["TAGLIB_PEER"], "read", *files).split("\n"):
        if line.count("\t") == 2:
            file, name, value = line.split("\t")
            read.setdefault(file, {}).setdefault(name, []).append(value.replace("\\n", "\n"))
    result = {}
    for file, tags in read.items():
        result[file] = record({key: value if key in ("ARTIST", "ALBUMARTIST", "COMPOSER", "GENRE") else value[0] for key, value in tags.items()}, VORBIS)
        if "PICTURES" in tags:
            result[file]["pictures"] = int(tags["PICTURES"][0])
        if "CHAPTER" in tags:
            chapters = sorted(chapter.split(" ", 1) for chapter in tags["CHAPTER"])
            result[file]["chapters"] = [f"{int(start) / 1000:.3f} {title}".strip() for start, title in chapters]
    return result


# Writing: `fields` are texts, lists of texts for fields that are lists, and `picture` the path of a JPEG.

ATOMS = {
    "title": "©nam", "artist": "©ART", "album": "©alb", "albumArtist": "aART", "genre": "©gen", "date": "©day", "composer": "©wrt",
    "comment": "©cmt", "lyrics": "©lyr", "copyright": "cprt", "encodedBy": "©enc",
}
FRAMES = {
    "title": "TIT2", "artist": "TPE1", "album": "TALB", "albumArtist": "TPE2", "genre": "TCON", "date": "TDRC", "track": "TRCK",
    "disc": "TPOS", "composer": "TCOM", "bpm": "TBPM", "compilation": "TCMP", "copyright": "TCOP", "encodedBy": "TENC",
}


def write_mutagen(file, fields):
    import mutagen as library
    from mutagen import id3, mp4

    read = library.File(file)
    if read.tags is None:
        read.add_tags()
    with open(fields["picture"], "rb") as picture:
        data = picture.read()
    if isinstance(read, mp4.MP4):
        for field, key in ATOMS.items():
            read.tags[key] = fields[field]
        for field, key in {"track": "trkn", "disc": "disk"}.items():
            read.tags[key] = [tuple(map(int, fields[field].split("/")))]
        read.tags["tmpo"], read.tags["cpil"] = [int(fields["bpm"])], fields["compilation"] == "1"
        read.tags["covr"] = [mp4.MP4Cover(data, mp4.MP4Cover.FORMAT_JPEG)]
    else:
        for field, name in FRAMES.items():
            read.tags.setall(name, [getattr(id3, name)(encoding=3, text=fields[field])])
        read.tags.setall("COMM", [id3.COMM(encoding=3, lang="eng", desc="", text=fields["comment"])])
        read.tags.setall("USLT", [id3.USLT(encoding=3, lang="eng", desc="", text=fields["lyrics"])])
        read.tags.setall("APIC", [id3.APIC(encoding=0, mime="image/jpeg", type=3, desc="", data=data)])
    read.save()


def write_atomicparsley(file, fields):
    options = {
        "title": "--title", "album": "--album", "albumArtist": "--albumArtist", "genre": "--genre", "date": "--year",
        "track": "--tracknum", "disc": "--disk", "comment": "--comment", "lyrics": "--lyrics", "copyright": "--copyright",
        "picture": "--artwork",
    }
    words = [word for field, option in options.items() for word in (option, fields[field])]
    words += ["--artist", fields["artist"][0], "--composer", fields["composer"][0], "--bpm", fields["bpm"], "--compilation", "true"]
    words[words.index("--albumArtist") + 1] = fields["albumArtist"][0]
    words[words.index("--genre") + 1] = fields["genre"][0]
    subprocess.run(["AtomicParsley", file, *words, "--overWrite"], check=True, stdout=subprocess.DEVNULL)


def write_ffmpeg(file, fields):
    names = {"albumArtist": "album_artist", "encodedBy": "encoded_by", "bpm": "TBPM"}
    words = []
    for field, value in fields.items():
        if field != "picture":
            words += ["-metadata", f"{names.get(field, field)}={value[0] if isinstance(value, list) else value}"]
    other = os.path.join(os.path.dirname(file), "ffmpeg-" + os.path.basename(file))
    form = ["-write_id3v2", "1"] if file.endswith((".aiff", ".aif")) else []
    subprocess.run(["ffmpeg", "-v", "error", "-i", file, "-map", "0:a", "-c", "copy", *form, *words, "-y", other], check=True)
    os.replace(other, file)


def write_taglib(file, fields):
    names = {
        "title": "TITLE", "artist": "ARTIST", "album": "ALBUM", "albumArtist": "ALBUMARTIST", "genre": "GENRE", "date": "DATE",
        "track": "TRACKNUMBER", "disc": "DISCNUMBER", "composer": "COMPOSER", "comment": "COMMENT", "lyrics": "LYRICS", "bpm": "BPM",
        "compilation": "COMPILATION", "copyright": "COPYRIGHT", "encodedBy": "ENCODEDBY", "picture": "PICTURE",
    }
    words = [
        f"{name}={value}" for field, name in names.items()
        for value in (fields[field] if isinstance(fields[field], list) else [fields[field]])]
    subprocess.run([os.environ["TAGLIB_PEER"], "write", file, *words], check=True)


READERS = {
    "ffprobe": ffprobe, "exiftool": exiftool, "mutagen": mutagen, "mediainfo": mediainfo, "AtomicParsley": atomicparsley,
    "TagLib": taglib,
}
WRITERS = {"mutagen": write_mutagen, "AtomicParsley": write_atomicparsley, "ffmpeg": write_ffmpeg, "TagLib": write_taglib}
# The fields that are compared for unedited samples.
FEW = {"title", "artist", "album", "comment", "genre", "date", "track", "disc", "duration", "pictures"}
EVERYTHING = "--all" in sys.argv[2:3]

if sys.argv[2:3] == ["--write"]:
    values = json.load(sys.stdin)
    for path in sys.argv[3:]:
        WRITERS[sys.argv[1]](path, values)
elif EVERYTHING:
    print(json.dumps(READERS[sys.argv[1]](sys.argv[3:])))
else:
    read = READERS[sys.argv[1]](sys.argv[2:])
    print(json.dumps({file: {field: value for field, value in fields.items() if field in FEW} for file, fields in read.items()}))
