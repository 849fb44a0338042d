"""Identify the MicroPython in a UF2 file, and find Gobelet's UF2 file for a Pico."""

from __future__ import annotations

import re
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path

from host_tools.building import build, frozen, models, uf2_blocks
from host_tools.building.models import Model
from host_tools.building.uf2_blocks import Uf2Error
from host_tools.device.remote import RemoteError

# maximum number of bytes that are read of a UF2 file; a UF2 file for a full flash of 4 MB has 8 MB
LARGEST = 16 << 20
_PAGE = "GOBELET_PAGE"  # file with the address of Gobelet's web page, from which UF2 files are downloaded
_FETCH_S = 30  # seconds without a received byte after which a download fails
_BUILT = re.compile(frozen.BUILT.encode() + rb"([0-9a-f]{16})")
_VERSION = re.compile(rb"MicroPython v(\d+)\.(\d+)")
_MACHINE = re.compile(
    b"(?:" + b"|".join(re.escape(each.machine.encode()) for each in models.MODELS) + rb")[ \w]* with RP2\d+"
)


@dataclass(frozen=True)
class File:
    """A UF2 file with MicroPython, in which Gobelet may be frozen.

    machine          the name of the board in this MicroPython.
    version          (major, minor) of this MicroPython.
    is_frozen        whether Gobelet is frozen into this MicroPython.
    build            build id of the frozen Gobelet, as frozen.build_id returns it, or "".
    erases_the_end   whether a Pico that gets the file also erases the last sector of its flash.
    """

    path: Path
    machine: str
    version: tuple[int, int]
    is_frozen: bool
    build: str = ""
    erases_the_end: bool = False

    def __str__(self) -> str:
        return f"MicroPython {self.version[0]}.{self.version[1]}" + (
            " with Gobelet inside" if self.is_frozen else ""
        )


def read(path: Path) -> File:
    """Read a UF2 file.

    Raises RemoteError unless the file holds a MicroPython that Gobelet supports.
    """
    try:
        with path.open("rb") as opened:
            uf2 = opened.read(LARGEST)
        content = uf2_blocks.read(uf2, *uf2_blocks.CHIPS)
    except OSError as fault:
        raise RemoteError(f"{path} cannot be read: {fault.strerror}.") from None
    except Uf2Error as fault:
        raise RemoteError(f"{path} is no whole UF2 file of MicroPython: {fault}.") from None
    named = identify_micropython(content)
    if named is None:
        raise RemoteError(f"{path} has no MicroPython for a Pico in it.")
    version, machine = named
    oldest = build.oldest()
    if version < oldest:
        raise RemoteError(
            f"{path} is MicroPython {version[0]}.{version[1]}; take {oldest[0]}.{oldest[1]} or newer."
        )
    built = _BUILT.search(content)
    is_frozen = frozen.START.encode() in content
    ends = uf2_blocks.erases_the_end(uf2)
    return File(path, machine, version, is_frozen, built[1].decode() if built else "", ends)


def gobelet_for(target: str, root: Path) -> File:
    """Return the UF2 file of Gobelet for one of frozen.TARGETS.

    The function returns the file of `make uf2` if it was built from the present sources. If not, the function
    downloads the file from the web page. Raises RemoteError if the download fails; the message names the ways to
    get a file.
    """
    built = root / "build" / "uf2" / frozen.file_name(target)
    stale = ""
    if built.is_file():
        file = read(built)
        if file.is_frozen and file.build == frozen.build_id(target, root):
            return file
        stale = f"{built.relative_to(root)} is not of these sources. "
    ways = (
        f"`make uf2 BOARD={target}` builds one, or `make flash UF2=FILE` takes the {built.name} of a release."
    )
    page = (root / _PAGE).read_text(encoding="utf-8").strip() if (root / _PAGE).is_file() else ""
    if not page:
        raise RemoteError(f"{stale}There is no {built.name} yet: {ways}")
    address = f"{page.rstrip('/')}/uf2/{built.name}"
    into = root / "build" / "published" / built.name
    try:
        download(address, into)
    except (OSError, ValueError) as fault:
        reason = getattr(fault, "reason", None) or getattr(fault, "strerror", None) or fault
        raise RemoteError(f"{stale}{address} cannot be fetched ({reason}): {ways}") from None
    return gobelet(into)


def gobelet(path: Path) -> File:
    """Read a UF2 file. Raises RemoteError if it does not contain Gobelet."""
    file = read(path)
    if not file.is_frozen:
        raise RemoteError(
            f"{path} is MicroPython without Gobelet: take the gobelet-....uf2 of `make uf2` or of a release."
        )
    return file


def download(address: str, path: Path) -> None:
    """Download a file, and store it at `path` once it is complete.

    Raises OSError or ValueError on failure.
    """
    if not address.startswith(("https://", "http://127.0.0.1:")):
        raise ValueError("no address that begins with https://")
    with urllib.request.urlopen(address, timeout=_FETCH_S) as answer:
        content = answer.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise ValueError("too large")
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_suffix(".part")
    beside.write_bytes(content)
    beside.replace(path)


def identify_micropython(flash: bytes) -> tuple[tuple[int, int], str] | None:
    """Return the version and the board name of the MicroPython in `flash`, or None."""
    version, machine = _VERSION.search(flash), _MACHINE.search(flash)
    if version is None or machine is None:
        return None
    return (int(version[1]), int(version[2])), machine[0].decode()


def machines(model: Model) -> list[str]:
    """Return the machine names of the published MicroPythons that suit a model.

    The list has the machine name of the model itself. The list also has the Pico's machine name if the model's flash
    and file system have the same sizes as the Pico's.
    """
    return [each.machine for each in models.MODELS if each is model or _has_same_size(each, model)]


def _has_same_size(one: Model, other: Model) -> bool:
    return one == models.GENERIC and (one.storage, one.flash) == (other.storage, other.flash)
