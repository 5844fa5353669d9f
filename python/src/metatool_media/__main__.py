"""``python -m metatool_media`` runs the program ``metatool``."""

from ._program import main

main()
