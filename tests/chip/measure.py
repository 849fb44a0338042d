"""Play scenarios on the chip, several at once, and keep what has to be known of each."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from host_tools.building import build, frozen, image
from host_tools.building.models import Model
from tests.chip import chip, desk, figures, scenario
from tests.chip.chip import Answer
from tests.chip.figures import Load, Memory

_NAMED = re.compile(r"<(\S+) (\S+)>")


@dataclass(frozen=True)
class Device:
    """What is the same in all sessions."""

    firmware: bytes  # MicroPython
    rom: Path  # the boot ROM of the RP2040; or the folder of rp2350js, which has the RP2350's
    made: build.Build
    symbols: Mapping[str, Any] | None = None
    frozen: bool = False  # our modules are in `firmware`, and the file system begins where `make uf2` lets it
    target: str = "pico"  # one of `frozen.TARGETS`
    taken: int = 0  # blocks of the file system that something else has
    chosen: tuple[tuple[str, str], ...] = ()  # settings on top of those of a scenario's data

    def flash(self, data: Mapping[str, bytes]) -> bytes:
        """All of the flash, with a player's data."""
        if self.frozen:
            files = image.FileSystem(self._blocks)
            board = frozen.boards(self.target)[0]
            files.put("gobelet_board.py", build.board_source(board).encode())  # chosen before
            for name, content in data.items():
                files.put(f"data/{name}", content)
        else:
            files = image.installed(self.made, data, self._blocks)
        if self.taken:
            # Block n of a file begins with a pointer of 4 bytes for each power of two that divides n.
            files.put("taken", bytes(self.taken * (image.BLOCK - 8)))
        return image.flash(self.firmware, files, self._blocks, self._model.flash)

    @property
    def start(self) -> int:
        """Where the file system begins in the flash."""
        return image.start(self._blocks, self._model.flash)

    @property
    def _model(self) -> Model:
        return frozen.TARGETS[self.target].model

    @property
    def _blocks(self) -> int:
        """Of the file system."""
        storage = frozen.storage(self.target) if self.frozen else self._model.storage
        return storage // image.BLOCK

    def typed(self, steps: Sequence[chip.Step]) -> list[chip.Step]:
        """Steps with the device's names in what they type, short ones where it has packs: see `scenario.load`."""
        names = {}
        if not self.frozen:
            names = json.loads(build.names_path(self.made.folder).read_text(encoding="utf-8"))

        def short(found: re.Match[str]) -> str:
            if self.frozen:
                return found[2]
            return next(name for name, meant in names[found[1]].items() if found[2] in meant)

        return [
            {**step, "type": _NAMED.sub(short, step["type"])} if "type" in step else step for step in steps
        ]


@dataclass
class Played:
    name: str
    answers: list[Answer]
    memory: list[Memory]
    loads: list[Load]
    tapped: list[tuple[bytes, list[bytes]]]  # shown at the end of a line of taps, and the desk's pictures
    profiles: list[tuple[str, dict[str, Any]]]
    seconds: float  # of the chip's time
    restless: list[str]  # what the keys are tagged after which the device works on for ever
    raised: list[str]  # exceptions that the player was told of in plain words


def play(device: Device, name: str, profile: bool = False) -> Played:
    hold_ms = desk.hold_ms()
    wanted = scenario.load(name, hold_ms)
    if profile:
        wanted = wanted.profiled()
    data = desk.with_settings(desk.state(wanted.state), device.chosen)
    steps = device.typed(wanted.steps)
    session = chip.play(device.rom, device.flash(data), steps, symbols=device.symbols if profile else None)
    said = session.said()
    heaps, loads = wanted.asked("heap"), wanted.asked("load")
    memory = [figures.memory(heaps[number], text) for number, text in said if number in heaps]
    loaded = [figures.load(loads[number], text) for number, text in said if number in loads]
    after = [number + 1 for number, step in enumerate(wanted.steps) if "taps" in step]
    shown = [session.pictures.get(number, session.picture) for number in after]
    tapped = list(zip(shown, desk.tapped(wanted, data), strict=True)) if shown else []
    seconds = session.end["t"] / 1000
    restless = sorted({wanted.steps[number].get("tag", "") for number in session.restless()})
    raised = session.raised()
    answers = session.answers(hold_ms)
    return Played(name, answers, memory, loaded, tapped, session.profiles(), seconds, restless, raised)


def play_all(device: Device, names: Sequence[str], profile: bool = False) -> Iterator[Played]:
    """Each as soon as it is done."""
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        running = [pool.submit(play, device, name, profile) for name in names]
        for done in as_completed(running):
            yield done.result()
