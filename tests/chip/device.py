"""The emulated Pico to measure: its firmware, its board, and the other content of its flash."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from host_tools.building import build, frozen, image
from host_tools.building.models import Model
from tests.chip import chip


@dataclass(frozen=True)
class Device:
    """The properties that all sessions have in common."""

    firmware: bytes  # the `make uf2` build, or a published MicroPython
    rom: Path  # the RP2040's boot ROM, or the folder of rp2350js, which includes the RP2350's
    target: str = "pico"  # a name in `frozen.TARGETS`
    board: str = ""  # the board of the board file; "" means the first board of the target
    plain: build.Build | None = None  # Gobelet as plain files, if `firmware` is a published MicroPython
    symbols: Mapping[str, Any] | None = None  # symbols of the firmware, for a profile
    chosen: tuple[tuple[str, str], ...] = ()  # settings in addition to those of a scenario's data

    def flash(self, data: Mapping[str, bytes], board_file: bool = True) -> bytes:
        """Return the whole flash with a player's data; without a board file, the first start asks for it."""
        if self.plain is None:
            files = image.FileSystem(self.blocks)
            if board_file:
                files.put_file("gobelet_board.py", build.board_source(self._board).encode())
            for name, content in data.items():
                files.put_file(f"data/{name}", content)
        else:
            files = image.installed_file_system(self.plain, data, self.blocks)
        return image.flash(self.firmware, files, self.blocks, self._model.flash)

    def play(
        self,
        flash: bytes,
        steps: Sequence[chip.Step],
        dice: Mapping[str, Any] | None = None,
        whole: bool = False,
        profiled: bool = False,
        battery: int = 0,
    ) -> chip.Session:
        """Power on, run the steps, power off; see `chip.run_session`."""
        symbols = self.symbols if profiled else None
        return chip.run_session(self.rom, flash, steps, dice, symbols, whole, self.definition(), battery)

    def definition(self) -> ModuleType:
        """Return the board file as a module."""
        return build.board_module(self._board)

    @property
    def storage_offset(self) -> int:
        """Offset of the file system in the flash."""
        return image.file_system_offset(self.blocks, self._model.flash)

    @property
    def _board(self) -> str:
        return self.board or frozen.boards(self.target)[0]

    @property
    def _model(self) -> Model:
        return frozen.TARGETS[self.target].model

    @property
    def blocks(self) -> int:
        """Number of blocks of the file system."""
        storage = frozen.storage_size(self.target) if self.plain is None else self._model.storage
        return storage // image.BLOCK
