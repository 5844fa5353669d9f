#!/usr/bin/env python3
"""Writes the metadata of many files to a Parquet table, with Spark and `metatool serve`.

    spark-submit --py-files ../serve/client.py metatool_spark.py LIST OUTPUT

LIST has one path per line, valid on the workers; OUTPUT is the folder of the table. Every worker starts one `metatool serve` for each of
its partitions. A file that cannot be read becomes a row with its error, as does a file for which metatool crashes or times out.
"""

import argparse
import itertools
import json
import pathlib
import queue
import sys

from pyspark.sql import SparkSession
from pyspark.sql.types import ArrayType, BooleanType, DoubleType, LongType, StructType

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "serve"))
from client import Serve  # noqa: E402

# An object of a dump (docs/schema/dump.schema.json). Values without a fixed schema are JSON text, marked by a comment.
TRACK = """STRUCT<id: BIGINT, mediaType: STRING, codec: STRING, codecString: STRING, encryptionScheme: STRING, duration: DOUBLE, timescale: BIGINT,
  sampleCount: BIGINT, bitRate: BIGINT, bitRateMode: STRING, language: STRING, name: STRING, enabled: BOOLEAN, alternateGroup: BIGINT,
  creationDate: STRING, modificationDate: STRING, sampleRate: DOUBLE, channels: BIGINT, channelLayout: STRING, bitsPerSample: BIGINT,
  encoderDelay: BIGINT, encoderPadding: BIGINT, encoder: STRING, decodedMD5: STRING,
  width: BIGINT, height: BIGINT, displayWidth: DOUBLE, displayHeight: DOUBLE,
  rotation: BIGINT, mirrored: BOOLEAN, matrix: ARRAY<DOUBLE>, pixelAspect: ARRAY<BIGINT>, cleanAperture: ARRAY<DOUBLE>,
  frameRate: DOUBLE, bitDepth: BIGINT,
  color: STRUCT<kind: STRING, primaries: BIGINT, transfer: BIGINT, matrix: BIGINT, fullRange: BOOLEAN>,
  hdrFormat: STRING, dolbyVision: STRING COMMENT 'JSON', masteringDisplay: STRING COMMENT 'JSON', contentLight: ARRAY<BIGINT>,
  spatial: STRUCT<packing: STRING, eyes: STRING, areEyesReversed: BOOLEAN, heroEye: STRING, baseline: DOUBLE, disparityAdjustment: DOUBLE,
    fieldOfView: DOUBLE, projection: STRING, yaw: DOUBLE, pitch: DOUBLE, roll: DOUBLE, bounds: ARRAY<DOUBLE>, source: STRING>,
  startTimecode: STRING, reelName: STRING, edits: ARRAY<STRUCT<duration: DOUBLE, mediaStart: DOUBLE, rate: DOUBLE>>,
  references: ARRAY<STRUCT<type: STRING, tracks: ARRAY<BIGINT>>>, metadataKeys: ARRAY<STRING>, characteristics: ARRAY<STRING>>"""
ARTWORK = """STRUCT<index: BIGINT, kind: STRING, mime: STRING, declaredMime: STRING, width: BIGINT, height: BIGINT, bytes: BIGINT,
  description: STRING, sha256: STRING, data: STRING>"""
CHAPTER = """STRUCT<start: DOUBLE, end: DOUBLE, title: STRING, language: STRING, url: STRING,
  image: STRUCT<bytes: BIGINT, sha256: STRING, data: STRING>>"""
ITEM = """STRUCT<identifier: STRING, keySpace: STRING, key: STRING, commonKey: STRING, dataType: STRING, language: STRING, track: BIGINT,
  value: STRING COMMENT 'JSON', extra: STRING COMMENT 'JSON', entry: STRUCT<container: STRING, offset: BIGINT, bytes: STRING>>"""
TIMED = """STRUCT<track: BIGINT, codec: STRING, groups: ARRAY<STRUCT<start: DOUBLE, duration: DOUBLE,
  items: ARRAY<STRUCT<identifier: STRING, start: DOUBLE, duration: DOUBLE, value: STRING COMMENT 'JSON', name: STRING, unit: STRING,
    device: STRING>>,
  positions: ARRAY<STRUCT<time: DOUBLE, latitude: DOUBLE, longitude: DOUBLE, altitude: DOUBLE, date: STRING, speed: DOUBLE, course: DOUBLE,
    fix: BIGINT, dilutionOfPrecision: DOUBLE>>>>>"""
