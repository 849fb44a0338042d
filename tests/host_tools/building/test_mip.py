"""`mpremote mip install` copies Gobelet onto a board, from a folder or a web server."""

from __future__ import annotations

import functools
import http.server
import json
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from host_tools.building import build, mip
from host_tools.device import bounded, doctor
from simulator.board import VirtualBoard
from tests.host_tools.device.test_copy_plain_mpremote import mount_image, tree_of
from tests.host_tools.pty_board import PtyBoard


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture
def served(tmp_path: Path) -> Iterator[str]:
    handler = functools.partial(Quiet, directory=str(tmp_path))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_a_package_names_every_file_and_the_mark_last(project: Path) -> None:
    out = project / "out"
    assert mip.main(["--board", "pico_w", "--games", "all", "--bytecode", "--out", str(out)], project) == 0
    package = json.loads((out / mip.PACKAGE).read_text())
    made = build.build(project / "other", "pico_w", root=project)
    assert package["urls"] == [
        *[[entry.path, entry.path] for entry in made.entries],
        [build.READY, build.READY],
    ]
    assert package["version"] == (out / build.READY).read_text() == made.id
    assert {build.digest((out / site).read_bytes()) for _, site in package["urls"][:-1]} == {
        entry.sha256 for entry in made.entries
    }


def test_a_pico_gets_only_games_that_are_named(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    games = project / "firmware/gobelet/games"
    for name in ("dice", "trinites"):
        shutil.copytree(games / "toy", games / name)
    (games / "__init__.py").write_text('GAMES = ("dice", "trinites")\n')

    def mip_files(*words: str) -> set[str]:
        out = project / "out"
        assert mip.main([*words, "--out", str(out)], project) == 0
        return {path.name for path in (out / "gobelet/games").iterdir()} - {"__init__.mpy"}

    assert mip.main(["--board", "pico_ssd1306", "--out", str(project / "out")], project) == 1
    assert capsys.readouterr().err.startswith("A Pico has too little memory to play from plain files")
    assert mip_files("--board", "pico2") == {"dice", "trinites"}
    assert mip_files("--games", "all") == {"dice", "trinites"}
    assert mip_files("--games", "trinites") == {"trinites"}


def test_what_there_is_not(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert mip.main(["--games", "chess"], project) == 1
    assert capsys.readouterr().err.startswith("There is no game 'chess'")


def install(board: PtyBoard, address: str) -> None:
    command = [sys.executable, "-m", "mpremote", "connect", board.port, "mip", "install", "--target", "/"]
    done = subprocess.run([*command, address], env=bounded.environment(), capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
def test_a_board_that_mip_installed_on_starts(
    served: str, checkout: Path, plugged: Callable[..., PtyBoard], tmp_path: Path
) -> None:
    mip.write_package(tmp_path / "package", games=("dice", "counters"), native=False, root=checkout)
    board = plugged()
    install(board, f"{served}/package/package.json")
    assert doctor.main(["--port", board.port], root=checkout) == 0
    simulated = VirtualBoard()
    simulated.run(500)
    board.wait(lambda: board.picture() == simulated.picture())


def test_mip_installs_from_a_folder(checkout: Path, plugged: Callable[..., PtyBoard], tmp_path: Path) -> None:
    """The package names a few of its files, because the test above installs all of them."""
    mip.write_package(tmp_path, games=("dice",), native=False, root=checkout)
    path = tmp_path / mip.PACKAGE
    package = json.loads(path.read_text())
    package["urls"] = package["urls"][-4:]
    path.write_text(json.dumps(package))
    board = plugged()
    install(board, str(path))
    board.pull()
    assert tree_of(mount_image(board.flash.read_bytes())) == {
        name: (tmp_path / site).read_bytes() for name, site in package["urls"]
    }
