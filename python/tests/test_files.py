"""Reading and editing files."""

import copy
import datetime
import json
import os
import pickle
import shutil
import unittest
from pathlib import Path

import metatool_media
from metatool_media import (
    Artwork, Chapter, EditOptions, FileMissingError, FormatError, HelperMissingError, MalformedError, MetatoolError,
    NotReadableError, Position, RefusedError, UnknownFormatError, UsageError)
from support import SAMPLES, ToolTestCase, stat_of


class ReadingTests(ToolTestCase):
    def test_a_file_is_a_mapping_of_fields(self) -> None:
        file = self.tool.open(self.sample("song-itunes.m4a"))
        self.assertEqual(file["title"], "Blue Train")
        self.assertEqual(file["artist"], ["Ada Lind"])
        self.assertEqual(file["track"], Position(3, 9))
        self.assertEqual(str(file["track"]), "3/9")
        self.assertEqual(tuple(file["disc"]), (1, 2))
        self.assertEqual(file.get("narrator", "none"), "none")
        self.assertIn("album", file)
        self.assertNotIn("narrator", file)
        self.assertEqual(set(file), set(file.document["metadata"]))
        self.assertEqual(len(file), len(file.fields))
        with self.assertRaises(KeyError):
            file["narrator"]

    def test_a_file_has_tracks_items_and_facts(self) -> None:
        path = self.sample("song-itunes.m4a")
        file = self.tool.open(path)
        self.assertEqual(file.tracks[0]["codec"], "mp4a")
        self.assertEqual(file.raw_items[0]["identifier"], "itsk/%A9nam")
        self.assertEqual(file.file_type, "com.apple.m4a-audio")
        self.assertEqual(file.container["kind"], "mp4")
        self.assertEqual(file.duration, 1)
        self.assertEqual(file.size, path.stat().st_size)
        self.assertEqual(file.warnings, [])
        self.assertEqual(file.path, str(path))
        self.assertIn("title=Blue Train", file.pprint())
        self.assertEqual([warning["code"] for warning in self.tool.open(self.sample("two-truths.mp4")).warnings][0], "conflictingValues")

    def test_chapters(self) -> None:
        path = self.sample("book-chapters.m4b")
        self.assertEqual([chapter.title for chapter in self.tool.open(path).chapters], ["Departure", "Brücke", "東京"])
        self.assertEqual(self.tool.open(path).chapters[1].start, 0.4)
        self.assertTrue((self.tool.chapters(path)[0].image or b"").startswith(b"\xff\xd8"))

    def test_get(self) -> None:
        path = self.sample("id3v24-everything.mp3")
        self.assertEqual(self.tool.get(path, "composer"), ["Johann Ström", "李"])
        self.assertEqual(self.tool.get(path, "TXXX:MOOD"), ["Calm"])
        self.assertEqual(self.tool.get(path, "year"), 2024)
        self.assertEqual(self.tool.get(path, ["title", "narrator", "track"]), {"title": "Blue Train", "track": self.tool.open(path)["track"]})
        bare = self.sample("plain.m4a")
        self.assertIsNone(self.tool.get(bare, "title"))
        self.assertEqual(self.tool.get(bare, "title", "untitled"), "untitled")

    def test_arguments_that_are_not_fields_are_refused(self) -> None:
        path = self.sample("plain.m4a")
        other = self.sample("song-itunes.m4a")
        for field in ("nosuchfield", "-r", "", str(other)):
            with self.subTest(field), self.assertRaises(UsageError):
                self.tool.get(path, field)
        with self.assertRaises(UsageError):
            self.tool.get(path, [])

    def test_art_has_the_bytes(self) -> None:
        first, second = self.tool.art(self.sample("song-itunes.m4a"))
        self.assertTrue(first.data.startswith(b"\xff\xd8"))
        self.assertEqual((first.kind, first.mime, first.width, first.height, len(first)), ("frontCover", "image/jpeg", 48, 48, 863))
        self.assertTrue(second.data.startswith(b"\x89PNG"))
        self.assertEqual(self.tool.art(self.sample("plain.m4a")), [])

    def test_the_module_functions_use_a_default_tool(self) -> None:
        path = self.sample("song-itunes.m4a")
        self.assertEqual(metatool_media.open(path)["title"], "Blue Train")
        metatool_media.set(path, {"title": "Blue"})
        self.assertEqual(metatool_media.get(path, "title"), "Blue")
        metatool_media.undo(path)
        self.assertEqual(len(metatool_media.art(path)), 2)
        metatool_media.apply(path, {"metadata": {"title": "Red"}})
        self.assertEqual(metatool_media.get(path, "title", default="none"), "Red")

    def test_fields_of_the_program(self) -> None:
        fields = self.tool.field_types()
        self.assertEqual(fields["title"].type, "string")
        self.assertIn("TIT2", fields["title"].keys["org.id3"])

    def test_typed_keys_are_those_of_the_schema(self) -> None:
        path = SAMPLES.parent / "docs" / "schema" / "dump.schema.json"
        schema = json.loads(path.read_text(encoding="utf-8"))["$defs"]
        for name, kind in (("track", metatool_media.Track), ("item", metatool_media.Item), ("warning", metatool_media.FileWarning)):
            keys = set(kind.__annotations__)
            for base in kind.__mro__ if hasattr(kind, "__mro__") else ():
                keys |= set(getattr(base, "__annotations__", {}))
            self.assertEqual(keys, set(schema[name]["properties"]), name)


