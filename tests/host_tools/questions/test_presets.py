"""Presets of free dice: checking and sending them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from host_tools.questions import presets
from simulator.board import VirtualBoard
from simulator.store import MemoryStore
from tests.host_tools.conftest import Desk


def test_lines_are_trimmed_and_notations_canonical() -> None:
    lines = ["", "  Boule de  feu = 8D6 ", "# a remark", "4d6 kh3", "Cible = 5d10 >= 8", "5d10>=8"]
    assert presets.pack_presets(lines) == b"Boule de feu = 8d6\n4d6kh3\nCible = 5d10>=8\n5d10>=8\n"
    assert presets.pack_presets([]) == b""


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("Attack: 1d20+5", b"Attack = d20+5\n"),
        ("Sneak=1d20+7", b"Sneak = d20+7\n"),
        ("Fire\t8d6", b"Fire = 8d6\n"),
        ("Fireball 8d6", b"Fireball = 8d6\n"),
        ("Long bow: 1d8 + 2", b"Long bow = d8+2\n"),
        ("d10>=8", b"d10>=8\n"),
        ("2d6 + 3", b"2d6+3\n"),
        ("Table = d66", b"Table = D66\n"),
    ],
)
def test_lines_as_lists_of_macros_have_them(line: str, kept: bytes) -> None:
    assert presets.pack_presets([line]) == kept


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (["2d6", "Rage = 2d"], "Line 2: 2d▸: it stops too early."),
        (["Łuk = d8"], "Line 1: the screen has no 'Ł'."),
        (["x" * 65 + " = d6"], f"Line 1: {'x' * 65!r} has 65 letters, 64 fit."),
        (["d6"] * 25, "25 presets are too many, 24 fit."),
        (["é" * 64 + " = d6"] * 20, "The presets take 2680 bytes, 2048 fit: shorten their names."),
    ],
)
def test_lists_that_cannot_be(lines: list[str], sentence: str) -> None:
    with pytest.raises(presets.PresetsError) as caught:
        presets.pack_presets(lines)
    assert str(caught.value) == sentence


def test_they_go_to_the_device_which_starts_again(desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("Boule de feu = 8d6\n", encoding="utf-8")
    assert presets.main([str(file)], desk.program) == 0
    assert desk.board.tree() == {"data/presets.txt": b"Boule de feu = 8d6\n"}
    assert desk.board.state.restarts == 1


def test_nothing_is_sent_of_a_bad_list(desk: Desk, tmp_path: Path, complaint: Callable[[], str]) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("Boule = 8d1\n")
    assert presets.main([str(file)], desk.program) == 1
    assert complaint().startswith("Line 1: ")
    assert presets.main([str(tmp_path / "none.txt")], desk.program) == 1
    assert complaint() == f"{tmp_path / 'none.txt'} cannot be read: No such file or directory."
    assert desk.log() == []


def test_the_device_shows_them(tmp_path: Path) -> None:
    store = MemoryStore(
        {"settings": b"taught=yes\n", "presets.txt": presets.pack_presets(["Boule de feu = 8d6"])}
    )
    board = VirtualBoard(store=store)
    board.context.open("dice.presets")
    board.run(100)
    assert board.words.has_text("Boule de feu")


def test_what_a_line_means_elsewhere_is_said(
    desk: Desk, tmp_path: Path, complaint: Callable[[], str]
) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("Open = 5d10!>=8\nPlain = 2d6\n")
    assert presets.main([str(file)], desk.program) == 0
    assert complaint().startswith("Open = 5d10!>=8: !>=8 explodes on the highest face")
