"""Samples of layouts of MP4 files: `moov`, `mdat`, offsets, fragments."""

from . import atoms, essence
from .atoms import atom, free, full, i32, item, itunes_meta, u16, u32, u8
from .catalog import sample
from .movie import COMPRESSED, FIRST, MOOV, Mdat, write
from .parts import ARTIST, TITLE, picture, quicktime, sound, video


def tags(padding=0):
    """A short item list, the same in all layouts."""
    names = item("©nam", TITLE), item("©ART", ARTIST)
    return atom("udta", itunes_meta(*names, padding=padding))


@sample("moov-first.mp4")
def moov_first():
    """Fast start: `moov` before `mdat`, 32-bit offsets, B-frames (`ctts`), edit lists, `colr`,
    `clap` and `pasp`, `elng` "de-CH" and language `deu` on the audio track; title "Blue
    Train", artist "Ada Lind", no padding."""
    film = video(
        tags(),
        tracks=[
            picture(
                atom("colr", b"nclx", u16(1), u16(1), u16(1), u8(0)),
                atom("pasp", u32(4), u32(3)),
                atom("clap", *(u32(n) for n in (60, 1, 44, 1, 0, 1, 0, 1))),
                name="Picture",
            ),
            sound(name="Ton", language="deu", extended_language="de-CH"),
        ],
    )
    return write(film, FIRST)


@sample("spatial.mp4")
def spatial():
    """Two video tracks: a stereo one with a field of view of 63.4 degrees (`vexu`, `hfov`), as written by phones,
    and a spherical one, left and right, rotated by 90 degrees (`st3d`, `sv3d`)."""
    eyes = atom(
        "eyes",
        full("stri", u8(3)),
        full("hero", u8(1)),
        atom("cams", full("blin", u32(19240))),
        atom("cmfy", full("dadj", i32(200))),
    )
    both = atom("vexu", eyes, atom("proj", full("prji", b"rect")))
    sphere = atom(
        "sv3d",
        full("svhd", b"Samples\0"),
        atom("proj", full("prhd", i32(90 << 16), i32(-10 << 16), i32(0)), full("equi", u32(0), u32(0), u32(1 << 30), u32(1 << 30))),
    )
    tracks = [
        picture(both, atom("hfov", u32(63400))),
        picture(full("st3d", u8(2)), sphere),
        sound(),
    ]
    return write(video(tags(), tracks=tracks), FIRST)


@sample("moov-last.mp4")
def moov_last():
    """`mdat` with a 64-bit size first, `moov` last, `co64`, version 1 headers with 64-bit
    times; title "Blue Train", 100 bytes of padding."""
    return write(video(tags(100), wide=True, co64=True), (Mdat(64), MOOV))


@sample("delayed-sound.mp4")
def delayed_sound():
    """Edit lists: the audio begins after 0.25 s (an empty edit), the video is presented twice (two
    edits of 0.5 s), so that movie times and media times differ."""
    late = sound()
    late.edits = ((0.25, -1), (0.75, 1024))
    twice = picture()
    twice.edits = tuple((0.5, start) for _, start in twice.edits * 2)
    return write(video(tags(), tracks=[twice, late]))


@sample("mdat-to-end.mp4")
def mdat_to_end():
    """`mdat` of size 0: it extends to the end of the file, so nothing can be appended."""
    return write(video(tags()), (MOOV, free(64), Mdat(0)))


@sample("two-mdat.mp4")
def two_mdat():
    """`mdat`, `free`, `moov`, `skip`, `mdat`: chunk offsets on both sides of `moov`."""
    layout = (Mdat(), free(48), MOOV, atom("skip", bytes(40)), Mdat())
    tracks = [picture(per_chunk=2), sound(per_chunk=3)]
    return write(video(tags(), tracks=tracks), layout)


@sample("old-quicktime.mov")
def old_quicktime():
    """A QuickTime file as written before 2002: no `ftyp`, `wide` before `mdat`, `moov` last;
    `udta` ends with a 32-bit zero; `©nam` "Blue Train", `WLOC`, `LOOP`, `SelO`, `AllF`."""
    info = atom(
        "udta",
        atoms.plain_text("©nam", TITLE),
        atom("WLOC", u16(40), u16(60)),
        atom("LOOP", u32(0)),
        atom("SelO", u8(0)),
        atom("AllF", u8(1)),
        u32(0),
    )
    film = quicktime(info)
    film.brands = ()
    return write(film, (atom("wide"), Mdat(), MOOV))


@sample("compressed-moov.mov")
def compressed_moov():
    """`moov` compressed with zlib (`cmov`, `dcom`, `cmvd`): title "Blue Train" inside."""
    film = quicktime(atom("udta", atoms.plain_text("©nam", TITLE)))
    return write(film, (Mdat(), COMPRESSED))


@sample("fragmented-sidx.mp4")
def fragmented_sidx():
    """Fragments with offsets relative to their `moof` (default-base-is-moof), preceded by a `sidx`
    for each track, written by ffmpeg; title "Blue Train", artist "Ada Lind", date "2024"."""
    return essence.fragmented("frag_keyframe+empty_moov+default_base_moof+global_sidx")


@sample("fragmented-mfra.mp4")
def fragmented_mfra():
    """Fragments with absolute offsets: `base-data-offset` in every `tfhd`, and `mfra` at the
    end, so that a longer `moov` requires changing all of them; same tags."""
    return essence.fragmented("frag_keyframe+empty_moov")


@sample("fragmented-hybrid.mp4")
def fragmented_hybrid():
    """The first samples are described in `moov`, the others in fragments; same tags."""
    return essence.fragmented("frag_keyframe")


@sample("init-segment.mp4")
def init_segment():
    """Only `ftyp` and `moov` with `mvex`, without media: the start of a stream; same tags."""
    file = fragmented_sidx()
    end = next(at for code, at, _ in atoms.children(file) if code == "sidx")
    return file[:end]
