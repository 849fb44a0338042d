"""Trirème: undo below a screen, and a restart during a question."""

from __future__ import annotations

import pytest

from simulator.board import BOOT_MS, VirtualBoard
from simulator.keys import BACK, DOWN, OK, UP
from tests.games.trireme.test_play import change_ships, open_form, set_sizes
from tests.games.trireme.test_ships import make_device, press_keys, ship_value, tie_pairs

from gobelet.games.trireme.rules import OWNER_FILE, battle  # isort: skip
from gobelet.games.trireme.rules.sheets import FLEET, SHIPS  # isort: skip
from gobelet.games.trireme.screens import owner_undo  # isort: skip


def undo_times(board: VirtualBoard, times: int = 1) -> None:
    for _ in range(times):
        board.hold(BACK)
        assert not board.faults, board.faults
        board.run(2500)


def procedure_number(board: VirtualBoard, name: str) -> int:
    found: int = board.context.session.procedure_index(name)
    return found


def roll_count(board: VirtualBoard) -> int:
    from gobelet.journal.journal import ROLL

    return len([kind for _, kind, _ in board.context.session.journal.newest_first() if kind == ROLL])


def test_a_target_is_chosen_while_an_undo_takes_the_battle_away() -> None:
    board = make_device(SHIPS, 2, 1)
    board.context.open("trireme.rolls", 0, SHIPS)
    top = board.app.stack.top()
    board.press_until(
        DOWN, lambda: board.context.session.listed[top.numbers()[top.cursor]][0] == "ship_boarding"
    )
    press_keys(board, OK, OK, OK)
    press_keys(board, OK)
    assert board.app.stack.ids[-1] is None
    undo_times(board)
    assert board.context.session.get("game", 0, "game") == 0
    assert board.app.stack.ids == ["system.home", "trireme.home"], "where the battle was begun"
    press_keys(board, OK, UP, DOWN, OK)


def test_an_undo_closes_a_choice_and_the_next_one_is_without_the_ship_that_is_gone() -> None:
    board = make_device(SHIPS, 1, 2)
    open_form(board, "ship_boarding", 0, -1)
    board.context.change(battle.joining_changes(board.context.session.state, 1))
    press_keys(board, OK)
    assert board.app.stack.top().among == [20, 21, 22]
    undo_times(board)
    assert board.app.stack.ids[-1] == "trireme.form"
    assert board.app.stack.top().rows == [0, -1]
    press_keys(board, OK)
    assert board.app.stack.top().among == [20, 21]
    press_keys(board, OK)
    assert board.app.stack.ids[-1] == "trireme.form"


def test_dice_that_were_entered_for_a_clearance_that_is_none_any_more() -> None:
    board = make_device(FLEET)
    board.context.dice.use_real_dice(True)
    open_form(board, "fleet_clearance", 0)
    assert board.app.stack.top().error is not None
    change_ships(board, (0, "immobilised", 1))
    board.app.stack.top().on_show()
    press_keys(board, OK)
    assert type(board.app.stack.top()).__name__ == "ByHand"
    undo_times(board)
    assert board.app.stack.ids[-1] == "trireme.form"
    assert board.app.stack.top().error is not None
    assert board.words.has_text("Il n’est pas")
    press_keys(board, OK)
    assert board.app.stack.ids[-1] == "trireme.sheet", "what the roll lacks is turned there"
    assert roll_count(board) == 0
    press_keys(board, OK)


