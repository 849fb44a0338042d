"""What is published, and the address of the page in the README."""

from __future__ import annotations

import hashlib
import re
import shutil
import zipfile
from pathlib import Path

import pytest

from host_tools.building import uf2_blocks
from simulator import paths
from simulator.web import address, release
from simulator.web import build as site


def test_a_release_is_the_page_and_a_file_to_drag_for_each_board(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = tmp_path / "micropython"
    files.mkdir()
    said = b"MicroPython v1.26.1 on 2025-09-11\0Raspberry Pi Pico with RP2040\0"
    (files / "RPI_PICO.uf2").write_bytes(uf2_blocks.write(said.ljust(9000, b"\x55")))
    (files / "other.uf2").write_bytes(b"no UF2")
    monkeypatch.setattr(release.page, "write", lambda site: shutil.copytree(page, site))
    out = tmp_path / "release"
    assert (
        release.main(["--out", str(out), "--page", str(tmp_path / "web"), "--micropython", str(files)]) == 0
    )
    listed = dict(line.split("  ")[::-1] for line in (out / release.SUMS).read_text().splitlines())
    picos = ("pico_sh1106", "pico_sh1107", "pico_ssd1306", "pico_ssd1306_buzzer", "pico_ssd1309")
    boards = (*picos, "rp2040_zero_ssd1306", "xiao_rp2040_ssd1306")  # the Pico's MicroPython does for both
    assert listed.keys() == {"gobelet-page.zip", *(f"gobelet-{board}.uf2" for board in boards)}
    for name, digest in listed.items():
        assert hashlib.sha256((out / name).read_bytes()).hexdigest() == digest
    assert len(uf2_blocks.read((out / "gobelet-pico_sh1106.uf2").read_bytes())) == uf2_blocks.FLASH_BYTES
    with zipfile.ZipFile(out / "gobelet-page.zip") as zipped:
        assert zipped.read("index.html") == (page / "index.html").read_bytes()
        assert {"offline.js", "games/dice.fr.png", "icon-maskable.png"} <= set(zipped.namelist())
    (out / "mine.txt").write_text("x")
    shutil.rmtree(tmp_path / "web")
    assert release.main(["--out", str(out), "--page", str(tmp_path / "web")]) == 1, (
        "it is no release's folder"
    )
    assert (out / "mine.txt").exists()


def test_the_readme_has_the_address_of_the_page() -> None:
    readme = address.README.read_text(encoding="utf-8")
    assert readme == address.in_readme(readme, address.read())
    text = address.in_readme(readme, "https://example.org/gobelet/")
    assert "<https://example.org/gobelet/>" in "".join(text.splitlines()[:12])
    assert (paths.ROOT / address.CODE).exists() == bool(address.read())


def test_an_address_that_the_panel_has_no_room_for_is_told() -> None:
    fitting = "https://example.org/" + "x" * 33
    assert address.told(fitting) == f"README.md has {fitting}."
    assert "holds 53 bytes, which are 2 fewer" in address.told(fitting + "é")
    assert address.told("") == "README.md has no address."


@pytest.mark.parametrize(
    "text", ["example.org", "http://example.org", "https://a.b c", "https://a\nhttps://b"]
)
def test_what_is_no_address(text: str, tmp_path: Path) -> None:
    file = tmp_path / "GOBELET_PAGE"
    file.write_text(text)
    with pytest.raises(address.AddressError, match="one address that begins with https://"):
        address.read(file)


def test_the_workflow_does_its_work_by_make() -> None:
    steps = (paths.ROOT / ".github/workflows/page.yml").read_text()
    assert re.findall(r"run: (.*)", steps) == ["make release"]
    assert site.OUT.relative_to(paths.ROOT).as_posix() in steps
