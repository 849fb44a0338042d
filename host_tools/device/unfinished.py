"""The remaining steps of an interrupted `make flash`, in a file on this computer.

The flash tool writes the file before the device opens its drive, and removes it once the player's data is
restored.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from host_tools.device.data import DataError

_NAME = "gobelet-unfinished-{}.json"


@dataclass(frozen=True)
class Unfinished:
    """The remaining steps of one `make flash`.

    device   the unique id of the Pico's chip.
    target   the name in frozen.TARGETS of the UF2 file to copy.
    moves    whether the file system changes its address in the flash, so that the data must be restored.
    formats  whether the new file system must still be formatted.
    backup   the name of the zip with the player's data, or "".
    board    the text of the board file to write, or "".
    """

    device: str
    target: str
    moves: bool
    formats: bool
    backup: str
    board: str

    def save(self, folder: Path) -> None:
        path = _path(folder, self.device)
        beside = path.with_suffix(".tmp")
        try:
            beside.write_text(json.dumps(asdict(self), indent=1) + "\n", encoding="utf-8")
            beside.replace(path)
        except OSError as fault:
            raise DataError(f"{path} cannot be written: {fault.strerror}.") from None


def load(folder: Path, device: str) -> Unfinished | None:
    """Return the remaining steps for the device with this chip id, or None."""
    return _read_file(_path(folder, device))


def every(folder: Path) -> Iterator[Unfinished]:
    """Yield the remaining steps of each interrupted `make flash` from `folder`."""
    for path in sorted(folder.glob(_NAME.format("*"))):
        found = _read_file(path)
        if found is not None:
            yield found


def forget(folder: Path, device: str) -> None:
    """Remove the file with the remaining steps for a device."""
    _path(folder, device).unlink(missing_ok=True)


def _path(folder: Path, device: str) -> Path:
    return folder / _NAME.format(device)


def _read_file(path: Path) -> Unfinished | None:
    try:
        said = json.loads(path.read_text(encoding="utf-8"))
        found = Unfinished(**said)
        if [type(value) for value in asdict(found).values()] != [str, str, bool, bool, str, str]:
            raise TypeError
    except FileNotFoundError:
        return None
    except (OSError, ValueError, TypeError):
        raise DataError(f"{path}, of a flash that was stopped, is damaged: move it elsewhere.") from None
    return found
