"""The start of the simulator: without a terminal, with a script, and in a terminal."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from simulator import __main__ as program
from simulator import board, store
from simulator.store import FolderStore
from tests.simulator import typist

ROOT = Path(__file__).resolve().parents[2]


def run_simulator(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "simulator", *map(str, arguments)],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


def test_without_a_terminal_it_shows_its_screens_and_ends() -> None:
    done = run_simulator()
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("┌") >= 3
    assert "█" in done.stdout


def test_a_script_with_pictures(tmp_path: Path) -> None:
    script = tmp_path / "first.txt"
    script.write_text("shot language\nexpect English\n")
    done = run_simulator(
        "--script", script, "--shots", tmp_path / "shots", "--board", "pico_sh1106", "--plain"
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert Image.open(tmp_path / "shots" / "language.png").size == (128, 64)


@pytest.mark.parametrize(("language", "word"), [("fr", "Réglages"), ("en", "Settings")])
def test_language(tmp_path: Path, language: str, word: str) -> None:
    script = tmp_path / "words.txt"
    script.write_text(f"setting taught yes\nrestart\nopen system.settings\nexpect {word}\n")
    assert run_simulator("--script", script, "--lang", language).returncode == 0


def test_what_is_wrong_is_said_in_words(tmp_path: Path) -> None:
    script = tmp_path / "wrong.txt"
    script.write_text("expect Xyzzy\n")
    done = run_simulator("--script", script)
    assert done.returncode == 1
    assert done.stderr.startswith(f"{script}:1: expect Xyzzy")
    assert "English" in done.stderr
    done = run_simulator("--board", "toaster")
    assert done.returncode == 2
    assert "pico_ssd1306" in done.stderr


def test_in_a_terminal_data_is_kept(tmp_path: Path) -> None:
    kept = FolderStore(tmp_path)
    kept.replace("settings", b"language=en\ntaught=yes\n")
    with typist.start_simulator(tmp_path) as terminal:
        terminal.wait_for("█")
        terminal.type("q")
        assert terminal.leave() == 0
        terminal.wait_for(f"Gobelet keeps your games in {tmp_path}"[: terminal.screen.columns])
    assert kept.read("settings") == b"language=en\ntaught=yes\n"


def test_who_has_no_home_is_told_to_name_a_folder(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def raise_no_home() -> Path:
        raise RuntimeError("could not determine the home directory")

    monkeypatch.setattr(store, "player_folder", raise_no_home)
    assert program.interactive(program.arguments([]), board.definition()) == 2
    assert "--data" in capsys.readouterr().err


def test_the_library_for_terminals_is_for_terminals_alone() -> None:
    """The import of the library takes long."""
    program = "import sys, simulator.__main__ as m; m.main([]); print('prompt_toolkit' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert done.stdout.endswith("False\n")