class EditingTests(ToolTestCase):
    def test_set_and_undo(self) -> None:
        path = self.sample("song-itunes.m4a")
        before = path.read_bytes()
        edit = self.tool.set(path, {"title": "Blue", "artist": ["A", "B"], "track": Position(4, 9), "comment": None, "bpm": 120})
        self.assertTrue(edit.changed and edit.can_undo and edit.bytes_written > 0)
        self.assertEqual(edit.path, str(path))
        self.assertIn(("title", ("Blue Train",), ("Blue",)), edit.changes)
        file = self.tool.open(path)
        self.assertEqual((file["title"], file["artist"], file["track"], file["bpm"]), ("Blue", ["A", "B"], Position(4, 9), 120))
        undone = self.tool.undo(path)
        self.assertGreater(undone.bytes_written, 0)
        self.assertEqual(path.read_bytes(), before)
        with self.assertRaises(RefusedError):
            self.tool.undo(path)

    def test_unchanged_values_are_not_written(self) -> None:
        path = self.sample("song-itunes.m4a")
        before = stat_of(path)
        edit = self.tool.set(path, {"title": "Blue Train"})
        self.assertEqual((edit.changed, edit.strategy, edit.bytes_written), (False, "none", 0))
        self.assertEqual(stat_of(path), before)

    def test_a_dry_run_changes_nothing(self) -> None:
        path = self.sample("id3v24-everything.mp3")
        before = stat_of(path)
        file = self.tool.open(path)
        file["title"] = "Blue"
        picture = Artwork(self.tool.art(path)[1].data, "backCover")
        for edit in (
            self.tool.set(path, {"title": "Blue"}, dry_run=True),
            self.tool.set_art(path, picture, dry_run=True),
            self.tool.add_art(path, picture, dry_run=True),
            self.tool.remove_art(path, dry_run=True),
            self.tool.clear(path, everything=True, dry_run=True),
            self.tool.apply(path, {"metadata": {"title": "Blue"}}, dry_run=True),
            self.tool.set_many({path: {"title": "Blue"}}, dry_run=True)[0].value,
            file.save(dry_run=True),
        ):
            self.assertTrue(edit.dry_run and edit.changed and edit.bytes_written > 0, edit)
            self.assertEqual(stat_of(path), before)
        self.assertEqual(file.pending, {"title": "Blue"})

    def test_values_are_added_and_removed(self) -> None:
        path = self.sample("song-itunes.m4a")
        self.tool.set(path, add={"artist": ["Bo Ek", "Cy"]})
        self.assertEqual(self.tool.get(path, "artist"), ["Ada Lind", "Bo Ek", "Cy"])
        self.tool.set(path, remove={"artist": "Bo Ek"})
        self.assertEqual(self.tool.get(path, "artist"), ["Ada Lind", "Cy"])

    def test_values_are_literal(self) -> None:
        path = self.sample("plain.mp3")
        texts = ["@cover.jpg", "@@two", "{artist}", "#", "a=b", "two\nlines", "Żółć 東京 🎷", "e\u0301", " blank ", "x" * 100_000, "-r", "\u2028"]
        for text in texts:
            with self.subTest(text[:10]):
                self.tool.set(path, {"title": text, "artist": [text, "@second", "3"]})
                self.assertEqual(self.tool.get(path, "title"), text)
                self.assertEqual(self.tool.get(path, "artist"), [text, "@second", "3"])

    def test_types_of_values(self) -> None:
        path = self.sample("plain.m4a")
        self.tool.set(path, {
            "bpm": 120, "compilation": True, "date": datetime.date(1999, 4, 1), "disc": {"number": 1, "count": 2}, "track": "8/10",
            "genre": ("Jazz", "Rail"), "composer": (name for name in ["A", "B"]), "own:NOTE": "x"})
        found = self.tool.get(path, ["bpm", "compilation", "date", "disc", "track", "genre", "composer", "own:NOTE"])
        self.assertEqual(found, {
            "bpm": 120, "compilation": True, "date": "1999-04-01", "disc": Position(1, 2), "track": Position(8, 10),
            "genre": ["Jazz", "Rail"], "composer": ["A", "B"], "own:NOTE": ["x"]})
        self.tool.set(path, {"track": Position(9)})
        self.assertEqual(self.tool.get(path, "track"), Position(9, 10))
        self.tool.set(path, {"genre": [], "date": "", "bpm": None})
        self.assertEqual(self.tool.get(path, ["genre", "date", "bpm"]), {})

    def test_unusable_values_are_refused_before_anything_is_written(self) -> None:
        path = self.sample("song-itunes.m4a")
        before = stat_of(path)
        unusable = (
            {"nosuch": "x"}, {"track": "abc"}, {"title": object()}, {"title": b"bytes"}, {"bpm": float("nan")}, {"artist": ["A", ""]},
            {"title+": "x"}, {"title/Blue/Red": "x/"}, {"title/Blue": "x/Red/"}, {"title=x": "y"}, {"": "x"}, {"title": "\ud800"}, {"track": {"first": 1}})
        for values in unusable:
            with self.subTest(values), self.assertRaises(UsageError) as caught:
                self.tool.set(path, {"album": "Other", **values})
            self.assertIsInstance(caught.exception, ValueError)
        with self.assertRaises(UsageError):
            self.tool.set(path, {"lyrics": "x" * (17 << 20)})
        # The same applies to an edit that consists only of a replacement.
        with self.assertRaises(UsageError):
            self.tool.set(path, {"title/Blue/Red": "x/"})
        self.assertEqual(stat_of(path), before)
        self.assertEqual(self.tool.get(path, "title"), "Blue Train")
        self.tool.set(path, {"mdta/com.apple.quicktime.make/x": "y/"}, dry_run=True, allow_loss=True)

    def test_losses(self) -> None:
        path = self.sample("id3v22-unsync.mp3")
        with self.assertRaises(RefusedError) as caught:
            self.tool.set(path, {"location": "+52.5+013.4/"})
        self.assertEqual((caught.exception.status, caught.exception.code, caught.exception.path), (3, "refused", str(path)))
        edit = self.tool.set(path, {"location": "+52.5+013.4/"}, allow_loss=True)
        self.assertEqual(edit.losses[0].field, "location")

    def test_options(self) -> None:
        path = self.sample("song-itunes.m4a")
        before = stat_of(path)
        output = self.folder / "new.m4a"
        edit = self.tool.set(path, {"title": "Blue"}, options=EditOptions(output=output, strategy="rewrite", padding=0, undo=False))
        self.assertEqual(edit.strategy, "rewrite")
        self.assertEqual(stat_of(path), before)
        self.assertEqual(self.tool.get(output, "title"), "Blue")
        self.tool.set(path, {"title": "Red"}, options=EditOptions(keep_mtime=True, undo=False, sync=True, verify=True))
        self.assertEqual(path.stat().st_mtime_ns, before[1])
        with self.assertRaises(RefusedError):
            self.tool.undo(path)
        path.chmod(0o444)
        with self.assertRaises(RefusedError):
            self.tool.set(path, {"title": "Green"})
        self.tool.set(path, {"title": "Green"}, options=EditOptions(force=True))
        self.tool.undo(path, force=True)
        self.assertEqual(self.tool.get(path, "title"), "Red")

    def test_a_track_is_edited(self) -> None:
        path = self.sample("track-names.mov")
        self.tool.set(path, {"language": "swe"}, options=EditOptions(track=2))
        self.assertEqual(self.tool.open(path).tracks[1]["language"], "swe")

    def test_clear(self) -> None:
        path = self.sample("song-itunes.m4a")
        self.tool.clear(path, fields=["title", "album"])
        self.assertEqual(self.tool.get(path, ["title", "album", "artist"]), {"artist": ["Ada Lind"]})
        self.tool.clear(path, keep=["artist"])
        # Information for gapless playback is kept.
        self.assertEqual(list(self.tool.open(path)), ["artist", "gaplessInfo"])
        self.tool.clear(path, everything=True)
        self.assertEqual(list(self.tool.open(path)), ["gaplessInfo"])
        camera = self.sample("camera-keys.mov")
        edit = self.tool.clear(camera, private=True)
        self.assertIn("device", [found["kind"] for found in edit.raw["private"]["removed"]])
        self.assertIsNone(self.tool.get(camera, "location"))
        with self.assertRaises(UsageError):
            self.tool.clear(path)

    def test_apply_restores_a_complete_dump(self) -> None:
        path = self.sample("podcast.m4a")
        before = self.tool.dump(path, complete=True)
        self.tool.clear(path, everything=True)
        self.assertEqual(self.tool.dump(path)["items"], [])
        edit = self.tool.apply(path, before)
        self.assertTrue(edit.changed)
        after = self.tool.dump(path, complete=True)
        self.assertEqual([item["value"] for item in after["items"]], [item["value"] for item in before["items"]])
        self.assertEqual(after["metadata"], before["metadata"])

    def test_apply_writes_an_edited_document(self) -> None:
        path = self.sample("song-itunes.m4a")
        document = self.tool.dump(path)
        document["metadata"]["title"] = "Blue"
        del document["metadata"]["album"]
        self.tool.apply(path, document)
        self.assertEqual(self.tool.get(path, ["title", "album", "artist"]), {"title": "Blue", "artist": ["Ada Lind"]})
        # A document may be applied to another file.
        other = self.sample("plain.mp3")
        self.tool.apply(other, {"metadata": {"title": "Blue"}})
        self.assertEqual(self.tool.get(other, "title"), "Blue")
        for document in ({"metadata": {"nosuch": "x"}}, {"metadata": {"title": object()}}):
            with self.assertRaises(MetatoolError):
                self.tool.apply(path, document)

    def test_art_is_written(self) -> None:
        jpeg, png = (picture.data for picture in self.tool.art(self.sample("song-itunes.m4a")))
        image = self.folder / "back.png"
        image.write_bytes(png)
        path = self.sample("id3v24-unsync.mp3")
        self.tool.set_art(path, jpeg, Artwork.from_file(image, "backCover", "Rück"))
        self.assertEqual(self.tool.art(path), [Artwork(jpeg), Artwork(png, "backCover", "Rück")])
        self.tool.add_art(path, Artwork(png, "artist", "-x"))
        self.assertEqual([picture.kind for picture in self.tool.art(path)], ["frontCover", "backCover", "artist"])
        self.assertEqual(self.tool.art(path)[2].description, "-x")
        self.tool.remove_art(path, kind="backCover")
        self.tool.remove_art(path, index=0)
        self.assertEqual([picture.kind for picture in self.tool.art(path)], ["artist"])
        self.tool.set_art(path, image)
        self.assertEqual(self.tool.art(path), [Artwork(png)])
        self.tool.set(path, {"title": "Blue", "artwork": [jpeg, str(image)]})
        # ID3 distinguishes pictures of the same kind by their descriptions.
        self.assertEqual(self.tool.art(path), [Artwork(jpeg), Artwork(png, description="2")])
        self.tool.set(path, {"artwork": Artwork(png, "backCover"), "title": "Red", "track": Position(1, 2)})
        self.assertEqual(self.tool.art(path), [Artwork(png, "backCover")])
        self.assertEqual(self.tool.get(path, ["title", "track"]), {"title": "Red", "track": Position(1, 2)})
        self.tool.set(path, {"artwork": None})
        self.assertEqual(self.tool.art(path), [])
        with self.assertRaises(FileNotFoundError):
            self.tool.set_art(path, self.folder / "missing.jpg")

    def test_large_art(self) -> None:
        path = self.sample("plain.m4a")
        large = b"\xff\xd8\xff\xe0" + os.urandom(20 << 20)
        self.tool.set_art(path, large)
        self.assertEqual(self.tool.art(path)[0].data, large)
        self.tool.undo(path)
        self.assertEqual(path.read_bytes(), (SAMPLES / "plain.m4a").read_bytes())

    def test_chapters_are_written(self) -> None:
        path = self.sample("moov-first.mp4")
        self.tool.set_chapters(path, [Chapter(0, "One"), Chapter(0.5, "Zwei")])
        self.assertEqual([(chapter.start, chapter.title) for chapter in self.tool.chapters(path)], [(0, "One"), (0.5, "Zwei")])

    def test_a_file_is_saved_in_one_edit(self) -> None:
        path = self.sample("song-itunes.m4a")
        before = path.read_bytes()
        file = self.tool.open(path)
        picture = file.artwork[1].data
        file["title"] = "Blue"
        file["artist"] = ["A", "B"]
        file["own:NOTE"] = "Calm"
        del file["album"]
        file.artwork = [picture]
        self.assertEqual((file["title"], file["artist"], "album" in file, len(file.artwork)), ("Blue", ["A", "B"], False, 1))
        self.assertEqual(path.read_bytes(), before)
        self.assertIn("5 changed", repr(file))
        edit = file.save()
        self.assertTrue(edit.changed)
        self.assertEqual(file.pending, {})
        self.assertEqual((file["title"], file["artist"], "album" in file, file.artwork[0].data), ("Blue", ["A", "B"], False, picture))
        self.assertFalse(file.save().changed)
        file["title"] = "Red"
        file.undo()
        self.assertEqual((file["title"], path.read_bytes()), ("Blue Train", before))

    def test_lists_of_a_file_can_be_changed(self) -> None:
        path = self.sample("song-itunes.m4a")
        file = self.tool.open(path)
        self.assertEqual(file["artist"], ["Ada Lind"])
        self.assertEqual(file.pending, {})
        file["artist"].append("Bo Ek")
        file["genre"].clear()
        file["composer"] = ["A"]
        file["composer"] += ["B"]
        self.assertEqual(file.pending, {"artist": ["Ada Lind", "Bo Ek"], "genre": None, "composer": ["A", "B"]})
        self.assertNotIn("genre", file)
        file.save()
        self.assertEqual(self.tool.get(path, ["artist", "genre", "composer"]), {"artist": ["Ada Lind", "Bo Ek"], "composer": ["A", "B"]})
        file["artist"].append("Cy")
        file.discard()
        self.assertEqual((file["artist"], file.save().changed), (["Ada Lind", "Bo Ek"], False))

    def test_a_file_with_chapters_and_kinds_is_saved_in_one_edit(self) -> None:
        path = self.sample("id3v24-chapters.mp3")
        before = path.read_bytes()
        file = self.tool.open(path)
        file["title"] = "Blue"
        file["disc"] = Position(1, 2)
        del file["album"]
        file.chapters = [Chapter(0, "One", 0.5), Chapter(0.5, "Two", 1)]
        file.artwork = [Artwork(self.tool.art(self.sample("song-itunes.m4a"))[0].data, "artist")]
        file.save()
        again = self.tool.open(path)
        self.assertEqual((again["title"], again["disc"], "album" in again), ("Blue", Position(1, 2), False))
        self.assertEqual([chapter.title for chapter in again.chapters], ["One", "Two"])
        self.assertEqual([picture.kind for picture in again.artwork], ["artist"])
        file.undo()
        self.assertEqual(path.read_bytes(), before)

    def test_a_failed_save_keeps_pending_changes(self) -> None:
        path = self.sample("id3v22-unsync.mp3")
        file = self.tool.open(path)
        file["location"] = "+52.5+013.4/"
        with self.assertRaises(RefusedError):
            file.save()
        self.assertEqual(list(file.pending), ["location"])
        file.discard()
        self.assertEqual(file.pending, {})
        for name, value in (("title", object()), ("artwork", b""), ("a=b", "c")):
            with self.assertRaises(UsageError):
                file[name] = value
        with self.assertRaises(TypeError):
            file.artwork = b"image"
        with self.assertRaises(KeyError):
            del file["narrator"]
        self.assertEqual(file.pending, {})


