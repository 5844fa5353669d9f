"""Samples of iTunes item lists and audio books."""

from . import images, parts
from .atoms import atom, data, free, freeform, integer, item, itunes_meta
from .atoms import locale, nero_chapters, u16
from .catalog import sample
from .movie import FIRST, LAST, Mdat, MOOV, Movie, Track, jpeg_media, text_media, write
from .parts import ALBUM, ARTIST, LYRICS, TITLE, song, sound

PARTS_OF_THE_BOOK = ((0.4, "Departure"), (0.3, "Brücke"), (0.3, "東京", "utf-16"))


def pair(number, count, tail=2):
    return u16(0) + u16(number) + u16(count) + bytes(tail)


@sample("song-itunes.m4a")
def song_itunes():
    """All common iTunes items of a song: title "Blue Train", artist "Ada Lind", album artist
    "Various Travellers", album "Night Lines", composer "Johann Ström", genre "Jazz" (`©gen`),
    date 2024-03-09, `trkn` 3/9 (8 bytes), `disk` 1/2 (6 bytes), `tmpo` 96, `cpil`, `pgap`,
    `stik` 1, `rtng` 4, sort names, work "Night Suite" with movement 2/4 "Andante", `purd`,
    `covr` with a JPEG and a PNG, freeform iTunNORM, iTunSMPB, ISRC, LABEL; 200 bytes of
    `free` in `meta` and 512 after `moov`."""
    meta = itunes_meta(
        *song_texts(),
        *song_numbers(),
        item("covr", data(images.jpeg("front"), 13), data(images.png("back"), 14)),
        freeform("iTunNORM", parts.NORM),
        freeform("iTunSMPB", parts.SMPB),
        freeform("ISRC", "DEXX12400001"),
        freeform("LABEL", "Siding Records"),
        padding=200,
    )
    return write(song(atom("udta", meta)), (MOOV, free(512), Mdat()))


def song_texts():
    texts = {
        "©nam": TITLE,
        "©ART": ARTIST,
        "aART": "Various Travellers",
        "©alb": ALBUM,
        "©wrt": "Johann Ström",
        "©gen": "Jazz",
        "©day": "2024-03-09",
        "©cmt": "Recorded between two stations",
        "©lyr": LYRICS,
        "©grp": "Rail",
        "cprt": "2024 The metatool authors",
        "©too": "make-samples",
        "sonm": "Blue Train, The",
        "soar": "Lind, Ada",
        "soaa": "Travellers",
        "soal": "Night Lines 1",
        "soco": "Strom, Johann",
        "©wrk": "Night Suite",
        "©mvn": "Andante",
        "purd": "2024-03-10 08:15:00",
    }
    return [item(code, text) for code, text in texts.items()]


def song_numbers():
    return [
        item("trkn", pair(3, 9), kind=0),
        item("disk", pair(1, 2, tail=0), kind=0),
        integer("tmpo", 96, 2),
        integer("cpil", 1, 1),
        integer("pgap", 1, 1),
        integer("stik", 1, 1),
        integer("rtng", 4, 1),
        integer("©mvi", 2, 2),
        integer("©mvc", 4, 2),
        integer("shwm", 1, 1),
    ]


@sample("plain.m4a")
def plain():
    """No metadata and no free space: the first tag makes `moov` grow, and all chunk offsets after
    it change."""
    return write(song())


@sample("ilst-rare.m4a")
def ilst_rare():
    """Edge cases of `ilst`, `moov` last: two artists as two `data` of one `©ART` ("Ada Lind",
    "The Sleepers"), `©gen` twice ("Jazz", "Rail"), two titles by locale ("Blue Train" for
    English in the US, "Blauer Zug" for German in Germany), UTF-16 comment "Zürich 東京" (type
    2), numeric `gnre` 9 (Jazz), freeform with several values, with binary data, with a foreign
    `mean` and with no `data`, `covr` of type 0 (JPEG) and a BMP, 64-bit `plID`, unknown `zzzz`,
    an empty `©grp`, `trkn` without a count."""
    meta = itunes_meta(
        item(
            "©nam",
            data(TITLE, country=0x5553, language=locale("eng")),
            data("Blauer Zug", country=0x4445, language=locale("deu")),
        ),
        item("©ART", ARTIST, "The Sleepers"),
        item("©gen", "Jazz"),
        item("©gen", "Rail"),
        item("gnre", u16(9), kind=0),
        item("©cmt", "Zürich 東京".encode("utf-16-be"), kind=2),
        item("trkn", pair(3, 0), kind=0),
        item("disk", pair(2, 2), kind=0),
        item("rate", "80"),
        item("©grp", ""),
        *store_numbers(),
        freeform("ARTISTS", ARTIST, "The Sleepers"),
        freeform("Encoding Params", b"vers\0\0\0\1", kind=0),
        freeform("MOOD", "Calm", mean="org.example.player"),
        freeform("EMPTY"),
        item("covr", data(images.jpeg("icon", 16), 0), data(images.bmp("icon"), 27)),
        atom("zzzz", data(b"\x01\x02\x03\x04", 0)),
    )
    return write(song(atom("udta", meta)), LAST)


