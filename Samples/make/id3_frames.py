"""All ID3v2 frames, for each version of the tag."""

from . import id3, images, parts
from .atoms import i16, u16, u24, u32, u8
from .id3 import UTF16, UTF8, comment, described, frame, link, owned, pairs
from .id3 import synchronised, text

TEXTS = """
TT1 TIT1 TIT1 Rail
TT2 TIT2 TIT2 Blue Train
TT3 TIT3 TIT3 Night version
TP1 TPE1 TPE1 Ada Lind
TP2 TPE2 TPE2 Various Travellers
TP3 TPE3 TPE3 Carla Baton
TP4 TPE4 TPE4 Remy Mix
TXT TEXT TEXT Wilma Word
TLA TLAN TLAN eng
TAL TALB TALB Night Lines
TPA TPOS TPOS 1/2
TRK TRCK TRCK 3/9
TRC TSRC TSRC DEXX12400001
TMT TMED TMED DIG
TFT TFLT TFLT MPG/3
TBP TBPM TBPM 96
TCR TCOP TCOP 2024 The metatool authors
TPB TPUB TPUB Siding Records
TEN TENC TENC make-samples
TSS TSSE TSSE Settings 16k
TOF TOFN TOFN blue.mp3
TLE TLEN TLEN 1000
TDY TDLY TDLY 250
TKE TKEY TKEY Am
TOT TOAL TOAL Day Lines
TOA TOPE TOPE Olga First
TOL TOLY TOLY Otto Words
TYE TYER - 2024
TDA TDAT - 0903
TIM TIME - 1230
TRD TRDA - 9th March
TSI TSIZ - 2048
TOR TORY - 1999
- - TDRC 2024-03-09T12:30:00
- - TDOR 1999-12
- - TDRL 2024-03-10
- - TDEN 2024-03-11T08:00:00
- - TDTG 2024-03-12T09:15:30
- - TMOO Calm
- - TPRO 2024 Siding Productions
- - TSST The first half
- TOWN TOWN Ada Lind
- TRSN TRSN Radio Platform
- TRSO TRSO Station Society
TSA TSOA TSOA Night Lines 1
TSP TSOP TSOP Lind, Ada
TST TSOT TSOT Blue Train, The
TS2 TSO2 TSO2 Travellers
TSC TSOC TSOC Strom, Johann
TCP TCMP TCMP 1
TCT TCAT TCAT Technology
TDS TDES TDES A train at night
TID TGID TGID https://example.com/episodes/7
TKW TKWD TKWD train,night
WFD WFED WFED https://example.com/feed.xml
TDR - - 2024-03-10
MVN MVNM MVNM Andante
MVI MVIN MVIN 2/4
GP1 GRP1 GRP1 Rail group
- XSOA - Night Lines 1
- XSOP - Lind, Ada
- XSOT - Blue Train, The
- XDOR - 1999-12
"""

ADDRESSES = """
WAF WOAF WOAF https://example.com/file
WAR WOAR WOAR https://example.com/artist
WAS WOAS WOAS https://example.com/source
WCM WCOM WCOM https://example.com/buy
WCP WCOP WCOP https://example.com/rights
WPB WPUB WPUB https://example.com/publisher
- WORS WORS https://example.com/station
- WPAY WPAY https://example.com/pay
"""

COMPOSER = "Johann Ström"
GENRES = {2: ("(8)",), 3: ("(8)(31)Rail",), 4: ("8", "Rail")}


def rows(table, version):
    """Yields (name, value) for the rows that have a name in this version."""
    for line in table.split("\n")[1:-1]:
        *names, value = line.split(" ", 3)
        if names[version - 2] != "-":
            yield names[version - 2], value


