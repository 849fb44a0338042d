"""A text that is sent again with new parts: a value stays with its id."""

from __future__ import annotations

import base64
import json
import random
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from host_tools.own import compiler
from host_tools.questions import journals
from simulator.board import BOOT_MS, VirtualBoard
from simulator.keys import DOWN, OK
from simulator.store import MemoryStore, PowerCut
from tests import sweep
from tests.device.strips import StripStore

from gobelet.rules.refused import Refused  # isort: skip
from gobelet.games.own.rules import seal  # isort: skip
from gobelet.ui.screens import preset_lines  # isort: skip

GAME = "own-duel"
COUNTERS = ("hp", "mana", "doom")
ROLLS = ("wait", "strike")
OPTIONS = ("knife", "axe", "bow")
RESULTS = ("miss", "hit")
# The ids that were used in play.
USED = {"counter": "mana", "roll": "strike", "option": "bow", "result": "miss"}
IDS = {"counter": COUNTERS, "roll": ROLLS, "option": OPTIONS, "result": RESULTS}


def game_text(
    counters: Sequence[str] = COUNTERS,
    rolls: Sequence[str] = ROLLS,
    options: Sequence[str] = OPTIONS,
    results: Sequence[str] = RESULTS,
    seats: int = 3,
    high: int = 50,
) -> str:
    """A game with these ids, in this order; parts that name a missing id are left out."""
    parts = [f'[game]\nid = "duel"\ntitle = "Duel"\nseats = {seats}\n']
    for name in counters:
        whose = "table" if name == "doom" else "seat"
        parts.append(
            f'[[counter]]\nid = "{name}"\nname = "The {name}"\nhigh = {high}\nstart = 12\nper = "{whose}"\n'
        )
    mods = [0, 2, 4, 6, 8][: len(options)]
    asked = ", ".join(f'{{ id = "{name}", name = "An {name}" }}' for name in options)
    known = ", ".join(f'{{ id = "{name}", text = "A {name}" }}' for name in results)
    best = next(name for name in results if name.startswith("hit"))
    worst = next((name for name in results if name.startswith("miss")), best)
    for name in rolls:
        if name == "strike":
            parts.append(
                f'[[roll]]\nid = "strike"\nname = "To strike"\ndice = "2d6"\n'
                f'inputs = [{{ id = "arm", options = [{asked}], mods = {mods} }}]\n'
                f"results = [{known}]\ncheck = {[*results]}\n"
                f'rows = ["..6: {worst}", "7..: {best}~"]\n'
            )
        else:
            parts.append(f'[[roll]]\nid = "{name}"\nname = "To {name}"\ndice = "d6"\n')
    return "".join(parts)


def send_game(files: dict[str, bytes], game: str) -> dict[str, bytes]:
    return {**files, **compiler.files(game, files.get("own"))}


def open_device(files: dict[str, bytes], store: MemoryStore | None = None) -> VirtualBoard:
    board = VirtualBoard(store=store or MemoryStore(dict(files)))
    board.choose_language("en")
    board.run(BOOT_MS)
    app: Any = board.app
    if app.context.session is None:
        app.context.open(f"{GAME}.home")
    board.run(100)
    return board


def files_of(board: VirtualBoard) -> dict[str, bytes]:
    return dict(board.store.files)  # type: ignore[attr-defined]


def played_files() -> dict[str, bytes]:
    """Return the files of a device with changed counters, an undo, a preset and a pending roll.

    The owner has chosen a result for the roll.
    """
    board = open_device(send_game({"settings": b"taught=yes\n"}, game_text()))
    app: Any = board.app
    app.context.change([("seat", 1, "mana", 44)])
    app.context.change([("seat", 0, "hp", 25)])
    app.context.change([("table", 0, "doom", 7)])
    app.context.change([("seat", 2, "mana", 3)])
    app.context.undo()
    strike = app.context.session.procedure_index("strike")
    proc = app.context.session.procedure(strike)
    preset_lines.store_lines(app.context, [preset_lines.line_of(app.context, proc, [1], {"arm": 1}, "AXE")])
    app.context.open(f"{GAME}.form", strike, *proc.pack([1], {"arm": 2}))
    board.run(50)
    board.entropy.faces([6, 1])  # type: ignore[attr-defined]
    board.press(OK)
    board.run(50)
    assert board.words.has_text("A hit")
    board.press(DOWN)  # the sheet has another result
    assert board.words.has_text("A miss")
    board.press(OK)
    board.run(400)
    assert not board.faults
    return files_of(board)


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    return played_files()


