"""Samples of ID3v2 tags in MP3 files, and of tags at the end of MP3 files."""

from . import endings, essence, id3, images, mpeg
from .atoms import u32, u8
from .catalog import sample
from .id3 import LATIN1, UTF16, UTF16BE, UTF8, comment, described, frame, owned, tag, text
from .id3_frames import everything
from .parts import ALBUM, ARTIST, TITLE

TITLES = frame("TIT2", text(TITLE)), frame("TPE1", text(ARTIST)), frame("TALB", text(ALBUM))
V1 = (TITLE, ARTIST, ALBUM, "2024", "Between stations", 8)


@sample("id3v22-everything.mp3")
def id3v22_everything():
    """ID3v2.2 with every frame in that version: title "Blue Train" (TT2), artist "Ada Lind",
    TRK 3/9, TPA 1/2, TYE 2024 TDA 0903 TIM 1230, genre "(8)", COM in English and German
    (UTF-16), ULT in English and Japanese, PIC front (JPG) and back (PNG), iTunes' TCP, PCS, GP1,
    MVN; encrypted meta frame CRM; an unknown XYZ; 64 bytes of padding."""
    return tag(2, *everything(2), padding=64) + essence.mp3()


@sample("id3v23-everything.mp3")
def id3v23_everything():
    """ID3v2.3 with every frame in that version: the values from the previous sample, in TYER,
    TDAT, TIME, TCON "(8)(31)Rail", IPLS, RVAD, EQUA, five APIC (front JPEG, back and artist PNG,
    file icon, a link), GEOB, OWNE, COMR, PRIV, XSOP and other frames from old programs; UTF-16
    with a byte order mark; a Xing/LAME header; 256 bytes of padding."""
    return tag(3, *everything(3), padding=256) + essence.mp3_xing()


@sample("id3v24-everything.mp3")
def id3v24_everything():
    """ID3v2.4 with every frame in that version: the same values, TDRC 2024-03-09T12:30:00, TDOR
    1999-12, TDRL, TDEN, TDTG, TCON "8" and "Rail", two composers "Johann Ström" and "李"
    (UTF-8), TIPL, TMCL, RVA2, EQU2, SIGN, ASPI, ATXT; no padding."""
    return tag(4, *everything(4)) + essence.mp3_xing()


@sample("id3v24-chapters.mp3")
def id3v24_chapters():
    """Chapters in ID3v2.4: ordered top CTOC "toc" with "ch1" and a nested CTOC "part2" (title
    "Second half") of "ch2" and "ch3"; CHAP 0-400 "Departure" (with WXXX and APIC inside),
    400-700 "Brücke", 700-1000 "東京"; out of order in the file; one CHAP "hidden" that no CTOC
    names."""
    return tag(4, *TITLES, *chapters(4, UTF8), padding=32) + essence.mp3()


@sample("id3v23-chapters.mp3")
def id3v23_chapters():
    """The same chapters in ID3v2.3, titles in UTF-16."""
    return tag(3, *TITLES, *chapters(3, UTF16), padding=32) + essence.mp3()


def chapters(version, encoding):
    def named(title):
        return frame("TIT2", text(title, encoding=encoding))

    site = frame("WXXX", id3.link("", "https://example.com/departure"))
    cover = frame("APIC", id3.picture(3, "image/jpeg", "", images.jpeg("chapter1")))
    return [
        id3.contents(version, "toc", ("ch1", "part2"), top=True),
        id3.contents(version, "part2", ("ch2", "ch3"), named("Second half")),
        id3.chapter(version, "ch3", 700, 1000, named("東京")),
        id3.chapter(version, "ch1", 0, 400, named("Departure"), site, cover),
        id3.chapter(version, "ch2", 400, 700, named("Brücke")),
        id3.chapter(version, "hidden", 100, 200, named("Hidden")),
    ]


@sample("id3v23-unsync.mp3")
def id3v23_unsync():
    """Unsynchronisation of the whole ID3v2.3 tag: UTF-16 byte order marks (FF FE) and a PRIV frame
    with "FF 00 FF E0 FF" are escaped; frame sizes do not include the inserted bytes; title "Blue
    Train Größe"."""
    frames = (
        frame("TIT2", text(TITLE + " Größe", encoding=UTF16)),
        frame("TPE1", text(ARTIST)),
        frame("PRIV", owned("org.example.sync", b"\xff\x00\xff\xe0\xff")),
        frame("APIC", id3.picture(3, "image/jpeg", "", images.jpeg("icon", 16))),
    )
    return tag(3, *frames, unsync=True, padding=16) + essence.mp3()