class TestKept:
    def test_what_was_kept_is_undone_in_the_order_of_all_that_was_done(self) -> None:
        board = make_device()
        change_ships(board, (0, "men", 5))
        board.context.open("trireme.column", 0, 0, 4)
        board.run(50)

        def first() -> str:
            return board.app.stack.top().list[0]

        before = first()
        press_keys(board, OK, UP, UP, OK)
        kept = first()
        change_ships(board, (0, "men", 6))
        press_keys(board, OK, UP, OK)
        assert kept != before
        assert first() not in (before, kept)
        undo_times(board)
        assert first() == kept
        assert ship_value(board, 0, "men") == 6
        undo_times(board)
        assert (first(), ship_value(board, 0, "men")) == (kept, 5)
        undo_times(board)
        assert (first(), ship_value(board, 0, "men")) == (before, 5)
        assert board.app.device.store.read(OWNER_FILE) is None
        undo_times(board)
        assert ship_value(board, 0, "men") == 0

    def test_what_was_kept_is_undone_on_the_other_screens_after_a_restart_too(self) -> None:
        board = make_device()
        change_ships(board, (0, "men", 5))
        board.context.open("trireme.column", 0, 0, 4)
        press_keys(board, OK, UP, UP, OK)
        assert board.app.device.store.read(OWNER_FILE)
        board.boot()
        board.context.open("trireme.home")
        undo_times(board)
        assert board.app.device.store.read(OWNER_FILE) is None
        assert ship_value(board, 0, "men") == 5

    def test_what_was_taken_back_before_the_battle_went_on_is_not_made_again(self) -> None:
        board = make_device()
        board.context.open("trireme.column", 0, 0, 4)
        press_keys(board, OK, UP, UP, OK)
        undo_times(board)
        assert board.app.device.store.read(OWNER_FILE) is None
        change_ships(board, (0, "men", 5))
        undo_times(board)
        for _ in range(2):
            board.context.redo()
            assert ship_value(board, 0, "men") == 5
            assert board.app.device.store.read(OWNER_FILE) is None

    def test_a_roll_that_was_made_since_is_taken_back_before_it(self) -> None:
        board = make_device()
        board.context.open("trireme.column", 0, 0, 4)
        press_keys(board, OK, UP, UP, OK)
        open_form(board, "ship_surrender", 20)
        board.entropy.faces([4, 4])
        press_keys(board, OK)
        assert board.app.stack.ids[-1] == "trireme.result"
        undo_times(board)
        assert "trireme.result" not in board.app.stack.ids
        assert board.app.device.store.read(OWNER_FILE)
        undo_times(board)
        assert board.app.device.store.read(OWNER_FILE) is None
        assert ship_value(board, 0, "used") == 1

    def test_tables_that_were_put_aside_come_back(self) -> None:
        board = make_device()
        board.app.device.store.replace(OWNER_FILE, b"param\tfleet_grapple_need\t7\n")
        board.context.open("trireme.owner")
        board.press_down_to("Tables d’origine")
        press_keys(board, OK, DOWN, OK)
        assert board.app.device.store.read(OWNER_FILE) is None
        undo_times(board)
        assert board.app.device.store.read(OWNER_FILE) == b"param\tfleet_grapple_need\t7\n"
        assert any(value == "7 ou +" for _, value in board.app.stack.top().list)

    def test_a_file_that_was_sent_since_is_left_alone(self) -> None:
        board = make_device()
        change_ships(board, (0, "men", 5))
        board.context.open("trireme.column", 0, 0, 4)
        press_keys(board, OK, UP, UP, OK)
        sent = b"param\tfleet_grapple_need\t7\nparam\tfleet_grapple_dice\t2\n"
        board.app.device.store.replace(OWNER_FILE, sent)
        undo_times(board)
        assert (board.app.device.store.read(OWNER_FILE), ship_value(board, 0, "men")) == (sent, 0)

    @pytest.mark.parametrize("keys", [[OK], [OK, UP]])
    def test_it_is_next_on_a_list_that_asks_too(self, keys: list[int]) -> None:
        board = make_device()
        change_ships(board, (0, "men", 5))
        board.context.open("trireme.column", 0, 0, 4)
        press_keys(board, OK, UP, UP, OK)
        assert board.app.device.store.read(OWNER_FILE)
        press_keys(board, *keys)
        assert board.app.stack.ids[-1] is None
        undo_times(board)
        assert board.app.device.store.read(OWNER_FILE) is None
        assert ship_value(board, 0, "men") == 5, "not what was done before it"
        assert board.app.stack.ids[-1] == "trireme.column", "what was being asked is forgotten"
        undo_times(board)
        assert ship_value(board, 0, "men") == 0

    def test_it_is_next_on_a_dial_and_on_a_page(self) -> None:
        for keys, held in (([DOWN] * 6 + [OK], 0), ([], 1)):
            board = make_device()
            change_ships(board, (0, "men", 5))
            board.context.open("trireme.owner")
            press_keys(
                board, *[DOWN] * 6, OK, UP, OK
            )  # enters the number that a grapple of the Fleet game needs
            assert board.app.device.store.read(OWNER_FILE)
            press_keys(board, *[UP] * 6, *keys)
            if held:
                board.hold(OK)
            assert board.app.stack.ids[-1] is None
            undo_times(board)
            assert board.app.device.store.read(OWNER_FILE) is None
            assert ship_value(board, 0, "men") == 5

    def test_it_can_be_made_again_in_its_order(self) -> None:
        board = make_device()
        change_ships(board, (0, "men", 5))
        board.context.open("trireme.column", 0, 0, 4)
        top = board.app.stack.top()
        press_keys(board, OK, UP, UP, OK)
        change_ships(board, (0, "men", 6))
        press_keys(board, OK, UP, OK)
        file = board.app.device.store.read(OWNER_FILE)
        states = []
        for _ in range(4):
            states.append((board.app.device.store.read(OWNER_FILE), ship_value(board, 0, "men")))
            undo_times(board)
        assert ship_value(board, 0, "men") == 0 and board.app.device.store.read(OWNER_FILE) is None
        board.boot()
        for state in reversed(states):
            board.context.redo()
            assert (board.app.device.store.read(OWNER_FILE), ship_value(board, 0, "men")) == state
        assert board.app.device.store.read(OWNER_FILE) == file
        board.context.redo()
        assert board.words.has_text("Rien à refaire") or board.context.dialogs.message, "and nothing else"
        undo_times(board)
        assert (board.app.device.store.read(OWNER_FILE), ship_value(board, 0, "men")) == states[1], (
            "and undone again"
        )
        assert top is not None

    def test_what_was_taken_back_is_forgotten_with_the_next_change(self) -> None:
        for after in ("men", "cell"):
            board = make_device()
            board.context.open("trireme.column", 0, 0, 4)
            press_keys(board, OK, UP, UP, OK)
            undo_times(board)
            if after == "men":
                change_ships(board, (0, "men", 6))
            else:
                press_keys(board, OK, UP, OK)
            file = board.app.device.store.read(OWNER_FILE)
            board.context.redo()
            assert board.app.device.store.read(OWNER_FILE) == file
            assert board.app.device.store.read("trireme.unkept") is None

    def test_a_file_that_was_put_aside_comes_back_and_goes_again(self) -> None:
        board = make_device()
        board.context.open("trireme.column", 0, 0, 4)
        press_keys(board, OK, UP, UP, OK)
        kept = board.app.device.store.read(OWNER_FILE)
        board.context.open("trireme.owner")
        board.press_down_to("Tables d’origine")
        press_keys(board, OK, DOWN, OK)
        undo_times(board)
        assert board.app.device.store.read(OWNER_FILE) == kept
        board.context.redo()
        assert board.app.device.store.read(OWNER_FILE) is None
        undo_times(board)
        assert board.app.device.store.read(OWNER_FILE) == kept