# The visible state of a game, by the names in its text.


def named_values(app: Any) -> dict[tuple[str, int, str], int]:
    found = {}
    for kind in app.context.session.state.kinds:
        gone = app.context.session.declaration("GONE_FIELDS", {}).get(kind.name, ())
        for row in range(min(kind.rows, 3)):
            for name in kind.fields:
                if name in COUNTERS and name not in gone:
                    found[kind.name, row, name] = app.context.session.get(kind.name, row, name)
    return found


def chosen_options(proc: Any, known: dict[str, int]) -> dict[str, str]:
    return {each.name: each.options[known.get(each.name, 0)] for each in proc.inputs if each.options}


def shown_roll(app: Any, roll: Any) -> Any:
    if roll is None:
        return None
    app.context.open(f"{GAME}.result")
    said = app.context.navigation.top().answer_text()
    app.context.close()
    return roll.proc.name, list(roll.rows), chosen_options(roll.proc, roll.values), roll.thrown_dice(), said


def visible_state(board: VirtualBoard) -> Any:
    app: Any = board.app
    return named_values(app), shown_roll(app, app.context.session.pending_roll())


def undo_all(board: VirtualBoard) -> Any:
    app: Any = board.app
    found = []
    app.context.navigation.home()
    app.context.open(f"{GAME}.home")
    for step in (
        app.context.undo,
        app.context.undo,
        app.context.undo,
        app.context.undo,
        app.context.redo,
        app.context.redo,
        app.context.redo,
        app.context.redo,
    ):
        step()
        board.run(20)
        found.append((named_values(app), app.context.dialogs.message))
    return found


def history_lines(board: VirtualBoard) -> Any:
    app: Any = board.app
    app.context.open(f"{GAME}.history")
    screen = app.context.navigation.top()
    screen.read_to(99)
    return list(screen.list.lines)[:-1]  # the last line leads to the luck


def open_preset(board: VirtualBoard) -> Any:
    app: Any = board.app
    (line,) = preset_lines.stored_lines(app.context)
    preset_lines.open_preset(app.context, line)
    board.run(50)
    form = app.context.navigation.top()
    return (
        preset_lines.label(app.context, line),
        form.proc.name,
        form.rows,
        chosen_options(form.proc, form.given),
    )


def exported_entries(board: VirtualBoard) -> Any:
    told = journals.read(files_of(board), GAME, "en")
    return [
        (
            *(each.kind, each.name, each.title, each.who, each.inputs, each.faces, each.result, each.undone),
            *((one.sheet, one.row, one.field, one.old, one.new, one.words) for one in each.changes),
        )
        for each in told.entries
    ]


SEEN = {
    "value": visible_state,
    "undo": undo_all,
    "history": history_lines,
    "preset": open_preset,
    "export": exported_entries,
}


def changed_ids(how: str, kind: str) -> list[str]:
    names = list(IDS[kind])
    if how == "insert":
        return ["first", *names]
    if how == "remove":
        return [name for name in names if name != USED[kind]]
    if how == "rename":
        return [f"{name}_2" if name == USED[kind] else name for name in names]
    return names[::-1]


def with_ids(kind: str, names: Sequence[str]) -> str:
    return game_text(**{f"{kind}s": names})  # type: ignore[arg-type]


@pytest.mark.parametrize("seen", SEEN)
@pytest.mark.parametrize("kind", IDS)
@pytest.mark.parametrize("how", ["insert", "reorder"])
def test_what_comes_between_others_leaves_them_as_they_are(
    files: dict[str, bytes], how: str, kind: str, seen: str
) -> None:
    look = SEEN[seen]
    before = look(open_device(files))
    board = open_device(send_game(files, with_ids(kind, changed_ids(how, kind))))
    after = look(board)
    assert before and after == before
    assert not board.faults


