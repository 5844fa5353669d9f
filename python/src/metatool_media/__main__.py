"""``python -m metatool_media`` is the program ``metatool``."""

from ._program import main

main()
