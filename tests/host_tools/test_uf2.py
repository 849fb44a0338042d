"""One file to drag: what the command makes of a published MicroPython, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from host_tools import uf2
from host_tools.building import build, image, uf2_blocks
from host_tools.building.image import FileSystem

TINY = "Pimoroni Tiny 2040 2MB with RP2040"
PICO, PICO_W = "Raspberry Pi Pico with RP2040", "Raspberry Pi Pico W with RP2040"


def micropython(machine: str = PICO, version: str = "1.26.1", size: int = 300_000) -> bytes:
    said = f"MicroPython v{version} on 2025-09-11\0{machine}\0".encode()
    return uf2_blocks.write(said.ljust(size, b"\x55"))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "micropython.uf2").write_bytes(micropython())
    return tmp_path


def test_the_file_is_what_a_flashed_pico_holds(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert uf2.main(["micropython.uf2"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("gobelet.uf2: MicroPython with Gobelet, 4096 KB.")
    assert "erases what was played" in said and "`make flash`" in said
    flash = uf2_blocks.read((folder / "gobelet.uf2").read_bytes())
    assert len(flash) == uf2_blocks.FLASH_BYTES  # nothing of what was there before stays
    assert flash[:300_000] == uf2_blocks.read(micropython())[:300_000]
    made = build.build(folder / "tree", native=True)
    files = FileSystem(image=flash[image.start(image.PICO) :]).files()
    assert files.pop(build.READY) == made.id.encode()
    assert files == {entry.path: (made.folder / entry.path).read_bytes() for entry in made.entries}
    # It is made anew only if that is wished, and it is no MicroPython to begin with.
    assert uf2.main(["micropython.uf2"]) == 1
    assert uf2.main(["gobelet.uf2", "--out", "other.uf2"]) == 1
    said = capsys.readouterr().err
    assert "gobelet.uf2 exists already; choose another name with --out, or overwrite it with --force." in said
    assert "there are files behind MicroPython already; take it as it was published." in said


@pytest.mark.parametrize(
    ("board", "machine", "kilobytes"),
    [
        ("tiny_2040_ssd1306", TINY, 1024),
        ("xiao_rp2040_ssd1306", "Seeed Studio XIAO RP2040 with RP2040", 1408),
        ("rp2040_zero_ssd1306", PICO, 1408),  # a Pico's MicroPython runs there too
    ],
)
def test_other_models_have_their_own_storage(
    folder: Path, board: str, machine: str, kilobytes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uf2.image, "installed", lambda made, data, blocks: FileSystem(blocks))
    made = build.Build(folder, board, "6.3", ())
    flash = uf2_blocks.read(uf2.join(micropython(machine), made))
    assert FileSystem(kilobytes // 4, flash[-kilobytes * 1024 :]).files() == {}


@pytest.mark.parametrize(
    ("content", "board", "sentence"),
    [
        (b"x", "pico_ssd1306", "its 1 bytes are no whole number of UF2 blocks"),
        (
            uf2_blocks.write(bytes(600), family=0xE48BFF59),
            "pico_ssd1306",
            "it is for another chip than the RP2040",
        ),
        (uf2_blocks.write(bytes(600)), "pico_ssd1306", "there is no MicroPython for a Pico in it"),
        (micropython(version="1.25.0"), "pico_ssd1306", "it is MicroPython 1.25; take 1.26 or newer"),
        (
            micropython(PICO_W),
            "pico_ssd1306",
            "it is for a Raspberry Pi Pico W with RP2040, and pico_ssd1306 is",
        ),
        (micropython(), "pico_w_ssd1306", "it is for a Raspberry Pi Pico with RP2040, and pico_w_ssd1306 is"),
        (
            micropython(),
            "pico2_ssd1306",
            "pico2_ssd1306 is for an RP2350, with 4 MB of flash; one file to drag has been tried with",
        ),
        (micropython(), "tiny_2040_ssd1306", "it is for a Raspberry Pi Pico with RP2040, and tiny_2040"),
        (micropython(TINY), "pico_ssd1306", "it is for a Pimoroni Tiny 2040 2MB with RP2040, and pico_"),
        (micropython(), "nothing", "there is no board 'nothing'"),
    ],
)
def test_what_does_not_do(
    content: bytes, board: str, sentence: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "given.uf2").write_bytes(content)
    assert uf2.main(["given.uf2", "--board", board]) == 1
    assert capsys.readouterr().err.startswith(f"No file was made: {sentence}")
    assert not (folder / "gobelet.uf2").exists()


def test_a_file_that_is_not_there(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert uf2.main(["nowhere.uf2"]) == 1
    assert capsys.readouterr().err == "nowhere.uf2: No such file or directory.\n"
