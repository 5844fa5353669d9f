"""Samples of QuickTime and 3GP: user data, keys, tracks, timecode, other metadata atoms."""

import uuid

from . import atoms, essence, id3, images, parts
from .atoms import asset_text, atom, data, fixed, full, international, item, itunes_meta
from .atoms import keyed_meta, locale, packed_language, plain_text, terminated, u16, u32, u8
from .catalog import sample
from .movie import FIRST, LAST, QUARTER_TURN, Mdat, MOOV, Movie, Track
from .movie import plain_header, timecode_header, timecode_media, timed_media, write
from .parts import ALBUM, ARTIST, TITLE, picture, quicktime, sound, video

ENGLISH, GERMAN, JAPANESE = u16(0), u16(2), u16(11)  # old Macintosh language codes
HERE = "+52.5200+013.4050+034.000/"
XMP_UUID = uuid.UUID("be7acfcb-97a9-42e8-9c71-999491e3afac").bytes


@sample("camera-keys.mov")
def camera_keys():
    """A movie from a phone's camera: `moov/meta` in the QuickTime form (no version) with `mdta`
    keys: make "Signal", model "S-1", software "1.2.3", creationdate
    2024-03-09T13:00:00+0100, location.ISO6709 +52.5200+013.4050+034.000/, rating.user 4.5
    (float32), content.identifier, title in English and German by locale, artwork JPEG, a custom
    key for each numeric type; a video rotated by 90 degrees; keys in `trak/meta` of the
    video track (camera.lens_model "Prime 5.7mm", focal length 26 as an int32)."""
    lens = keyed_meta(
        ("com.apple.quicktime.camera.lens_model", "Prime 5.7mm"),
        (
            "com.apple.quicktime.camera.focal_length.35mm_equivalent",
            data((26).to_bytes(4, "big"), 67),
        ),
    )
    shot = picture(matrix=QUARTER_TURN, extras=(lens,))
    meta = keyed_meta(*camera_texts(), *camera_numbers())
    return write(quicktime(meta, tracks=[shot, sound()]), LAST)


def camera_texts():
    texts = {
        "make": "Signal",
        "model": "S-1",
        "software": "1.2.3",
        "creationdate": "2024-03-09T13:00:00+0100",
        "location.ISO6709": HERE,
        "location.accuracy.horizontal": "4.7",
        "content.identifier": "6F9619FF-8B86-D011-B42D-00C04FC964FF",
    }
    english = data(TITLE, country=0x5553, language=locale("eng"))
    german = data("Blauer Zug", country=0x4445, language=locale("deu"))
    return [
        *(("com.apple.quicktime." + key, text) for key, text in texts.items()),
        ("com.apple.quicktime.title", english),
        ("com.apple.quicktime.title", german),
        ("com.apple.quicktime.artwork", data(images.jpeg("icon", 16), 13)),
        ("org.example.note", data("Grüße 東京".encode("utf-16-be"), 2)),
    ]


def camera_numbers():
    values = {
        "int8": (65, "ff"),
        "int16": (66, "fffe"),
        "int32": (67, "fffffffd"),
        "int64": (74, "fffffffffffffffc"),
        "uint8": (75, "ff"),
        "uint16": (76, "fffe"),
        "uint32": (77, "fffffffd"),
        "uint64": (78, "fffffffffffffffc"),
        "signed": (21, "8001"),
        "unsigned": (22, "8001"),
        "float32": (23, "3fc00000"),
        "float64": (24, "bff8000000000000"),
        "point": (70, "3f80000040000000"),
        "size": (71, "4280000042400000"),
        "rectangle": (72, "00000000000000003f8000003f800000"),
        "raw": (0, "00ff10"),
    }
    rating = ("com.apple.quicktime.rating.user", data(bytes.fromhex("40900000"), 23))
    return [rating] + [
        ("org.example." + name, data(bytes.fromhex(raw), kind))
        for name, (kind, raw) in values.items()
    ]


