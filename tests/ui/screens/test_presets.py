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


def preset_names(toy):
    return [presets.name_of(line) for line in presets.stored_lines(toy.context)]


def open_list(toy):
    toy.context.open("toy.presets")
    toy.run(100)


def type_name(toy, letters):
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
def rolled_toy(toy):
    """A device on which Red was hit; the result is closed without its effect."""
    toy.form("blow", 1)
    toy.dice(6)
    toy.ok(2)
    toy.back(2)
    assert toy.ids == ["system.home", "toy.home"]
    return toy


@pytest.fixture
def one_preset(rolled_toy):
    """A device with one preset AB, whose list is open with the pointer on it."""
    open_list(rolled_toy)
    rolled_toy.ok()
    type_name(rolled_toy, "AB")
    assert preset_names(rolled_toy) == ["AB"]
    return rolled_toy


def test_without_a_roll_it_says_what_to_do(toy):
    toy.game()
    open_list(toy)
    assert toy.reads("Lancez d’abord") and not toy.reads("se garde")
    toy.ok()
    assert toy.reads("le dernier jet se garde ici")
    toy.back()
    toy.why()
    assert toy.ids[-1] == "toy.presets" and preset_names(toy) == []


def test_the_last_roll_is_kept_under_a_name_and_opens_its_form(one_preset):
    assert one_preset.reads("AB", one_preset.context.t("blow"))
    one_preset.ok()
    assert one_preset.ids[-1] == "toy.form"
    assert list(one_preset.top.arguments()) == [
        one_preset.context.session.procedure_index("blow"),
        1,
        one_preset.get("char", 1, "armour"),
    ]
    one_preset.back()
    assert one_preset.ids[-1] == "toy.presets"


def test_without_a_name_it_is_called_as_what_it_rolls(rolled_toy):
    open_list(rolled_toy)
    rolled_toy.ok()
    rolled_toy.back()
    assert preset_names(rolled_toy) == [""]
    assert rolled_toy.reads("▶", "Enregistrer")


def test_one_undo_takes_name_and_preset_back_and_redo_brings_both(one_preset):
    one_preset.undo()
    assert preset_names(one_preset) == []
    assert one_preset.reads("Annulé")
    one_preset.context.redo()
    assert preset_names(one_preset) == ["AB"]
    one_preset.context.redo()
    one_preset.run(50)
    assert one_preset.reads("Rien à refaire")


def test_undo_takes_back_what_was_done_last_wherever_it_is_kept(one_preset):
    one_preset.context.session.change([("char", 0, "armour", 5)])
    one_preset.undo()
    assert (preset_names(one_preset), one_preset.get("char", 0, "armour")) == (["AB"], 0)
    one_preset.undo()
    assert preset_names(one_preset) == []
    one_preset.context.redo()
    assert (preset_names(one_preset), one_preset.get("char", 0, "armour")) == (["AB"], 0)
    one_preset.context.redo()
    assert one_preset.get("char", 0, "armour") == 5


def test_what_was_taken_back_before_something_else_was_changed_is_not_made_again(one_preset):
    one_preset.undo()
    assert preset_names(one_preset) == []
    assert one_preset.context.change([("char", 2, "armour", 1)])
    one_preset.undo()
    one_preset.context.redo()
    assert one_preset.get("char", 2, "armour") == 1
    one_preset.context.redo()
    assert preset_names(one_preset) == []


def test_a_change_before_it_is_made_again_first_and_one_behind_it_after_it(one_preset):
    app = one_preset.app
    assert app.context.change([("char", 2, "armour", 1)])
    presets.store_lines(app.context, [])
    assert app.context.change([("char", 2, "armour", 2)])
    for _ in range(3):
        app.context.undo()
    assert (preset_names(one_preset), one_preset.get("char", 2, "armour")) == (["AB"], 0)
    found = []
    for _ in range(3):
        app.context.redo()
        found.append((preset_names(one_preset), one_preset.get("char", 2, "armour")))
    assert found == [(["AB"], 1), ([], 1), ([], 2)]


def test_a_roll_made_after_it_is_taken_back_first(one_preset):
    one_preset.ok()
    one_preset.dice(4)
    one_preset.ok()
    assert one_preset.ids[-1] == "toy.result"
    one_preset.undo()
    assert one_preset.ids[-1] == "toy.form"
    assert preset_names(one_preset) == ["AB"]
    one_preset.undo()
    assert preset_names(one_preset) == []