@pytest.mark.parametrize("restarted", [False, True])
def test_a_cell_that_is_not_read_takes_its_roll_back_and_nothing_else(restarted: bool) -> None:
    """Earlier records and transactions stay, and the ram can be made again."""
    board = make_device(SHIPS)
    set_sizes(board)
    board.app.device.store.replace(OWNER_FILE, b"# mine\n")
    owner_undo.note_change(board.context, 0, 7)
    done = list(board.context.session.journal.done)
    open_form(board, "ship_ram", 0, 20)
    board.entropy.faces([6, 4])
    press_keys(board, OK)
    assert board.app.stack.top().is_reading()
    if restarted:
        board.boot()
        board.run(BOOT_MS)
        assert board.app.stack.top().is_reading()
    press_keys(board, BACK)
    assert board.app.stack.ids[-1] == "trireme.form"
    assert board.words.has_text("Jet repris")
    session = board.context.session
    assert (list(session.journal.done), session.roll_position(), session.last_roll()) == (done, -1, None)
    assert board.app.device.store.read(OWNER_FILE) == b"# mine\n"
    board.entropy.faces([1, 1])
    press_keys(board, OK)
    assert board.app.stack.top().outcome is not None
    undo_times(board)
    assert board.app.device.store.read(OWNER_FILE) == b"# mine\n"
    undo_times(board)
    assert board.app.device.store.read(OWNER_FILE) is None