def store_numbers():
    return [
        integer("cnID", 1234567, 4),
        integer("atID", 7654321, 4),
        integer("plID", 0x1_0000_0001, 8),
        integer("sfID", 143443, 4),
        integer("geID", 11, 4),
        item("apID", "listener@example.com"),
        item("ownr", "Ada Lind"),
        item("xid ", "Siding:isrc:DEXX12400001"),
    ]


@sample("podcast.m4a")
def podcast():
    """A podcast episode: `stik` 21, `pcst` 1, `purl` and `egid` of type 0, `catg`
    "Technology", `keyw` "trains,night", `desc` and `ldes`, title "Episode 7", `©day` with a
    full time 2024-03-09T12:00:00Z, `rtng` 2 (clean)."""
    meta = itunes_meta(
        item("©nam", "Episode 7"),
        item("©alb", "Night Lines Podcast"),
        item("©day", "2024-03-09T12:00:00Z"),
        item("purl", b"https://example.com/feed.xml", kind=0),
        item("egid", b"https://example.com/episodes/7", kind=0),
        item("catg", "Technology"),
        item("keyw", "trains,night"),
        item("desc", "Short."),
        item("ldes", "A long description.\nOn two lines."),
        integer("stik", 21, 1),
        integer("pcst", 1, 1),
        integer("rtng", 2, 1),
    )
    return write(song(atom("udta", meta)), FIRST)


@sample("book-chapters.m4b")
def book_chapters():
    """An audio book with the same chapters in three forms, as a text track, as an image track of
    three JPEG pictures and as Nero `chpl` version 1: 0.0 "Departure", 0.4 "Brücke", 0.7 "東京" (the
    last is UTF-16 in the text track); `stik` 2, narrator "Nora Reed" (`©nrt`), title "The
    Timetable", sort title, `desc`, `ldes`, cover PNG."""
    meta = itunes_meta(
        item("©nam", "The Timetable"),
        item("sonm", "Timetable, The"),
        item("©ART", ARTIST),
        item("©nrt", "Nora Reed"),
        item("©gen", "Audiobook"),
        item("desc", "A book."),
        item("ldes", "A book about trains that never stop."),
        integer("stik", 2, 1),
        item("covr", data(images.png("front"), 14)),
        padding=64,
    )
    chpl = nero_chapters((0, "Departure"), (0.4, "Brücke"), (0.7, "東京"))
    book = Movie(
        [sound(references=(("chap", 2, 3),)), chapter_titles(), chapter_pictures()],
        (atom("udta", meta, chpl),),
        brand="M4B ",
        brands=("M4B ", "M4A ", "mp42", "isom"),
    )
    return write(book, FIRST)


def chapter_titles():
    """A text track; flags 0: not enabled."""
    return Track("text", text_media(*PARTS_OF_THE_BOOK), "Chapters", "eng", flags=0)


def chapter_pictures():
    names = ("chapter1", "chapter2", "chapter3")
    lengths = [length for length, *_ in PARTS_OF_THE_BOOK]
    pictures = jpeg_media(*zip(lengths, map(images.jpeg, names)))
    return Track("vide", pictures, "Chapter images", "eng", flags=0, size=(48, 48))


@sample("nero-chpl-v0.m4b")
def nero_version_0():
    """Nero chapters only, `chpl` version 0: 0.0 "One", 0.25 "Zwei", 0.5 "" (empty title),
    0.75 "Four"; `moov` last."""
    chpl = nero_chapters((0, "One"), (0.25, "Zwei"), (0.5, ""), (0.75, "Four"), version=0)
    meta = itunes_meta(item("©nam", "Four Stops"))
    return write(song(atom("udta", chpl, meta), brand="M4B "), LAST)


@sample("episode.m4v")
def episode():
    """A television episode: `tvsh` "Platform Nine", `tvsn` 2, `tves` 5, `tven` "205", `tvnn`
    "Line TV", `stik` 10, `hdvd` 2, freeform iTunMOVI (property list with cast and directors)
    and iTunEXTC, chapter text tracks in English ("Start", "End") and German ("Anfang",
    "Ende"), one alternate group."""
    cast = "<dict><key>name</key><string>Ada Lind</string></dict>"
    plist = (
        '<?xml version="1.0" encoding="UTF-8"?>\n<plist version="1.0"><dict>'
        f"<key>cast</key><array>{cast}</array><key>directors</key><array>{cast}</array>"
        "<key>studio</key><string>Siding Films</string></dict></plist>\n"
    )
    meta = itunes_meta(
        item("©nam", "The Last Stop"),
        item("tvsh", "Platform Nine"),
        integer("tvsn", 2, 4),
        integer("tves", 5, 4),
        item("tven", "205"),
        item("tvnn", "Line TV"),
        integer("stik", 10, 1),
        integer("hdvd", 2, 1),
        freeform("iTunMOVI", plist),
        freeform("iTunEXTC", "us-tv|TV-PG|400|"),
    )
    chapters = [
        Track("text", text_media((0.5, one), (0.5, two)), "", code, flags=0, group=1)
        for code, one, two in (("eng", "Start", "End"), ("deu", "Anfang", "Ende"))
    ]
    film = parts.video(
        atom("udta", meta),
        tracks=[parts.picture(references=(("chap", 3, 4),)), sound(), *chapters],
        brand="M4V ",
        brands=("M4V ", "mp42", "isom"),
    )
    return write(film)