def test_a_new_name(one_preset):
    one_preset.why()
    one_preset.ok()
    type_name(one_preset, "C")
    assert preset_names(one_preset) == ["ABC"]
    one_preset.undo()
    assert preset_names(one_preset) == ["AB"]


def test_the_last_roll_takes_its_place(one_preset):
    one_preset.back()
    one_preset.form("table")
    one_preset.dice(2, 2)
    one_preset.ok()
    one_preset.back(2)
    open_list(one_preset)
    one_preset.why()
    one_preset.down()
    one_preset.ok()
    assert preset_names(one_preset) == ["AB"]
    one_preset.ok()
    assert one_preset.top.proc.name == "table"


def test_it_is_deleted_after_a_question_and_comes_back(one_preset):
    one_preset.why()
    one_preset.down(2)
    one_preset.ok()
    assert one_preset.reads("Supprimer AB ?")
    one_preset.ok()
    assert preset_names(one_preset) == ["AB"], "the pointer begins on no"
    one_preset.why()
    one_preset.down(2)
    one_preset.ok()
    one_preset.down()
    one_preset.ok()
    assert preset_names(one_preset) == []
    one_preset.undo()
    assert preset_names(one_preset) == ["AB"]


@pytest.mark.parametrize("asked", [False, True])
def test_an_undo_forgets_what_is_asked_about_another_one(one_preset, asked):
    """The restored preset takes the row of the other one."""
    line = presets.stored_lines(one_preset.context)[0]
    presets.store_lines(one_preset.context, [line, presets.with_name(line, "CD")])
    one_preset.top.refresh()
    one_preset.top.erase(0)
    assert preset_names(one_preset) == ["CD"]
    one_preset.why()
    one_preset.down(2)
    if asked:
        one_preset.ok()
        assert one_preset.reads("Supprimer CD ?")
    one_preset.undo()
    assert preset_names(one_preset) == ["AB", "CD"]
    if asked:
        one_preset.down()
    one_preset.ok()
    assert one_preset.ids == ["system.home", "toy.home", "toy.presets"]
    assert preset_names(one_preset) == ["AB", "CD"]
    one_preset.why()
    one_preset.down(2)
    one_preset.ok()
    one_preset.down()
    one_preset.ok()
    assert preset_names(one_preset) == ["AB"], "asked anew"


def test_a_list_outlives_the_preset_that_it_is_about(one_preset):
    line = presets.stored_lines(one_preset.context)[0]
    presets.store_lines(one_preset.context, [line, presets.with_name(line, "CD")])
    one_preset.top.refresh()
    one_preset.down()
    one_preset.why()
    one_preset.undo()
    assert preset_names(one_preset) == ["AB"]
    one_preset.down(2)
    one_preset.ok()
    assert preset_names(one_preset) == ["AB"] and one_preset.ids[-1] == "toy.presets"


def test_no_more_than_there_is_room_for(one_preset):
    line = presets.stored_lines(one_preset.context)[0]
    presets.store_lines(one_preset.context, [line] * presets.MOST)
    one_preset.top.refresh()
    one_preset.up()
    one_preset.ok()
    assert one_preset.reads("Les 12 places sont prises")
    assert len(preset_names(one_preset)) == presets.MOST


@pytest.mark.parametrize("where", ["list", "undone"])
def test_a_restart_in_the_middle(one_preset, where):
    if where == "undone":
        one_preset.undo()
    one_preset.run(500)
    one_preset.pull()
    assert one_preset.ids == ["system.home", "toy.home", "toy.presets"]
    assert preset_names(one_preset) == ([] if where == "undone" else ["AB"])
    one_preset.undo()
    assert preset_names(one_preset) == []
    one_preset.context.redo()
    assert preset_names(one_preset) == ["AB"]


NAMING = ["system.home", "toy.home", "toy.presets", "system.wheel"]


def test_a_restart_while_a_new_one_is_named(rolled_toy):
    open_list(rolled_toy)
    rolled_toy.ok()
    rolled_toy.ok()  # writes A
    rolled_toy.down(4)
    rolled_toy.run(500)
    rolled_toy.pull()
    assert rolled_toy.ids == NAMING
    assert rolled_toy.reads("Nom", "A_") and rolled_toy.top.cursor == 5
    rolled_toy.ok()
    rolled_toy.back()
    assert preset_names(rolled_toy) == ["AE"]
    rolled_toy.undo()
    assert preset_names(rolled_toy) == [], "one change with what was kept"
    rolled_toy.context.redo()
    assert preset_names(rolled_toy) == ["AE"]


