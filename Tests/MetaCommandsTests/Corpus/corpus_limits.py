"""Dumps each file in the corpus in a separate process, and checks exit codes, time and memory.

usage: corpus_limits.py METATOOL CORPUS
"""

import csv
import os
import subprocess
import sys
import time

SECONDS, KIBIBYTES, READ_SHARE = 1.0, 64 * 1024, 0.98
CORE = {"MP4/M4V", "M4A/M4B/M4P", "QuickTime MOV", "3GP/3G2", "MP4 fragment/other", "MP3/MP2/MP1", "AAC", "AIFF",
        "WAV", "ID3 tag only"}


def dump(tool, path):
    start = time.monotonic()
    process = subprocess.Popen([tool, "dump", path], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    # The limit is on CPU time, so that a busy machine does not matter; wall time detects hangs.
    busy = usage.ru_utime + usage.ru_stime
    return process.returncode, busy, time.monotonic() - start, usage.ru_maxrss


def main():
    tool, corpus = sys.argv[1:]
    problems, read, normal, slowest, largest = [], 0, 0, 0, 0
    with open(os.path.join(corpus, "manifest.tsv"), encoding="utf-8") as manifest:
        rows = list(csv.DictReader(manifest, delimiter="\t", quoting=csv.QUOTE_NONE))
    for row in rows:
        code, busy, wall, rss = dump(tool, os.path.join(corpus, "files", row["path"]))
        slowest, largest = max(slowest, busy), max(largest, rss)
        if code not in (0, 65, 69) or busy > SECONDS or wall > 20 * SECONDS or rss > KIBIBYTES:
            problems.append(f"{row['path']}: exit {code}, {busy:.2f} s, {rss // 1024} MiB")
        if row["class"] == "normal" and row["format"] in CORE:
            normal += 1
            read += code == 0
            if code != 0:
                print(f"not read: exit {code} {row['path']} ({row['format']})")
    if read < READ_SHARE * normal:
        problems.append(f"only {read} of {normal} normal files are read")
    print(f"{len(rows)} files, at most {slowest:.3f} s and {largest // 1024} MiB; {read} of {normal} normal files read")
    print("\n".join(problems))
    sys.exit(1 if problems else 0)


main()
