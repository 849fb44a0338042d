"""Every script of the repository runs to its end, and no word on its screens is unreadable."""

from __future__ import annotations

from pathlib import Path

import pytest

from simulator import paths
from simulator.board import VirtualBoard
from simulator.script import Line, Script
from simulator.store import MemoryStore

SESSIONS = sorted((paths.ROOT / "tests" / "scripts").rglob("*.txt"))
PICTURES = sorted(paths.SCRIPTS.rglob("*.txt"))


class Reader(Script):
    """A script runner that records each command after which words overlap.

    Before each command the game drops all cached objects, as if memory were short. The picture must not
    depend on cached objects.
    """

    met: list[tuple[int, str, object]]

    def run_line(self, line: Line) -> None:
        session = self.board.context.session
        if session is not None:
            session.drop_caches()
        super().run_line(line)
        self.met += [
            (line.number, f"{line.command} {line.rest}", pair)
            for pair in self.board.words.overlapping_pairs()
        ]


@pytest.mark.parametrize("path", SESSIONS + PICTURES, ids=lambda path: path.stem)
def test_a_script_plays_and_its_words_fit(path: Path) -> None:
    board = VirtualBoard()
    faults = []

    def show(name: str, pixels: bytes) -> None:
        canvas, texts = board.app.canvas, board.context.t
        found = texts.missing, canvas.missing, canvas.clipped, canvas.shortened
        if any(found):
            faults.append((name, *found))

    script = Reader(board, show)
    script.met = []
    script.play(path)
    show("the end", board.picture())
    assert faults == []
    assert script.met == []


@pytest.mark.parametrize("path", SESSIONS, ids=lambda path: path.stem)
def test_a_session_proves_something(path: Path) -> None:
    assert any(line.startswith("expect ") for line in path.read_text(encoding="utf-8").splitlines())


FIRST = [path for path in SESSIONS if path.stem.endswith("_first")]


class Keys(Reader):
    """A script runner that makes only the presses, because the expected words are of another language."""

    faults: list[tuple[int, str, list[str]]]

    def run_line(self, line: Line) -> None:
        if line.command in ("expect", "absent", "lang"):
            return
        super().run_line(line)
        canvas = self.board.app.canvas
        if canvas.clipped or self.board.context.t.missing:
            self.faults.append((line.number, f"{line.command} {line.rest}", list(self.board.words.strings)))
            canvas.clipped = 0


@pytest.mark.parametrize("path", FIRST, ids=lambda path: path.stem)
def test_a_first_evening_goes_the_same_way_in_english(path: Path) -> None:
    ends = []
    for language in ("fr", "en"):
        board = VirtualBoard(store=MemoryStore({"settings": f"language={language}\n".encode()}))
        script = Keys(board)
        script.met = []
        script.faults = []
        script.play(path)
        assert script.faults == []
        assert script.met == []
        assert board.context.t.language == language
        ends.append(
            (list(board.app.stack.ids), board.context.session and len(board.context.session.journal.done))
        )
    assert ends[0] == ends[1]


LONG = (
    "Maximilienne|Bartholomé M|Wilhelmine W|Anne-Mariette|Montgomery M|Guillemette|Marguerite M|Hildegarde W"
)


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("path", PICTURES, ids=lambda path: path.stem)
def test_the_longest_names_run_into_nothing(path: Path, language: str) -> None:
    board = VirtualBoard(store=MemoryStore({"names.txt": LONG.replace("|", "\n").encode()}))
    board.choose_language(language)
    faults = []

    def show(name: str, pixels: bytes) -> None:
        over, clipped = board.words.overlapping_pairs(), board.app.canvas.clipped
        if over or clipped:
            faults.append((name, over, clipped, board.words.strings))

    Script(board, show).play(path)
    assert faults == []
