"""Presets of a game whose rolls have forms: storing, naming, using, refusing, undoing, restarting."""

import pytest

from simulator import paths
from simulator.board import BOOT_MS, VirtualBoard

paths.install()
from gobelet.device.keys import BACK, DOWN, OK, UP  # noqa: E402
from gobelet.rules.refused import Refused  # noqa: E402
from gobelet.ui.drawing.letters import ALPHABET  # noqa: E402
from gobelet.ui.screens import preset_lines as presets  # noqa: E402

FILE = "toy/presets"


def names(toy):
    return [presets.name_of(line) for line in presets.stored_lines(toy.context)]


def open_list(toy):
    toy.context.open("toy.presets")
    toy.run(100)


def typed(toy, letters):
    """Turn the wheel to each letter, and end the name by BACK."""
    for letter in letters:
        toy.top.cursor = ALPHABET.index(letter) + 1
        toy.ok()
    toy.back()


def typed_on(first, letters):
    """Type the letters on the board of a `FirstScreen`."""
    for letter in letters:
        first.top.cursor = ALPHABET.index(letter) + 1
        first.board.press(OK)
    first.board.press(BACK)


@pytest.fixture
def rolled(toy):
    """A device on which Red was hit; the result is closed without its effect."""
    toy.form("blow", 1)
    toy.dice(6)
    toy.ok(2)
    toy.back(2)
    assert toy.ids == ["system.home", "toy.home"]
    return toy


@pytest.fixture
def one(rolled):
    """A device with one preset AB, whose list is open with the pointer on it."""
    open_list(rolled)
    rolled.ok()
    typed(rolled, "AB")
    assert names(rolled) == ["AB"]
    return rolled


def test_without_a_roll_it_says_what_to_do(toy):
    toy.game()
    open_list(toy)
    assert toy.reads("Lancez d’abord") and not toy.reads("se garde")
    toy.ok()
    assert toy.reads("le dernier jet se garde ici")
    toy.back()
    toy.why()
    assert toy.ids[-1] == "toy.presets" and names(toy) == []


def test_the_last_roll_is_kept_under_a_name_and_opens_its_form(one):
    assert one.reads("AB", one.context.t("blow"))
    one.ok()
    assert one.ids[-1] == "toy.form"
    assert list(one.top.arguments()) == [
        one.context.session.procedure_index("blow"),
        1,
        one.get("char", 1, "armour"),
    ]
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
    one.context.redo()
    assert names(one) == ["AB"]
    one.context.redo()
    one.run(50)
    assert one.reads("Rien à refaire")


def test_undo_takes_back_what_was_done_last_wherever_it_is_kept(one):
    one.context.session.change([("char", 0, "armour", 5)])
    one.undo()
    assert (names(one), one.get("char", 0, "armour")) == (["AB"], 0)
    one.undo()
    assert names(one) == []
    one.context.redo()
    assert (names(one), one.get("char", 0, "armour")) == (["AB"], 0)
    one.context.redo()
    assert one.get("char", 0, "armour") == 5


def test_what_was_taken_back_before_something_else_was_changed_is_not_made_again(one):
    one.undo()
    assert names(one) == []
    assert one.context.change([("char", 2, "armour", 1)])
    one.undo()
    one.context.redo()
    assert one.get("char", 2, "armour") == 1
    one.context.redo()
    assert names(one) == []


def test_a_change_before_it_is_made_again_first_and_one_behind_it_after_it(one):
    app = one.app
    assert app.context.change([("char", 2, "armour", 1)])
    presets.store_lines(app.context, [])
    assert app.context.change([("char", 2, "armour", 2)])
    for _ in range(3):
        app.context.undo()
    assert (names(one), one.get("char", 2, "armour")) == (["AB"], 0)
    found = []
    for _ in range(3):
        app.context.redo()
        found.append((names(one), one.get("char", 2, "armour")))
    assert found == [(["AB"], 1), ([], 1), ([], 2)]


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


