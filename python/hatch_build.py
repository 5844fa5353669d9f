"""Adds the static program to the wheel, and gives the wheel the tag for its machine type."""

import os
import platform
from typing import Any, Dict

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# The program is static, so the wheel is compatible with every Linux distribution; the older names are for older installers.
PLATFORMS = ("manylinux_2_17", "manylinux2014", "musllinux_1_1")
# Machine types in the headers of ELF files, and their names in tags.
MACHINES = {62: "x86_64", 183: "aarch64"}


class ProgramHook(BuildHookInterface):
    def initialize(self, version: str, build_data: Dict[str, Any]) -> None:
        if self.target_name != "wheel":
            raise RuntimeError("only wheels can be built, because they contain the program")
        if version == "editable":
            # Editable installations use the program named by METATOOL.
            return
        program = os.path.abspath(os.path.join(self.root, "..", "bin", "metatool"))
        machine = machine_of(program)
        build_data["pure_python"] = False
        build_data["tag"] = "py3-none-" + ".".join(sorted(f"{name}_{machine}" for name in PLATFORMS))
        build_data["force_include"][program] = "metatool_media/bin/metatool"


def machine_of(program: str) -> str:
    """The machine type of a program, from its ELF header."""
    try:
        with open(program, "rb") as file:
            header = file.read(20)
    except OSError as error:
        raise RuntimeError(f"the program has not been built: {error}") from error
    if platform.system() != "Linux" or header[:6] != b"\x7fELF\x02\x01":
        raise RuntimeError(f"{program}: not a program for 64-bit Linux")
    number = int.from_bytes(header[18:20], "little")
    if number not in MACHINES:
        raise RuntimeError(f"{program}: the ELF machine type {number} is not supported")
    return MACHINES[number]
