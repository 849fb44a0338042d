"""Tests of the parts of `make chip ARGS="--flash uf2"` that need no emulated chip."""

from __future__ import annotations

from pathlib import Path

import pytest

from host_tools.building import build, frozen, image
from host_tools.device import copy_uf2, data
from tests.chip import flashing_uf2
from tests.chip.__main__ import NOT_RUN
from tests.chip.__main__ import main as chip_main
from tests.chip.chip import ChipError
from tests.chip.device import Device
from tests.chip.flashing_uf2 import Bench, Run, State, Step

DEVICE = Device(b"", Path())
PLAIN = Device(b"", Path(), plain=build.Build(Path(), "", "", ()))
PLAYED = {"dice/0": b"\x01" * 1000, "settings": b"language=fr\n"}
RUN = Run(0, "", "", b"", 0, 50, 40)


def test_an_older_one_is_the_same_but_for_its_build() -> None:
    told = frozen.BUILT.encode()
    firmware = b"code" + told + b"f" * 16 + b"\0code"
    older = flashing_uf2.older_firmware(firmware)
    assert older == b"code" + told + b"0123456789abcdef\0code"
    with pytest.raises(ChipError):
        flashing_uf2.older_firmware(b"code")


def test_the_power_goes_at_each_step_that_there_is() -> None:
    def trouble_names(state: State) -> list[str]:
        return [name for name, _ in flashing_uf2.list_troubles(state, RUN)]

    of_a_drive = trouble_names(State("", b"", DEVICE, PLAYED, bootsel=True))
    update, moved = (trouble_names(State("", b"", device, PLAYED)) for device in (DEVICE, PLAIN))
    assert of_a_drive == ["before the copy", "half of the file copied", "the file copied, nothing asked yet"]
    assert update == ["the power goes, half of what was played read", *of_a_drive]
    assert moved[: len(update)] == update
    assert "half of what was played put back" in moved[len(update) :]
    assert "half of what was played put back" not in trouble_names(State("", b"", PLAIN))


def test_the_code_that_is_waited_for_is_that_of_the_tool() -> None:
    assert flashing_uf2.SWAP.decode() in data.SWAP and flashing_uf2.SWAP.decode() not in data.PREPARE
    assert data.READ.count(flashing_uf2.READ.decode()) == 1
    assert "mkfs" in copy_uf2.FORMAT


def test_half_of_what_was_played_are_half_of_its_lines_and_half_of_the_writes() -> None:
    found = dict(flashing_uf2.list_troubles(State("", b"", PLAIN, PLAYED), RUN))
    before = found["the power goes, half of what was played read"].before
    assert before is not None and before.times == 1  # half of three, rounded down
    assert found["half of what was played put back"].writes == 20


def test_files_that_are_not_there_as_they_were_are_told(tmp_path: Path) -> None:
    files = image.FileSystem(DEVICE.blocks)
    for name, content in PLAYED.items():
        files.put_file(f"data/{name}", content)
    files.put_file("lib/mine.py", b"x")
    flash = image.flash(b"", files, DEVICE.blocks)
    bench = Bench.__new__(Bench)

    def file_faults(played: dict[str, bytes], kept: dict[str, bytes], gone: tuple[str, ...]) -> list[str]:
        return list(bench.find_file_faults(State("", b"", DEVICE, played, kept, gone), flash, DEVICE))

    assert not file_faults(PLAYED, {"lib/mine.py": b"x"}, ("main.py",))
    assert len(file_faults(PLAYED | {"dice/0": b"\x01" * 999}, {"lib/mine.py": b"y"}, ("lib",))) == 3
    assert file_faults({"settings": PLAYED["settings"]}, {}, ()), "what nobody has played"


def test_what_can_be_flashed_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert chip_main(["--flash", "dice"], tmp_path) == NOT_RUN
    assert capsys.readouterr().err == "There is no 'dice'; there are plain, uf2.\n"


def test_a_row_says_what_is_wrong() -> None:
    right = Step("nothing", "before the copy", 2, 4768, 12, "Stopped.", ())
    wrong = Step("nothing", "before the copy", 2, 4768, 12, "Stopped.", ("it does not finish",))
    assert flashing_uf2.format_table([right]).endswith(
        "| nothing | before the copy | Stopped. | 2 | 4768 | 12 |\n"
    )
    assert right.good and not wrong.good and "WRONG: it does not finish; Stopped." in wrong.row()
