"""Puts the static program into the wheel, and gives the wheel the tag of the machine."""

import os
import platform
from typing import Any, Dict

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# The program needs no library, so every Linux has what it needs; the older names are for older installers.
PLATFORMS = ("manylinux_2_17", "manylinux2014", "musllinux_1_1")
# The machine in the header of an ELF file, and its name in tags.
MACHINES = {62: "x86_64", 183: "aarch64"}


class ProgramHook(BuildHookInterface):
    def initialize(self, version: str, build_data: Dict[str, Any]) -> None:
        if self.target_name != "wheel":
            raise RuntimeError("only a wheel can be built: it has the program")
        if version == "editable":
            # There METATOOL names the program.
            return
        program = os.path.abspath(os.path.join(self.root, "..", "bin", "metatool"))
        machine = machine_of(program)
        build_data["pure_python"] = False
        build_data["tag"] = "py3-none-" + ".".join(sorted(f"{name}_{machine}" for name in PLATFORMS))
        build_data["force_include"][program] = "metatool_media/bin/metatool"


def machine_of(program: str) -> str:
    """The machine that a program is for, by its own header."""
    try:
        with open(program, "rb") as file:
            header = file.read(20)
    except OSError as error:
        raise RuntimeError(f"the program is not built: {error}") from error
    if platform.system() != "Linux" or header[:6] != b"\x7fELF\x02\x01":
        raise RuntimeError(f"{program}: is not a program for 64-bit Linux")
    number = int.from_bytes(header[18:20], "little")
    if number not in MACHINES:
        raise RuntimeError(f"{program}: is for a machine that has no wheels here (number {number})")
    return MACHINES[number]