def simple(version):
    """Text and address frames; text that is not Latin-1 is UTF-8 in ID3v2.4, otherwise UTF-16."""
    wide = UTF8 if version == 4 else UTF16
    for name, value in rows(TEXTS, version):
        yield frame(name, text(value))
    for name, value in rows(ADDRESSES, version):
        yield frame(name, value.encode())
    composer, genre = ("TCM", "TCO") if version == 2 else ("TCOM", "TCON")
    yield frame(composer, text(COMPOSER, "李", encoding=wide))
    yield frame(genre, text(*GENRES[version]))


class Names:
    """The names, in one version, of the frames that all versions contain."""

    ALL = """UFI UFID,TXX TXXX,WXX WXXX,COM COMM,ULT USLT,SLT SYLT,GEO GEOB,CNT PCNT,
        POP POPM,MCI MCDI,ETC ETCO,MLL MLLT,STC SYTC,BUF RBUF,CRA AENC,REV RVRB,
        PCS PCST,ITU ITNU,LNK LINK,IPL IPLS"""

    def __init__(self, version):
        both = [row.split() for row in self.ALL.split(",")]
        self.table = {new: old if version == 2 else new for old, new in both}

    def __call__(self, name, *body):
        return frame(self.table[name], *body)


def structured(version):
    """The frames with a specific structure that all versions contain."""
    named = Names(version)
    wide = UTF8 if version == 4 else UTF16
    yield named("UFID", owned("http://example.com/id", b"track-0003"))
    yield named("TXXX", described("MOOD", "Calm"))
    yield named("TXXX", described("Größe", "東京", wide))
    yield named("WXXX", link("Shop", "https://example.com/shop"))
    yield named("COMM", comment("eng", "", "Recorded between two stations"))
    yield named("COMM", comment("deu", "", "Zwischen zwei Bahnhöfen", wide))
    yield named("COMM", comment("eng", "iTunNORM", parts.NORM))
    yield named("COMM", comment("eng", "iTunSMPB", parts.SMPB))
    yield named("USLT", comment("eng", "", parts.LYRICS))
    yield named("USLT", comment("jpn", "詞", "一行目\n二行目", wide))
    lines = ((0, "First line"), (500, "\nSecond line"))
    yield named("SYLT", synchronised("eng", 1, "Lines", *lines))
    yield named("GEOB", encapsulated())
    yield named("PCNT", u32(42))
    yield named("POPM", owned("listener@example.com", u8(196), u32(7)))
    yield named("MCDI", disc_contents())
    yield named("ETCO", u8(2), *(u8(kind) + u32(at) for kind, at in ((3, 0), (17, 900))))
    yield named("MLLT", u16(10), u24(520), u24(261), u8(8), u8(8), bytes(8))
    yield named("SYTC", u8(2), u8(96) + u32(0), u8(255) + u8(45) + u32(500))
    yield named("RBUF", u24(4096), u8(1), u32(0))
    yield named("AENC", owned("http://example.com/crypt", u16(0), u16(0)))
    yield named("RVRB", u16(100), u16(100), bytes(range(8)))
    yield named("PCST", u32(0))
    yield named("ITNU", u32(1))
    linked = "TP1" if version == 2 else "TPE1"
    yield named("LINK", linked.encode(), b"https://example.com/tag\0")


def encapsulated():
    return u8(0) + b"text/plain\0notes.txt\0Notes\0" + b"All aboard."


def disc_contents():
    """MCDI: a table of contents of one track and the lead-out."""
    track, leadout = u32(0), u32(75 * 60)
    entries = b"\0\x14\x01\0" + track, b"\0\x14\xaa\0" + leadout
    return u16(2 + 16) + b"\x01\x01" + b"".join(entries)


def people(version):
    """Involved people: one frame before ID3v2.4, two frames since."""
    credits = (("producer", "Pia Desk"), ("engineer", "Ed Tape"))
    musicians = (("piano", "Paul Key"), ("drums", "Dee Stick"))
    if version == 4:
        yield frame("TIPL", pairs(*credits))
        yield frame("TMCL", pairs(*musicians))
    else:
        yield frame("IPL" if version == 2 else "IPLS", pairs(*credits, *musicians))


