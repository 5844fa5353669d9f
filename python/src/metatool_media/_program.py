"""Finds the program, and runs it as a console script."""

import os
import shutil
import sys
from typing import List, NoReturn, Optional, Union

from ._errors import ProgramMissingError

BUNDLED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "metatool")


def find(program: Optional[Union[str, "os.PathLike[str]"]] = None) -> str:
    """The program to run: the argument, else ``METATOOL``, else the one in this package, else the one on ``PATH``."""
    named = os.fspath(program) if program is not None else os.environ.get("METATOOL")
    if named:
        found = shutil.which(named)
        if found is None:
            raise ProgramMissingError("program not found", code="noProgram", path=named)
        return os.path.abspath(found)
    if os.access(BUNDLED, os.X_OK):
        return BUNDLED
    on_path = shutil.which("metatool")
    if on_path is None or _is_console_script(on_path):
        raise ProgramMissingError(
            "metatool was not found in this package or on PATH, and METATOOL is not set", code="noProgram")
    return os.path.abspath(on_path)


def _is_console_script(path: str) -> bool:
    """Whether a file is the console script of this package, which would run itself endlessly."""
    try:
        with open(path, "rb") as file:
            return b"metatool_media" in file.read(4096)
    except OSError:
        return False


def main(arguments: Optional[List[str]] = None) -> NoReturn:
    """Replaces this process by the program, with the same arguments."""
    try:
        program = find()
    except ProgramMissingError as error:
        sys.exit(f"metatool: {error}")
    words = sys.argv[1:] if arguments is None else arguments
    os.execv(program, ["metatool", *words])


if __name__ == "__main__":
    main()
