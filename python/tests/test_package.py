"""The installed package and its documents."""

import doctest
import inspect
import os
import subprocess
import sys
import typing
import unittest
from importlib import metadata
from pathlib import Path

import metatool_media
from metatool_media import _program
from support import ROOT, ToolTestCase

IS_INSTALLED = "METATOOL" not in os.environ


class PackageTests(unittest.TestCase):
    @unittest.skipUnless(IS_INSTALLED, "METATOOL names another program")
    def test_the_program_is_in_the_package(self) -> None:
        program = Path(metatool_media.__file__).parent / "bin" / "metatool"
        self.assertEqual(metatool_media.Metatool().program, str(program))
        self.assertTrue(os.access(program, os.X_OK))
        version = subprocess.run([str(program), "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout
        self.assertEqual(metatool_media.__version__, version.strip())
        self.assertEqual(metadata.version("metatool-media"), version.strip())

    @unittest.skipUnless(IS_INSTALLED, "METATOOL names another program")
    def test_the_console_script_is_the_program(self) -> None:
        script = Path(sys.executable).with_name("metatool")
        sample = ROOT / "Samples" / "song-itunes.m4a"
        for command in ([str(script)], [sys.executable, "-m", "metatool_media"]):
            ended = subprocess.run([*command, "get", str(sample), "title"], stdout=subprocess.PIPE, text=True)
            self.assertEqual((ended.returncode, ended.stdout), (0, "Blue Train\n"))
            ended = subprocess.run([*command, "get", "missing.m4a", "title"], stderr=subprocess.PIPE, text=True)
            self.assertEqual(ended.returncode, 66)

    @unittest.skipUnless(IS_INSTALLED, "METATOOL names another program")
    def test_the_wheel_is_for_this_machine(self) -> None:
        tags = [line for line in (metadata.distribution("metatool-media").read_text("WHEEL") or "").splitlines() if line.startswith("Tag")]
        self.assertEqual(len(tags), 3)
        self.assertTrue(all(tag.startswith("Tag: py3-none-m") and tag.endswith(os.uname().machine) for tag in tags), tags)

    def test_the_package_is_marked_as_typed(self) -> None:
        self.assertTrue(Path(metatool_media.__file__).with_name("py.typed").is_file())

    def test_the_named_program_is_used(self) -> None:
        before = os.environ.get("METATOOL")
        try:
            os.environ["METATOOL"] = "true"
            self.assertEqual(os.path.basename(_program.find()), "true")
            os.environ["METATOOL"] = "/nowhere/metatool"
            with self.assertRaises(metatool_media.ProgramMissingError):
                _program.find()
            self.assertEqual(os.path.basename(_program.find("false")), "false")
        finally:
            if before is None:
                del os.environ["METATOOL"]
            else:
                os.environ["METATOOL"] = before

    @unittest.skipUnless(IS_INSTALLED, "METATOOL names another program")
    def test_the_console_script_does_not_run_itself(self) -> None:
        script = Path(sys.executable).with_name("metatool")
        bundled, path = _program.BUNDLED, os.environ["PATH"]
        try:
            _program.BUNDLED = "/nowhere/metatool"
            os.environ["PATH"] = str(script.parent)
            with self.assertRaises(metatool_media.ProgramMissingError):
                _program.find()
        finally:
            _program.BUNDLED, os.environ["PATH"] = bundled, path

    def test_everything_public_has_types_and_a_description(self) -> None:
        functions = [metatool_media.open, metatool_media.get, metatool_media.set, metatool_media.art, metatool_media.apply,
                     metatool_media.undo, metatool_media.default]
        for name in metatool_media.__all__:
            kind = getattr(metatool_media, name)
            if not inspect.isclass(kind):
                continue
            self.assertTrue(kind.__doc__, name)
            for member, value in vars(kind).items():
                function = value.fget if isinstance(value, property) else getattr(value, "__func__", value)
                if not member.startswith("_") and inspect.isfunction(function):
                    functions.append(function)
        self.assertGreater(len(functions), 50)
        for function in functions:
            with self.subTest(function.__qualname__):
                self.assertTrue(function.__doc__)
                annotations = function.__annotations__
                self.assertIn("return", annotations)
                missing = [name for name in inspect.signature(function).parameters if name not in (*annotations, "self", "cls")]
                self.assertEqual(missing, [])

    def test_what_is_exported_exists(self) -> None:
        self.assertEqual(sorted(metatool_media.__all__), sorted(set(metatool_media.__all__)))
        for name in metatool_media.__all__:
            self.assertTrue(hasattr(metatool_media, name), name)
        with self.assertRaises(AttributeError):
            metatool_media.nothing  # type: ignore[attr-defined]
        self.assertTrue(typing.get_type_hints(metatool_media.Edit))


class DocumentTests(ToolTestCase):
    """Runs the examples in the documents in a folder with copies of samples."""

    def test_documents(self) -> None:
        self.sample("song-itunes.m4a", "song.m4a")
        self.sample("id3v24-everything.mp3", "song.mp3")
        self.sample("book-chapters.m4b", "book.m4b")
        (self.folder / "cover.jpg").write_bytes(self.tool.art(self.folder / "song.m4a")[0].data)
        (self.folder / "notes.txt").write_text("no media")
        before = os.getcwd()
        os.chdir(self.folder)
        try:
            for document in (ROOT / "docs" / "python.md", ROOT / "python" / "README.md", ROOT / "README.md"):
                failed, run = doctest.testfile(str(document), module_relative=False, optionflags=doctest.ELLIPSIS, encoding="utf-8")
                self.assertEqual(failed, 0, document)
                self.assertGreater(run, 3, document)
                for path in ("song.m4a", "song.mp3"):
                    while True:
                        try:
                            self.tool.undo(path)
                        except metatool_media.RefusedError:
                            break
        finally:
            os.chdir(before)


if __name__ == "__main__":
    unittest.main()
