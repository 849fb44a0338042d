"""The emulated Pico as a desk sees it over USB: a serial port while a program runs, a drive while its boot ROM waits.

    with Pico(rom, flash, folder) as pico, pico.on_this_desk():
        flash_tool.main([])
    pico.flash              # as it was left

Its boot ROM starts what is in the flash if the first 256 bytes have their checksum, and opens the drive if not, or if
the program asks for it. When the drive has got all blocks of a UF2 file it goes, and the chip starts what is there.
"""

from __future__ import annotations

import errno
import os
import shutil
import struct
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from types import SimpleNamespace, TracebackType
from typing import IO, Any
from unittest import mock

from host_tools.building import uf2_blocks
from host_tools.device import drive, remote
from tests.chip.port import Moment, Port

INFO = "UF2 Bootloader v3.0\r\nModel: Raspberry Pi RP2\r\nBoard-ID: RPI-RP2\r\n"
_PICO = "2e8a:0005"  # vendor and product of its port
_POLYNOMIAL = 0x04C11DB7
_FIRST = 256  # bytes that the boot ROM copies and starts, the last four their checksum
_COUNT_AT = 24  # in a block: how many there are
_LOOK_S = 0.05
_GONE_S = 20
_ANEW_S = 2


@dataclass(frozen=True)
class Trouble:
    """What goes wrong at this Pico.

    Each but the last six is an instant at which its power goes: it stays dark then.

    asked     when a program asks for the drive, or when somebody is asked before a copy
    half      half of the blocks have come
    before    in what ran before the copy: something is said or typed
    behind    likewise in what was copied
    writes    with this erasure or write of the flash by what was copied, counted from 1
    anew      when a program asks for the drive the power goes, and comes back two seconds later
    late      seconds until the drive is there
    read_only the first file is refused
    broken    the desk is told of an error when all blocks have come
    unseen    the tools do not find the drive, but who sits there does
    """

    asked: bool = False
    half: bool = False
    before: Moment | None = None
    behind: Moment | None = None
    writes: int = 0
    anew: bool = False
    late: float = 0
    read_only: bool = False
    broken: bool = False
    unseen: bool = False


def checksum(data: bytes) -> int:
    """As the boot ROM makes it: CRC-32/MPEG-2."""
    rest = 0xFFFFFFFF
    for byte in data:
        rest ^= byte << 24
        for _ in range(8):
            rest = (rest << 1) ^ (_POLYNOMIAL if rest & 0x80000000 else 0)
        rest &= 0xFFFFFFFF
    return rest


def is_startable(flash: bytes) -> bool:
    """Whether the boot ROM of an RP2040 starts what is in a flash."""
    return struct.pack("<I", checksum(flash[: _FIRST - 4])) == flash[_FIRST - 4 : _FIRST]