def passed_through(files: dict[str, bytes], game: str, look: Callable[[VirtualBoard], Any] | None) -> Any:
    """The files after another text was on the device for some time.

    The second value is the result of `look` during that time.
    """
    board = open_device(send_game(files, game))
    found = look(board) if look is not None else None
    board.run(400)
    assert not board.faults
    return files_of(board), found


@pytest.mark.parametrize("seen", SEEN)
@pytest.mark.parametrize("kind", IDS)
@pytest.mark.parametrize("how", ["remove", "rename"])
def test_what_is_gone_is_there_again_with_the_text_that_had_it(
    files: dict[str, bytes], how: str, kind: str, seen: str
) -> None:
    look = SEEN[seen]
    before = look(open_device(files))
    meanwhile, _ = passed_through(files, with_ids(kind, changed_ids(how, kind)), None)
    board = open_device(send_game(meanwhile, game_text()))
    assert look(board) == before
    assert not board.faults


TOLD = {"counter": "mana", "roll": "strike", "option": "strike.arm.bow", "result": "strike.miss"}


@pytest.mark.parametrize("kind", IDS)
@pytest.mark.parametrize("how", ["remove", "rename"])
def test_what_is_gone_is_told_once(files: dict[str, bytes], how: str, kind: str) -> None:
    sent_again = send_game(files, with_ids(kind, changed_ids(how, kind)))
    board = open_device(sent_again)
    assert board.words.has_text(f"The text has changed. Set aside: {TOLD[kind]}")
    board.press(OK)
    board.run(400)
    assert not open_device(files_of(board)).words.has_text("Set aside") and not board.faults
    french = VirtualBoard(store=MemoryStore({**sent_again, "settings": b"language=fr\ntaught=yes\n"}))
    french.run(BOOT_MS)
    assert french.words.has_text(f"Le texte a changé. Mis de côté : {TOLD[kind]}")


@pytest.mark.parametrize("kind", IDS)
@pytest.mark.parametrize("how", ["remove", "rename"])
def test_what_is_gone_is_never_taken_for_another(files: dict[str, bytes], how: str, kind: str) -> None:
    board = open_device(send_game(files, with_ids(kind, changed_ids(how, kind))))
    app: Any = board.app
    board.press(OK)
    assert (app.context.session.pending_roll() is None) == (kind != "counter")
    if how == "rename" and kind == "counter":
        assert [app.context.session.get("seat", row, "mana_2") for row in range(3)] == [12, 12, 12]
    title, dice, answer = history_lines(board)[0]
    assert dice == "6 1"
    assert title == {"roll": "strike", "option": "To strike"}.get(kind, "Blue: To strike")
    assert answer == ("A miss" if kind == "counter" else "")
    told = exported_entries(board)
    assert {each[:2] for each in told if each[0] == "roll"} == {("roll", "strike")}
    fields = [one[:3] for each in told for one in each[8:]]
    assert fields == [("seat", 1, "mana"), ("seat", 0, "hp"), ("table", 0, "doom"), ("seat", 2, "mana")]


def test_undo_and_redo_pass_over_what_is_gone_and_say_so(files: dict[str, bytes]) -> None:
    board = open_device(send_game(files, game_text(counters=["hp", "doom"])))
    app: Any = board.app
    board.press(OK)
    said = []
    for step in (app.context.undo,) * 6 + (app.context.redo,) * 2:
        step()
        board.run(20)
        said.append(app.context.dialogs.message)
    gone = "a value that this game no longer has"
    assert said[2:] == [
        "Undone → The doom 12", "Undone → Red The hp 12", f"Undone: {gone}",
        "Nothing to undo", f"Redone: {gone}", "Redone: Red The hp 12→25",
    ]  # fmt: skip
    assert app.context.session.get("seat", 0, "hp") == 25
    board.run(400)
    again = open_device(send_game(files_of(board), game_text()))
    assert again.context.session.get("seat", 1, "mana") == 44
    assert not board.faults and not again.faults


# Bounds, seats, steps.


