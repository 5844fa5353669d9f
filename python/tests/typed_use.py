"""Uses of the installed package that a type checker must accept; this file is checked, not run."""

from pathlib import Path
from typing import Dict, List, Optional, Tuple

import metatool_media
from metatool_media import Artwork, Edit, EditOptions, File, Metatool, MetatoolError, Outcome, Track


def titles(paths: List[Path]) -> Dict[str, Optional[str]]:
    with Metatool(jobs=2, timeout=5) as tool:
        found: Dict[str, Optional[str]] = {}
        for outcome in tool.open_many(paths):
            error: Optional[MetatoolError] = outcome.error
            if error is None:
                file: File = outcome.value
                found[outcome.path] = file.get("title")
        edits: List[Outcome[Edit]] = tool.set_many({b"a.mp3": {"title": "Blue"}, "b.mp3": {"artist": ["A"]}})
        assert edits
        return found


def edit(path: Path) -> Tuple[int, Optional[float], str]:
    file = metatool_media.open(path)
    file["artist"] = ["A", "B"]
    file.artwork = [b"image", Path("cover.jpg"), Artwork(b"image", "backCover")]
    result: Edit = file.save(dry_run=True, options=EditOptions(output=b"new.mp3", keep_mtime=True))
    track: Track = file.tracks[0]
    return result.bytes_written, file.duration, track["mediaType"]
