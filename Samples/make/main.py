"""Generates the samples, writes those that changed, and updates the table in the README."""

import pathlib

from . import catalog

# Each module registers its samples, in the order of the table.
from . import asf_samples, itunes_samples, layout_samples, quicktime_samples, timed_samples  # noqa: F401
from . import id3_samples, other_samples, tagged_samples, xiph_samples  # noqa: F401

FOLDER = pathlib.Path(__file__).resolve().parent.parent
BEGIN, END = "<!-- begin table -->\n", "<!-- end table -->\n"


def main():
    for name, function in catalog.SAMPLES.items():
        replace(FOLDER / name, function())
    readme = FOLDER / "README.md"
    replace(readme, with_table(readme.read_text()).encode())


def replace(path, content):
    """Writes the file and prints its name if it has changed."""
    if path.exists() and path.read_bytes() == content:
        return
    path.write_bytes(content)
    print(path.name)


def with_table(text):
    head, _, rest = text.partition(BEGIN)
    _, _, tail = rest.partition(END)
    rows = ["| file | bytes | purpose and contents |", "| --- | ---: | --- |"]
    for name, function in catalog.SAMPLES.items():
        size = (FOLDER / name).stat().st_size
        rows.append(f"| `{name}` | {size} | {catalog.purpose(function)} |")
    return head + BEGIN + "\n".join(rows) + "\n" + END + tail