def test_a_value_beyond_the_new_bounds_is_kept_aside_and_comes_back(files: dict[str, bytes]) -> None:
    board = open_device(send_game(files, game_text(high=30)))
    assert board.words.has_text("Set aside: The mana 44→30")
    assert board.context.session.get("seat", 1, "mana") == 30
    board.run(400)
    board = open_device(send_game(files_of(board), game_text(high=20)))
    assert board.context.session.get("seat", 1, "mana") == 20
    board.press(OK)
    board.context.change([("table", 0, "doom", 8)])
    board.run(400)
    for high, mana in ((40, 40), (50, 44), (50, 44), (30, 30), (60, 44)):
        board = open_device(send_game(files_of(board), game_text(high=high)))
        assert board.context.session.get("seat", 1, "mana") == mana
        board.run(400)
    assert board.context.session.get("seat", 0, "hp") == 25
    assert not board.faults


@pytest.mark.parametrize("more", ["change", "change and back", "undo", "undo and redo", "new game"])
def test_what_was_done_meanwhile_counts_for_more_than_what_is_aside(
    files: dict[str, bytes], more: str
) -> None:
    board = open_device(send_game(files, game_text(high=30)))
    app: Any = board.app
    mana = lambda value: app.context.change([("seat", 1, "mana", value)])  # noqa: E731
    board.press(OK)
    app.context.navigation.home()
    app.context.open(f"{GAME}.home")
    expected = 44
    if more.startswith("change"):
        mana(20)
        expected = 20
        if "back" in more:
            mana(30)
            expected = 30
    elif more == "new game":
        home = app.context.navigation.top()
        home.asked = "new"
        home.on_result(True)
        expected = 12
    else:
        for _ in range(5):  # the roll that is not applied, the preset, doom, hp, mana
            app.context.undo()
        assert app.context.session.get("seat", 1, "mana") == 12
        if "redo" in more:
            app.context.redo()
            assert app.context.session.get("seat", 1, "mana") == 30, "as far as there is room"
        else:
            expected = 12
    board.run(400)
    again = open_device(send_game(files_of(board), game_text()))
    assert again.context.session.get("seat", 1, "mana") == expected
    assert not board.faults and not again.faults


def test_an_undone_step_that_led_from_beyond_the_bounds_comes_back_whole(files: dict[str, bytes]) -> None:
    board = open_device(files)
    app: Any = board.app
    app.context.change([("seat", 1, "mana", 40)])
    app.context.change([("seat", 1, "mana", 44)])
    board.run(400)
    board = open_device(send_game(files_of(board), game_text(high=30)))
    board.press(OK)
    board.context.undo()
    assert board.context.session.get("seat", 1, "mana") == 30
    board.run(400)
    assert open_device(send_game(files_of(board), game_text())).context.session.get("seat", 1, "mana") == 40


def test_seats_that_are_gone_keep_what_they_had(files: dict[str, bytes]) -> None:
    board = open_device(files)
    board.context.change([("seat", 2, "hp", 33)])
    board.run(400)
    board = open_device(send_game(files_of(board), game_text(seats=2)))
    assert board.words.has_text("Set aside: Players 3-3")
    assert len(board.context.session.roles) == 3
    board.press(OK)
    board.context.change([("seat", 1, "hp", 9)])
    board.run(400)
    board = open_device(send_game(files_of(board), game_text(seats=4)))
    assert [board.context.session.get("seat", row, "hp") for row in range(4)] == [25, 9, 33, 12]


def test_a_counter_that_changes_from_seats_to_the_table_is_another_one(files: dict[str, bytes]) -> None:
    moved = game_text().replace('start = 12\nper = "table"', 'start = 12\nper = "seat"')
    assert moved != game_text()
    board = open_device(send_game(files, moved))
    assert [board.context.session.get("seat", row, "doom") for row in range(3)] == [12, 12, 12]
    board.run(400)
    assert open_device(send_game(files_of(board), game_text())).context.session.get("table", 0, "doom") == 7


def turn_text(*names: str) -> str:
    steps = ", ".join(f'{{ id = "{name}", name = "Step {name}" }}' for name in names)
    return game_text() + f"[turn]\nsteps = [{steps}]\n"