@pytest.mark.parametrize("asked", [False, True])
def test_an_undo_forgets_what_is_asked_about_another_one(one, asked):
    """The restored preset takes the row of the other one."""
    line = presets.stored_lines(one.context)[0]
    presets.store_lines(one.context, [line, presets.with_name(line, "CD")])
    one.top.refresh()
    one.top.erase(0)
    assert names(one) == ["CD"]
    one.why()
    one.down(2)
    if asked:
        one.ok()
        assert one.reads("Supprimer CD ?")
    one.undo()
    assert names(one) == ["AB", "CD"]
    if asked:
        one.down()
    one.ok()
    assert one.ids == ["system.home", "toy.home", "toy.presets"]
    assert names(one) == ["AB", "CD"]
    one.why()
    one.down(2)
    one.ok()
    one.down()
    one.ok()
    assert names(one) == ["AB"], "asked anew"


def test_a_list_outlives_the_preset_that_it_is_about(one):
    line = presets.stored_lines(one.context)[0]
    presets.store_lines(one.context, [line, presets.with_name(line, "CD")])
    one.top.refresh()
    one.down()
    one.why()
    one.undo()
    assert names(one) == ["AB"]
    one.down(2)
    one.ok()
    assert names(one) == ["AB"] and one.ids[-1] == "toy.presets"


def test_no_more_than_there_is_room_for(one):
    line = presets.stored_lines(one.context)[0]
    presets.store_lines(one.context, [line] * presets.MOST)
    one.top.refresh()
    one.up()
    one.ok()
    assert one.reads("Les 12 places sont prises")
    assert len(names(one)) == presets.MOST


@pytest.mark.parametrize("where", ["list", "undone"])
def test_a_restart_in_the_middle(one, where):
    if where == "undone":
        one.undo()
    one.run(500)
    one.pull()
    assert one.ids == ["system.home", "toy.home", "toy.presets"]
    assert names(one) == ([] if where == "undone" else ["AB"])
    one.undo()
    assert names(one) == []
    one.context.redo()
    assert names(one) == ["AB"]


NAMING = ["system.home", "toy.home", "toy.presets", "system.wheel"]


def test_a_restart_while_a_new_one_is_named(rolled):
    open_list(rolled)
    rolled.ok()
    rolled.ok()  # writes A
    rolled.down(4)
    rolled.run(500)
    rolled.pull()
    assert rolled.ids == NAMING
    assert rolled.reads("Nom", "A_") and rolled.top.cursor == 5
    rolled.ok()
    rolled.back()
    assert names(rolled) == ["AE"]
    rolled.undo()
    assert names(rolled) == [], "one change with what was kept"
    rolled.context.redo()
    assert names(rolled) == ["AE"]


def test_a_restart_while_one_gets_another_name(one):
    one.form("table")
    one.dice(2, 2)
    one.ok()
    one.back(2)
    open_list(one)
    one.up()
    one.ok()
    one.back()
    assert names(one) == ["AB", ""]
    one.down()
    one.why()
    one.ok()
    one.run(500)
    one.pull()
    assert one.ids[-2:] == NAMING[-2:]
    typed(one, "C")
    assert names(one) == ["ABC", ""]
    one.undo()
    assert names(one) == ["AB", ""], "it is a change of its own"


def test_leaving_the_name_as_it_was_after_a_restart_changes_nothing(one):
    one.why()
    one.ok()
    one.run(500)
    one.pull()
    kept = one.store.files[FILE]
    one.back()
    assert one.ids == NAMING[:-1]
    assert one.store.files[FILE] == kept


def test_undo_while_it_is_named_takes_the_letters_first(rolled):
    open_list(rolled)
    rolled.ok()
    rolled.ok()
    rolled.undo()
    assert rolled.ids == NAMING and rolled.reads("Nom", "0/10")
    rolled.undo()
    assert rolled.ids == NAMING[:-1]
    assert names(rolled) == [""]
    rolled.undo()
    assert names(rolled) == []


def test_whoever_had_the_row_is_gone(one):
    one.context.messages.set_name(1, "Zoé")
    one.ok()
    assert one.reads("Ce joueur est parti")
    one.ok()
    assert one.ids[-1] == "toy.presets"


def test_a_form_without_a_reason_is_not_opened(one, monkeypatch):
    from gobelet.ui.screens.form import Form

    monkeypatch.setattr(Form, "is_valid", lambda self: False)
    one.ok()
    assert one.reads("Ce joueur est parti")
    one.ok()
    assert one.ids[-1] == "toy.presets"


