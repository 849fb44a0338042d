"""Every Procedure and every screen of every game: texts, odds and drawing.

A failure says in which file, and what to add there.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from simulator import paths

paths.install()
from gobelet.games import GAMES  # noqa: E402
from gobelet.rules.procedure import ME, Ask, Outcome, Procedure, Refused, Roll, choice, flag, number  # noqa: E402
from gobelet.rules.sheet import Kind  # noqa: E402
from gobelet.ui.screens.menu import Menu  # noqa: E402
from host_tools.building.texts import LANGUAGES  # noqa: E402
from host_tools.questions.games import games_with_rules  # noqa: E402
from simulator.board import VirtualBoard  # noqa: E402
from tests.games import faults  # noqa: E402
from tests.sweep import case_count  # noqa: E402

FOUND = {game: faults.load_game(game) for game in games_with_rules()}
PROCEDURES = [(game, name) for game in FOUND for name in FOUND[game].procedures]


def fail_with(found: list[str]) -> None:
    if found:
        pytest.fail("\n".join(found), pytrace=False)


def test_games_were_found() -> None:
    assert set(GAMES) <= set(FOUND)
    assert len(PROCEDURES) > 30


@pytest.mark.parametrize(("game", "name"), PROCEDURES)
def test_what_a_procedure_names_is_there(game: str, name: str) -> None:
    fail_with(faults.declared_faults(FOUND[game], name))


@pytest.mark.parametrize(("game", "name"), PROCEDURES)
def test_what_comes_of_a_procedure_is_in_its_odds(game: str, name: str) -> None:
    fail_with(faults.resolution_faults(FOUND[game], name))


@pytest.fixture(scope="module", params=LANGUAGES)
def board(request: pytest.FixtureRequest) -> Iterator[VirtualBoard]:
    made = VirtualBoard()
    made.choose_language(request.param)
    made.choose_setting("taught", "yes")
    yield made


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("game", "name"), [(game, name) for game, name in PROCEDURES if FOUND[game].has_form]
)
def test_the_panel_shows_a_procedure_from_form_to_why(board: VirtualBoard, game: str, name: str) -> None:
    fail_with(faults.form_faults(board, FOUND[game], name, case_count(2, 8)))


@pytest.mark.parametrize("game", GAMES)
def test_screens_are_where_their_ids_lead_and_no_hook_is_misspelt(game: str) -> None:
    fail_with(faults.screen_list_faults(FOUND[game].folder))


# The checks themselves: a correct game passes, and each planted fault is reported with its file and its
# remedy.

FOLDER = faults.ROOT / "firmware/gobelet/games/pub"
TEXTS = {
    "hit": "Hit",
    "hit.aim": "aimed",
    "i.how": "how",
    "i.pv": "life",
    "o.hard": "hard",
    "o.soft": "soft",
    "hit.harm": "harm",
    "hit.miss": "missed",
    "hit.again": "Again?",
    "lane.roll": "roll",
    "why.it": "because",
}


def hit_step(v: dict[str, int], s: Any) -> Any:
    if s is None:
        return Roll((6,), lambda v, s, faces: faces[0])
    if s == 1:
        return Ask(ME, "again", (7, 8), lambda v, s, option: option, lambda v, s: 8)
    key = s + v["aim"]
    return Outcome(key, (("target", "wounds", "+", key),), word="miss" if key < 3 else None)


def make_hit(**changes: Any) -> Procedure:
    declared: dict[str, Any] = {
        "inputs": (
            flag("aim", 1, "roll"),
            choice("how", ("hard", "soft")),
            number("pv", 0, 9, role="target", field="pv"),
        ),
        "step": hit_step,
        "questions": (("harm", lambda v, key: key > 2),),
        "explain": "hit",
        "roles": ("target",),
    }
    return Procedure("hit", **{**declared, **changes})


def make_game(proc: Procedure | None = None, **changes: Any) -> faults.Game:
    """A game with one Procedure."""
    game = faults.Game(
        name="pub",
        folder=FOLDER,
        procedures={"hit": proc or make_hit()},
        files={"hit": "firmware/gobelet/games/pub/rules/darts.py"},
        roles={"target": "char", "house": "house"},
        kinds={
            "char": Kind("char", 4, (("wounds", 0, 99, 0), ("pv", 0, 9, 5))),
            "house": Kind("house", 1, (("round", 0, 9, 0),)),
        },
        words=dict.fromkeys(LANGUAGES, TEXTS),
        why={"why": SimpleNamespace(hit=lambda proc, v, path: [("why.it", (len(path),))])},
        asks=lambda proc, i: True,
    )
    return replace(game, **changes)


def reported_faults(game: faults.Game) -> str:
    """The faults that the checks report."""
    found = faults.declared_faults(game, "hit") + faults.resolution_faults(game, "hit")
    assert all(line.startswith("firmware/gobelet/games/pub/rules/darts.py: hit: ") for line in found)
    return "\n".join(found)


def end_with(key: Any = 5, **more: Any) -> Procedure:
    """A Procedure with this outcome."""
    return make_hit(step=lambda v, s: Outcome(key, **more))


def test_a_sound_game_has_no_faults() -> None:
    assert reported_faults(make_game()) == ""


@pytest.mark.parametrize("key", [key for key in TEXTS if key != "hit.again"])
def test_each_text_that_is_missing_is_asked_for(key: str) -> None:
    game = make_game(words={"fr": TEXTS, "en": {k: text for k, text in TEXTS.items() if k != key}})
    assert f"{key} = ..." in reported_faults(game)
    assert "to firmware/gobelet/games/pub/en.txt" in reported_faults(game)
    assert "fr.txt" not in reported_faults(game)


INPUTS = make_hit().inputs


@pytest.mark.parametrize(
    ("proc", "sentence"),
    [
        (make_hit(roles=("targt",)), "its role 'targt' is not in ROLES; is 'target' meant?"),
        (
            make_hit(inputs=(flag("aim", 1, "rol"),)),
            "input 'aim': its lane 'rol' has no name: add `lane.rol = ...`",
        ),
        (
            make_hit(inputs=(*INPUTS, number("more", 0, 9, role="taget", field="pv"))),
            "input 'more': its role 'taget' is not in ROLES; is 'target' meant?",
        ),
        (
            make_hit(inputs=(*INPUTS, number("how", 0, 9, role="target", field="wound"))),
            "input 'how': the Kind 'char' has no field 'wound'; is 'wounds' meant?",
        ),
        (make_hit(inputs=(*INPUTS, flag("aim"))), "two inputs are called 'aim'"),
        (
            make_hit(inputs=(*INPUTS[:2], number("pv", 0, 5, role="target", field="pv"))),
            "the field 'pv' goes up to 9, but it takes 5 at most",
        ),
        (make_hit(roles=()), "no row of its role 'target' can be known: add it to the Procedure's roles"),
        (
            make_hit(inputs=(*INPUTS, choice("how", ("hard", "soft"), lane="roll", mods=(1,)))),
            "it has 1 modifiers for 2 values",
        ),
        (
            make_hit(explain="hitt"),
            "explain='hitt' is no function of firmware/gobelet/games/pub/rules/why.py",
        ),
        (make_hit(questions=(("harms", lambda v, key: True),)), "question 'harms': add `hit.harms = ...`"),
        (Procedure("hot", INPUTS, hit_step, roles=("target",)), "it calls itself 'hot'"),
        (
            end_with(effects=(("targt", "wounds", "+", 1),)),
            "the role 'targt' is not in ROLES; is 'target' meant?",
        ),
        (end_with(effects=(("target", "wound", "+", 1),)), "has no field 'wound'; is 'wounds' meant?"),
        (end_with(effects=(("target", "wounds", "*", 2),)), "an operation is '+', '-' or '='"),
        (end_with(effects=(("target", "wounds", "=", "attacker"),)), "an amount is an integer"),
        (
            end_with(then=(("hitt", {}),)),
            "'hitt' may follow, but is no Procedure of this game; is 'hit' meant?",
        ),
        (
            end_with(then=(("hit", {"aims": 1}),)),
            "with 'aims', which is neither an input nor a role of it; is 'aim'",
        ),
        (end_with(word="mis"), "outcome 'mis': add `hit.mis = ...`"),
    ],
)
def test_each_fault_is_told_with_what_to_do(proc: Procedure, sentence: str) -> None:
    assert sentence in reported_faults(make_game(proc))


def test_a_question_without_a_text() -> None:
    game = make_game(
        words={language: {k: t for k, t in TEXTS.items() if k != "hit.again"} for language in LANGUAGES}
    )
    assert "question 'again': add `hit.again = ...`" in reported_faults(game)


def test_a_result_outside_the_odds() -> None:
    """The rules in this test count their calls, and return other results to the odds than to the player."""
    calls = iter(range(100000))

    def drift(v: dict[str, int], s: Any) -> Any:
        return Outcome(next(calls) + 10)

    assert "has no weight in its odds" in reported_faults(make_game(make_hit(step=drift)))


def test_what_the_rules_raise_is_shown_with_values_and_file() -> None:
    def divide_by_aim(v: dict[str, int], s: Any) -> Any:
        return Outcome(1 // v["aim"])

    with pytest.raises(ZeroDivisionError) as raised:
        reported_faults(make_game(make_hit(step=divide_by_aim)))
    shown = "".join(traceback.format_exception(raised.value))
    assert "in divide_by_aim" in shown
    assert "firmware/gobelet/games/pub/rules/darts.py: hit: raised with the values {'aim': 0" in shown


def test_a_check_that_refuses_everything() -> None:
    def refuse_always(v: dict[str, int]) -> None:
        raise Refused("PUB-1")

    assert "its check refused 400 sets of values at random" in reported_faults(
        make_game(make_hit(check=refuse_always))
    )


def test_a_refusal_without_words() -> None:
    def refuse_without_aim(v: dict[str, int]) -> None:
        if not v["aim"]:
            raise Refused("PUB-1")

    assert "it refuses PUB-1: add `e.PUB-1 = ...` to firmware/gobelet/games/pub/en.txt" in reported_faults(
        make_game(make_hit(check=refuse_without_aim))
    )
    said = {language: {**TEXTS, "e.PUB-1": "Too dark"} for language in LANGUAGES}
    assert reported_faults(make_game(make_hit(check=refuse_without_aim), words=said)) == ""


def test_a_step_that_refuses_is_told_of_the_check() -> None:
    def refuse_in_step(v: dict[str, int], s: Any) -> Any:
        raise Refused("PUB-1")

    assert "refuses PUB-1 in its step; what may not be done its `check` refuses" in reported_faults(
        make_game(make_hit(step=refuse_in_step))
    )


HOOKS = """
class Home(Menu):
    titel = "home"

    def entries(self):
        return []

    def chose(self, at):
        self.app.close(self._line(at))

    def _line(self, at):
        return at

    def on_show(self):
        Menu.on_show(self)
"""


def test_a_misspelt_hook_is_told_with_what_was_meant(tmp_path: Path) -> None:
    (tmp_path / "home.py").write_text(HOOKS)
    space: dict[str, Any] = {"Menu": Menu}
    exec(HOOKS, space)
    assert faults.unused_hooks(space["Home"], tmp_path) == [
        "Home.titel overrides nothing and nobody calls it; is 'title' meant?",
        "Home.chose overrides nothing and nobody calls it; is 'choose' meant?",
    ]


def test_what_cannot_be_imported_says_where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "gobelet_games_pub"
    folder.mkdir()
    (folder / "__init__.py").write_text("import nothing_of_the_kind\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModuleNotFoundError) as raised:
        faults.import_module("gobelet_games_pub", folder)
    assert "of the game 'gobelet_games_pub'" in "".join(traceback.format_exception(raised.value))