@pytest.mark.parametrize(
    ("names", "now"),
    [("abcd", "c"), ("xabcd", "c"), ("dcba", "c"), ("abxcd", "c"), ("abd", "d"), ("ab", "b"), ("abcd", "c")],
)
def test_the_step_of_a_turn_is_known_by_its_id(names: str, now: str) -> None:
    board = open_device(send_game({"settings": b"taught=yes\n"}, turn_text(*"abcd")))
    app: Any = board.app
    app.context.open(f"{GAME}.turn")
    for _ in range(6):  # each of the three seats does each step
        app.context.navigation.top().choose(0)
        if app.context.session.get("table", 0, "step") == 2:
            break
    board.run(400)
    board = open_device(send_game(files_of(board), turn_text(*names)))
    app = board.app
    app.context.navigation.home()
    app.context.open(f"{GAME}.turn")
    board.run(50)
    assert app.context.navigation.top().head()[0].startswith(f"Step {now}")
    assert not board.faults


# Screens that were open.


@pytest.mark.parametrize("kind", ["counter", "roll", "option"])
@pytest.mark.parametrize("how", ["insert", "remove", "rename", "reorder"])
def test_a_screen_that_was_open_is_that_of_the_same_or_closes(
    files: dict[str, bytes], how: str, kind: str
) -> None:
    board = open_device(files)
    app: Any = board.app
    app.context.navigation.home()
    app.context.open(f"{GAME}.home")
    if kind == "counter":
        app.context.open(f"{GAME}.count", 1, 1, 1)
        assert app.context.navigation.top().list[app.context.navigation.top().index][0] == "mana"
    else:
        strike = app.context.session.procedure_index("strike")
        app.context.open(f"{GAME}.form", strike, *app.context.session.procedure(strike).pack([1], {"arm": 2}))
    board.run(400)
    board = open_device(send_game(files_of(board), with_ids(kind, changed_ids(how, kind))))
    app = board.app
    if board.words.has_text("Set aside"):
        board.press(OK)
    top = app.context.navigation.top()
    if how in ("remove", "rename") and kind != "option":
        assert app.stack.ids == ["system.home", f"{GAME}.home"]
    elif kind == "counter":
        assert (top.list[top.index][0], top.row) == ("mana", 1)
    else:
        assert (top.proc.name, top.rows) == ("strike", [1])
        assert chosen_options(top.proc, top.given).get("arm", "knife") == (
            "bow" if how in ("insert", "reorder") else "knife"
        )
        board.press(OK)
        assert app.stack.ids[-1] == f"{GAME}.result"
    assert not board.faults


# Inputs.


def asking_text(*inputs: str) -> str:
    return game_text(rolls=["wait"]) + (
        f'[[roll]]\nid = "aim"\nname = "To aim"\ndice = "2d6"\ninputs = [{", ".join(inputs)}]\nrows = ["*: ="]\n'
    )


BACK_ = '{ id = "back", mod = 2 }'
SKILL = '{ id = "skill", low = -2, high = 5 }'
NEAR = '{ id = "near", mod = 1 }'
ONE = '{ id = "one", low = 1, high = 5, start = 1 }'


@pytest.mark.parametrize(
    ("inputs", "result"),
    [
        ((SKILL, BACK_), "12"),
        ((NEAR, BACK_, SKILL), "12"),
        ((BACK_, NEAR, SKILL, '{ id = "lamp", mod = 3 }'), "12"),
        ((BACK_,), "?"),  # the modifier of a removed input is unknown
        (
            (BACK_, SKILL, ONE),
            "?",
        ),  # the value is unknown for an input that the text lacked at the time of the roll
        ((BACK_, '{ id = "skill", low = -2, high = 2 }'), "?"),
        ((BACK_, '{ id = "skill", options = ["a", "b", "c", "d"], mods = [0, 1, 2, 3] }'), "?"),
    ],
)
def test_inputs_are_known_by_their_ids(inputs: tuple[str, ...], result: str) -> None:
    board = open_device(send_game({"settings": b"taught=yes\n"}, asking_text(BACK_, SKILL)))
    app: Any = board.app
    aim = app.context.session.procedure_index("aim")
    app.context.open(
        f"{GAME}.form", aim, *app.context.session.procedure(aim).pack([0], {"back": 1, "skill": 3})
    )
    board.run(50)
    board.entropy.faces([3, 4])  # type: ignore[attr-defined]
    board.press(OK)
    board.run(400)
    assert history_lines(board)[0][2] == "12"
    board = open_device(send_game(files_of(board), asking_text(*inputs)))
    app = board.app
    if board.words.has_text("Set aside"):
        board.press(OK)
    app.context.navigation.home()
    app.context.open(f"{GAME}.home")
    pending = app.context.session.pending_roll()
    assert (pending.now.key if pending else "?") == (12 if result == "12" else "?")
    title, dice, answer = history_lines(board)[0]
    assert (title.split(": ")[-1], dice, answer or "?") == ("To aim", "3 4", result)
    assert exported_entries(board)[0][5:7] == ([3, 4], result)
    board.run(400)
    board = open_device(send_game(files_of(board), asking_text(BACK_, SKILL)))
    assert history_lines(board)[0][2] == "12"
    assert not board.faults


