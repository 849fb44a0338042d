"""The emulated Pico as seen over USB: a serial port while a program runs, a drive while the bootloader runs.

    with Pico(rom, flash, folder) as pico, pico.on_this_desk():
        flash_tool.main([])
    pico.flash              # the final content

The boot ROM starts the program in the flash if the first 256 bytes have a valid checksum; otherwise, or if a program
enters the bootloader, it opens the drive. When all blocks of a UF2 file have arrived, the drive closes and the chip
restarts.
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
_PICO = "2e8a:0005"  # USB vendor and product of the Pico's port
_POLYNOMIAL = 0x04C11DB7
_FIRST = 256  # bytes that the boot ROM copies and starts, the last four their checksum
_COUNT_AT = 24  # offset in a block of the number of blocks
_LOOK_S = 0.05
_GONE_S = 20
_ANEW_S = 2


@dataclass(frozen=True)
class Trouble:
    """A fault to inject. The first five fields cut the power, which then stays off.

    asked      when a program enters the bootloader, or when the tool asks before the copy
    half       after half of the blocks
    before     at this moment of the conversation with the old program
    behind     at this moment of the conversation with the new program
    writes     at this erase or program operation of the new program, counted from 1
    anew       cut the power when a program enters the bootloader, and restore it two seconds later
    late       seconds until the drive appears
    read_only  refuse the first file with an error of the file system
    broken     report an I/O error after the last block
    unseen     hide the drive from the tools; the user sees it
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


def block_checksum(data: bytes) -> int:
    """Return the CRC-32/MPEG-2 of the data, as the boot ROM computes it."""
    rest = 0xFFFFFFFF
    for byte in data:
        rest ^= byte << 24
        for _ in range(8):
            rest = (rest << 1) ^ (_POLYNOMIAL if rest & 0x80000000 else 0)
        rest &= 0xFFFFFFFF
    return rest


def is_startable(flash: bytes) -> bool:
    """Tell whether the boot ROM of an RP2040 starts the program in a flash."""
    return struct.pack("<I", block_checksum(flash[: _FIRST - 4])) == flash[_FIRST - 4 : _FIRST]


