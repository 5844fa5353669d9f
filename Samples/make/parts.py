"""Tracks and values that several samples share."""

from . import essence
from .atoms import atom, u32
from .movie import Media, Movie, Track

TITLE, ARTIST, ALBUM = "Blue Train", "Ada Lind", "Night Lines"
LYRICS = "First line\nSecond line"
NORM = " 00000AAA 00000BBB 00001111 00002222 00003333 00004444 00005555 00006666"
NORM += " 00007777 00008888"
SMPB = " 00000000 00000400 000001D6 0000000000005622" + " 00000000" * 8

XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
   <dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
   <dc:creator><rdf:Seq><rdf:li>{artist}</rdf:li></rdf:Seq></dc:creator>
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>"""


def xmp(title=TITLE, artist=ARTIST):
    return XMP.format(title=title, artist=artist).encode()


def sound(**options):
    """The AAC track; its edit list removes the encoder delay of 1024 samples."""
    return Track("soun", essence.aac(), edits=((1.0, 1024),), **options)


def picture(*extensions, **options):
    """The H.264 track, with additional atoms in its sample description."""
    media = essence.h264()
    square = atom("pasp", u32(1), u32(1))  # written by ffmpeg; removed to avoid a second one
    entry = extend(media.entry.replace(square, b""), *extensions)
    first = media.samples[0].offset
    options.setdefault("edits", ((1.0, first),))
    options.setdefault("size", (64, 48))
    return Track("vide", Media(media.timescale, media.samples, entry), **options)


def extend(entry, *extensions):
    """An atom with additional children at the end."""
    body = entry[4:] + b"".join(extensions)
    return u32(4 + len(body)) + body


def song(*extras, **options):
    """An audio-only movie with iTunes' brand."""
    return Movie([sound()], extras, **options)


def video(*extras, **options):
    """Video and audio, as an MP4 file."""
    options.setdefault("brand", "isom")
    options.setdefault("brands", ("isom", "avc1", "mp42"))
    tracks = options.pop("tracks", None) or [picture(), sound()]
    return Movie(tracks, extras, **options)


def quicktime(*extras, **options):
    """Video and audio, as a QuickTime file."""
    return video(*extras, brand="qt  ", brands=("qt  ",), **options)