def test_a_roll_that_asked_for_too_much_over_time_is_another_one() -> None:
    """A record has no room for so many inputs, so the roll gets another number.

    After the first text is sent again, the entry is the first roll again.
    """
    wide = [
        [f'{{ id = "{name}{number}", high = 999, lane = "after" }}' for number in range(15)] for name in "abc"
    ]
    files: dict[str, bytes] = {"settings": b"taught=yes\n"}
    for inputs, number, answers in ((0, 1, 1), (1, 1, 1), (2, 2, 1), (0, 1, 2)):
        board = open_device(send_game(files, asking_text(*wide[inputs])))
        app: Any = board.app
        if board.words.has_text("Set aside"):
            board.press(OK)
        assert app.context.session.procedure_index("aim") == number
        app.context.navigation.home()
        app.context.open(f"{GAME}.form", number, 0, *[999] * 15)
        board.run(50)
        app.context.navigation.top().given = {
            each.name: 999 for each in app.context.navigation.top().proc.inputs
        }
        app.context.navigation.top().refresh()
        board.press(OK)
        told = history_lines(board)
        assert [line[0].split(": ")[-1] for line in told] == ["To aim"] * len(told)
        assert len([line for line in told if line[2]]) == answers
        board.run(400)
        files = files_of(board)
        assert not board.faults


# Files of earlier versions, of later versions, and damaged files.


@pytest.fixture(scope="module")
def earlier() -> dict[str, bytes]:
    """Return the files of an older device, equal to `played` but without ids."""
    kept = json.loads(Path(__file__).with_name("earlier.json").read_text())
    return {name: zlib.decompress(base64.b64decode(data)) for name, data in kept.items()}


@pytest.mark.parametrize("seen", SEEN)
def test_a_game_that_was_kept_without_ids_is_read_and_notes_them(
    earlier: dict[str, bytes], files: dict[str, bytes], seen: str
) -> None:
    assert f"{GAME}.ids" not in earlier
    look = SEEN[seen]
    first = open_device(earlier)
    first.run(400)
    assert f"{GAME}.ids" in files_of(first), "nothing was played"
    assert look(open_device(earlier)) == look(open_device(files))
    for kind in IDS:
        game = with_ids(kind, changed_ids("insert", kind))
        assert look(open_device(send_game(files_of(first), game))) == look(open_device(files))


def test_a_game_that_nobody_has_played_notes_nothing() -> None:
    board = open_device(send_game({"settings": b"taught=yes\n"}, game_text()))
    board.run(400)
    assert f"{GAME}.ids" not in files_of(board)
    board = open_device(send_game(files_of(board), game_text(counters=COUNTERS[::-1])))
    board.context.change([("seat", 1, "mana", 44)])
    assert open_device(send_game(files_of(board), game_text())).context.session.get("seat", 1, "mana") == 44


