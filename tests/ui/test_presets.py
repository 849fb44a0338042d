"""Presets of a game whose rolls have forms: kept, named, used, refused, undone, and there after a restart."""

import pytest

from simulator import paths
from simulator.board import VirtualBoard

paths.install()
from gobelet.core.refused import Refused  # noqa: E402
from gobelet.device.keys import BACK, OK  # noqa: E402
from gobelet.ui import preset_lines as presets  # noqa: E402

FILE = "toy/presets"


def names(toy):
    return [presets.name_of(line) for line in presets.listed(toy.app)]


def open_list(toy):
    toy.app.open("toy.presets")
    toy.run(100)


def typed(toy, letters):
    """Turn the wheel to each letter, and end the name by BACK."""
    from gobelet.ui.letters import ALPHABET

    for letter in letters:
        toy.top.index = ALPHABET.index(letter) + 1
        toy.ok()
    toy.back()


@pytest.fixture
def rolled(toy):
    """Red was struck; the result is closed, and what came of it not applied."""
    toy.form("blow", 1)
    toy.dice(6)
    toy.ok()
    toy.back(2)
    assert toy.ids == ["system.home", "toy.home"]
    return toy


@pytest.fixture
def one(rolled):
    """One preset, called AB; its list is open, with the pointer on it."""
    open_list(rolled)
    rolled.ok()
    typed(rolled, "AB")
    assert names(rolled) == ["AB"]
    return rolled


def test_without_a_roll_it_says_what_to_do(toy):
    toy.game()
    open_list(toy)
    assert toy.reads("Lancez d’abord")
    toy.ok()
    toy.why()
    assert toy.ids[-1] == "toy.presets"


def test_the_last_roll_is_kept_under_a_name_and_opens_its_form(one):
    assert one.reads("AB", one.app.t("blow"))
    one.ok()
    assert one.ids[-1] == "toy.form"
    assert list(one.top.arguments()) == [one.app.session.number("blow"), 1, one.get("char", 1, "armour")]
    one.back()
    assert one.ids[-1] == "toy.presets"


def test_without_a_name_it_is_called_as_what_it_rolls(rolled):
    open_list(rolled)
    rolled.ok()
    rolled.back()
    assert names(rolled) == [""]
    assert rolled.reads("▶", "Enregistrer")


def test_one_undo_takes_name_and_preset_back_and_redo_brings_both(one):
    one.undo()
    assert names(one) == []
    assert one.reads("Annulé")
    one.app.redo()
    assert names(one) == ["AB"]
    one.app.redo()
    one.run(50)
    assert one.reads("Rien à refaire")


def test_undo_takes_back_what_was_done_last_wherever_it_is_kept(one):
    one.app.session.change([("char", 0, "armour", 5)])
    one.undo()
    assert (names(one), one.get("char", 0, "armour")) == (["AB"], 0)
    one.undo()
    assert names(one) == []
    one.app.redo()
    assert (names(one), one.get("char", 0, "armour")) == (["AB"], 0)
    one.app.redo()
    assert one.get("char", 0, "armour") == 5


def test_a_roll_made_after_it_is_taken_back_first(one):
    one.ok()
    one.dice(4)
    one.ok()
    assert one.ids[-1] == "toy.result"
    one.undo()
    assert one.ids[-1] == "toy.form"
    assert names(one) == ["AB"]
    one.undo()
    assert names(one) == []


def test_a_new_name(one):
    one.why()
    one.ok()
    typed(one, "C")
    assert names(one) == ["ABC"]
    one.undo()
    assert names(one) == ["AB"]


def test_the_last_roll_takes_its_place(one):
    one.back()
    one.form("table")
    one.dice(2, 2)
    one.ok()
    one.back(2)
    open_list(one)
    one.why()
    one.down()
    one.ok()
    assert names(one) == ["AB"]
    one.ok()
    assert one.top.proc.name == "table"


def test_it_is_deleted_after_a_question_and_comes_back(one):
    one.why()
    one.down(2)
    one.ok()
    assert one.reads("Supprimer AB ?")
    one.ok()
    assert names(one) == ["AB"], "the pointer begins on no"
    one.why()
    one.down(2)
    one.ok()
    one.down()
    one.ok()
    assert names(one) == []
    one.undo()
    assert names(one) == ["AB"]