@pytest.mark.parametrize(
    ("at", "part"), [(0, "gone"), (0, "table"), (1, "0000"), (3, "1 2 3"), (3, "1 x"), (3, "")]
)
def test_one_of_another_version_is_refused_in_a_sentence(one, at, part):
    parts = presets.stored_lines(one.context)[0].split(";")
    parts[at] = part
    presets.store_lines(one.context, [";".join(parts)])
    with pytest.raises(Refused):
        presets.form_of(one.context, presets.stored_lines(one.context)[0])
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
    rolled.context.open("toy.presets")
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
    one.context.session.change([("char", 0, "armour", 5)])
    one.context.session.restart()
    assert names(one) == ["AB"]
    one.context.session.restore_archive()
    assert names(one) == ["AB"]


@pytest.mark.parametrize(
    ("game", "name"), [("trinytia", "attack"), ("trinites", "test"), ("trireme", "fleet_ram")]
)
def test_in_each_game_that_has_forms(game, name):
    board = VirtualBoard()
    board.context.open(game + ".home")
    session = board.context.session
    roles = [-1] * len(session.procedure(session.procedure_index(name)).roles)
    board.context.open(game + ".form", session.procedure_index(name), *roles)
    board.run(100)
    if hasattr(board.app.stack.top(), "accept_values"):  # the stored answer, not a new question
        board.app.stack.top().accept_values(["against", "skill"])
    board.press(OK)
    board.run(3000)
    last = session.last_roll()
    assert last.proc.name == name
    board.context.open(game + ".presets")
    board.run(100)
    board.press(OK)
    board.press(BACK)
    (line,) = presets.stored_lines(board.context)
    given = roles + [last.values[each.name] for each in last.proc.inputs]
    assert presets.form_of(board.context, line) == [last.number, *given]
    board.press(OK)
    assert board.app.stack.ids[-1] == game + ".form"
    assert not board.faults


class FirstScreen:
    """A game on its first screen, with presets of one roll under these names, each used in turn."""

    def __init__(self, game, name, kept, language="fr"):
        self.board = board = VirtualBoard()
        board.choose_language(language)
        board.app.device.settings.choose("taught", 1)
        self.game = game
        board.context.open(game + ".home")
        proc = self.session.procedure(self.session.procedure_index(name))
        inputs = {each.name: each.start for each in proc.inputs}
        rows = [-1] * len(proc.roles)
        self.given = [self.session.procedure_index(name), *rows, *[inputs[each.name] for each in proc.inputs]]
        presets.store_lines(
            board.context, [presets.line_of(board.context, proc, rows, inputs, one) for one in kept]
        )
        self.again()

    @property
    def session(self):
        return self.board.context.session

    @property
    def top(self):
        return self.board.app.stack.top()

    def again(self):
        self.board.context.navigation.home()
        self.board.context.open(self.game + ".home")
        self.board.run(100)

    def shown(self):
        return [label[2:] for label, _ in self.top.list if label[:2] == "★ "]

    def to(self, label):
        self.top.cursor = [entry[0].replace("★ ", "") for entry in self.top.list].index(label)


GAMES = [("trinytia", "attack"), ("trinites", "test"), ("trireme", "fleet_ram")]


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize(("game", "name"), GAMES)
def test_the_two_used_last_are_one_press_from_the_first_screen_of_their_game(game, name, language):
    first = FirstScreen(game, name, ["AB", "CD", "EF"], language)
    assert first.shown() == ["EF", "CD"]
    first.to("CD")
    first.board.press(OK)
    assert first.board.app.stack.ids[-1] == game + ".form"
    assert list(first.top.arguments())[: len(first.given)] == first.given
    if hasattr(first.top, "unset_inputs"):
        assert first.top.unset_inputs() == [], "what was said for that roll is not asked again"
    first.board.press(BACK)
    assert first.shown() == ["EF", "CD"], "they keep their places under the thumb"
    first.board.context.open(game + ".presets")
    first.board.run(50)
    assert [label for label, _ in first.top.list][:3] == ["EF", "CD", "AB"]
    first.to("AB")
    first.board.press(OK)
    first.board.press(BACK)
    first.board.press(BACK)
    assert first.shown() == ["AB", "EF"]
    assert not first.board.faults


