"""The parts of the self-test that need no board: its sentences, its judgement of edges, its reports."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from gobelet.device.keys import PRESS, RELEASE, UP
from host_tools.building import build
from host_tools.device.selftest import __main__ as selftest
from host_tools.device.selftest import hardware, inside, playing, report, sentences, walks
from host_tools.device.selftest.hardware import Hardware, chi_square, contact
from host_tools.device.selftest.person import AtTheTerminal, Nobody, at_the_terminal
from host_tools.device.selftest.report import ReportError
from host_tools.device.selftest.results import FAILS, HOLDS, SKIPPED, Result, Results
from host_tools.device.snippets import SAY
from simulator.board import VirtualBoard

FOLDER = Path(selftest.__file__).parent
SOURCES = "\n".join(
    path.read_text(encoding="utf-8") for path in FOLDER.glob("*.py") if path.name != "sentences.py"
)
BRACES = re.compile(r"\{(\w+)\}")


# Sentences.


@pytest.mark.parametrize("key", sentences.SENTENCES, ids="-".join)
def test_both_languages_say_the_same_of_a_finding(key: tuple[str, str]) -> None:
    french, english = sentences.SENTENCES[key]
    for one, other in zip(french, english, strict=True):
        assert sorted(BRACES.findall(one)) == sorted(BRACES.findall(other))
        assert bool(one) == bool(other)
    assert bool(french[1]) == bool(key[1]), "what fails has a remedy"


def test_both_languages_ask_the_same() -> None:
    for french, english in (*sentences.ASKED.values(), *sentences.WHY.values(), *sentences.OF.values()):
        assert sorted(BRACES.findall(french)) == sorted(BRACES.findall(english))


def test_every_finding_of_the_checks_has_its_sentence_and_no_other_is_there() -> None:
    used = set()
    for text in re.findall(r"\badd_failure\(\s*([^)]*)", SOURCES):
        used |= set(re.findall(r'f?"([a-z_]+)(?:\.[^"]*)?", "([a-z]+)"', text))
    used |= {("picture", "shifted"), ("picture", "lines")}
    holds = set(re.findall(r'\badd_pass\(\s*f?"([a-z_]+)', SOURCES)) | {"picture"}
    there = {key for key in sentences.SENTENCES if key[1]}
    assert used == there
    assert {(group, "") for group in holds} == {key for key in sentences.SENTENCES if not key[1]}
    assert set(sentences.NAMES) == {group for group, _ in sentences.SENTENCES}


def test_a_finding_of_a_newer_gobelet_can_be_read() -> None:
    assert sentences.sentence_pair("radio", "loud", {}, "en") == ("radio loud", "")
    assert sentences.sentence_pair("key", "dead", {"of": "UP"}, "en")[0] == "Key ↑ ({pin}): nothing was seen."


# Edges of a key.


class Board(Hardware):
    """A board that only judges edges."""

    def __init__(self) -> None:
        super().__init__(None, Nobody(), Results(), build.ROOT)  # type: ignore[arg-type]
        self.board = {name: build.constants("pico_ssd1306").get(name) for name in hardware.WANTED}


def key_edges(*moves: tuple[int, float]) -> list[tuple[int, int]]:
    """Return (mask, microseconds) of moves, whose times are in milliseconds."""
    return [(mask, round(1000 * at)) for mask, at in moves]


@pytest.mark.parametrize(
    ("moves", "state", "finding"),
    [
        ([(1, 0), (0, 700)], HOLDS, ""),
        ([(1, 0), (0, 2), (1, 4), (0, 700), (1, 705), (0, 712)], HOLDS, ""),
        ([(n % 2 ^ 1, 3.0 * n) for n in range(9)] + [(0, 700)], FAILS, "bounces"),
        ([(1, 0), (0, 700), (1, 718), (0, 736)], FAILS, "bounces"),
        ([], FAILS, "dead"),
        ([(2, 0), (0, 700)], FAILS, "other"),
        ([(1, 0), (3, 1), (0, 700)], FAILS, "together"),
        ([(1, 0), (0, 150)], FAILS, "short"),
    ],
)
def test_a_key_is_judged_by_its_edges(moves: list[tuple[int, float]], state: str, finding: str) -> None:
    board = Board()
    board.judge_key("UP", key_edges(*moves))
    (result,) = board.results.all
    assert (result.name, result.state, result.finding) == ("key.UP", state, finding)
    for language in sentences.LANGUAGES:
        what, remedy = result.sentence_pair(language)
        assert "↑" in what and "{" not in what + remedy
        assert bool(remedy) == (state == FAILS)


def test_bounce_is_that_of_one_contact_and_not_the_time_between_two() -> None:
    held, bounce = contact([(True, 0), (False, 4), (True, 9), (False, 800), (True, 801), (False, 803)])
    assert (held, bounce) == (803, 9)
    assert contact([]) == (0, 0)


def test_what_the_firmware_passes_over_is_what_the_test_allows() -> None:
    from gobelet.device.keys import DEBOUNCE_MS

    assert hardware.BOUNCE_MS < DEBOUNCE_MS


def test_chi_square() -> None:
    assert chi_square([10, 10, 10, 10, 10, 10]) == 0
    assert chi_square([20, 10, 10, 10, 5, 5]) == pytest.approx(15)
    fair = [1680, 1650, 1701, 1640, 1662, 1667]
    assert chi_square(fair) < hardware.MOST_CHI < chi_square([1900, 1620, 1620, 1620, 1620, 1620])


# The person at the board.


def test_an_answer_is_yes_or_no_in_either_language() -> None:
    said = iter(["", "peut-être", "Oui", "n", "3,3 V", "abc", "4.1", ""])
    person = AtTheTerminal("fr", lambda question: next(said))
    assert person.is_shown("frame") and not person.has_heard()
    assert (person.volts(), person.volts(), person.volts()) == (3.3, 4.1, None)


def test_nobody_is_asked_without_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    assert at_the_terminal("en", True).there is False


# Reports.

RESULTS = [
    Result("speed", HOLDS, "", {"mhz": 125}),
    Result("key.OK", FAILS, "bounces", {"pin": "GP12", "bounce": 31, "least": 20, "held": 800, "edges": 9}),
    Result("buzzer", SKIPPED, "none"),
]
ABOUT = {
    "made": "2026-01-01",
    "machine": "Raspberry Pi Pico with RP2040",
    "board": "pico_ssd1306",
    "build": "0123",
    "seconds": 200,
}


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    path = tmp_path / "gobelet-selftest-mine.json"
    path.write_text(json.dumps(report.content(RESULTS, ABOUT)), encoding="utf-8")
    return path


def test_a_report_is_read_as_it_was_written(kept: Path) -> None:
    found = report.read(kept)
    assert report.read_results(found) == RESULTS
    text = report.page(found, "en")
    assert "!!  Key OK (GP12): bounce of 31 ms, Gobelet passes over 20." in text
    assert "1 of 2 to look after:" in text and "Not done: 1." in text
    assert "!!  Touche OK (GP12) : rebonds de 31 ms" in report.page(found, "fr")


def test_reports_stand_side_by_side(kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "gobelet-selftest-other.json"
    good = [*RESULTS[:1], Result("key.OK", HOLDS, "", {"bounce": 2}), Result("plug", HOLDS, "", {"cuts": 2})]
    other.write_text(json.dumps(report.content(good, ABOUT)), encoding="utf-8")
    assert selftest.main(["--compare", str(kept), str(other)]) == 0
    rows = {line.split()[0]: line.split()[1:] for line in capsys.readouterr().out.splitlines()}
    assert rows["check"][:2] == ["mine", "other"]
    assert rows["key.OK"][:4] == ["!!", "bounces", "31", "2"]


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"gobelet-selftest": 1, "results": [{}]}', "\x00"])
def test_another_file_is_no_report(content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.json"
    path.write_text(content, encoding="utf-8")
    assert selftest.main(["--compare", str(path)]) == 1
    assert capsys.readouterr().err == f"{path} is no report of a self-test.\n"


def test_one_of_a_newer_gobelet_is_told(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text('{"gobelet-selftest": 9}', encoding="utf-8")
    with pytest.raises(ReportError, match="newer"):
        report.read(path)


def test_the_report_of_the_emulated_chip_holds() -> None:
    found = report.read(selftest.EMULATED)
    states = {each.name: each.state for each in report.read_results(found)}
    assert FAILS not in states.values()
    assert {f"pictures.{game}" for game in walks.SEEDS} <= set(states)
    assert list(states.values()).count(HOLDS) >= 38
    assert not re.search(r"/dev/|/home/|/tmp/", json.dumps(found)), "nothing personal"


# The games.


@pytest.mark.parametrize("game", walks.SEEDS)
def test_the_pictures_of_a_walk_stand_still(game: str) -> None:
    at_once, later = (list(walks.play_walk(game, walks.SEEDS[game], ms)) for ms in (0, 1500))
    assert at_once == later
    assert len({step.picture for step in at_once}) >= 11


def test_the_code_for_the_board_gives_it_the_dice_of_the_twin() -> None:
    from host_tools.device.selftest.twin import Twin, files_after_lesson

    board, twin = VirtualBoard(), Twin(files_after_lesson())
    exec(inside.SAME_DICE % {"seed": 7}, {"a": board.app})
    twin.use_same_dice(7)
    device, desk = board.app.context.dice.shaker, twin.board.app.context.dice.shaker
    assert [device.roll(100) for _ in range(9)] == [desk.roll(100) for _ in range(9)]


def test_a_cut_leaves_what_was_before_or_behind_the_key() -> None:
    from host_tools.device.selftest.twin import Twin, files_after_lesson

    twin = Twin(files_after_lesson())
    twin.ask({"open": "counters"})
    twin.press("ok")
    before = twin.frame()
    twin.board.run(4000)
    found = twin.screens_after_cut("up")
    after = twin.frame()
    assert before in found and after != before
    twin.restart_with(found[before])
    assert twin.frame() == before


def test_a_cut_comes_behind_the_key_that_the_device_still_hears(monkeypatch: pytest.MonkeyPatch) -> None:
    from host_tools.device.selftest.twin import Twin, files_after_lesson

    twin = Twin(files_after_lesson())
    twin.ask({"open": "counters"})
    twin.press("ok")
    before = twin.frame()
    app = twin.board.app
    armed: list[int] = []
    machine = SimpleNamespace(WDT=lambda timeout: armed.append(timeout))
    monkeypatch.setitem(sys.modules, "machine", machine)  # type: ignore[arg-type]
    monkeypatch.setattr("gobelet.start.boot.app", app)
    exec(inside.CUT % {"key": UP, "ms": 43}, {})
    assert armed == [43]
    assert app.device.heard == [(UP, PRESS, 1), (UP, RELEASE, 1)]
    assert twin.frame() != before


def test_a_look_into_a_pass_that_was_cut_has_it_drawn_and_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    app = VirtualBoard().app
    app.dirty = app.snapshot.is_due = False
    boot = SimpleNamespace(app=app, torn=lambda: False, within=True)
    monkeypatch.setitem(sys.modules, "gobelet.start.boot", boot)  # type: ignore[arg-type]
    exec(inside.INSIDE, {})
    assert app.dirty and app.snapshot.is_due


def test_times_are_judged_by_their_median(monkeypatch: pytest.MonkeyPatch) -> None:
    class Slow:
        def talk(self) -> Any:
            return self

        def ask(self, request: Any) -> None: ...
        def press(self, key: str) -> None: ...
        def frame(self) -> bytes:
            return b""

        def inside(self, code: str) -> tuple[list[tuple[str, Any]], str]:
            assert SAY not in code
            return [("times", [400.0, 70.0, -1, 90.0, 65.0])], ""

    results = Results()
    playing.time_keys(Slow(), results)  # type: ignore[arg-type]
    assert [(each.name, each.state) for each in results.all] == [
        ("time.line", FAILS),
        ("time.counter", FAILS),
        ("time.value", HOLDS),
    ]
    assert results.all[0].words["median"] == 70.0
