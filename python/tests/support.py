"""Support for all tests: copies of samples in a temporary folder, and a `Metatool`."""

import os
import shutil
import tempfile
import unittest
from pathlib import Path

import metatool_media
from metatool_media import Metatool

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "Samples"


class ToolTestCase(unittest.TestCase):
    """A temporary folder with separate state, and `self.tool`, which is closed after each test."""

    def setUp(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="metatool-media-"))
        self.addCleanup(shutil.rmtree, self.folder)
        before = os.environ.get("XDG_STATE_HOME")
        os.environ["XDG_STATE_HOME"] = str(self.folder / "state")
        self.addCleanup(self._restore, before)
        self.tool = Metatool()
        self.addCleanup(self.tool.close)
        # The module's default tool was started with this state.
        self.addCleanup(metatool_media.default().close)

    @staticmethod
    def _restore(before: "str | None") -> None:
        if before is None:
            del os.environ["XDG_STATE_HOME"]
        else:
            os.environ["XDG_STATE_HOME"] = before

    def sample(self, name: str, as_name: "str | None" = None) -> Path:
        """A copy of a sample."""
        copy = self.folder / (as_name or name)
        shutil.copyfile(SAMPLES / name, copy)
        return copy


def stat_of(path: Path) -> "tuple[bytes, int]":
    """The contents and the modification time of a file, which edits can change."""
    return path.read_bytes(), path.stat().st_mtime_ns