class Pico:
    """bootsel: its button is held while it is plugged in."""

    def __init__(
        self, rom: Path, flash: bytes, folder: Path, trouble: Trouble | None = None, bootsel: bool = False
    ) -> None:
        self.flash = flash  # that of a program that runs is the port's
        self.is_dark = False  # the power went
        self.starts: list[Port] = []  # each power-on, a drive's end too
        self.copied = 0  # blocks
        self._rom = rom
        self._folder = folder
        self._trouble = trouble or Trouble()
        self._bootsel = bootsel
        self._link = folder / "ttyACM0"
        self._places = folder / "media"
        self._drive = (folder / "elsewhere" if self._trouble.unseen else self._places) / "RPI-RP2"
        self._opens_at: float | None = None  # the drive
        self._refuses = self._trouble.read_only
        self._went = threading.Event()  # the drive
        self._anew = self._trouble.anew
        self._leaving = False
        self._fault: BaseException | None = None

    def __enter__(self) -> Pico:
        self._folder.mkdir(parents=True, exist_ok=True)
        self._drive.mkdir(parents=True, exist_ok=True)
        if self._bootsel or not is_startable(self.flash):
            self._open_drive()
        else:
            self._start(Port(self._rom, self.flash, self._next(), pulled=self._trouble.before))
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._leaving = True
        self._thread.join()
        if self._link.is_symlink():
            self._leave_port()
        self._close_drive()
        if self._fault is not None and error is None:
            raise self._fault

    @property
    def port(self) -> str:
        return str(self._link)

    @contextmanager
    def on_this_desk(self) -> Iterator[None]:
        """The tools of this process find its port, which pyserial does not list, and its drive where systems put it."""
        place = f"{self._places}/*"
        with (
            mock.patch.object(remote, "ports", self._ports),
            mock.patch.object(drive, "_PLACES", (place,)),
            mock.patch.object(drive, "os", SimpleNamespace(fsync=self._sync)),
            mock.patch.object(Path, "open", self._opening(Path.open)),
        ):
            yield

    def _ports(self, program: Sequence[str] = ()) -> list[remote.Port]:
        return [remote.Port(self.port, _PICO, "MicroPython")] if self._link.exists() else []

    def copy_by_hand(self, uf2: Path) -> None:
        """Somebody copies a file onto its drive."""
        shutil.copyfile(uf2, self._drive / uf2.name)

    def asked(self) -> None:
        """Somebody is asked before a copy."""
        if self._trouble.asked:
            self._darken()

    # Inside

    def _next(self) -> Path:
        return self._folder / f"start{len(self.starts)}"

    def _start(self, port: Port) -> None:
        self.starts.append(port)
        port.__enter__()
        self._link.symlink_to(port.path)

    def _leave_port(self) -> None:
        port = self.starts[-1]
        self._link.unlink()
        port.__exit__(None, None, None)
        self.flash = port.flash

    def _watch(self) -> None:
        try:
            while not self._leaving:
                time.sleep(_LOOK_S)
                self._look()
        except BaseException as fault:
            self._fault = fault
            self.is_dark = True

    def _look(self) -> None:
        if self._link.is_symlink():
            port = self.starts[-1]
            if port.is_over:
                self._leave_port()
                if port.asks_for_drive and self._anew:
                    self._anew = False
                    time.sleep(_ANEW_S)
                    self._start(Port(self._rom, self.flash, self._next()))
                elif port.asks_for_drive and not self._trouble.asked:
                    self._wait_for_file(self._trouble.late)
                else:
                    self._darken()
        elif self._opens_at is not None and time.monotonic() >= self._opens_at:
            self._open_drive()
        elif (file := self._came()) is not None:
            self._take(file)

    def _open_drive(self) -> None:
        self._opens_at = None
        (self._drive / "INFO_UF2.TXT").write_text(INFO)

    def _wait_for_file(self, seconds: float) -> None:
        self._opens_at = time.monotonic() + seconds

    def _came(self) -> bytes | None:
        """A UF2 file of which all blocks are on the drive."""
        for path in self._drive.glob("*.uf2"):
            size = path.stat().st_size
            if size >= uf2_blocks.BLOCK:
                content = path.read_bytes()
                (count,) = struct.unpack_from("<I", content, _COUNT_AT)
                if len(content) == count * uf2_blocks.BLOCK:
                    return content
        return None

    def _take(self, uf2: bytes) -> None:
        count = len(uf2) // uf2_blocks.BLOCK
        count = count // 2 if self._trouble.half else count
        *_, flash = islice(uf2_blocks.dragged(uf2, self.flash), count)
        self.flash = bytes(flash)
        self.copied = count
        if self._trouble.half:
            self._darken()
            return
        self._close_drive()
        if is_startable(self.flash):
            trouble = self._trouble
            self._start(Port(self._rom, self.flash, self._next(), cut=trouble.writes, pulled=trouble.behind))
        else:
            self._wait_for_file(0)

    def _darken(self) -> None:
        self.is_dark = True
        self._opens_at = None
        self._close_drive()

    def _close_drive(self) -> None:
        for path in sorted(self._drive.glob("*")):  # first what says that it is there
            path.unlink(missing_ok=True)
        self._went.set()

    def _sync(self, file: int) -> None:
        """What the desk is told when it has written a file onto the drive."""
        if (self._trouble.broken or self._trouble.half) and self._went.wait(_GONE_S):
            raise OSError(errno.EIO, os.strerror(errno.EIO))

    def _opening(self, opens: Any) -> Any:
        def opened(path: Path, mode: str = "r", *words: Any, **more: Any) -> IO[Any]:
            if self._refuses and path.parent == self._drive and "w" in mode and path.suffix == ".uf2":
                self._refuses = False  # somebody mounts it anew
                raise OSError(errno.EROFS, os.strerror(errno.EROFS))
            return opens(path, mode, *words, **more)  # type: ignore[no-any-return]

        return opened