class PathTests(ToolTestCase):
    NAMES = [b"caf\xe9.m4a", "東京.m4a".encode(), b"a[1]*{x,y}?.m4a", b"title=x.m4a", b"-o.m4a", b"two\nlines.m4a", b" .m4a"]

    def test_names_with_any_bytes(self) -> None:
        for name in self.NAMES:
            path = os.path.join(os.fsencode(self.folder), name)
            shutil.copyfile(SAMPLES / "song-itunes.m4a", path)
            before = (SAMPLES / "song-itunes.m4a").read_bytes()
            with self.subTest(name):
                for form in (path, os.fsdecode(path), Path(os.fsdecode(path))):
                    self.assertEqual(self.tool.get(form, "title"), "Blue Train")
                    file = self.tool.open(form)
                    self.assertEqual(os.fsencode(file.path), path)
                file["title"] = "Blue"
                file.save()
                self.tool.apply(path, {"metadata": {"title": "Red"}})
                self.assertEqual(self.tool.get(path, "title"), "Red")
                self.tool.set_art(path, Artwork(file.artwork[0].data))
                self.assertEqual(len(self.tool.art(path)), 1)
                self.assertEqual([outcome.value["title"] for outcome in self.tool.get_many([path], ["title"])], ["Red"])
                self.tool.set(path, {"title": "Out"}, options=EditOptions(output=path + b".out"))
                self.assertEqual(self.tool.get(path + b".out", "title"), "Out")
                shutil.copyfile(SAMPLES / "song-itunes.m4a", path)
                self.tool.set(path, {"title": "Blue"})
                self.tool.undo(path)
                with open(path, "rb") as restored:
                    self.assertEqual(restored.read(), before)

    def test_errors_about_names_with_any_bytes_can_be_printed(self) -> None:
        path = os.path.join(os.fsencode(self.folder), b"caf\xe9.mp3")
        with self.assertRaises(FileMissingError) as caught:
            self.tool.open(path)
        str(caught.exception).encode("utf-8")
        self.assertEqual(os.fsencode(caught.exception.path or ""), path)

    def test_relative_paths_follow_the_current_folder(self) -> None:
        self.sample("song-itunes.m4a", "a.m4a")
        (self.folder / "deep").mkdir()
        self.sample("plain.m4a", "deep/a.m4a")
        before = os.getcwd()
        try:
            os.chdir(self.folder)
            file = self.tool.open("a.m4a")
            self.assertEqual(file["title"], "Blue Train")
            os.chdir("deep")
            self.assertIsNone(self.tool.get("a.m4a", "title"))
            self.assertEqual(self.tool.get("../a.m4a", "title"), "Blue Train")
            self.assertEqual(self.tool.run("get", Path("../a.m4a"), "title").text, "Blue Train\n")
            # The object still refers to the file that was opened.
            file["title"] = "Blue"
            file.save()
            self.assertEqual((file.path, self.tool.get("../a.m4a", "title"), self.tool.get("a.m4a", "title")), ("a.m4a", "Blue", None))
        finally:
            os.chdir(before)

    def test_a_pattern_is_not_expanded(self) -> None:
        path = self.sample("song-itunes.m4a")
        before = stat_of(path)
        for pattern in ("*.m4a", "song-itunes.m4?", "{song-itunes,x}.m4a", "[s]ong-itunes.m4a"):
            with self.subTest(pattern):
                with self.assertRaises(FileMissingError):
                    self.tool.open(self.folder / pattern)
                with self.assertRaises(FileMissingError):
                    self.tool.set(self.folder / pattern, {"title": "Blue"})
                with self.assertRaises(FileMissingError):
                    self.tool.apply(self.folder / pattern, {"metadata": {"title": "Blue"}})
                self.assertIsInstance(list(self.tool.open_many([self.folder / pattern]))[0].error, FileMissingError)
        self.assertEqual(stat_of(path), before)

    def test_invalid_paths(self) -> None:
        for path in ("a\0b", "\ud800", ""):
            with self.subTest(repr(path)), self.assertRaises(MetatoolError):
                self.tool.open(path)
        with self.assertRaises(TypeError):
            self.tool.open(1)  # type: ignore[arg-type]