@sample("id3v22-unsync.mp3")
def id3v22_unsync():
    """The same in ID3v2.2, without the PRIV frame (TT2, TP1, PIC)."""
    frames = (
        frame("TT2", text(TITLE + " Größe", encoding=UTF16)),
        frame("TP1", text(ARTIST)),
        frame("PIC", id3.picture2(3, "JPG", "", images.jpeg("icon", 16))),
    )
    return tag(2, *frames, unsync=True) + essence.mp3()


@sample("id3v24-unsync-frames.mp3")
def id3v24_unsync_frames():
    """Unsynchronisation of single ID3v2.4 frames, with a data length indicator (title, picture)
    and without (PRIV "FF 00 FF E0 FF"); the artist is not unsynchronised; title "Blue Train Größe"
    in UTF-16."""
    frames = (
        frame("TIT2", text(TITLE + " Größe", encoding=UTF16), unsync=True, length=True),
        frame("TPE1", text(ARTIST)),
        frame("PRIV", owned("org.example.sync", b"\xff\x00\xff\xe0\xff"), unsync=True),
        frame(
            "APIC",
            id3.picture(3, "image/jpeg", "", images.jpeg("icon", 16)),
            unsync=True,
            length=True,
        ),
    )
    return tag(4, *frames, padding=16) + essence.mp3()


@sample("id3v24-unsync.mp3")
def id3v24_unsync():
    """Unsynchronisation of all ID3v2.4 frames, with the flag in the tag header; title
    "Blue Train Größe" in UTF-16."""
    frames = (
        frame("TIT2", text(TITLE + " Größe", encoding=UTF16), unsync=True, length=True),
        frame("TPE1", text(ARTIST), unsync=True, length=True),
    )
    return tag(4, *frames, unsync=True) + essence.mp3()


def special_frames():
    """Compressed, grouped and encrypted frames; method and group are registered in the tag."""
    return (
        *TITLES,
        frame("ENCR", owned("http://example.com/xor", u8(0x80))),
        frame("GRID", owned("http://example.com/group", u8(0x81))),
        frame("COMM", comment("eng", "", "Small " * 40), compress=True),
        frame("TXXX", described("GROUPED", "one"), group=0x81),
        frame("TXXX", described("SECRET", "hidden"), encrypt=0x80),
        frame("TXXX", described("ALL", "both " * 20), compress=True, group=0x81),
        frame("TPE2", text("Various Travellers"), status=0x20),
    )


@sample("id3v24-flags.mp3")
def id3v24_flags():
    """Frame flags of ID3v2.4: a compressed COMM ("Small " 40 times), grouped TXXX:GROUPED,
    encrypted TXXX:SECRET (its bytes must be kept), compressed and grouped TXXX:ALL, only a
    data length indicator (TCOM "Johann"), read-only TPE2; extended header with update
    flag, CRC-32 and restrictions; 32 bytes of padding."""
    frames = *special_frames(), frame("TCOM", text("Johann"), length=True)
    check = id3.crc(frames, 4, padding=32)
    numbers = bytes(check >> shift & 0x7F for shift in (28, 21, 14, 7, 0))
    extended = id3.synchsafe(15) + u8(1) + u8(0x70)
    extended += u8(0) + u8(5) + numbers + u8(1) + u8(0)
    return tag(4, *frames, extended=extended, padding=32) + essence.mp3()


@sample("id3v23-flags.mp3")
def id3v23_flags():
    """The same flags in ID3v2.3, in which their order and positions differ; extended header with
    CRC-32 and the size of the padding (32)."""
    frames = special_frames()
    extended = u32(10) + b"\x80\0" + u32(32) + u32(id3.crc(frames, 3))
    return tag(3, *frames, extended=extended, padding=32) + essence.mp3()


@sample("id3v24-appended.mp3")
def id3v24_appended():
    """An ID3v2.4 tag at the start with a SEEK frame, and one after the audio with a footer: title
    "Blue Train" in the first, comment "From the end" and TPE2 "Various Travellers" in the second."""
    sound = essence.mp3()
    later = frame("COMM", comment("eng", "", "From the end"))
    end = tag(4, later, frame("TPE2", text("Various Travellers")), footer=True)
    start = tag(4, *TITLES, frame("SEEK", u32(len(sound))))
    return start + sound + end


@sample("id3v24-footer-only.mp3")
def id3v24_footer_only():
    """The ID3v2.4 tag is at the end and is found by its footer: title "Blue Train"; the title in
    the ID3v1 tag after it is "Red Train"."""
    end = id3.id3v1("Red Train", *V1[1:], track=3)
    return essence.mp3() + tag(4, *TITLES, footer=True) + end


