"""The published files, and the address of the page in the README."""

from __future__ import annotations

import hashlib
import re
import shutil
import zipfile
from pathlib import Path

import pytest

from gobelet import VERSION
from host_tools.building import build, frozen
from simulator import paths
from simulator.web import address, release
from simulator.web import build as site


def test_a_release_is_the_page_and_a_file_to_drag_for_each_pico(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    uf2 = tmp_path / "uf2"
    uf2.mkdir()
    for name in ("gobelet-pico.uf2", "gobelet-pico2_w.uf2", "gobelet-pico.names.json", "another.uf2"):
        (uf2 / name).write_bytes(name.encode())
    monkeypatch.setattr(release.page, "write_site", lambda site, uf2: shutil.copytree(page, site))
    out = tmp_path / "release"
    dist = tmp_path / "dist"
    dist.mkdir()
    packages = {"gobelet-1.0-py3-none-any.whl", "gobelet-1.0.tar.gz"}
    for name in (*packages, "notes.txt"):
        (dist / name).write_bytes(name.encode())
    words = ["--out", str(out), "--page", str(tmp_path / "web"), "--uf2", str(uf2), "--dist", str(dist)]
    assert release.main(words) == 0
    assert "No file to drag for pico_w, pico2: `make uf2 " in capsys.readouterr().out
    listed = dict(line.split("  ")[::-1] for line in (out / release.SUMS).read_text().splitlines())
    made = {"gobelet-page.zip", "gobelet-version.txt", "gobelet-pico.uf2", "gobelet-pico2_w.uf2", *packages}
    assert listed.keys() == made and {path.name for path in out.iterdir()} == made | {release.SUMS}
    for name, digest in listed.items():
        assert hashlib.sha256((out / name).read_bytes()).hexdigest() == digest
    assert (out / "gobelet-version.txt").read_text().strip() == VERSION
    assert (out / "gobelet-pico2_w.uf2").read_bytes() == b"gobelet-pico2_w.uf2"
    with zipfile.ZipFile(out / "gobelet-page.zip") as zipped:
        assert zipped.read("index.html") == (page / "index.html").read_bytes()
        assert {"offline.js", "games/dice.fr.png", "icon-maskable.png", "uf2/gobelet-pico.uf2"} <= set(
            zipped.namelist()
        )
    (out / "mine.txt").write_text("x")
    shutil.rmtree(tmp_path / "web")
    assert release.main(words) == 1, "it is no release's folder"
    assert (out / "mine.txt").exists()


def test_the_page_hands_out_what_there_is_and_no_visitor_has_to_keep_it(page: Path) -> None:
    text = (page / "index.html").read_text(encoding="utf-8")
    offered = dict(re.findall(r'<option value="(\w+)" data-whole="([^"]*)"', text))
    assert offered.keys() == set(build.boards())
    inside = {board for board, whole in offered.items() if whole}
    assert inside == set(frozen.boards("pico"))
    for board in inside:
        path, _, digest = offered[board].partition("?")
        assert hashlib.sha256((page / path).read_bytes()).hexdigest().startswith(digest) and digest
    assert ".uf2" not in (page / "offline.js").read_text(encoding="utf-8")


@pytest.mark.parametrize("language", address.READMES)
def test_a_readme_has_the_address_of_the_page(language: str) -> None:
    readme = address.READMES[language].read_text(encoding="utf-8")
    assert readme == address.in_readme(readme, address.read_address(), language)
    text = address.in_readme(readme, "https://example.org/gobelet/", language)
    assert "(https://example.org/gobelet/) · [" in "".join(text.splitlines()[:12])
    assert address.CODE in text
    assert (paths.ROOT / address.CODE).exists() == bool(address.read_address())


def test_an_address_that_the_panel_has_no_room_for_is_told() -> None:
    fitting = "https://example.org/" + "x" * 33
    assert address.report(fitting) == f"Both READMEs have {fitting}."
    assert "holds 53 bytes, which are 2 fewer" in address.report(fitting + "é")
    assert address.report("") == "Both READMEs have no address."


@pytest.mark.parametrize(
    "text", ["example.org", "http://example.org", "https://a.b c", "https://a\nhttps://b"]
)
def test_what_is_no_address(text: str, tmp_path: Path) -> None:
    file = tmp_path / "GOBELET_PAGE"
    file.write_text(text)
    with pytest.raises(address.AddressError, match="one address that begins with https://"):
        address.read_address(file)


def test_the_workflow_publishes_the_page_with_a_file_to_drag_for_each_pico() -> None:
    steps = (paths.ROOT / ".github/workflows/page.yml").read_text()
    assert re.findall(r"run: (make .*)", steps) == ["make compilers", "make uf2 BOARD=all", "make release"]
    assert site.OUT.relative_to(paths.ROOT).as_posix() in steps