class TestOffer:
    def asked(self, *, on: VirtualBoard) -> None:
        set_sizes(on)
        open_form(on, "ship_ram", 0, 20)
        on.entropy.faces([3, 4])
        press_keys(on, OK)
        top = on.app.stack.top()
        on.press_until(UP, lambda: top.proc.label(top.ask.options[top.cursor]) == "a")
        press_keys(on, OK)

    def test_a_restart_while_it_is_asked_asks_again(self) -> None:
        board = make_device()
        self.asked(on=board)
        assert board.words.has_text("Garder a en 7, 0 ?")
        board.run(2000)
        board.boot()
        board.run(200)
        assert board.words.has_text("Garder a en 7, 0 ?")
        press_keys(board, OK)
        assert board.app.device.store.read(OWNER_FILE) == b"set\tship_ram_damage\t7\t0\ta\n"
        assert board.app.stack.ids[-1] == "trireme.result"
        press_keys(board, OK)
        assert ship_value(board, 20, "eased") == 1

    def test_it_can_be_kept_later_and_once(self) -> None:
        board = make_device()
        self.asked(on=board)
        press_keys(board, DOWN, OK)  # answers no
        top = board.app.stack.top()
        assert top.list == ["apply", "again", "keep"]
        board.run(2000)
        board.boot()
        board.run(200)
        top = board.app.stack.top()
        assert top.list == ["apply", "again", "keep"]
        press_keys(board, UP)
        assert board.words.has_text("OK garder")
        press_keys(board, OK, OK)
        assert board.app.device.store.read(OWNER_FILE)
        assert top.list == ["apply", "again"]


def test_the_sheet_of_a_ship_that_the_battle_before_did_not_have() -> None:
    board = make_device(FLEET, 1, 1)
    board.context.change(battle.start_changes(board.context.session.state, SHIPS, 2, 2))
    board.context.open("trireme.sheet", 0, 1)
    press_keys(board, UP)  # the last line, which the sheet of the Fleet game lacks
    undo_times(board)
    assert board.app.stack.ids[-1] == "trireme.home"
    assert board.context.session.get("game", 0, "game") == FLEET


def test_a_tie_of_a_ship_that_an_undo_takes_away_is_not_written() -> None:
    board = make_device(SHIPS, 1, 1)
    board.context.change(battle.joining_changes(board.context.session.state, 1))
    tie_pairs(board, (0, 20))
    board.context.open("trireme.sheet", 0, 0)
    top = board.app.stack.top()
    board.press_until(DOWN, lambda: top.names()[top.cursor] == "grappled")
    press_keys(board, OK)  # opens the choice of the other ship
    undo_times(board, 2)
    press_keys(board, OK, OK, OK)
    assert not board.faults