@pytest.mark.parametrize(("game", "name"), GAMES)
def test_the_first_screen_has_what_became_of_a_preset(game, name):
    first = FirstScreen(game, name, ["AB"])
    first.board.context.open(game + ".presets")
    first.board.run(50)
    first.board.hold(OK)
    first.board.press(OK)  # starts a new name
    typed_on(first, "C")
    first.board.press(BACK)
    assert first.shown() == ["ABC"]
    first.board.hold(BACK)
    assert first.shown() == ["AB"]
    first.board.context.open(game + ".presets")
    first.board.run(50)
    first.board.hold(OK)
    for key in (DOWN, DOWN, OK, DOWN, OK, BACK):
        first.board.press(key)
    assert first.shown() == []
    first.board.hold(BACK)
    assert first.shown() == ["AB"]
    first.to("AB")
    first.board.press(BACK)
    first.board.run(500)
    first.board.boot()
    first.board.run(BOOT_MS)
    first.again()
    assert first.shown() == ["AB"]


@pytest.mark.parametrize(("game", "name"), GAMES)
def test_the_place_on_a_preset_comes_back(game, name):
    first = FirstScreen(game, name, ["AB", "CD"])
    first.to("AB")
    first.board.press(UP)
    first.board.press(DOWN)
    first.board.run(3000)
    first.board.boot()
    first.board.run(BOOT_MS)
    assert first.board.app.stack.ids[-1] == game + ".home"
    assert first.top.list[first.top.cursor][0] == "★ AB"


def test_a_preset_of_who_is_gone_is_refused_on_the_first_screen():
    first = FirstScreen("trireme", "fleet_ram", ["AB"])
    (line,) = presets.stored_lines(first.board.context)
    parts = line.split(";")
    presets.store_lines(first.board.context, [";".join([*parts[:2], "0000", *parts[3:]])])
    first.again()
    first.to("AB")
    first.board.press(OK)
    assert first.board.words.has("Ce joueur est parti")


def test_a_full_store_keeps_the_order_and_opens_the_form():
    first = FirstScreen("trinytia", "attack", ["AB", "CD", "EF"])
    first.board.context.open("trinytia.presets")
    first.board.run(50)
    first.to("AB")
    first.board.store.full = True
    first.board.press(OK)
    assert first.board.app.stack.ids[-1] == "trinytia.form"
    assert first.board.context.dialogs.message is None
    first.board.store.full = False
    assert [presets.name_of(line) for line in presets.stored_lines(first.board.context)] == ["AB", "CD", "EF"]


def test_an_undo_looks_for_presets_once_where_none_were_ever_kept(rolled, monkeypatch):
    reads = []
    read = rolled.app.device.store.read
    monkeypatch.setattr(
        rolled.app.device.store, "read", lambda name: (name == FILE and reads.append(name), read(name))[1]
    )
    rolled.undo()
    rolled.undo()
    assert len(reads) == 1


def test_an_undo_reads_the_presets_once(one, monkeypatch):
    reads = []
    read = one.app.device.store.read
    monkeypatch.setattr(
        one.app.device.store, "read", lambda name: (name == FILE and reads.append(name), read(name))[1]
    )
    assert presets.revert(one.context, False)
    assert len(reads) == 1 + 1  # the list reads the presets again when it is shown


def test_a_preset_of_before_an_input_came_is_of_use(one):
    """New inputs are appended; a changed input counts as another declaration."""
    proc = one.context.session.procedure(one.context.session.procedure_index("blow"))
    last = proc.inputs[-1]
    line = presets.stored_lines(one.context)[0]
    kept = presets.form_of(one.context, line)
    numbers = line.split(";")[3].split()
    shorter = ";".join(
        (
            "blow",
            proc.signature(len(proc.inputs) - 1),
            line.split(";")[2],
            " ".join(numbers[:-1]),
            "",
        )
    )
    assert presets.form_of(one.context, shorter) == kept[:-1]
    last.high += 1
    try:
        with pytest.raises(Refused):
            presets.form_of(one.context, line)
        assert presets.form_of(one.context, shorter) == kept[:-1]
    finally:
        last.high -= 1
