"""The files given to `make chip`: the accepted ones, and the messages about the others."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from host_tools.building import frozen, uf2_blocks
from tests.chip import files
from tests.chip.__main__ import NOT_RUN
from tests.chip.__main__ import main as chip_main
from tests.chip.files import FileError


def make_uf2(
    version: str, machine: str = "Raspberry Pi Pico with RP2040", family: int = uf2_blocks.RP2040
) -> bytes:
    text = f"\1\2MicroPython v{version} on 2025-09-11\0; {machine}"
    return uf2_blocks.write(text.encode(), family=family)


UF2 = make_uf2("1.26.1")


def make_rom(version: int = 2) -> bytes:
    return (bytes(16) + b"Mu\x01" + bytes([version])).ljust(files.ROM_BYTES, b"\0")


def make_elf(loaded: bytes) -> bytes:
    head = b"\x7fELF".ljust(28, b"\0") + struct.pack("<I", 52)
    head = head.ljust(42, b"\0") + struct.pack("<2H", 32, 1)
    return head.ljust(52, b"\0") + struct.pack("<8I", 1, 84, 0, 0, len(loaded), len(loaded), 5, 4) + loaded


@pytest.mark.parametrize("data", [make_rom(), make_elf(make_rom())])
def test_the_rom_as_an_image_and_as_an_elf_file(data: bytes) -> None:
    assert files.boot_rom(data) == make_rom()


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (make_rom()[:-1], "16383 bytes"),
        (bytes(files.ROM_BYTES), "mark is not at its place"),
        (make_rom(9), "its version is 9"),
        (make_elf(b"\0" * 100), "mark is not at its place"),
        (b"\x7fELF", "torn"),
    ],
)
def test_what_is_no_boot_rom(data: bytes, reason: str) -> None:
    with pytest.raises(FileError, match=reason):
        files.boot_rom(data)


def test_without_the_files_it_says_where_they_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert chip_main([], tmp_path) == NOT_RUN
    assert files.main(["--check"], tmp_path) == 1
    told = [capsys.readouterr().err.splitlines()[0]]
    given = tmp_path / "b2.elf"
    given.write_bytes(make_elf(make_rom()))
    assert files.main(["--rom", str(given)], tmp_path) == 0
    monkeypatch.setattr(frozen, "OUT", tmp_path)
    assert files.main(["--check"], tmp_path) == 1
    assert (tmp_path / files.ROM.name).read_bytes() == make_rom()
    told.append(capsys.readouterr().err)
    assert "github.com/raspberrypi/pico-bootrom-rp2040" in told[0] and "make chip ROM=" in told[0]
    assert "gobelet-pico.uf2: make it with `make uf2 BOARD=pico`" in told[1]
    (tmp_path / frozen.file_name("pico")).touch()
    assert files.main(["--check"], tmp_path) == 0
    assert files.our_uf2("pico", tmp_path / "b2.elf") == given


def test_a_wrong_file_does_not_replace_the_copy(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    right, wrong = tmp_path / "right.uf2", tmp_path / "wrong.uf2"
    right.write_bytes(UF2)
    assert files.main(["--published", str(right)], tmp_path) == 0
    for data, reason in (
        (b"wrong", "is not a published MicroPython for a Raspberry Pi Pico"),
        (uf2_blocks.write(b"another program"), "no version of MicroPython stands in it"),
        (make_uf2("1.28.0", "Unheard of with RP2040"), "it is for a Unheard of with RP2040"),
    ):
        wrong.write_bytes(data)
        assert files.main(["--published", str(wrong)], tmp_path) == 1
        assert reason in capsys.readouterr().err
    assert files.main(["--rom", str(tmp_path / "nothing")], tmp_path) == 1
    assert "cannot be read: No such file" in capsys.readouterr().err
    assert files.main(["--rom", str(right)], tmp_path) == 1
    assert "is not the boot ROM of the RP2040" in capsys.readouterr().err
    assert [path.read_bytes() for path in files.published_files(tmp_path, "pico").values()] == [UF2]


def test_several_versions_replace_those_that_are_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cache = tmp_path / "cache"
    with pytest.raises(FileError, match="make chip PUBLISHED="):
        files.published_files(cache, "pico")
    given = [tmp_path / f"{number}.uf2" for number in range(4)]
    for path, version in zip(given, ("1.28.0", "1.26.1", "1.9.4"), strict=False):
        path.write_bytes(make_uf2(version))
    given[3].write_bytes(make_uf2("1.28.0", "Raspberry Pi Pico2 with RP2350", uf2_blocks.RP2350))
    files.main(["--published", *map(str, given)], cache)
    assert list(files.published_files(cache, "pico")) == ["1.9.4", "1.26.1", "1.28.0"]
    assert list(files.published_files(cache, "pico2")) == ["1.28.0"]
    files.main(["--published", str(given[1])], cache)
    assert list(files.published_files(cache, "pico")) == ["1.26.1"]
    twin = tmp_path / "twin.uf2"
    twin.write_bytes(make_uf2("1.26.1"))
    capsys.readouterr()
    assert files.main(["--published", str(given[0]), str(given[1]), str(twin)], cache) == 1
    assert "is a second RPI_PICO-1.26.1" in capsys.readouterr().err
    assert list(files.published_files(cache, "pico")) == ["1.26.1"]  # the stored list is unchanged


def test_the_emulator_of_a_pico_2_is_kept_from_where_it_was_built(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cache, clone = tmp_path / "cache", tmp_path / "rp2350js"
    with pytest.raises(FileError, match="make chip RP2350JS="):
        files.stored_rp2350js(cache)
    clone.mkdir()
    assert files.main(["--rp2350js", str(clone)], cache) == 1
    assert "has no dist/cjs. But clone github.com/c1570/rp2350js" in capsys.readouterr().err
    for name in ("dist/cjs/rp2350.js", "node_modules/uf2/package.json"):
        (clone / name).parent.mkdir(parents=True)
        (clone / name).write_text("{}")
    for _ in range(2):  # the second one replaces the first
        files.main(["--rp2350js", str(clone)], cache)
        kept = files.stored_rp2350js(cache)
        assert (kept / "rp2350.js").is_file()
        assert (kept / "node_modules/uf2/package.json").is_file()


def test_a_pico_2_is_not_timed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert chip_main(["--pico2"], tmp_path) == NOT_RUN
    assert "ask for its --games, --cuts or --evening" in capsys.readouterr().err