MEDIA = "STRUCT<track: BIGINT, samples: BIGINT, bytes: BIGINT, sha256: STRING>"
WARNING = "STRUCT<code: STRING, path: STRING, offset: BIGINT, message: STRING>"
SCHEMA = f"""path STRING, pathBase64 STRING, fileType STRING, container STRING COMMENT 'JSON', size BIGINT, modified STRING,
  duration DOUBLE, durationEstimated BOOLEAN, timescale BIGINT, tracks ARRAY<{TRACK}>, metadata STRING COMMENT 'JSON', artwork ARRAY<{ARTWORK}>,
  chapters ARRAY<{CHAPTER}>, media ARRAY<{MEDIA}>, timed ARRAY<{TIMED}>, complete BOOLEAN,
  items ARRAY<{ITEM}>, warnings ARRAY<{WARNING}>,
  error STRUCT<code: STRING, message: STRING, path: STRING, offset: BIGINT>"""

# The number of files requested at once; serve accepts up to 1,024 requests.
BATCH = 256


class Dumper:
    """Dumps files with its own `metatool serve`, which it restarts after a crash."""

    def __init__(self, program, timeout):
        self._program = program
        self._timeout = timeout
        self._serve = None

    def dumps(self, paths):
        """The dump of each path, in order."""
        paths = iter(paths)
        while batch := list(itertools.islice(paths, BATCH)):
            answers = self._ask(batch)
            for path in batch:
                # Files without an answer are retried one by one, to find the one that crashed the process.
                yield answers.get(path) or self._ask([path]).get(path) or failed(
                    path, "lost", "metatool crashed or timed out on this file")

    def close(self):
        if self._serve:
            self._serve.close()

    def _ask(self, paths):
        """The answers received so far, by path."""
        answers = {}
        try:
            # One worker each: the partitions already read files in parallel.
            self._serve = self._serve or Serve(self._program, "-j", "1")
            for path, id in [(path, self._serve.start("dump", *words(path))) for path in paths]:
                answers[path] = answer(path, self._serve.lines(id, timeout=self._timeout))
        except (ConnectionError, queue.Empty):
            self._serve.kill()
            self._serve = None
        return answers


def words(path):
    """The arguments for a path; `--` only when needed, because parsing options takes longer than a dump."""
    return ["--", path] if path.startswith("-") else [path]


def answer(path, lines):
    """The result among the lines of an answer, or the error."""
    found = None
    for line in lines:
        if "result" in line:
            found = line["result"]
        elif "error" in line and found is None:
            found = failed(path, line["error"]["code"], line["error"]["message"])
    return found or failed(path, "lost", "metatool returned no result")


def failed(path, code, message):
    return {"path": path, "error": {"code": code, "message": message}}


def converter(type, comment=None):
    """Returns a function that converts a value of a dump to a Spark type."""
    if comment == "JSON":
        return lambda value: json.dumps(value, ensure_ascii=False)
    if isinstance(type, ArrayType):
        element = converter(type.elementType)
        return lambda values: [None if value is None else element(value) for value in values]
    if isinstance(type, StructType):
        members = [(field.name, converter(field.dataType, field.metadata.get("comment"))) for field in type]
        return lambda object: tuple(
            None if object.get(name) is None else convert(object[name]) for name, convert in members)
    plain = {LongType: int, DoubleType: float, BooleanType: bool}
    return plain.get(type.__class__, str)


def rows(paths, schema, program, timeout):
    """Yields a row for each path of a partition."""
    convert = converter(schema)
    dumper = Dumper(program, timeout)
    for dump in dumper.dumps(paths):
        try:
            yield convert(dump)
        except (TypeError, ValueError, AttributeError) as error:
            yield convert(failed(dump["path"], "conversion", f"does not match the schema: {error}"))
    dumper.close()


def table(spark, paths, program="metatool", timeout=60):
    """The data frame of metadata for a data frame of paths with one text column."""
    schema = spark.createDataFrame([], SCHEMA).schema
    found = paths.rdd.map(lambda row: row[0]).mapPartitions(lambda part: rows(part, schema, program, timeout))
    # The rows conform to the schema; verifying each again would take longer than reading its file.
    return spark.createDataFrame(found, schema, verifySchema=False)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("list")
    parser.add_argument("output")
    parser.add_argument("--metatool", default="metatool", help="path of the program on the workers")
    parser.add_argument("--partitions", type=int, help="default: four per core")
    parser.add_argument("--timeout", type=float, default=60, help="seconds to wait for a file (default: 60)")
    arguments = parser.parse_args()
    spark = SparkSession.builder.appName("metatool").getOrCreate()
    # Spark reads even a list of a million paths as one block.
    count = arguments.partitions or 4 * spark.sparkContext.defaultParallelism
    paths = spark.read.text(arguments.list).repartition(count)
    table(spark, paths, arguments.metatool, arguments.timeout).write.parquet(arguments.output)
    spark.stop()


if __name__ == "__main__":
    main()