def test_ids_that_are_damaged_are_told_kept_aside_and_noted_anew(files: dict[str, bytes]) -> None:
    data = files[f"{GAME}.ids"]
    for damaged in (b"", data[:-3], data.replace(b"mana", b"manx"), seal.seal(b'{"s":"x"}', 1, seal.IDS)):
        board = open_device({**files, f"{GAME}.ids": damaged})
        assert board.words.has_text("Damaged log")
        assert files_of(board)[f"{GAME}.ids.bad"] == damaged
        assert files_of(board)[f"{GAME}.ids"] != damaged
        assert visible_state(board) == visible_state(open_device(files))
        assert not board.faults
        assert not open_device(files_of(board)).words.has_text("Damaged log")


def test_ids_of_a_later_version_are_left_alone(files: dict[str, bytes]) -> None:
    later = files[f"{GAME}.ids"].replace(b"gobelet-ids 1", b"gobelet-ids 2")
    board = VirtualBoard(store=MemoryStore({**files, f"{GAME}.ids": later}))
    board.run(BOOT_MS)
    assert board.context.session is None and board.words.has_text("Game of another version")
    assert files_of(board)[f"{GAME}.ids"] == later


def test_too_many_ids_are_refused_in_words_and_nothing_is_lost(files: dict[str, bytes]) -> None:
    now = files
    for number in range(40):
        after = send_game(now, game_text(counters=[*COUNTERS, *(f"c_{number}_{each}" for each in range(12))]))
        try:
            board = open_device(after)
        except Refused as refused:
            assert refused.code == "OWN-FULL"
            break
        board.context.change([("seat", 0, "hp", number)])
        board.run(400)
        now = files_of(board)
    assert 10 < number < 39
    board = VirtualBoard(store=MemoryStore({**after, "settings": b"language=en\ntaught=yes\n"}))
    board.run(BOOT_MS)
    assert board.words.has_text("Too many ids came and went")
    assert open_device(send_game(files_of(board), game_text())).context.session.get("seat", 1, "mana") == 44


@pytest.mark.parametrize("name", ["__class__", "__dict__", "__init__", "__name__", "annotations", "mro"])
def test_a_roll_may_have_the_name_of_anything_that_a_module_has(name: str) -> None:
    for _ in range(2):
        board = open_device(send_game({"settings": b"taught=yes\n"}, game_text(rolls=[name, "strike"])))
        app: Any = board.app
        assert app.context.session.procedure(app.context.session.procedure_index(name)).name == name
        app.context.open(f"{GAME}.form", app.context.session.procedure_index(name), 0)
        board.run(50)
        board.press(OK)
        assert board.words.has_text(f"To {name}")
        assert not board.faults
        app.context.navigation.home()


@pytest.mark.parametrize("kind", [*IDS, "bounds", "seats", "more"])
def test_a_cut_at_any_write_leaves_every_value_with_its_id(files: dict[str, bytes], kind: str) -> None:
    """Another text is sent, then the first one again.

    The power is cut at each write of either.
    """
    others = {
        "bounds": game_text(high=30),
        "seats": game_text(seats=1),
        "more": game_text(counters=["more", *COUNTERS], seats=5),
    }
    other = others.get(kind) or with_ids(kind, changed_ids("remove", kind))
    expected = visible_state(open_device(files))
    after = files
    cuts = 0
    for game in (other, game_text()):
        for cut in range(1, 99):
            store = MemoryStore(send_game(after, game))
            store.cut_in = cut
            try:
                open_device(store.files, store).run(400)
            except PowerCut:
                cuts += 1
            again = open_device(send_game(store.files, game_text()))
            assert (visible_state(again), again.faults) == (expected, []), cut
            if store.cut_in is not None:
                break
        after = dict(store.files)
    assert cuts >= 4


@pytest.mark.parametrize("kind", [*IDS, "bounds"])
def test_a_full_store_opens_too_and_loses_nothing(files: dict[str, bytes], kind: str) -> None:
    fewer = game_text(high=30) if kind == "bounds" else with_ids(kind, changed_ids("remove", kind))
    now = files
    for game in (fewer, game_text()):
        store = MemoryStore(send_game(now, game))
        store.full = True
        board = open_device(store.files, store)
        board.run(400)
        store.full = False
        now = dict(store.files)
        assert visible_state(open_device(send_game(now, game_text()))) == visible_state(open_device(files))
    store = MemoryStore(send_game(files, fewer))
    store.full = True
    board = open_device(store.files, store)
    if board.words.has_text("Set aside"):
        board.press(OK)
    with pytest.raises(OSError):
        board.context.change([("seat", 2, "hp", 1)])
    store.full = False
    board.context.change([("seat", 2, "hp", 1)])
    expected, _ = visible_state(open_device(files))
    assert visible_state(open_device(send_game(store.files, game_text())))[0] == {
        **expected,
        ("seat", 2, "hp"): 1,
    }


