"""What a flash that was stopped has left to do: a file on the desk, from before the device opens its drive until what
was played is on it again.
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
    """
    device   the chip's own number
    target   which Gobelet it gets, see frozen.TARGETS
    moves    whether the file system goes elsewhere, so that what was played has to be put back
    formats  whether the new one is still to be made
    backup   the zip of what was played; "" if there was nothing
    board    the board file that is to be on it; "" for none
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
    """What is left to do for a device; None if nothing is."""
    return _read(_path(folder, device))


def every(folder: Path) -> Iterator[Unfinished]:
    """What is left to do for any device."""
    for path in sorted(folder.glob(_NAME.format("*"))):
        found = _read(path)
        if found is not None:
            yield found


def forget(folder: Path, device: str) -> None:
    _path(folder, device).unlink(missing_ok=True)


def _path(folder: Path, device: str) -> Path:
    return folder / _NAME.format(device)


def _read(path: Path) -> Unfinished | None:
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
