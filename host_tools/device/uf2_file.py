"""Which MicroPython a UF2 file has."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from host_tools.building import build, frozen, models, uf2_blocks
from host_tools.building.models import Model
from host_tools.building.uf2_blocks import Uf2Error
from host_tools.device.remote import RemoteError

LARGEST = 16 << 20  # bytes of a file that are read; a whole one of the largest flash has half of them
_BUILT = re.compile(frozen.BUILT.encode() + rb"([0-9a-f]{16})")
_VERSION = re.compile(rb"MicroPython v(\d+)\.(\d+)")
_MACHINE = re.compile(
    b"(?:" + b"|".join(re.escape(each.machine.encode()) for each in models.MODELS) + rb")[ \w]* with RP2\d+"
)


@dataclass(frozen=True)
class File:
    """A UF2 file with a MicroPython: for which machine, its version, and whether Gobelet is inside.

    build   of that Gobelet, as frozen.build_id has it; "" if it does not say
    """

    path: Path
    machine: str
    version: tuple[int, int]
    inside: bool
    build: str = ""

    def __str__(self) -> str:
        return f"MicroPython {self.version[0]}.{self.version[1]}" + (
            " with Gobelet inside" if self.inside else ""
        )


def read(path: Path) -> File:
    """Look at a UF2 file. RemoteError if it is none of a MicroPython that Gobelet starts on."""
    try:
        with path.open("rb") as opened:
            content = uf2_blocks.read(opened.read(LARGEST), *uf2_blocks.CHIPS)
    except OSError as fault:
        raise RemoteError(f"{path} cannot be read: {fault.strerror}.") from None
    except Uf2Error as fault:
        raise RemoteError(f"{path} is no whole UF2 file of MicroPython: {fault}.") from None
    named = found_in(content)
    if named is None:
        raise RemoteError(f"{path} has no MicroPython for a Pico in it.")
    version, machine = named
    oldest = build.oldest()
    if version < oldest:
        raise RemoteError(
            f"{path} is MicroPython {version[0]}.{version[1]}; take {oldest[0]}.{oldest[1]} or newer."
        )
    built = _BUILT.search(content)
    return File(path, machine, version, frozen.START.encode() in content, built[1].decode() if built else "")


def found_in(flash: bytes) -> tuple[tuple[int, int], str] | None:
    """Version and machine of the MicroPython in a flash, None if there is none for a Pico."""
    version, machine = _VERSION.search(flash), _MACHINE.search(flash)
    if version is None or machine is None:
        return None
    return (int(version[1]), int(version[2])), machine[0].decode()


def machines(model: Model) -> list[str]:
    """How the MicroPython begins to call itself that does for a model: its own, and one with as large a file system."""
    return [each.machine for each in models.MODELS if each is model or _alike(each, model)]


def _alike(one: Model, other: Model) -> bool:
    return one == models.GENERIC and (one.storage, one.flash) == (other.storage, other.flash)