def pictures(version):
    """A front cover as JPEG, a back cover and an artist as PNG, a file icon, and a link."""
    front, back = images.jpeg("front"), images.png("back")
    if version == 2:
        yield frame("PIC", id3.picture2(3, "JPG", "Front", front))
        yield frame("PIC", id3.picture2(4, "PNG", "Back", back))
        return
    wide = UTF8 if version == 4 else UTF16
    yield frame("APIC", id3.picture(3, "image/jpeg", "Front", front))
    yield frame("APIC", id3.picture(4, "image/png", "Rück", back, wide))
    yield frame("APIC", id3.picture(8, "image/png", "Artist", images.png("artist", 24)))
    yield frame("APIC", id3.picture(1, "image/png", "", images.png("icon", 32)))
    yield frame("APIC", id3.picture(17, "-->", "Link", b"https://example.com/fish.jpg"))


def volumes(version):
    """Volume and equalisation: all channels lowered by 6 dB, one band raised."""
    if version == 4:
        yield frame("RVA2", owned("album", u8(1), i16(-6 * 512), u8(16), u16(32000)))
        curve = u16(2 * 440) + i16(3 * 512), u16(2 * 1000) + i16(-512)
        yield frame("EQU2", u8(1), owned("bands", *curve))
        return
    change = u8(0) + u8(16) + u16(1000) + u16(1000) + u16(32000) + u16(32000)
    band = u8(16) + u16(0x8000 | 440) + u16(300)
    yield frame("RVA" if version == 2 else "RVAD", change)
    yield frame("EQU" if version == 2 else "EQUA", band)


def since3():
    """The frames added in ID3v2.3."""
    yield frame("POSS", u8(2), u32(250))
    yield frame("USER", u8(0), b"eng", b"Listen, do not sell.")
    yield frame("OWNE", u8(0), b"EUR9.99\0", b"20240310", b"Siding Shop")
    yield frame("COMR", commercial())
    yield frame("ENCR", owned("http://example.com/xor", u8(0x80), b"Z"))
    yield frame("GRID", owned("http://example.com/group", u8(0x81), b"pair"))
    yield frame("PRIV", owned("org.example.player", b"\x00\x01\xff\xfe"))
    yield frame("PRIV", owned("WM/MediaClassPrimaryID", bytes(range(16))))


def commercial():
    """Price, valid until, address, received as a file, seller, description, logo."""
    offer = b"EUR9.99\0" + b"20301231" + b"https://example.com/offer\0" + u8(3)
    return u8(0) + offer + b"Siding Shop\0A file\0image/png\0" + images.png("icon", 8)


def only3():
    """The non-standard frames that programs write to ID3v2.3 tags."""
    yield frame("TDRL", text("2024-03-10"))
    yield frame("NCON", b"\0\1\2\3")
    yield frame("RGAD", u32(0x3F800000), u16(0x2C40), u16(0x4C40))
    yield frame("XRVA", owned("track", u8(1), i16(512), u8(0)))
    yield frame("XOLY", bytes(12))


def only4():
    """The frames added in ID3v2.4 and its addenda."""
    yield frame("SIGN", u8(0x81), bytes(range(20)))
    yield frame("ASPI", u32(0), u32(2048), u16(4), u8(8), bytes((0, 64, 128, 192)))
    yield frame("ATXT", u8(0), b"audio/mpeg\0", u8(0), b"Blue Train\0", b"\xff\xfb\x10\0")


def everything(version):
    """All frames in a version, and an unknown one."""
    yield from simple(version)
    yield from structured(version)
    yield from people(version)
    yield from pictures(version)
    yield from volumes(version)
    if version == 2:
        yield frame("CRM", owned("org.example.player", b"Meta\0", b"\x5a" * 8))
        yield frame("CM1", b"\0\0\0\1")
        yield frame("XYZ", b"unknown")
    else:
        yield from since3()
        yield from {3: only3, 4: only4}[version]()
        yield frame("ZZZZ", b"unknown")