@pytest.mark.parametrize("game", [FLEET, SHIPS])
def test_the_screens_say_whether_what_they_are_about_is_still_there(game: int) -> None:
    board = make_device(game)
    places = [
        ("turn",),
        ("orders",),
        ("pair",),
        ("ships",),
        ("card", 0),
        ("sheet", 0, 0),
        ("rolls", 0, game, 0),
    ]
    for name, *place in places:
        board.context.open("trireme." + name, *place)
        assert board.app.stack.top().is_valid() is True, name
    open_form(board, "fleet_fatigue" if game == FLEET else "ship_surrender", 0)
    assert board.app.stack.top().is_valid() is True
    screens = [board.app.navigation.make("trireme." + name, place) for name, *place in places]
    board.context.session.journal.undo()
    assert [screen.is_valid() for screen in screens] == [False] * len(screens)


@pytest.mark.parametrize("noted", range(4))
def test_a_cut_before_the_screens_are_noted_shows_no_form_of_a_roll_that_is_done(noted: int) -> None:
    """The keys are faster than the snapshot, so the last key may have opened the next screen."""
    board = make_device(FLEET)
    set_sizes(board)
    change_ships(board, (0, "crew", 0), (20, "crew", 3))
    open_form(board, "fleet_ram", 0, 20)
    board.run(300)
    board.entropy.faces([1, 5])
    for at in range(3):
        if at == noted:
            board.app.snapshot.save = lambda: None
        press_keys(board, OK)
        board.run(300)
    assert board.words.has_text("au jet")
    board.boot()
    board.run(BOOT_MS)
    assert ship_value(board, 20, "immobilised") == 1
    if noted < 3:
        assert board.app.stack.ids[-1] == "trireme.result"
        assert board.words.has_text("OK agripper")
        press_keys(board, OK)
    assert board.words.has_text("au jet")


def test_a_cut_before_the_screens_are_noted_leaves_what_is_done_and_leads_nowhere() -> None:
    board = make_device(FLEET)
    change_ships(board, (0, "immobilised", 1))
    board.context.open("trireme.turn")
    open_form(board, "fleet_clearance", 0)
    board.run(300)
    board.entropy.faces([3])
    board.app.snapshot.save = lambda: None
    press_keys(board, OK, OK)
    assert board.app.stack.ids[-1] == "trireme.turn"
    board.boot()
    board.run(BOOT_MS)
    assert board.app.stack.ids[-1] == "trireme.turn"


def test_an_order_that_came_back_to_nothing_in_one_go_is_told_as_an_order() -> None:
    board = make_device(SHIPS, 1, 1)
    assert board.context.change([("game", 0, "step", 1)])
    board.context.open("trireme.orders")
    board.run(50)
    press_keys(board, UP, UP, DOWN, DOWN)
    assert board.words.has_text("0 -----")
    board.hold(BACK)
    assert board.words.has_text("Annulé : ordre d’Alpha R")
    assert board.words.has_text("Alpha R ordre ?")


def test_a_ship_that_is_immobilised_from_the_start_is_what_an_undo_tells_of() -> None:
    board = make_device(FLEET, 1, 1)
    board.context.open("trireme.sheet", 2, 20)
    board.run(50)
    press_keys(board, OK, DOWN, OK)
    assert board.context.session.get("game", 0, "step") == 0
    board.hold(BACK)
    assert board.context.session.get("game", 0, "step") == 1
    assert board.words.has_text("Annulé → Alpha J Immobilisé non")


@pytest.mark.parametrize("by_hand", [False, True])
def test_a_roll_whose_effects_were_taken_back_is_there_to_be_applied(by_hand: bool) -> None:
    """The player may have left the question for real dice: the roll is offered too."""
    board = make_device(SHIPS, 1, 1)
    for row in (0, 20):
        change_ships(board, (row, "men", 12), (row, "factor", 15))
    open_form(board, "ship_boarding", 0, 20)
    board.entropy.faces([6])
    press_keys(board, OK, OK, UP)
    top = board.app.stack.top()
    assert top.list[top.cursor] == "again"
    board.context.dice.use_real_dice(by_hand)
    if by_hand:
        press_keys(board, OK, BACK)
    else:
        undo_times(board)
    assert ship_value(board, 20, "men") == 12
    assert board.words.has_text("OK appliquer")
    press_keys(board, OK)
    assert ship_value(board, 20, "men") == 7


