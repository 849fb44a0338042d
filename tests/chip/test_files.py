"""The files that `make chip` is given: which are taken, and what is said of the others."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from host_tools.building import uf2_blocks
from tests.chip import files
from tests.chip.__main__ import NOT_RUN
from tests.chip.__main__ import main as chip_main
from tests.chip.files import FileError


def micropython(version: str) -> bytes:
    return uf2_blocks.write(b"\x01\x02MicroPython v%s on 2025-09-11; Raspberry Pi Pico" % version.encode())


UF2 = micropython("1.26.1")


def rom(version: int = 2) -> bytes:
    return (bytes(16) + b"Mu\x01" + bytes([version])).ljust(files.ROM_BYTES, b"\0")


def elf(loaded: bytes) -> bytes:
    head = b"\x7fELF".ljust(28, b"\0") + struct.pack("<I", 52)
    head = head.ljust(42, b"\0") + struct.pack("<2H", 32, 1)
    return head.ljust(52, b"\0") + struct.pack("<8I", 1, 84, 0, 0, len(loaded), len(loaded), 5, 4) + loaded


@pytest.mark.parametrize("data", [rom(), elf(rom())])
def test_the_rom_as_an_image_and_as_an_elf_file(data: bytes) -> None:
    assert files.boot_rom(data) == rom()


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (rom()[:-1], "16383 bytes"),
        (bytes(files.ROM_BYTES), "mark is not at its place"),
        (rom(9), "its version is 9"),
        (elf(b"\0" * 100), "mark is not at its place"),
        (b"\x7fELF", "torn"),
    ],
)
def test_what_is_no_boot_rom(data: bytes, reason: str) -> None:
    with pytest.raises(FileError, match=reason):
        files.boot_rom(data)


def test_without_the_files_it_says_where_they_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert chip_main([], tmp_path) == NOT_RUN
    assert files.main([], tmp_path) == 1
    said = capsys.readouterr().err
    assert "micropython.org/download/RPI_PICO" in said
    assert "github.com/raspberrypi/pico-bootrom-rp2040" in said
    assert "make chip UF2=FILE ROM=FILE" in said


def test_a_copy_is_kept_and_asked_for_no_more(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given, cache = tmp_path / "given", tmp_path / "cache"
    given.mkdir()
    (given / "a.uf2").write_bytes(UF2)
    (given / "b2.elf").write_bytes(elf(rom()))
    assert files.main(["--uf2", str(given / "a.uf2")], cache) == 1
    assert "micropython.org" not in capsys.readouterr().err
    assert files.main(["--rom", str(given / "b2.elf")], cache) == 0
    assert files.main([], cache) == 0
    assert {version: path.read_bytes() for version, path in files.firmwares(cache).items()} == {"1.26.1": UF2}
    assert (cache / files.ROM.name).read_bytes() == rom()


def test_a_wrong_file_does_not_replace_the_copy(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = tmp_path / files.UF2.name / "1.26.1.uf2"
    kept.parent.mkdir()
    kept.write_bytes(UF2)
    wrong = tmp_path / "wrong.uf2"
    wrong.write_bytes(b"wrong")
    assert files.main(["--uf2", str(wrong)], tmp_path) == 1
    assert f"{wrong} is not MicroPython for the Raspberry Pi Pico" in capsys.readouterr().err
    assert files.main(["--uf2", str(tmp_path / "nothing.uf2")], tmp_path) == 1
    assert "cannot be read: No such file" in capsys.readouterr().err
    nameless = tmp_path / "nameless.uf2"
    nameless.write_bytes(uf2_blocks.write(b"another program"))
    assert files.main(["--uf2", str(nameless)], tmp_path) == 1
    assert "no version of MicroPython stands in it" in capsys.readouterr().err
    assert kept.read_bytes() == UF2


def test_a_profile_needs_the_elf_file(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="does not begin as an ELF file"):
        (tmp_path / "x").write_bytes(b"text")
        files.keep(files.ELF, tmp_path / "x", tmp_path)
    assert "ELF=FILE" in files.no_elf()


def test_several_versions_replace_those_that_are_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cache = tmp_path / "cache"
    given = [tmp_path / f"{number}.uf2" for number in range(3)]
    for path, version in zip(given, ("1.28.0", "1.26.1", "1.9.4"), strict=True):
        path.write_bytes(micropython(version))
    files.main(["--uf2", *map(str, given)], cache)
    assert list(files.firmwares(cache)) == ["1.9.4", "1.26.1", "1.28.0"]
    files.main(["--uf2", str(given[1])], cache)
    assert list(files.firmwares(cache)) == ["1.26.1"]
    twin = tmp_path / "twin.uf2"
    twin.write_bytes(micropython("1.26.1"))
    capsys.readouterr()
    assert files.main(["--uf2", str(given[0]), str(given[1]), str(twin)], cache) == 1
    assert "is a second MicroPython 1.26.1" in capsys.readouterr().err
    assert list(files.firmwares(cache)) == ["1.26.1"]  # as it was
    assert "1.26.1, 1.28.0 are kept" in files.one_to_profile(["1.26.1", "1.28.0"])


def test_the_emulator_of_a_pico_2_is_kept_from_where_it_was_built(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cache, clone = tmp_path / "cache", tmp_path / "rp2350js"
    with pytest.raises(FileError, match="make chip RP2350JS=FOLDER"):
        files.rp2350js(cache)
    clone.mkdir()
    assert files.main(["--rp2350js", str(clone)], cache) == 1
    assert "has no dist/cjs. But clone github.com/c1570/rp2350js" in capsys.readouterr().err
    for name in ("dist/cjs/rp2350.js", "node_modules/uf2/package.json"):
        (clone / name).parent.mkdir(parents=True)
        (clone / name).write_text("{}")
    for _ in range(2):  # a newer one takes its place
        files.main(["--rp2350js", str(clone)], cache)
        kept = files.rp2350js(cache)
        assert (kept / "rp2350.js").is_file()
        assert (kept / "node_modules/uf2/package.json").is_file()


def test_a_pico_2_is_not_timed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert chip_main(["--pico2", str(tmp_path / "none.uf2")], tmp_path) == NOT_RUN
    assert "ask for its --games or --cuts" in capsys.readouterr().err