@sample("id3v24-encodings.mp3")
def id3v24_encodings():
    """All text encodings: TIT2 Latin-1 "Größe", TPE1 UTF-16 (two artists "Żółw", "李", a mark
    on each), TALB UTF-16BE "Ночь", TCOM UTF-8 "東京", TPE2 UTF-16 with a big-endian mark, TPE3
    UTF-16 without any mark (little-endian), TIT3 ended by a NUL, empty TIT1, an emoji in TSST,
    COMM in English, German and "XXX"."""
    marked = b"\xfe\xff" + "Flügel".encode("utf-16-be")
    return (
        tag(
            4,
            frame("TIT2", text("Größe")),
            frame("TPE1", text("Żółw", "李", encoding=UTF16)),
            frame("TALB", text("Ночь", encoding=UTF16BE)),
            frame("TCOM", text("東京", encoding=UTF8)),
            frame("TPE2", u8(UTF16), marked),
            frame("TPE3", u8(UTF16), "Baton".encode("utf-16-le")),
            frame("TIT3", text("Night"), b"\0"),
            frame("TIT1", text("")),
            frame("TSST", text("🚂", encoding=UTF8)),
            frame("COMM", comment("eng", "", "English", UTF8)),
            frame("COMM", comment("deu", "", "Deutsch äöü", UTF16BE)),
            frame("COMM", comment("XXX", "note", "Any", LATIN1)),
        )
        + essence.mp3()
    )


@sample("id3v1.mp3")
def only_id3v1():
    """ID3v1.0 only (no track): title "Blue Train", year 2024, genre 8 (Jazz)."""
    return essence.mp3() + id3.id3v1(*V1)


@sample("id3v11-enhanced.mp3")
def enhanced():
    """ID3v1.1 (track 3) after an enhanced tag `TAG+` with the long title "Blue Train on the
    Night Line to the Sea", genre text "Rail", speed 1 and times."""
    long = "Blue Train on the Night Line to the Sea"
    more = id3.enhanced(long[30:], "", "", 1, "Rail", "000:00", "000:01")
    return essence.mp3() + more + id3.id3v1(long, *V1[1:], track=3)


@sample("all-tags.mp3")
def all_tags():
    """Four tags with the same values: ID3v2.3, APEv2 (with a cover and an address), Lyrics3v2 and
    ID3v1.1 all contain title "Blue Train" and artist "Ada Lind"; only APEv2 contains "Mood" "Calm"
    and two values of "Performer"."""
    ape = endings.ape(
        ("Title", TITLE),
        ("Artist", ARTIST),
        ("Album", ALBUM),
        ("Track", "3/9"),
        ("Mood", "Calm"),
        ("Performer", "Ada Lind\0The Sleepers"),
        ("Cover Art (Front)", b"front.jpg\0" + images.jpeg("icon", 16)),
        ("Related", "https://example.com/", 2),
    )
    lyrics = endings.lyrics3(
        IND="110", EAL=ALBUM, EAR=ARTIST, ETT=TITLE, LYR="[00:00]First line\r\nSecond line"
    )
    tail = ape + lyrics + id3.id3v1(*V1, track=3)
    return tag(3, *TITLES, padding=64) + essence.mp3_xing() + tail


@sample("ape-only.mp3")
def ape_only():
    """Only an APEv2 tag at the end, with title "Blue Train"."""
    return essence.mp3() + endings.ape(("Title", TITLE), ("Artist", ARTIST))


@sample("lyrics3v1.mp3")
def lyrics3_version_1():
    """Lyrics3 version 1 before ID3v1."""
    words = b"LYRICSBEGINFirst line\r\nSecond lineLYRICSEND"
    return essence.mp3() + words + id3.id3v1(*V1)


@sample("two-id3v2.mp3")
def two_id3v2():
    """Two consecutive ID3v2 tags, ID3v2.3 "Blue Train" and ID3v2.4 "Red Train"; most programs use
    the first."""
    second = tag(4, frame("TIT2", text("Red Train")))
    return tag(3, *TITLES) + second + essence.mp3()


@sample("plain.mp3")
def plain():
    """Without tags, at a constant rate, without a Xing or VBRI header: the duration is computed
    from the rate."""
    return essence.mp3()


@sample("vbri.mp3")
def vbri():
    """A VBRI header (as written by Fraunhofer's encoder) and ID3v2.3; title "Blue Train"."""
    return tag(3, *TITLES) + mpeg.vbri(essence.mp3("-q:a", "9", "-write_xing", "0"))


@sample("tag.id3")
def bare():
    """A bare ID3v2.4 tag without audio; title "Blue Train", JPEG cover, 16 bytes of padding."""
    cover = frame("APIC", id3.picture(3, "image/jpeg", "Front", images.jpeg("front")))
    return tag(4, *TITLES, cover, padding=16)


@sample("id3.aac")
def adts():
    """ADTS with ID3v2.4 at the start and ID3v1.1 at the end; title "Blue Train"; the duration can
    only be determined from the frames."""
    return tag(4, *TITLES) + essence.adts() + id3.id3v1(*V1, track=3)