@sample("udta-languages.mov")
def udta_languages():
    """QuickTime user data text in several languages in one atom: `©nam` "Café" (English, Mac
    Roman), "Züge" (German, Mac Roman), "東京" (Japanese, Shift-JIS); `©cmt` with ISO codes
    `eng` and `jpn` (UTF-8) and `deu` (UTF-16 with a mark); `©ART`, `©day` 2024-03-09, `©xyz`
    +52.5200+013.4050+034.000/, `©mak`, `©mod`, an empty string, `name` "Clip 1" without a
    length; the list ends with a 32-bit zero."""
    marked = b"\xfe\xff" + "Größe".encode("utf-16-be")
    info = atom(
        "udta",
        international(
            "©nam",
            (ENGLISH, "Café".encode("mac_roman")),
            (GERMAN, "Züge".encode("mac_roman")),
            (JAPANESE, "東京".encode("shift_jis")),
        ),
        international(
            "©cmt",
            (packed_language("eng"), "Naïve".encode()),
            (packed_language("jpn"), "夜行列車".encode()),
            (packed_language("deu"), marked),
        ),
        plain_text("©ART", ARTIST),
        plain_text("©day", "2024-03-09"),
        international("©xyz", (packed_language("und"), HERE.encode())),
        plain_text("©mak", "Signal"),
        plain_text("©mod", "S-1"),
        plain_text("©inf", ""),
        atom("name", b"Clip 1"),
        u32(0),
    )
    return write(quicktime(info), FIRST)


@sample("timecode-gps.mov")
def timecode_gps():
    """A timecode track: 01:00:00;00 drop frame at 29.97, reel "A001"; the video track references
    it (`tref/tmcd`); place in `©xyz` and as a key (location.ISO6709), both
    +52.5200+013.4050+034.000/."""
    rate, first = (30000, 1001), 107892
    start = timecode_media(first, rate, True, 1.0, "A001")
    code = Track("tmcd", start, info=timecode_header(), name="Time code")
    place = keyed_meta(("com.apple.quicktime.location.ISO6709", HERE))
    tracks = [picture(references=(("tmcd", 3),)), sound(), code]
    info = atom("udta", plain_text("©xyz", HERE))
    return write(quicktime(info, place, tracks=tracks), LAST)


@sample("timecode-25.mp4")
def timecode_25():
    """A timecode track in an MP4 file: 10:20:30:12 at 25 frames per second, no reel."""
    first = ((10 * 60 + 20) * 60 + 30) * 25 + 12
    start = timecode_media(first, (25, 1), False, 1.0)
    code = Track("tmcd", start, info=timecode_header())
    tracks = [picture(references=(("tmcd", 2),)), code]
    return write(video(tracks=tracks), FIRST)


@sample("live-photo.mov")
def live_photo():
    """The film of a Live Photo: content.identifier as a key, and a timed metadata track (`mebx`)
    with still-image-time (int8) -1 from 0.5 s to the end."""
    identifier = "6F9619FF-8B86-D011-B42D-00C04FC964FF"
    meta = keyed_meta(("com.apple.quicktime.content.identifier", identifier))
    key = "com.apple.quicktime.still-image-time"
    media = timed_media(key, 65, (0.5, b"\xff"))
    still = Track("meta", media, info=plain_header(), edits=((0.5, -1), (0.5, 0)))
    return write(quicktime(meta, tracks=[picture(), sound(), still]), LAST)


@sample("track-names.mov")
def track_names():
    """Track user data: `name` "Main picture", `tnam` "Hauptbild" (deu), two `tagc`; three audio
    tracks in one alternate group, English, French (`elng` fr-CA, not enabled) and one with the
    Macintosh language 0; `kind` on the last; iTunes items ("Dubbed") in `trak/meta` of the
    second audio track."""
    named = atom(
        "udta",
        atom("name", b"Main picture"),
        full("tnam", packed_language("deu"), b"Hauptbild\0"),
        atom("tagc", b"public.main-program-content"),
        atom("tagc", b"public.original-content"),
    )
    french = sound(
        language="fra",
        extended_language="fr-CA",
        flags=6,
        group=1,
        extras=(itunes_meta(item("©nam", "Dubbed")),),
    )
    kind = full("kind", b"urn:mpeg:dash:role:2011\0", b"commentary\0")
    described = sound(language="mac", group=1, extras=(atom("udta", kind),))
    english = sound(language="eng", group=1)
    tracks = [picture(extras=(named,)), english, french, described]
    return write(quicktime(tracks=tracks), FIRST)


