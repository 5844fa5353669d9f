#!/usr/bin/env python3
"""Tests for the Spark job, with two workers on this machine; `make test-spark` runs them. METATOOL names the program."""

import json
import os
import pathlib
import stat
import subprocess
import sys
import tempfile
import unittest

FOLDER = pathlib.Path(__file__).resolve().parent
ROOT = FOLDER.parent.parent
METATOOL = os.environ["METATOOL"]
sys.path.insert(0, str(FOLDER))

import metatool_spark  # noqa: E402
from pyspark.sql import SparkSession, functions  # noqa: E402
from pyspark.sql.types import ArrayType, StructType  # noqa: E402

# A wrapper of metatool that crashes for one file, and hangs for another.
TROUBLE = f"""#!{sys.executable}
import subprocess, sys, time
serve = subprocess.Popen([{METATOOL!r}, *sys.argv[1:]], stdin=subprocess.PIPE)
for line in sys.stdin.buffer:
    if b"deadly" in line:
        serve.kill()
        sys.exit(1)
    if b"silent" in line:
        time.sleep(600)
    serve.stdin.write(line)
    serve.stdin.flush()
"""


class SparkTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.spark = (SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
                     .config("spark.ui.showConsoleProgress", "false").getOrCreate())
        cls.spark.sparkContext.setLogLevel("ERROR")
        for file in (FOLDER / "metatool_spark.py", ROOT / "examples/serve/client.py"):
            cls.spark.sparkContext.addPyFile(str(file))

    @classmethod
    def tearDownClass(cls):
        cls.spark.stop()

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.scratch = pathlib.Path(scratch.name)

    def rows(self, paths, program=METATOOL, timeout=60):
        """The rows of the Parquet files for these paths, by path."""
        given = self.spark.createDataFrame([(str(path),) for path in paths], "value STRING").repartition(4)
        output = self.scratch / "table"
        metatool_spark.table(self.spark, given, program, timeout).write.parquet(str(output))
        found = self.spark.read.parquet(str(output))
        return {row.path: row for row in found.collect()}

    def test_every_sample_is_the_row_of_its_dump(self):
        samples = sorted(path for path in (ROOT / "Samples").iterdir() if path.suffix and path.suffix != ".md")
        rows = self.rows(samples)
        self.assertEqual(set(rows), set(map(str, samples)))
        printed = subprocess.run([METATOOL, "dump", *samples], check=True, capture_output=True).stdout
        for dump in json.loads(printed):
            found = plain(rows[dump["path"]].asDict(recursive=True), self.schema())
            self.assertEqual(found, dump, dump["path"])

    def test_a_file_that_fails_is_a_row(self):
        broken, missing = self.scratch / "broken.m4a", self.scratch / "-r missing.m4a"
        broken.write_bytes(b"no media" * 100)
        good = ROOT / "Samples/song-itunes.m4a"
        rows = self.rows([broken, missing, good, "-r", "-"])
        self.assertEqual(rows[str(missing)].error.code, "noSuchFile")
        self.assertEqual(rows["-r"].error.code, "noSuchFile")
        self.assertTrue(rows["-"].error.message)
        self.assertTrue(rows[str(broken)].error.code)
        self.assertIsNone(rows[str(broken)].items)
        self.assertIsNone(rows[str(good)].error)

    def test_a_crash_or_a_timeout_affects_only_its_file(self):
        trouble = self.scratch / "metatool"
        trouble.write_text(TROUBLE)
        trouble.chmod(trouble.stat().st_mode | stat.S_IXUSR)
        good = [self.scratch / f"{number}.m4a" for number in range(40)]
        for path in good:
            path.symlink_to(ROOT / "Samples/song-itunes.m4a")
        bad = [self.scratch / "deadly.m4a", self.scratch / "silent.m4a"]
        rows = self.rows(good[:20] + bad + good[20:], program=str(trouble), timeout=2)
        self.assertEqual({path for path, row in rows.items() if row.error}, set(map(str, bad)))
        self.assertEqual({row.error.code for row in rows.values() if row.error}, {"lost"})

    def test_the_columns_are_those_of_the_schema(self):
        schema = json.loads((ROOT / "docs/schema/dump.schema.json").read_text())["$defs"]
        described = {"type": "object", "properties": {
            **schema["read"]["properties"], **schema["failed"]["properties"]}}
        self.compare(self.schema(), described, schema, "")

    def test_spark_submit_runs_the_job(self):
        paths = self.scratch / "paths.txt"
        paths.write_text(f"{ROOT}/Samples/song-itunes.m4a\n/missing\n")
        submit = pathlib.Path(sys.executable).with_name("spark-submit")
        subprocess.run([submit, "--master", "local[2]", "--conf", "spark.ui.enabled=false",
                        "--py-files", ROOT / "examples/serve/client.py", FOLDER / "metatool_spark.py",
                        paths, self.scratch / "table", "--metatool", METATOOL, "--partitions", "2"],
                       check=True, capture_output=True)
        found = self.spark.read.parquet(str(self.scratch / "table"))
        titles = found.where("error is null").select(functions.get_json_object("metadata", "$.title")).collect()
        self.assertEqual([row[0] for row in titles], ["Blue Train"])
        self.assertEqual(found.where("error is not null").count(), 1)

    def schema(self):
        return self.spark.createDataFrame([], metatool_spark.SCHEMA).schema

    def compare(self, type, described, definitions, name):
        """Compares a Spark type with the schema; values without a fixed schema are marked text."""
        if reference := described.get("$ref"):
            described = definitions[reference.rpartition("/")[2]]
        if isinstance(type, ArrayType):
            return self.compare(type.elementType, described["items"], definitions, name)
        if not isinstance(type, StructType):
            return
        self.assertEqual(set(type.names), set(described["properties"]), name)
        for field in type:
            inner = described["properties"][field.name]
            is_open = field.metadata.get("comment") == "JSON"
            has_more = inner.get("type") == "object" and "properties" not in inner or not inner.keys() - {"description"}
            # A container has members besides those in the schema.
            self.assertEqual(is_open, has_more or name + field.name == "container", name + field.name)
            if not is_open:
                self.compare(field.dataType, inner, definitions, f"{name}{field.name}.")


def plain(value, type):
    """A row in the form of a dump: without missing values, and with JSON text parsed."""
    if isinstance(type, ArrayType):
        return [plain(element, type.elementType) for element in value]
    if isinstance(type, StructType):
        found = {}
        for field in type:
            inner = value[field.name]
            # The only null in a dump: the start of an empty edit.
            if inner is None and field.name != "mediaStart":
                continue
            is_open = field.metadata.get("comment") == "JSON"
            found[field.name] = json.loads(inner) if is_open else inner and plain(inner, field.dataType)
        return found
    return value


if __name__ == "__main__":
    unittest.main()