def test_no_more_than_there_is_room_for(one):
    line = presets.listed(one.app)[0]
    presets.change(one.app, [line] * presets.MOST)
    one.top.refresh()
    one.up()
    one.ok()
    assert one.reads("Les 12 places sont prises")
    assert len(names(one)) == presets.MOST


@pytest.mark.parametrize("where", ["list", "wheel", "undone"])
def test_a_restart_in_the_middle(one, where):
    if where == "wheel":
        one.why()
        one.ok()
    if where == "undone":
        one.undo()
    one.run(500)
    one.pull()
    assert one.ids == ["system.home", "toy.home", "toy.presets"]
    assert names(one) == ([] if where == "undone" else ["AB"])
    one.undo()
    assert names(one) == []
    one.app.redo()
    assert names(one) == ["AB"]


def test_whoever_had_the_row_is_gone(one):
    one.app.telling.christen(1, "Zoé")
    one.ok()
    assert one.reads("n’est plus là")
    one.ok()
    assert one.ids[-1] == "toy.presets"


def test_a_form_without_a_reason_is_not_opened(one, monkeypatch):
    from gobelet.ui.form import Form

    monkeypatch.setattr(Form, "stands", lambda self: False)
    one.ok()
    assert one.reads("n’est plus là")
    one.ok()
    assert one.ids[-1] == "toy.presets"


@pytest.mark.parametrize(
    ("at", "part"), [(0, "gone"), (0, "table"), (1, "0000"), (3, "1 2 3"), (3, "1 x"), (3, "")]
)
def test_one_of_another_version_is_refused_in_a_sentence(one, at, part):
    parts = presets.listed(one.app)[0].split(";")
    parts[at] = part
    presets.change(one.app, [";".join(parts)])
    with pytest.raises(Refused):
        presets.form_of(one.app, presets.listed(one.app)[0])
    one.top.refresh()
    one.ok()
    assert one.reads("autre version")
    one.ok()
    assert one.ids[-1] == "toy.presets"


@pytest.mark.parametrize("data", [b"\xff\xfe", b"nothing\n\n=", b"", b";;;;", b"=u\n=r 1\n;"])
def test_a_damaged_file_does_no_harm(rolled, data):
    rolled.store.replace(FILE, data)
    open_list(rolled)
    rolled.undo()
    rolled.ok()
    rolled.back()
    rolled.app.open("toy.presets")
    rolled.run(100)


def test_a_full_store_changes_nothing(one):
    one.store.full = True
    one.why()
    one.ok()
    typed(one, "C")
    assert one.reads("rien n’a été changé")
    one.store.full = False
    one.faults.clear()
    one.ok()
    assert names(one) == ["AB"]


def test_a_new_game_leaves_them_alone(one):
    one.app.session.change([("char", 0, "armour", 5)])
    one.app.session.restart()
    assert names(one) == ["AB"]
    one.app.session.recall()
    assert names(one) == ["AB"]


@pytest.mark.parametrize(
    ("game", "name"), [("trinytia", "attack"), ("trinites", "test"), ("trireme", "fleet_ram")]
)
def test_in_each_game_that_has_forms(game, name):
    board = VirtualBoard()
    board.app.open(game + ".home")
    session = board.app.session
    roles = [-1] * len(session.procedure(session.number(name)).roles)
    board.app.open(game + ".form", session.number(name), *roles)
    board.run(100)
    board.press(OK)
    board.run(3000)
    last = session.last_roll()
    assert last.proc.name == name
    board.app.open(game + ".presets")
    board.run(100)
    board.press(OK)
    board.press(BACK)
    (line,) = presets.listed(board.app)
    given = roles + [last.values[each.name] for each in last.proc.inputs]
    assert presets.form_of(board.app, line) == [last.number, *given]
    board.press(OK)
    assert board.app.stack.ids[-1] == game + ".form"
    assert not board.faults


def test_an_undo_looks_for_presets_once_where_none_were_ever_kept(rolled, monkeypatch):
    reads = []
    read = rolled.app.store.read
    monkeypatch.setattr(
        rolled.app.store, "read", lambda name: (name == FILE and reads.append(name), read(name))[1]
    )
    rolled.undo()
    rolled.undo()
    assert len(reads) == 1


def test_an_undo_reads_the_presets_once(one, monkeypatch):
    reads = []
    read = one.app.store.read
    monkeypatch.setattr(
        one.app.store, "read", lambda name: (name == FILE and reads.append(name), read(name))[1]
    )
    assert presets.revert(one.app, False)
    assert len(reads) == 1 + 1  # the list that shows them again reads them too
