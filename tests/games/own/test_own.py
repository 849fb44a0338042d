"""Games as text on a virtual device: opening, rolling, undo and power cuts."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from host_tools import verify
from host_tools.own import compiler, shown
from simulator.board import BOOT_MS, VirtualBoard
from simulator.keys import BACK, DOWN, OK, UP
from simulator.store import MemoryStore
from tests.games.own.rolling import changed_by_chance, inputs_by_chance, roll_by_chance

from gobelet.games import GAMES  # isort: skip
from gobelet.rules.odds import enumerate_odds, procedure_odds  # isort: skip
from gobelet.rules.procedure import Refused, resolve, values  # isort: skip
from gobelet.games.own.rules import declaration, rolls  # isort: skip
from gobelet.games.own import rules  # isort: skip
from gobelet.ui.screens import preset_lines  # isort: skip
from gobelet.ui.screens.proof import proof_lines_at  # isort: skip

EXAMPLES = sorted((Path(__file__).parents[3] / "simulator" / "own").glob("*.gobelet.toml"))
NAMES = [path.name.partition(".")[0] for path in EXAMPLES]
TEXT = """
[game]
id = "duel"
title = { fr = "Duel à moi", en = "My duel" }
seats = 3
[[counter]]
id = "hp"
name = { fr = "Points", en = "Points" }
high = 9
start = 3
step = 2
zero = { fr = "À terre", en = "Down" }
[[counter]]
id = "doom"
name = { fr = "Menace", en = "Doom" }
per = "table"
[[roll]]
id = "hit"
name = { fr = "Frapper", en = "Hit" }
dice = "d6"
results = [{ id = "=", effects = ["target.hp -result", "doom +1"] }]
[turn]
steps = [
  { id = "act", name = "Agir", roll = "hit" },
  { id = "end", name = "Finir", each = false, if = "doom >= 1" },
]
[[page]]
id = "help"
title = "Aide"
text = "Une page."
"""


def make_device(text: str = TEXT) -> VirtualBoard:
    board = VirtualBoard(store=MemoryStore({"settings": b"taught=yes\n", **compiler.files(text)}))
    board.choose_language("fr")
    board.run(BOOT_MS)
    return board


def value_of(board: VirtualBoard, *cell: Any) -> int:
    return int(board.context.session.get(*cell))


def test_a_game_stands_in_the_list_opens_rolls_is_undone_and_survives_a_cut() -> None:
    board = make_device()
    labels = [line[0] for line in board.app.stack.top().list]
    assert labels[len(GAMES)] == "Duel à moi"
    for _ in GAMES:  # the entry is below the games
        board.press(DOWN)
    board.press(OK)
    board.run(100)
    assert board.app.stack.ids[-1] == "own-duel.home"
    board.context.open("own-duel.form", 0, 0, 2)
    board.run(50)
    board.entropy.faces([5])  # type: ignore[attr-defined]
    board.press(OK)
    board.run(100)
    board.boot()  # a rolled die keeps its face
    board.run(BOOT_MS)
    assert board.app.stack.ids[-1] == "own-duel.result"
    board.press(OK)
    board.run(100)
    assert (value_of(board, "seat", 2, "hp"), value_of(board, "table", 0, "doom")) == (0, 1)
    assert board.words.has_text("À terre")
    board.press(OK)
    board.hold(BACK)
    board.run(100)
    assert (value_of(board, "seat", 2, "hp"), value_of(board, "table", 0, "doom")) == (3, 0)
    board.context.redo()
    assert value_of(board, "seat", 2, "hp") == 0
    assert not board.faults
    assert board.context.t.missing == 0


DECIDED = """
[[roll]]
id = "blow"
name = { fr = "Cogner", en = "Blow" }
dice = "d6"
inputs = [{ id = "shield", start = 3, high = 9 }]
decide = { id = "absorb", text = "Combien ?", who = "opponent", most = "shield" }
results = [{ id = "=", effects = ["target.hp -net"] }]
"""


def test_a_decision_that_is_left_takes_its_roll_back() -> None:
    board = make_device(TEXT + DECIDED)
    board.context.open("own-duel.home")
    board.context.open("own-duel.form", 1, 0, 2)
    board.run(50)
    for _ in range(2):
        board.entropy.faces([5])  # type: ignore[attr-defined]
        board.press(OK)
        board.run(50)
        assert board.words.has_text("Combien ?")
        board.boot()  # a rolled die keeps its face
        board.run(BOOT_MS)
        assert board.words.has_text("Combien ?")
        board.press(BACK)
        assert board.app.stack.ids[-1] == "own-duel.form"
        assert board.words.has_text("Jet repris")
        assert board.context.session.roll_position() == -1 and not board.context.session.journal.done
    board.entropy.faces([1])  # type: ignore[attr-defined]
    for _ in range(3):
        board.press(OK)
        board.run(50)
    assert value_of(board, "seat", 2, "hp") == 2, "1, with 3 of the input, of which 3 are absorbed"
    assert not board.faults


def test_a_roll_of_ones_own_is_kept_by_name_on_the_first_screen() -> None:
    board = make_device()
    board.context.open("own-duel.home")
    board.context.open("own-duel.form", 0, 0, 2)
    board.run(50)
    for key in (OK, BACK, BACK):
        board.press(key)
    board.context.open("own-duel.presets")
    board.run(50)
    board.press(OK)
    for key in (DOWN, DOWN, OK, BACK, BACK):  # the player accepts the first letters that the wheel offers
        board.press(key)
    assert board.app.stack.ids[-1] == "own-duel.home"
    (line,) = preset_lines.recent_lines(board.context)
    assert preset_lines.name_of(line)
    assert board.words.has_text(preset_lines.name_of(line))
    home = board.app.stack.top()
    home.cursor = home.list.index(preset_lines.entry(board.context, line))
    board.press(OK)
    assert list(board.app.stack.top().arguments())[:3] == [0, 0, 2]
    assert not board.faults


def test_a_counter_goes_by_its_step_within_its_bounds_and_says_when_it_is_empty() -> None:
    board = make_device()
    board.context.open("own-duel.home")
    board.context.open("own-duel.count", 1, 1)
    board.run(50)
    board.press(UP)
    assert value_of(board, "seat", 1, "hp") == 5
    for _ in range(3):
        board.press(DOWN)
    board.run(50)
    assert value_of(board, "seat", 1, "hp") == 0
    assert board.words.has_text("Bleu: À terre")
    board.press(OK)
    board.hold(BACK)
    assert value_of(board, "seat", 1, "hp") == 3  # all changes were one transaction


def test_an_effect_sets_a_counter_below_zero_where_its_bounds_allow() -> None:
    text = TEXT.replace("high = 9", "high = 9\nlow = -5").replace('"target.hp -result"', '"target.hp = -3"')
    board = make_device(text)
    board.context.open("own-duel.home")
    board.context.open("own-duel.form", 0, 0, 2)
    board.run(50)
    board.entropy.faces([5])  # type: ignore[attr-defined]
    board.press(OK)
    board.press(OK)
    board.run(100)
    assert value_of(board, "seat", 2, "hp") == -3
    board.hold(BACK)
    assert value_of(board, "seat", 2, "hp") == 3


def test_numbers_among_words_are_not_told_as_so_many_or_more() -> None:
    old = 'results = [{ id = "=", effects = ["target.hp -result", "doom +1"] }]'
    for rows, told in (('rows = ["1-5: =", "6: Fumble"]', False), ('rows = ["*: ="]', True)):
        board = make_device(TEXT.replace(old, rows))
        board.context.open("own-duel.home")
        board.context.open("own-duel.form", 0, 0)
        board.run(50)
        board.hold(OK)
        board.run(100)
        assert type(board.app.stack.top()).__name__ == "Odds"
        assert board.words.has_text("≥1") == told


def test_a_roll_without_dice_is_what_its_inputs_come_to() -> None:
    rows = 'rows = ["..2: Low", "3..: High"]\ninputs = [{ id = "a", high = 5, mod = 1 }]'
    old = 'results = [{ id = "=", effects = ["target.hp -result", "doom +1"] }]'
    declaration.load_game(compiler.compile_text(TEXT.replace('"d6"', '"0"').replace(old, rows))[1])
    proc = rolls.hit  # type: ignore[attr-defined]
    for high in (1, 4):
        known = values(proc, {"a": high})
        outcome = resolve(proc, known, lambda sides: 1, lambda ask, progress: ask.options[0])[0]
        assert procedure_odds(proc, known).keys == [outcome.key]
        assert outcome.key == 1000 + (high > 2)


def test_equal_dice_are_equal_whatever_is_added_and_others_are_not() -> None:
    old = 'results = [{ id = "=", effects = ["target.hp -result", "doom +1"] }]'
    new = (
        'equal = "miss"\nresults = [{ id = "miss" }, { id = "hit" }]\nrows = ["*: hit"]\n'
        'inputs = [{ id = "a", mods = [0, -1] }]'
    )
    declaration.load_game(compiler.compile_text(TEXT.replace('"d6"', '"|d4-d6|"').replace(old, new))[1])
    proc = rolls.hit  # type: ignore[attr-defined]
    for added in (0, 1):
        odds = procedure_odds(proc, values(proc, {"a": added}))
        assert odds.exactly(1000) == (1, 6)


def test_equal_dice_that_are_their_own_result_are_nothing_in_the_odds_and_once_they_fall() -> None:
    declaration.load_game(compiler.compile_text(TEXT.replace('"d6"', '"|d4-d6|"\nequal = "="'))[1])
    proc = rolls.hit  # type: ignore[attr-defined]
    outcome, _ = resolve(proc, known := values(proc), lambda sides: 1, None)  # type: ignore[arg-type]
    assert outcome.key == 0
    assert procedure_odds(proc, known).exactly(0) == (1, 6)


def test_the_turn_goes_round_the_seats_that_play_and_asks_its_conditions() -> None:
    board = make_device()
    board.context.open("own-duel.home")
    app = board.app
    app.context.change([("seat", 1, "here", 0)])
    app.context.open("own-duel.turn")
    seen = []
    for _ in range(5):
        app.stack.top().choose(1 if value_of(board, "table", 0, "step") == 0 else 0)
        seen.append(tuple(value_of(board, "table", 0, field) for field in ("step", "round", "turn")))
        app.context.change([("table", 0, "doom", 1)])
    assert seen == [(0, 1, 2), (1, 1, 0), (0, 2, 0), (0, 2, 2), (1, 2, 0)]


def test_nobody_who_has_left_has_the_turn() -> None:
    board = make_device()
    board.context.open("own-duel.home")
    board.context.change([("table", 0, "turn", 1)])
    home = board.app.stack.top()
    home.choose([line[0] for line in home.lines].index("players"))
    board.run(50)
    assert [value_of(board, "seat", row, "here") for row in range(3)] == [1, 0, 0]
    board.context.open("own-duel.turn")
    board.press(OK)
    assert board.app.stack.top().rows[0] == 0
    board.context.navigation.back_to("own-duel.home")
    board.context.change([("seat", 2, "here", 1)])
    board.context.open("own-duel.turn")
    board.press(OK)
    assert board.app.stack.top().rows[0] == 2, "the next one"
    board.context.navigation.back_to("own-duel.home")
    board.context.change([("seat", 1, "here", 1)])
    board.context.open("own-duel.turn")
    board.press(OK)
    assert board.app.stack.top().rows[0] == 1, "who comes back has it still"


def test_a_game_that_is_removed_leaves_the_list_and_what_was_played() -> None:
    board = make_device()
    app = board.app
    app.context.open("own-duel.home")
    app.context.change([("table", 0, "doom", 4)])
    home = app.stack.top()
    home.choose(len(home.list) - 1)
    board.run(50)
    board.press(DOWN)
    board.press(OK)
    board.run(100)
    assert app.stack.ids == ["system.home"]
    assert "own-duel" not in app.stack.top().names()
    files = board.store.files  # type: ignore[attr-defined]
    assert "own-duel.gone" in files and "own-duel.game" not in files
    assert any(name.startswith("own-duel/") for name in files)
    for name, data in compiler.files(TEXT, files["own"]).items():
        board.store.replace(name, data)
    app.context.open("own-duel.home")
    assert value_of(board, "table", 0, "doom") == 4


@pytest.mark.parametrize("path", EXAMPLES, ids=NAMES)
@pytest.mark.parametrize("language", ["fr", "en"])
def test_each_example_is_shown_from_form_to_why(path: Path, language: str) -> None:
    board = shown.board(compiler.from_file(path)[1], language)
    app = board.app
    for number in range(len(app.context.session.listed)):
        proc = app.context.session.procedure(number)
        app.context.open("own-shown.form", number, *range(len(proc.roles)))
        board.run(50)
        for key in (OK, OK):
            board.press(key)
            board.run(50)
        board.hold(OK)
        board.run(50)
        app.context.navigation.back_to("own-shown.home")
    assert not board.faults
    assert app.context.t.missing == 0
    assert app.canvas.clipped == 0


def take_file(path: Path) -> list[Any]:
    declaration.load_game(compiler.from_file(path)[1])
    return [getattr(rolls, name) for name, _ in rules.PROCEDURES]


@pytest.mark.parametrize("path", EXAMPLES, ids=NAMES)
def test_odds_are_those_of_all_faces_and_every_result_is_in_them(path: Path) -> None:
    chance = random.Random(1)
    for proc in take_file(path):
        for _ in range(6):
            known = inputs_by_chance(proc, chance)
            if known is None:
                continue
            odds = procedure_odds(proc, known)
            assert sum(odds.weights) + odds.unknown + odds.tail == odds.total
            sides = 1
            for each in proc.step(known, None).dice:
                sides *= each
            if sides <= 1300 and not proc.declared.further:  # dice that are thrown again are in test_pools.py
                every = enumerate_odds(proc, known)
                assert [odds.exactly(key) for key in odds.keys] == [every.exactly(key) for key in every.keys]
                assert odds.keys == every.keys
            roll_by_chance(proc, known, odds, chance)


def test_what_is_decided_is_taken_from_what_the_dice_give() -> None:
    declaration.load_game(compiler.from_file(EXAMPLES[NAMES.index("trinytia")])[1])
    attack: Any = rolls.attack  # type: ignore[attr-defined]
    known = values(attack, {"armour": 5})
    for given in range(6):
        outcome, path = resolve(
            attack, known, lambda sides: {4: 1, 6: 6}[sides], lambda ask, progress, given=given: given
        )
        assert path == [(1, 6), given]
        assert {effect[1:] for effect in outcome.effects} == {
            each for each in (("wounds", "+", 5 - given), ("armour", "-", given)) if each[2]
        }


def refusal_of(data: bytes | None) -> str:
    with pytest.raises(Refused) as caught:
        declaration.load_game(data)
    return str(caught.value.code)


def test_whatever_is_no_game_is_refused_in_words() -> None:
    made = compiler.compile_text(TEXT)[1]
    assert refusal_of(None) == "OWN-GONE"
    assert refusal_of(b"") == refusal_of(made[:-1]) == refusal_of(made + b" ") == "OWN-DAMAGED"
    assert refusal_of(made.replace(b"gobelet-own 1", b"gobelet-own 4")) == "OWN-NEWER"
    board = make_device()
    board.store.replace("own-duel.game", made[:50])
    for _ in GAMES:  # the entry is below the games
        board.press(DOWN)
    board.press(OK)
    board.run(100)
    assert board.words.has_text("Jeu abîmé")
    assert board.app.stack.ids[0] == "system.home"


@pytest.mark.parametrize(("left", "says"), [(0, "Ce jeu n’est plus là"), (50, "Jeu abîmé")])
def test_a_start_into_a_game_that_was_removed_says_so(left: int, says: str) -> None:
    board = make_device()
    board.context.open("own-duel.home")
    board.run(200)
    made = board.store.read("own-duel.game")
    assert made is not None
    if left:
        board.store.replace("own-duel.game", made[:left])
    else:
        board.store.remove("own-duel.game")
    board.boot()
    board.run(BOOT_MS)
    assert board.app.stack.ids == ["system.home"]
    assert board.words.has_text(says)


@pytest.mark.parametrize("seed", range(60))
def test_a_file_whose_sum_is_right_and_whose_content_is_not_is_refused_or_can_be_played(seed: int) -> None:
    chance = random.Random(seed)
    body = json.loads(compiler.compile_text(TEXT)[1].partition(b"\n")[2])
    changed = json.dumps(changed_by_chance(body, chance)).encode()
    try:
        declaration.load_game(declaration.head_of(changed, 1) + b"\n" + changed)
    except Refused:
        return
    for name, _ in rules.PROCEDURES:
        proc = getattr(rolls, name)
        try:
            known = values(proc)
        except Refused:
            continue
        procedure_odds(proc, known)
        resolve(proc, known, lambda sides: 1, lambda ask, s: ask.options[0])


def test_an_evening_can_be_read_on_the_desk_also_of_a_game_that_was_removed() -> None:
    from host_tools.questions import journals

    board = make_device()
    app = board.app
    app.context.open("own-duel.home")
    app.context.open("own-duel.form", 0, 0, 2)
    board.run(50)
    board.entropy.faces([5])  # type: ignore[attr-defined]
    board.press(OK)
    board.press(OK)
    board.run(100)
    files = dict(board.store.files)  # type: ignore[attr-defined]
    files["own-duel.gone"] = files.pop("own-duel.game")
    assert journals.games_in(files) == ["own-duel"]
    found = journals.read(files, "own-duel", "en")
    assert found.title == "My duel"
    assert [(each.title, each.faces, each.result) for each in found.entries if each.kind == "roll"] == [
        ("Hit", [5], "5")
    ]
    del files["own-duel.gone"]
    assert journals.games_in(files) == []


def test_rolls_to_be_verified_by_hand_by_name_and_once_more_from_the_list_of_games() -> None:
    board = make_device()
    app: Any = board.app
    app.device.settings.choose("proof", 1)
    app.context.open("own-duel.home")
    app.context.open("own-duel.form", 0, 0, 1)
    board.run(50)
    codes = []

    def rolls() -> None:
        board.press(OK)
        codes.append(board.app.stack.top().code)
        board.press(UP)
        board.press(OK)
        assert board.app.stack.ids[-1] == "own-duel.result"

    rolls()
    board.press(OK)  # applies the effects
    assert value_of(board, "table", 0, "doom") == 1
    board.hold(BACK)
    board.context.redo()
    board.run(50)
    assert value_of(board, "table", 0, "doom") == 1
    app.context.open("own-duel.presets")
    board.run(50)
    board.press(OK)  # the last roll is still on the screen
    board.press(BACK)
    board.press(OK)
    assert board.app.stack.ids[-1] == "own-duel.form"
    app.context.dice.use_real_dice(True)
    board.press(OK)
    assert board.app.stack.top().dice == (6,)
    board.press(BACK)
    app.context.dice.use_real_dice(False)
    rolls()
    board.boot()
    board.run(BOOT_MS)
    assert board.app.stack.ids[-1] == "own-duel.result" and value_of(board, "table", 0, "doom") == 1
    for _ in range(8):
        board.press(BACK)
    assert board.app.stack.ids == ["system.home"] and board.words.has_text("Encore")
    rolls()
    board.hold(BACK)  # an undone roll stays in the history, with its receipt
    assert value_of(board, "table", 0, "doom") == 1
    app = board.app
    app.context.open("own-duel.history")
    board.run(50)
    receipts = [
        verify.parse(proof_lines_at(app.context, place)[1]) for place in reversed(app.stack.top().proven)
    ]
    assert [verify.code(receipt) for receipt in receipts] == codes and {each.game for each in receipts} == {
        "own-duel"
    }
    assert all(verify.finding(receipt) == "fits" for receipt in receipts) and not board.faults