class Pico:
    """An emulated Pico on a USB cable. bootsel: the BOOTSEL button is held at power-on."""

    def __init__(
        self, rom: Path, flash: bytes, folder: Path, trouble: Trouble | None = None, bootsel: bool = False
    ) -> None:
        self.flash = flash  # up to date while no program runs
        self.is_dark = False  # whether the power was cut
        self.starts: list[Port] = []  # one port for each start of a program
        self.copied = 0  # blocks of the last file
        self._rom = rom
        self._folder = folder
        self._trouble = trouble or Trouble()
        self._bootsel = bootsel
        self._link = folder / "ttyACM0"
        self._places = folder / "media"
        self._drive = (folder / "elsewhere" if self._trouble.unseen else self._places) / "RPI-RP2"
        self._opens_at: float | None = None  # when the drive is to open
        self._refuses = self._trouble.read_only
        self._went = threading.Event()  # set when the drive has closed
        self._anew = self._trouble.anew
        self._leaving = False
        self._fault: BaseException | None = None

    def __enter__(self) -> Pico:
        self._folder.mkdir(parents=True, exist_ok=True)
        self._drive.mkdir(parents=True, exist_ok=True)
        if self._bootsel or not is_startable(self.flash):
            self._open_drive()
        else:
            self._start_program(Port(self._rom, self.flash, self._next_folder(), pulled=self._trouble.before))
        self._thread = threading.Thread(target=self._watch_state, daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._leaving = True
        self._thread.join()
        if self._link.is_symlink():
            self._leave_port()
            self.is_dark = self.starts[-1].dead
        self._close_drive()
        if self._fault is not None and error is None:
            raise self._fault

    @property
    def port(self) -> str:
        return str(self._link)

    @contextmanager
    def on_this_desk(self) -> Iterator[None]:
        """Make the tools of this process find the port, which pyserial does not list, and the drive."""
        place = f"{self._places}/*"
        with (
            mock.patch.object(remote, "ports", self._list_ports),
            mock.patch.object(drive, "_PLACES", (place,)),
            mock.patch.object(drive, "os", SimpleNamespace(fsync=self.fsync_or_fail)),
            mock.patch.object(Path, "open", self._checked_open(Path.open)),
        ):
            yield

    def _list_ports(self, program: Sequence[str] = ()) -> list[remote.Port]:
        return [remote.Port(self.port, _PICO, "MicroPython")] if self._link.exists() else []

    def copy_by_hand(self, uf2: Path) -> None:
        """Copy a file onto the drive, as a user does."""
        shutil.copyfile(uf2, self._drive / uf2.name)

    def on_question(self) -> None:
        """Note that the tool asks the user before the copy."""
        if self._trouble.asked:
            self._cut_power()

    # Inside

    def _next_folder(self) -> Path:
        return self._folder / f"start{len(self.starts)}"

    def _start_program(self, port: Port) -> None:
        self.starts.append(port)
        port.__enter__()
        self._link.symlink_to(port.path)

    def _leave_port(self) -> None:
        port = self.starts[-1]
        self._link.unlink()
        port.__exit__(None, None, None)
        self.flash = port.flash

    def _watch_state(self) -> None:
        try:
            while not self._leaving:
                time.sleep(_LOOK_S)
                self._update_state()
        except BaseException as fault:
            self._fault = fault
            self.is_dark = True

    def _update_state(self) -> None:
        if self._link.is_symlink():
            port = self.starts[-1]
            if port.is_over:
                self._leave_port()
                if port.asks_for_drive and self._anew:
                    self._anew = False
                    time.sleep(_ANEW_S)
                    self._start_program(Port(self._rom, self.flash, self._next_folder()))
                elif port.asks_for_drive and not self._trouble.asked:
                    self._wait_for_file(self._trouble.late)
                else:
                    self._cut_power()
        elif self._opens_at is not None and time.monotonic() >= self._opens_at:
            self._open_drive()
        elif (file := self._complete_file()) is not None:
            self._take_file(file)

    def _open_drive(self) -> None:
        self._opens_at = None
        (self._drive / "INFO_UF2.TXT").write_text(INFO)

    def _wait_for_file(self, seconds: float) -> None:
        self._opens_at = time.monotonic() + seconds

    def _complete_file(self) -> bytes | None:
        """Return the UF2 file on the drive, or None until it is complete."""
        for path in self._drive.glob("*.uf2"):
            size = path.stat().st_size
            if size >= uf2_blocks.BLOCK:
                content = path.read_bytes()
                (count,) = struct.unpack_from("<I", content, _COUNT_AT)
                if len(content) == count * uf2_blocks.BLOCK:
                    return content
        return None

    def _take_file(self, uf2: bytes) -> None:
        count = len(uf2) // uf2_blocks.BLOCK
        count = count // 2 if self._trouble.half else count
        *_, flash = islice(uf2_blocks.flash_states(uf2, self.flash), count)
        self.flash = bytes(flash)
        self.copied = count
        if self._trouble.half:
            self._cut_power()
            return
        self._close_drive()
        if is_startable(self.flash):
            trouble = self._trouble
            self._start_program(
                Port(self._rom, self.flash, self._next_folder(), cut=trouble.writes, pulled=trouble.behind)
            )
        else:
            self._wait_for_file(0)

    def _cut_power(self) -> None:
        self.is_dark = True
        self._opens_at = None
        self._close_drive()

    def _close_drive(self) -> None:
        for path in sorted(self._drive.glob("*")):  # sorted, so that INFO_UF2.TXT is first
            path.unlink(missing_ok=True)
        self._went.set()

    def fsync_or_fail(self, file: int) -> None:
        """Stand in for fsync of a file on the drive. Raises OSError if that is the fault to inject."""
        if (self._trouble.broken or self._trouble.half) and self._went.wait(_GONE_S):
            raise OSError(errno.EIO, os.strerror(errno.EIO))

    def _checked_open(self, opens: Any) -> Any:
        def open_checked(path: Path, mode: str = "r", *words: Any, **more: Any) -> IO[Any]:
            if self._refuses and path.parent == self._drive and "w" in mode and path.suffix == ".uf2":
                self._refuses = False  # the user then mounts it for writing
                raise OSError(errno.EROFS, os.strerror(errno.EROFS))
            return opens(path, mode, *words, **more)  # type: ignore[no-any-return]

        return open_checked