def test_a_failed_roll_between_two_ships_is_told_where_it_is_taken_back() -> None:
    board = make_device(SHIPS, 1, 1)
    for name, times in (("ship_grapple", 1), ("ship_detachment", 2)):
        for rows in ((0, 20), (20, 0))[:times]:
            open_form(board, name, *rows)
            board.entropy.faces([1, 2])
            press_keys(board, OK, OK)
            board.hold(BACK)
            assert board.words.has_text("Annulé : jet entre Alpha R et Alpha J")
            press_keys(board, OK)
        if name == "ship_grapple":
            tie_pairs(board, (0, 20))


class TestNotEntered:
    """Lists and rolls show a value that was not entered as unknown, and a 0 as 0."""

    def said(self, board: VirtualBoard) -> str:
        board.hold(BACK)
        message = board.context.dialogs.message
        board.run(2500)
        assert message is not None
        return message.replace("\u00a0", " ")

    def test_a_first_order_that_is_taken_back(self) -> None:
        board = make_device()
        board.context.open("trireme.orders")
        press_keys(board, UP, UP, UP)
        board.run(5000)
        press_keys(board, DOWN)
        assert self.said(board) == "Annulé → Alpha R Vitesse 3"
        assert self.said(board) == "Annulé → Alpha R Vitesse ?"
        assert board.words.has_text("ordre ?")
        press_keys(board, DOWN)
        assert board.words.has_text("0 -----")
        board.run(5000)
        press_keys(board, UP)
        assert self.said(board) == "Annulé → Alpha R Vitesse 0"

    @pytest.mark.parametrize(("field", "label"), [("pv", "PV"), ("men", "Hommes"), ("factor", "Abordage")])
    def test_a_value_of_the_sheet(self, field: str, label: str) -> None:
        board = make_device()
        at = board.context.session.state.kind("ship").index[field]
        board.context.open("trireme.sheet", 0, 0, at)
        board.run(50)
        assert board.app.stack.top().value(field) == "?"
        press_keys(board, OK, OK)
        assert board.app.stack.top().value(field) == "0"
        press_keys(board, OK, UP, OK)
        assert self.said(board) == f"Annulé → Alpha R {label} 0"
        assert self.said(board) == f"Annulé → Alpha R {label} ?"
        board.context.redo()
        assert board.context.dialogs.message == f"Refait : Alpha R {label} ?→0".replace(" :", "\u00a0:")

    def test_a_size_is_never_zero(self) -> None:
        board = make_device()
        board.context.open("trireme.sheet", 0, 0, board.context.session.state.kind("ship").index["size"])
        board.run(50)
        assert board.words.has_text("Taille ?")
        press_keys(board, OK, UP, UP, OK)
        assert self.said(board) == "Annulé → Alpha R Taille ?"

    def test_an_average_ship_is_removed_by_its_name(self) -> None:
        board = make_device()
        assert board.context.change(battle.average_changes(board.context.session.state))
        board.context.open("trireme.sheet", 0, 20)
        press_keys(board, UP, OK, DOWN, OK)
        assert self.said(board) == "Annulé → Alpha J rejoint"
        board.context.redo()
        assert board.context.dialogs.message == "Refait\u00a0: Alpha J retiré"
        board.context.open("trireme.history")
        board.run(100)
        assert board.app.stack.top().list.lines[0][0] == "Alpha J retiré"
        undo_times(board)
        assert self.said(board) == "Annulé : Galère moyenne"

    def test_a_speed_of_zero_of_an_average_ship_is_no_average(self) -> None:
        board = make_device()
        assert board.context.change(battle.average_changes(board.context.session.state))
        board.context.open("trireme.sheet", 0, 20, board.context.session.state.kind("ship").index["pv"])
        press_keys(board, OK, *[DOWN] * 4, OK)
        assert ship_value(board, 20, "pv") == 0
        assert self.said(board) == "Annulé → Alpha J PV 4"