def test_a_restart_while_one_gets_another_name(one_preset):
    one_preset.form("table")
    one_preset.dice(2, 2)
    one_preset.ok()
    one_preset.back(2)
    open_list(one_preset)
    one_preset.up()
    one_preset.ok()
    one_preset.back()
    assert preset_names(one_preset) == ["AB", ""]
    one_preset.down()
    one_preset.why()
    one_preset.ok()
    one_preset.run(500)
    one_preset.pull()
    assert one_preset.ids[-2:] == NAMING[-2:]
    type_name(one_preset, "C")
    assert preset_names(one_preset) == ["ABC", ""]
    one_preset.undo()
    assert preset_names(one_preset) == ["AB", ""], "it is a change of its own"


def test_leaving_the_name_as_it_was_after_a_restart_changes_nothing(one_preset):
    one_preset.why()
    one_preset.ok()
    one_preset.run(500)
    one_preset.pull()
    kept = one_preset.store.files[FILE]
    one_preset.back()
    assert one_preset.ids == NAMING[:-1]
    assert one_preset.store.files[FILE] == kept


def test_undo_while_it_is_named_takes_the_letters_first(rolled_toy):
    open_list(rolled_toy)
    rolled_toy.ok()
    rolled_toy.ok()
    rolled_toy.undo()
    assert rolled_toy.ids == NAMING and rolled_toy.reads("Nom", "0/10")
    rolled_toy.undo()
    assert rolled_toy.ids == NAMING[:-1]
    assert preset_names(rolled_toy) == [""]
    rolled_toy.undo()
    assert preset_names(rolled_toy) == []


def test_whoever_had_the_row_is_gone(one_preset):
    one_preset.context.messages.set_name(1, "Zoé")
    one_preset.ok()
    assert one_preset.reads("Ce joueur est parti")
    one_preset.ok()
    assert one_preset.ids[-1] == "toy.presets"


def test_a_form_without_a_reason_is_not_opened(one_preset, monkeypatch):
    from gobelet.ui.screens.form import Form

    monkeypatch.setattr(Form, "is_valid", lambda self: False)
    one_preset.ok()
    assert one_preset.reads("Ce joueur est parti")
    one_preset.ok()
    assert one_preset.ids[-1] == "toy.presets"


@pytest.mark.parametrize(
    ("at", "part"), [(0, "gone"), (0, "table"), (1, "0000"), (3, "1 2 3"), (3, "1 x"), (3, "")]
)
def test_one_of_another_version_is_refused_in_a_sentence(one_preset, at, part):
    parts = presets.stored_lines(one_preset.context)[0].split(";")
    parts[at] = part
    presets.store_lines(one_preset.context, [";".join(parts)])
    with pytest.raises(Refused):
        presets.form_of(one_preset.context, presets.stored_lines(one_preset.context)[0])
    one_preset.top.refresh()
    one_preset.ok()
    assert one_preset.reads("autre version")
    one_preset.ok()
    assert one_preset.ids[-1] == "toy.presets"


@pytest.mark.parametrize("data", [b"\xff\xfe", b"nothing\n\n=", b"", b";;;;", b"=u\n=r 1\n;"])
def test_a_damaged_file_does_no_harm(rolled_toy, data):
    rolled_toy.store.replace(FILE, data)
    open_list(rolled_toy)
    rolled_toy.undo()
    rolled_toy.ok()
    rolled_toy.back()
    rolled_toy.context.open("toy.presets")
    rolled_toy.run(100)


def test_a_full_store_changes_nothing(one_preset):
    one_preset.store.full = True
    one_preset.why()
    one_preset.ok()
    type_name(one_preset, "C")
    assert one_preset.reads("rien n’a été changé")
    one_preset.store.full = False
    one_preset.faults.clear()
    one_preset.ok()
    assert preset_names(one_preset) == ["AB"]


def test_a_new_game_leaves_them_alone(one_preset):
    one_preset.context.session.change([("char", 0, "armour", 5)])
    one_preset.context.session.restart()
    assert preset_names(one_preset) == ["AB"]
    one_preset.context.session.restore_archive()
    assert preset_names(one_preset) == ["AB"]


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
        self.reopen_game()

    @property
    def session(self):
        return self.board.context.session

    @property
    def top(self):
        return self.board.app.stack.top()

    def reopen_game(self):
        self.board.context.navigation.home()
        self.board.context.open(self.game + ".home")
        self.board.run(100)

    def shown_presets(self):
        return [label[2:] for label, _ in self.top.list if label[:2] == "★ "]

    def select_line(self, label):
        self.top.cursor = [entry[0].replace("★ ", "") for entry in self.top.list].index(label)