@sample("phone-udta.3gp")
def phone_udta():
    """All 3GP user data boxes: `titl` in English ("Blue Train") and German ("Blauer Zug"),
    `auth` "Ada Lind", `perf` "The Sleepers" (UTF-16), `gnre`, `dscp`, `cprt`, `albm` "Night
    Lines" track 3, `yrrc` 2024, `rtng` (entity `MPAA`, criteria `PG13`), `clsf` (`ACME` 7),
    `kywd` "train", "night", `loci` "Berlin" 52.52 N 13.405 E 34 m, `coll`, `urat` 80; H.263 and
    AAC, brand 3gp6."""
    english = packed_language("eng")
    info = atom(
        "udta",
        asset_text("titl", TITLE),
        asset_text("titl", "Blauer Zug", "deu"),
        asset_text("auth", ARTIST),
        asset_text("perf", "The Sleepers", encoding="utf-16"),
        asset_text("gnre", "Jazz"),
        asset_text("dscp", "A train at night"),
        asset_text("cprt", "2024 The metatool authors"),
        asset_text("albm", ALBUM, tail=u8(3)),
        full("yrrc", u16(2024)),
        full("rtng", b"MPAA", b"PG13", english, terminated("Parents cautioned")),
        full("clsf", b"ACME", u16(7), english, terminated("Slow travel")),
        full("kywd", english, u8(2), keyword("train"), keyword("night")),
        location(english),
        asset_text("coll", "Journeys"),
        full("urat", bytes(3), u8(80)),
    )
    media = Track("vide", essence.h263(), size=(128, 96))
    phone = Movie([media, sound()], (info,), brand="3gp6", brands=("3gp6", "isom"))
    return write(phone, (Mdat(), MOOV))


def keyword(text):
    raw = terminated(text)
    return u8(len(raw)) + raw


def location(language):
    """`loci`: name, role 0 (where it was shot), longitude, latitude, altitude, body, notes."""
    place = fixed(13.405) + fixed(52.52) + fixed(34)
    words = terminated("earth") + terminated("Tower, looking west")
    return full("loci", language, terminated("Berlin"), u8(0), place, words)


@sample("file-meta.mp4")
def file_meta():
    """Metadata of the whole file: a top-level `meta` (full atom, handler `mdta`) with the key
    org.example.note "whole file", and next to it `moov/meta` in the MP4 form with title "Blue
    Train" and description "A train at night"."""
    outer = keyed_meta(("org.example.note", "whole file"), quicktime=False)
    inner = keyed_meta(
        ("com.apple.quicktime.title", TITLE),
        ("com.apple.quicktime.description", "A train at night"),
        quicktime=False,
    )
    return write(video(inner), (outer, MOOV, Mdat()))


@sample("in-step.mp4")
def in_step():
    """The same values in six places: title "Blue Train" and artist "Ada Lind" in `ilst`, udta text
    (`titl`, `auth`), `Xtra` (Title, Author), `ID32`, `XMP_` in udta and an XMP `uuid`: an edit
    must change all of them."""
    return everywhere(TITLE, TITLE, TITLE)


@sample("two-truths.mp4")
def two_truths():
    """The same places with different values: title "Blue Train" in `ilst` and `titl`, "Red Train" in
    `Xtra` and `ID32`, "Green Train" in both XMP packets."""
    return everywhere(TITLE, "Red Train", "Green Train")


def everywhere(title, windows, adobe):
    listed = itunes_meta(item("©nam", title), item("©ART", ARTIST), padding=32)
    texts = asset_text("titl", title), asset_text("auth", ARTIST)
    rows = ("Title", windows), ("Author", ARTIST), ("WM/Mood", "Calm")
    extra = atoms.xtra(*((name, (8, atoms.wide_string(text))) for name, text in rows))
    packet = parts.xmp(adobe)
    info = atom("udta", listed, *texts, extra, atom("XMP_", packet))
    outer = atom("uuid", XMP_UUID, packet)
    return write(video(info, id32_meta(windows)), (MOOV, outer, Mdat()))


def id32_meta(title):
    """ID3v2 inside MP4: `meta` with handler `ID32`, and one `ID32` for each language."""
    frames = id3.frame("TIT2", id3.text(title)), id3.frame("TPE1", id3.text(ARTIST))
    tag = full("ID32", packed_language("eng"), id3.tag(4, *frames))
    return full("meta", atoms.handler("ID32"), tag)