def test_what_an_undo_leads_to_beyond_the_bounds_is_kept_aside_too(files: dict[str, bytes]) -> None:
    board = open_device(files)
    board.context.change([("seat", 1, "mana", 20)])
    board.run(400)
    board = open_device(send_game(files_of(board), game_text(high=30)))
    assert not board.words.has_text("Set aside")
    board.context.undo()
    assert board.context.session.get("seat", 1, "mana") == 30
    board.run(400)
    assert open_device(send_game(files_of(board), game_text())).context.session.get("seat", 1, "mana") == 44
    board.context.redo()
    board.run(400)
    assert open_device(send_game(files_of(board), game_text())).context.session.get("seat", 1, "mana") == 20


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(sweep.case_count(12, 400)))
def test_any_texts_and_turns_leave_each_value_with_its_id(seed: int) -> None:
    """Send, change, undo, redo and cut at random.

    Each value in the text must belong to its id, and be within its bounds.
    """
    chance = random.Random(seed)
    made = chance.choice((MemoryStore, StripStore))
    bounds: dict[str, int] = {}
    counters: list[str] = []
    seats = 3
    model: dict[tuple[str, int, str], int] = {}
    done: list[list[tuple[tuple[str, int, str], int, int]]] = []
    undone: list[list[tuple[tuple[str, int, str], int, int]]] = []
    files: dict[str, bytes] = {"settings": b"language=en\ntaught=yes\n"}
    board: Any = None

    def shown_roll(cell: tuple[str, int, str]) -> int:
        return min(model.get(cell, 12), bounds[cell[2]])

    for _ in range(60):
        act = chance.choice(("send", "change", "change", "change", "undo", "undo", "redo", "cut"))
        if act == "send" or board is None:
            counters = chance.sample(["hp", "mana", "luck", "gold", "doom"], chance.randint(1, 5))
            bounds = {name: chance.choice((14, 30, 60)) for name in counters}
            seats = chance.randint(1, 4)
            game = game_text(counters, chance.sample(ROLLS, 2), chance.sample(OPTIONS, 3), seats=seats)
            for name in counters:
                game = game.replace(
                    f'name = "The {name}"\nhigh = 50', f'name = "The {name}"\nhigh = {bounds[name]}'
                )
            if board is not None and chance.random() < 0.7:
                board.run(chance.choice((0, 20, 400)))
                files = files_of(board)
            elif board is not None:
                files = files_of(board)
            board = open_device({}, made(send_game(files, game)))
            if board.words.has_text("Set aside"):
                board.press(OK)
        app: Any = board.app
        if act == "cut":
            board = open_device({}, made(files_of(board)))
        elif act == "change":
            name = chance.choice(counters)
            kind = "table" if name == "doom" else "seat"
            cell = (kind, 0 if kind == "table" else chance.randrange(seats), name)
            old, new = shown_roll(cell), chance.randint(0, bounds[name])
            app.context.change([(*cell, new)])
            if new != old:
                done.append([(cell, old, new)])
                undone.clear()
                model[cell] = new
        elif act in ("undo", "redo"):
            source, target = (done, undone) if act == "undo" else (undone, done)
            getattr(app, act)()
            assert source or not app.context.session.journal.done or act == "redo"
            if source:
                step = source.pop()
                target.append(step)
                for cell, old, new in step:
                    model[cell] = old if act == "undo" else new
        app = board.app
        for name in counters:
            kind = "table" if name == "doom" else "seat"
            for row in range(1 if kind == "table" else seats):
                assert app.context.session.get(kind, row, name) == shown_roll((kind, row, name)), (
                    act,
                    kind,
                    row,
                    name,
                )
        assert not board.faults