GAMES = [("trinytia", "attack"), ("trinites", "test"), ("trireme", "fleet_ram")]


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize(("game", "name"), GAMES)
def test_the_two_used_last_are_one_press_from_the_first_screen_of_their_game(game, name, language):
    first = FirstScreen(game, name, ["AB", "CD", "EF"], language)
    assert first.shown_presets() == ["EF", "CD"]
    first.select_line("CD")
    first.board.press(OK)
    assert first.board.app.stack.ids[-1] == game + ".form"
    assert list(first.top.arguments())[: len(first.given)] == first.given
    if hasattr(first.top, "unset_inputs"):
        assert first.top.unset_inputs() == [], "what was said for that roll is not asked again"
    first.board.press(BACK)
    assert first.shown_presets() == ["EF", "CD"], "they keep their places under the thumb"
    first.board.context.open(game + ".presets")
    first.board.run(50)
    assert [label for label, _ in first.top.list][:3] == ["EF", "CD", "AB"]
    first.select_line("AB")
    first.board.press(OK)
    first.board.press(BACK)
    first.board.press(BACK)
    assert first.shown_presets() == ["AB", "EF"]
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
    assert first.shown_presets() == ["ABC"]
    first.board.hold(BACK)
    assert first.shown_presets() == ["AB"]
    first.board.context.open(game + ".presets")
    first.board.run(50)
    first.board.hold(OK)
    for key in (DOWN, DOWN, OK, DOWN, OK, BACK):
        first.board.press(key)
    assert first.shown_presets() == []
    first.board.hold(BACK)
    assert first.shown_presets() == ["AB"]
    first.select_line("AB")
    first.board.press(BACK)
    first.board.run(500)
    first.board.boot()
    first.board.run(BOOT_MS)
    first.reopen_game()
    assert first.shown_presets() == ["AB"]


@pytest.mark.parametrize(("game", "name"), GAMES)
def test_the_place_on_a_preset_comes_back(game, name):
    first = FirstScreen(game, name, ["AB", "CD"])
    first.select_line("AB")
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
    first.reopen_game()
    first.select_line("AB")
    first.board.press(OK)
    assert first.board.words.has_text("Ce joueur est parti")


def test_a_full_store_keeps_the_order_and_opens_the_form():
    first = FirstScreen("trinytia", "attack", ["AB", "CD", "EF"])
    first.board.context.open("trinytia.presets")
    first.board.run(50)
    first.select_line("AB")
    first.board.store.full = True
    first.board.press(OK)
    assert first.board.app.stack.ids[-1] == "trinytia.form"
    assert first.board.context.dialogs.message is None
    first.board.store.full = False
    assert [presets.name_of(line) for line in presets.stored_lines(first.board.context)] == ["AB", "CD", "EF"]


def test_an_undo_looks_for_presets_once_where_none_were_ever_kept(rolled_toy, monkeypatch):
    reads = []
    read = rolled_toy.app.device.store.read
    monkeypatch.setattr(
        rolled_toy.app.device.store, "read", lambda name: (name == FILE and reads.append(name), read(name))[1]
    )
    rolled_toy.undo()
    rolled_toy.undo()
    assert len(reads) == 1


def test_an_undo_reads_the_presets_once(one_preset, monkeypatch):
    reads = []
    read = one_preset.app.device.store.read
    monkeypatch.setattr(
        one_preset.app.device.store, "read", lambda name: (name == FILE and reads.append(name), read(name))[1]
    )
    assert presets.revert(one_preset.context, False)
    assert len(reads) == 1 + 1  # the list reads the presets again when it is shown


def test_a_preset_of_before_an_input_came_is_of_use(one_preset):
    """New inputs are appended; a changed input counts as another declaration."""
    proc = one_preset.context.session.procedure(one_preset.context.session.procedure_index("blow"))
    last = proc.inputs[-1]
    line = presets.stored_lines(one_preset.context)[0]
    kept = presets.form_of(one_preset.context, line)
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
    assert presets.form_of(one_preset.context, shorter) == kept[:-1]
    last.high += 1
    try:
        with pytest.raises(Refused):
            presets.form_of(one_preset.context, line)
        assert presets.form_of(one_preset.context, shorter) == kept[:-1]
    finally:
        last.high -= 1