class ErrorTests(ToolTestCase):
    def test_kinds(self) -> None:
        text = self.folder / "text.txt"
        text.write_text("no media")
        damaged = self.folder / "damaged.ogg"
        damaged.write_bytes((SAMPLES / "plain.ogg").read_bytes()[:20])
        missing = self.folder / "missing.mp3"
        cases = ((text, UnknownFormatError, 65), (damaged, MalformedError, 65), (missing, FileMissingError, 66), (self.folder, NotReadableError, 66))
        for path, kind, status in cases:
            for verb in (self.tool.open, self.tool.art, self.tool.dump, lambda path: self.tool.get(path, "title"), lambda path: self.tool.set(path, {"title": "x"})):
                with self.subTest(path=path.name, verb=verb), self.assertRaises(kind) as caught:
                    verb(path)
                self.assertEqual((caught.exception.path, caught.exception.status), (str(path), status))
        with self.assertRaises(FileNotFoundError):
            self.tool.undo(missing)
        with self.assertRaises(FormatError):
            self.tool.open(text)
        with self.assertRaises(OSError) as system:
            self.tool.open(missing)
        self.assertEqual((system.exception.filename, system.exception.errno), (str(missing), 2))

    def test_an_error_contains_the_offset_of_the_damage(self) -> None:
        damaged = self.folder / "damaged.ogg"
        damaged.write_bytes((SAMPLES / "plain.ogg").read_bytes()[:20])
        with self.assertRaises(MalformedError) as caught:
            self.tool.open(damaged)
        self.assertIsInstance(caught.exception.offset, int)
        self.assertIn(f"offset={caught.exception.offset}", repr(caught.exception))

    def test_a_missing_helper(self) -> None:
        lonely = metatool_media.Metatool(shutil.copy(self.tool.program, self.folder / "program"))
        self.addCleanup(lonely.close)
        film = self.folder / "film.mkv"
        film.write_bytes(b"\x1a\x45\xdf\xa3\x93\x42\x82\x88matroska")
        path = os.environ["PATH"]
        try:
            os.environ["PATH"] = str(self.folder)
            with self.assertRaises(HelperMissingError) as caught:
                lonely.open(film)
        finally:
            os.environ["PATH"] = path
        self.assertIn("metatool-foreign", str(caught.exception))

    def test_errors_can_be_copied_and_pickled(self) -> None:
        import metatool_media as module

        errors = [getattr(module, name) for name in module.__all__ if name.endswith("Error")]
        self.assertGreater(len(errors), 10)
        for kind in errors:
            error = kind("no good", code="x", path="a.mp3", structure="moov", offset=7, status=65)
            for copied in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
                self.assertIs(type(copied), kind)
                self.assertEqual(copied.__dict__, error.__dict__)
                if isinstance(error, OSError):
                    self.assertEqual((copied.filename, copied.errno, copied.strerror), ("a.mp3", error.errno, "no good"))
                self.assertEqual((str(copied), repr(copied)), ("a.mp3: no good", repr(error)))
            self.assertTrue(issubclass(kind, MetatoolError))
        self.assertEqual(
            repr(errors[0]("no good", code="x", offset=7)), f"{errors[0].__name__}('no good', code='x', offset=7)")

    def test_values_can_be_pickled(self) -> None:
        path = self.sample("song-itunes.m4a")
        file = self.tool.open(path)
        file["title"] = "Blue"
        again = pickle.loads(pickle.dumps(file))
        self.assertEqual((again["title"], again["artist"], again.pending), ("Blue", ["Ada Lind"], {"title": "Blue"}))
        again.save()
        self.assertEqual(self.tool.get(path, "title"), "Blue")
        edit = self.tool.set(path, {"title": "Red"})
        self.assertEqual(pickle.loads(pickle.dumps(edit)), edit)
        pictures = self.tool.art(path)
        self.assertEqual(pickle.loads(pickle.dumps(pictures)), pictures)
        self.assertNotIn("\\x", repr(pictures))

    def test_run(self) -> None:
        path = self.sample("moov-first.mp4")
        self.assertIn("moov", self.tool.run("tree", path).text)
        self.assertEqual(self.tool.run("diff", path, self.sample("moov-last.mp4"), check=False).status, 0)
        self.assertEqual(self.tool.run("get", self.sample("plain.mp3"), "title", check=False).status, 1)
        with self.assertRaises(UsageError):
            self.tool.run("nosuch")
        seen: "list[tuple[int, int]]" = []
        self.tool.run("dump", "-r", self.folder, progress=lambda done, total: seen.append((done, total)))
        self.assertTrue(seen)


if __name__ == "__main__":
    unittest.main()
