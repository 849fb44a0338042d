"""Traqueur on its screens.

The tests count presses as a player makes them; a held key is one press.
"""

from __future__ import annotations

import pytest

from simulator.board import BOOT_MS, VirtualBoard
from simulator.keys import BACK, DOWN, OK, UP
from simulator.store import MemoryStore
from simulator.watched import too_small
from tests.games.first_turn import presses_to
from tests.simulator.explorer import Explorer
from tests.simulator.test_every_screen import check_screen
from tests.sweep import case_count

from gobelet.rules.sheet import State  # isort: skip
from gobelet.games.traqueur.rules import game  # isort: skip
from gobelet.games.traqueur.rules.sheets import COMBAT, END, KINDS, OVER, PLAYERS, PREPARE, SETUP, SLOTS  # isort: skip

PHASES = {SETUP: "setup", PREPARE: "prepare", COMBAT: "combat", END: "end", OVER: "over"}


class Table:
    """A device with a game at some step, and a player whose presses are counted."""

    def __init__(self, part: int = COMBAT, players: int = 4, language: str = "fr") -> None:
        self.board = VirtualBoard(store=MemoryStore({"settings": b"taught=yes\n"}))
        self.board.choose_language(language)
        self.context.open("traqueur.home")
        self.run()
        self.make(game.start_game(players))
        if part != SETUP:
            for row in range(players):
                for n in range(2):
                    self.make(game.take_familiar(self.state, row, 1 + (row + n) % 3, n, 2 + n, 3 + n))
            self.make([("game", 0, "first", 0), *game.stock_weapon(0, 4, 3), *game.stock_weapon(1, 3, 6)])
            self.make(game.begin_combat(self.state))
        if part in (PREPARE, END, OVER):
            for row in range(1, players):
                for at in game.fighters(self.state, row):
                    self.make(game.with_consequences(self.state, [("familiar", at, "life", 0)]))
        if part == PREPARE:
            self.make(game.use_weapon(self.state))
            self.make(game.next_round(self.state))
        if part == OVER:
            self.make([("player", row, "life", 1) for row in range(1, players)])
            self.make([("player", 2, "life", 0), ("player", 0, "attack", 9)])
            self.make(game.use_weapon(self.state))
        self.open(PHASES[part])

    @property
    def app(self):
        return self.board.app

    @property
    def context(self):
        return self.board.context

    @property
    def state(self) -> State:
        return self.context.session.state

    def get(self, *place):
        return self.state.get(*place)

    def make(self, changes) -> None:
        assert self.context.change(list(changes))

    def run(self, ms: int = 50) -> None:
        self.board.run(ms)

    def open(self, name: str, *args: int) -> None:
        self.context.open("traqueur." + name, *args)
        self.run()

    def press(self, *keys: int) -> None:
        for key in keys:
            self.board.press(key)

    def hold(self, key: int) -> None:
        self.board.hold(key)

    def reads(self, *words: str) -> bool:
        return all(self.board.words.has_text(word) for word in words)

    def top(self) -> str:
        return str(self.app.stack.ids[-1] or "").removeprefix("traqueur.")

    def values(self) -> list[list[int]]:
        return [list(values) for values in self.state.sheets]


@pytest.fixture
def table():
    return Table()


# The set-up.


@pytest.mark.parametrize(
    ("keys", "presses"), [([OK] * 13, 13), ([OK, OK, OK, UP, *[OK] * 3], 7)], ids=["every step", "who knows"]
)
def test_the_first_turn_from_the_list_of_games(keys: list[int], presses: int) -> None:
    """The keys are OK at every step, or UP past the first step.

    Players who know the set-up press UP.
    """
    assert presses_to("traqueur.combat", keys) == presses


@pytest.fixture(params=["fr", "en"])
def unread(request):
    """A device in the first combat; no card was entered."""
    table = Table(SETUP, language=request.param)
    table.make([("game", 0, "first", 0)])
    table.make(game.end_setup(table.state))
    table.open("combat")
    return table


CARD = (UP, OK, UP, UP, UP, OK, UP, UP, UP, UP, OK)  # enters a card: féroce, 3/4


def test_a_card_is_asked_for_when_its_familiar_first_strikes_or_is_struck(unread):
    t = unread.context.t
    assert unread.reads(t("o.unread"), t("familiar.unread"), t("setup.note"))
    unread.press(OK, *CARD)
    assert unread.top() == "strike"
    assert unread.reads(t("strike.unread"), t("setup.note"))
    unread.press(OK, UP, *CARD)  # enters a card: rusé, 3/4
    assert unread.reads(t("strike.falls", 4))
    unread.press(OK)
    assert unread.get("familiar", SLOTS, "life") == 0
    unread.hold(BACK)
    unread.run(2500)
    unread.hold(BACK)
    assert unread.reads("Type", t("familiar.unread"))
    unread.run(2500)
    assert game.is_unread(unread.state, SLOTS)


def test_a_card_left_half_told_is_not_told(unread):
    unread.press(OK, UP, OK, BACK, BACK)
    assert game.is_unread(unread.state, 0)
    unread.board = VirtualBoard(store=unread.board.store)
    unread.run(BOOT_MS)
    assert unread.top() == "combat"


def test_a_card_is_told_at_the_table_or_on_the_sheet(unread):
    unread.open("table", 0, PLAYERS * 3 + SLOTS)
    assert unread.reads("?")
    unread.press(OK, *CARD)
    assert unread.get("familiar", SLOTS, "life") == 4
    unread.open("card", 2, 2)
    assert unread.reads(unread.context.t("familiar.unread"))
    unread.press(OK)
    assert not unread.reads(unread.context.t("card.life"))
    unread.press(OK, *CARD)
    assert unread.get("familiar", 2 * SLOTS, "pv") == 4
    unread.open("card", 3, 2)
    unread.press(OK, DOWN, OK)
    assert game.familiars(unread.state, 3) == []


# The table.


def cell_of(kind: str, row: int, field: str) -> int:
    return PLAYERS * 3 + row if kind == "familiar" else row * 3 + ("life", "coins", "spells").index(field)


NUMBERS = [("player", row, field) for row in range(4) for field in ("life", "coins", "spells")]
NUMBERS += [("familiar", SLOTS * row + n, "life") for row in range(4) for n in range(SLOTS)]


def fill_table(table: Table) -> None:
    """The largest table: four players with three familiars each."""
    for row in range(4):
        table.make([("player", row, "limit", 3), *game.take_familiar(table.state, row, 1, 0, 5, 12)])
        table.make([("player", row, "spells", 3)])


def short_moves() -> list[list[tuple[int, int]]]:
    """Ways to move with two presses at most.

    Each has keys, which are pressed, or held for a number of ms.
    """
    one = [[(key, ms)] for key in (UP, DOWN) for ms in (30, *range(550, 3000, 75))]
    return [[], *one, *[[*way, (key, 30)] for way in one for key in (UP, DOWN)]]


def test_any_number_of_the_table_changes_within_four_presses(table):
    """At most two presses lead to the number, one takes it, and one changes it.

    The count begins when the table opens.
    """
    fill_table(table)
    reached = set()
    for way in short_moves():
        table.open("home")
        table.open("table")
        for key, ms in way:
            table.board.press(key, ms)
        kind, row, field = table.app.stack.top().cell_field()
        before = table.get(kind, row, field)
        table.press(OK, DOWN)
        assert table.get(kind, row, field) == before - 1
        reached.add((kind, row, field))
        table.hold(BACK)
        assert table.get(kind, row, field) == before
        if reached == set(NUMBERS):
            break
    assert reached == set(NUMBERS)


@pytest.mark.parametrize("players", [3, 4])
def test_all_players_and_their_numbers_are_on_the_table(players):
    table = Table(COMBAT, players)
    table.make([("player", row, "life", 9 - row) for row in range(players)])
    table.make([("player", row, "coins", 21 + row) for row in range(players)])
    table.open("table")
    for row in range(players):
        assert table.reads(table.context.seat(row), str(9 - row), str(21 + row))
    assert table.reads("Boutique") == (players == 3)


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("language", ["fr", "en"])
def test_life_can_be_read_across_the_table(players, language):
    table = Table(COMBAT, players, language)
    for row in range(players):
        table.make([("player", row, "life", 10), ("player", row, "coins", 21), ("player", row, "spells", 13)])
    table.open("table")
    for cell in range(3 * players):
        table.open("table", 0, cell)
        assert [mark.size for mark in table.board.words.marks if mark.text == "10"] == [24] * players
        assert [mark.text for mark in table.board.words.marks].count("●21") == players
        assert [mark.text for mark in table.board.words.marks].count("✋13") == players
        assert not table.board.words.overlapping_pairs() and not table.app.canvas.clipped


@pytest.mark.parametrize(("attack", "life", "size"), [(5, 8, 17), (5, 60, 17), (30, 8, 17), (30, 60, 16)])
def test_familiars_can_be_read_across_the_table(table, attack, life, size):
    fill_table(table)
    for at in range(4 * SLOTS):
        table.make(
            [("familiar", at, field, n) for field, n in (("attack", attack), ("pv", life), ("life", life))]
        )
    for row in range(4):
        table.open("table", 0, cell_of("familiar", row * SLOTS, "life"))
        marks = [(mark.text, mark.size) for mark in table.board.words.marks]
        assert marks.count((str(life), size)) == 2 * SLOTS, "two players at a time"
        assert (
            sum(text in [kind + str(attack) for kind in "FRT"] and tall == 16 for text, tall in marks)
            == 2 * SLOTS
        )
        assert table.context.seat(row) in [text for text, _ in marks]
        assert not table.board.words.overlapping_pairs() and not table.app.canvas.clipped


def test_a_number_that_changes_on_the_table_is_drawn_as_when_it_opens(table):
    """Only the place of the changed number is drawn again."""
    fill_table(table)
    for cell in (0, 4, 8, 12, 17, 23):
        table.open("table", 0, cell)
        table.press(OK, DOWN)
        table.run(5000)
        changed = bytes(table.app.device.panel.buffer)
        table.press(BACK, BACK)
        table.open("table", 0, cell)
        table.press(OK)
        assert bytes(table.app.device.panel.buffer) == changed


def test_the_running_sum_is_one_transaction(table):
    table.open("table")
    table.press(OK, DOWN, DOWN, DOWN)
    assert table.reads("−3") and table.get("player", 0, "life") == 7
    table.run(4500)
    assert not table.reads("−3")
    table.press(UP)
    table.hold(BACK)
    assert table.get("player", 0, "life") == 7
    table.hold(BACK)
    assert table.get("player", 0, "life") == 10


def test_a_number_stays_inside_its_bounds(table):
    table.open("table")
    table.press(OK)
    table.board.press(DOWN, 3000)
    assert table.get("player", 0, "life") == 0
    table.board.press(UP, 4000)
    assert table.get("player", 0, "life") == 10
    table.open("table", 0, cell_of("familiar", 1, "life"))
    table.press(OK, UP)
    assert table.get("familiar", 1, "life") == 4, "no more than on the card"


def test_a_blow_in_the_table_ends_the_round(table):
    for row in (1, 2):
        for at in game.fighters(table.state, row):
            table.make(game.with_consequences(table.state, [("familiar", at, "life", 0)]))
    table.make([("familiar", 3 * SLOTS, "life", 0)])
    table.open("table", 0, cell_of("familiar", 3 * SLOTS + 1, "life"))
    table.press(OK, DOWN, DOWN, DOWN, DOWN)
    assert table.get("game", 0, "part") == COMBAT, "nothing follows before the number is left"
    table.press(BACK)
    assert table.get("game", 0, "part") == END
    table.press(BACK)
    assert table.top() == "end" and table.reads("1er : Rouge")
    table.hold(BACK)
    assert table.get("game", 0, "part") == COMBAT
    assert table.get("familiar", 3 * SLOTS + 1, "life") > 0, "with one undo"


# Combat.


def test_a_strike_takes_two_presses_and_one_undo(table):
    before = table.values()
    table.press(OK)
    assert table.top() == "strike" and table.reads("−3 : à terre", "Bleu R", "♥3→☠")
    table.press(OK)
    assert table.get("familiar", SLOTS, "life") == 0 and table.get("game", 0, "active") == 1
    assert table.top() == "combat" and table.reads("Bleu")
    table.hold(BACK)
    assert table.values() == before


def test_what_a_strike_does_is_said_before_it(table):
    table.make([("familiar", SLOTS, "pv", 12), ("familiar", SLOTS, "life", 12)])
    table.press(OK)
    assert table.reads("−3, reste 3 coups", "♥12→9")
    table.hold(OK)
    assert table.reads("Attaque 2, avantage du type : retire 3")
    table.press(BACK)
    table.make([("familiar", 0, "attack", 0), ("familiar", 0, "type", 2)])
    table.open("strike", 0)
    assert table.reads("−0 : jamais")


def test_a_strike_closes_when_its_familiar_is_gone(table):
    table.make([("player", 0, "coins", 4)])
    table.make(game.with_consequences(table.state, [("familiar", 0, "life", 2)]))
    table.press(OK)
    assert table.top() == "strike"
    table.make(game.with_consequences(table.state, [("familiar", 0, "life", 0)]))
    table.app.stack.top().on_show()
    table.run()
    assert table.top() == "combat"


def test_a_round_in_which_all_pass_is_ended_by_the_table(table):
    table.press(UP, OK)
    assert table.reads("Finir la manche ?")
    table.press(DOWN, OK)
    assert table.top() == "end" and table.reads("Ordre")
    table.press(OK, OK, OK, OK)
    assert table.reads("1er : Jaune", "Rouge ♥10→8"), "the first three of the list fell"
    table.hold(BACK)
    table.hold(BACK)
    assert table.top() == "combat"


@pytest.mark.parametrize("players", [3, 4])
def test_an_effect_after_the_weapon_ends_the_game(players):
    """The last living player at the end of a round wins (L17), whatever killed the others."""
    table = Table(END, players)
    table.press(OK)
    assert table.get("game", 0, "struck") == 1 and table.reads("Sort\u00a0:")
    for row in range(1, players):
        assert table.get("game", 0, "part") == END
        table.open("table", 0, cell_of("player", row, "life"))
        table.press(OK)
        table.board.press(DOWN, 3000)
        table.press(BACK, BACK)
    assert table.top() == "over" and table.reads("Rouge", "gagne")
    table.open("table", 0, cell_of("player", 0, "life"))
    table.press(OK)
    table.board.press(DOWN, 3000)
    table.press(BACK, BACK)
    assert table.top() == "over" and table.reads("Personne")
    # Two wrong numbers are corrected, and the round continues at the same place.
    for row in (0, 1):
        table.open("table", 0, cell_of("player", row, "life"))
        table.press(OK, UP, BACK, BACK)
    assert table.top() == "end" and table.reads("Sort\u00a0: Rouge")


# Preparation.


def test_before_a_purchase_what_it_costs_and_does(table):
    table = Table(PREPARE)
    assert table.reads("Bleu", "actions : 3", "⚔4 ●3", "●5→2", "⚔3 ●6", "✗")
    table.make([("player", 1, "basic", 0), ("player", 1, "attack", 3), ("player", 1, "cost", 2)])
    table.press(OK)
    assert table.reads("Acheter", "●5→3", "Payer 3, rendu 1", "Rouge", "☠ en 3 (4)")
    table.hold(OK)
    table.press(OK)  # switches to small letters
    assert table.reads("Payé 3, rendu 1", "Pièces 5 → 3", "Pièces et Coût de l’arme : 7 → 6")
    table.press(BACK)
    table.press(OK)
    assert [table.get("player", 1, field) for field in ("coins", "attack", "cost", "basic")] == [3, 4, 3, 0]
    assert table.get("game", 0, "left") == 2 and not table.get("shop", 0, "there")
    # The shop immediately gets its next weapon.
    assert table.reads("Nouvelle arme 1", "Attaque")
    # A press too many must not enter a weapon that no card has.
    table.press(OK, OK)
    assert table.reads("D’abord ↑↓ : ce que dit la carte") and not table.get("shop", 0, "there")
    table.press(UP, UP, UP, OK, OK)
    assert not table.get("shop", 0, "there")
    table.press(UP, UP, UP, OK)
    assert [table.get("shop", 0, field) for field in ("there", "attack", "cost")] == [1, 3, 3]
    table.hold(BACK)
    table.hold(BACK)
    assert table.get("player", 1, "coins") == 5 and table.get("game", 0, "left") == 3


@pytest.mark.parametrize("language", ["fr", "en"])
def test_after_a_purchase_the_cursor_is_where_a_player_goes_on(language):
    table = Table(PREPARE, language=language)
    table.open("prepare")
    table.press(OK, OK)  # buys the first weapon; 2 coins are left
    table.make(game.stock_weapon(1, 2, 1))
    entry = table.app.stack.top()
    table.press(BACK)  # the slot stays empty, and its line comes first
    assert entry is not table.app.stack.top()
    prepare = table.app.stack.top()
    assert (prepare.cursor, prepare.names()[0]) == (0, "stock")
    prepare.stock_shop((4, 9), 0)
    assert prepare.cursor == 1, "the weapon that 2 coins pay"
    table.make(game.stock_weapon(1, 4, 9))
    prepare.skip_unaffordable()
    assert prepare.names()[prepare.cursor] == "refresh", "neither weapon can be paid"
    table.press(OK)
    assert prepare is not table.app.stack.top()
    table.press(BACK)
    assert table.top() == "prepare" and table.app.stack.top().cursor == 2, "left by BACK: it stays"
    table.hold(BACK)
    table.run()
    assert table.top() == "prepare" and table.get("shop", 1, "attack") == 2, "undone: it is drawn"
    table.context.redo()
    table.run()
    assert table.get("shop", 1, "attack") == 4, "made again"
    assert (prepare.cursor, prepare.names()[2]) == (2, "refresh")


def test_after_a_purchase_a_restart_finds_the_cursor_and_the_place_that_is_empty():
    table = Table(PREPARE)
    table.open("prepare")
    table.press(OK, OK, BACK)  # the power is cut before the next weapon is entered
    table.run(5000)
    again = VirtualBoard(store=table.board.store)
    again.run(BOOT_MS + 50)
    prepare = again.app.stack.top()
    assert again.app.stack.ids[-1] == "traqueur.prepare"
    assert (prepare.cursor, prepare.names()[0]) == (0, "stock")
    assert again.context.session.get("player", 1, "coins") == table.get("player", 1, "coins")


def test_a_weapon_that_can_be_paid_keeps_the_cursor():
    table = Table(PREPARE)
    table.open("prepare")
    prepare = table.app.stack.top()
    prepare.stock_shop((4, 1), 0)
    assert prepare.cursor == 0


def test_the_net_is_an_option():
    table = Table(PREPARE)
    table.make([("player", 1, "basic", 0), ("player", 1, "cost", 5), ("player", 1, "coins", 2)])
    table.open("buy", 1)
    table.press(OK)
    assert table.reads("Il faut 6 Pièces, il y en a 2")
    table.press(OK)
    table.make([("option", 0, "net", 1)])
    table.open("buy", 1)
    table.press(OK)
    assert (table.get("player", 1, "coins"), table.get("player", 1, "cost")) == (0, 6)


def test_a_fourth_action_only_where_an_effect_allows_it():
    table = Table(PREPARE)
    table.make([("game", 0, "left", 0)])
    table.open("prepare")
    table.press(DOWN, OK)
    assert table.reads("3 actions déjà faites", "Un effet le permet ?")
    table.press(OK)
    assert table.top() == "prepare"
    table.press(OK, DOWN, OK)
    assert table.top() == "buy"
    table.press(OK)
    assert table.get("player", 1, "coins") == 2
    table = Table(PREPARE)
    table.make([("option", 0, "free", 1), ("game", 0, "left", 0)])
    table.open("prepare")
    assert table.reads("actions : ∞")
    table.press(DOWN, DOWN, DOWN, OK, DOWN, OK)
    assert not table.reads("3 actions"), "left in the discard without a question"


def test_an_answer_is_dropped_when_what_was_asked_about_was_undone():
    table = Table(PREPARE)
    table.press(DOWN, DOWN, DOWN, OK)
    table.press(DOWN, OK)  # a familiar goes to the discard, which is an action
    assert table.get("game", 0, "left") == 2
    table.press(OK, OK)
    assert table.reads("Type")
    table.hold(BACK)
    assert table.get("game", 0, "left") == 3
    before = table.values()
    # The question was closed together with its familiar, so the discard asks again.
    assert table.top() == "prepare" and not table.reads("Type")
    table.press(OK)
    assert not table.reads("Type") and table.values() == before


# The message of an undo.


@pytest.mark.parametrize(
    ("cell", "kind", "row", "field"), [(3, "player", 1, "life"), (12, "familiar", 0, "life")]
)
def test_a_number_of_the_table_that_was_given_back_is_marked_where_it_stands(cell, kind, row, field):
    table = Table()
    table.open("table", 0, cell, 1)
    before = table.get(kind, row, field)
    table.press(DOWN, DOWN)
    assert table.get(kind, row, field) == before - 2
    table.board.hold(BACK)
    assert table.context.dialogs.message is None and table.get(kind, row, field) == before
    assert table.board.words.has_text("↶") and too_small(table.board) == []
    table.press(DOWN)
    assert table.get(kind, row, field) == before - 1
    assert table.board.words.has_text("−1") and not table.board.words.has_text("↶")


def undo_and_read(table: Table) -> str:
    table.hold(BACK)
    told = table.board.context.dialogs.message
    table.run(3000)
    return told


def test_an_undo_tells_a_step_as_the_screen_counts_it_and_no_player_as_none():
    table = Table(SETUP)
    table.open("setup")
    table.press(OK, OK)
    assert [undo_and_read(table) for _ in range(3)] == [
        "Annulé → Étape 2",
        "Annulé → Étape 1",
        "Annulé → Joueurs —",
    ]


def test_an_undo_tells_who_had_cast_a_spell(table):
    table.open("spells")
    table.press(DOWN, DOWN, OK, OK)  # the spells in the hand are not counted
    assert table.get("game", 0, "cast") == 4
    assert undo_and_read(table) == "Annulé\u00a0: Vert Sort lancé"


# Everywhere.


@pytest.mark.parametrize("part", PHASES)
def test_a_phase_comes_back_after_a_power_cut(part):
    table = Table(part)
    table.run(5000)
    left = bytes(table.app.device.panel.buffer)
    table.board.boot()
    table.run(5000)
    assert table.top() == PHASES[part]
    assert bytes(table.app.device.panel.buffer) == left


@pytest.mark.parametrize("part", PHASES)
@pytest.mark.parametrize("now", PHASES)
def test_a_screen_gives_way_to_that_of_the_part_that_an_undo_leads_to(part, now):
    table = Table(part)
    table.make([("game", 0, "part", now), ("game", 0, "active", 0)])
    table.app.stack.top().on_show()
    table.run()
    assert table.top() == PHASES[now]
    table.make([("game", 0, "players", 0)])
    table.app.stack.top().on_show()
    table.run()
    assert table.top() == "home"


@pytest.mark.parametrize("name", ["table", "card", "spells", "buy", "strike"])
def test_a_sheet_closes_when_there_is_no_game(name):
    table = Table(PREPARE if name == "buy" else COMBAT)
    table.open(name, *([] if name in ("table", "spells") else [0]))
    assert table.top() == name
    table.make([("game", 0, "players", 0)])
    table.app.stack.top().on_show()
    table.run()
    assert table.top() == "home"


@pytest.mark.parametrize(
    ("part", "name"),
    [
        (SETUP, "setup"),
        (PREPARE, "prepare"),
        (PREPARE, "buy"),
        (COMBAT, "combat"),
        (COMBAT, "strike"),
        (COMBAT, "card"),
        (COMBAT, "spells"),
        (END, "end"),
        (OVER, "over"),
    ],
)
def test_ok_held_opens_a_rule_on_every_line(part, name):
    table = Table(part)
    table.make([("player", 0, "basic", 0), ("player", 0, "aspect", 2)])
    table.open(name, *([0] if name in ("buy", "strike", "card") else []))
    for _ in range(max(len(table.app.stack.top().list), 7 if name == "setup" else 1)):
        under = len(table.app.stack.ids)
        table.hold(OK)
        assert len(table.app.stack.ids) == under + 1, table.board.words.strings
        assert type(table.app.stack.top()).__name__ == "Page"
        assert not table.context.t.missing
        table.press(BACK, DOWN)


@pytest.mark.sweep
@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("part", PHASES)
def test_every_key_in_every_phase(part, players, language):
    """Press every key, undo included.

    No exception is raised, no word is missing or clipped, and every Sheet stays valid.
    """
    table = Table(part, players, language)
    explorer = Explorer(table.board, seed=part)
    for _ in range(case_count(90, 250)):
        if table.context.session is None or table.context.session.name != "traqueur":
            table.context.open("traqueur.home")
            table.run()
        explorer.step()
        check_screen(table.board, explorer, table.top())
    table.context.open("traqueur.home")
    assert all(
        kind.first_illegal(table.state.row(k, row)) is None
        for k, kind in enumerate(KINDS)
        for row in range(kind.rows)
    )


def test_the_reminder_of_one_spell_a_turn(table):
    table.make([("player", 0, "spells", 3), ("option", 0, "one", 1)])
    table.open("spells")
    table.press(OK, OK)
    assert table.get("player", 0, "spells") == 2
    table.press(OK, OK)
    assert table.reads("Déjà un sort ce tour. Lancer ?")
    table.press(OK)
    assert table.get("player", 0, "spells") == 2
    table.press(OK, OK, DOWN, OK)
    assert table.get("player", 0, "spells") == 1


@pytest.mark.parametrize("part", [COMBAT, PREPARE])
def test_the_spells_open_on_whose_turn_it_is(part):
    table = Table(part)
    table.make([("game", 0, "active", 2)])
    table.app.stack.top().refresh()
    labels = [str(entry[0]) for entry in table.app.stack.top().list]
    table.press(*[DOWN] * labels.index("Sorts"), OK)
    assert table.top() == "spells"
    assert table.app.stack.top().cursor == 2


def test_a_spell_that_nobody_counts_is_told(table):
    table.open("spells")
    for _ in range(2):
        table.press(OK, OK)
        assert table.reads("Rouge : sort lancé")
        table.run(2500)
    table.make([("player", 0, "spells", 2)])
    table.open("spells")
    table.press(OK, OK)
    assert table.get("player", 0, "spells") == 1
    assert not table.reads("sort lancé"), "the number shows it"


def test_a_card_changes_what_effects_change(table):
    table.open("card", 0)
    table.press(DOWN, DOWN, OK, DOWN, OK)
    assert table.reads("Rouge") or table.reads("Type")
    table.press(UP, OK, OK, UP, OK, UP, UP, OK)
    assert [table.get("familiar", 0, field) for field in ("type", "attack", "pv", "life")] == [2, 3, 5, 5]
    table.press(OK, OK, DOWN, OK)
    assert table.get("familiar", 0, "life") == 4
    table.press(OK, UP, OK)
    assert not table.get("familiar", 0, "type"), "to the discard"
    table.hold(BACK)
    assert table.get("familiar", 0, "life") == 4


def test_who_is_out_is_set_back_from_the_first_line_of_his_card():
    table = Table()
    table.make(game.with_consequences(table.state, [("player", 1, "life", 0)]))
    assert table.get("player", 1, "fell") == 1
    table.open("card", 1)
    assert table.reads("Revient à", "10", "☠")
    table.press(OK)
    assert table.get("player", 1, "life") == 10 and table.get("player", 1, "fell") == 0
    assert not table.reads("Revient à") and not table.reads("☠")
    table.press(OK)  # moves to the line of the player's Life
    assert table.reads("Vie", "10") and not table.reads("Pièces")
    table.press(BACK)
    table.hold(BACK)
    assert table.get("player", 1, "life") == 0 and table.get("player", 1, "fell") == 1
    assert table.reads("Revient à", "☠")


def test_chances_of_the_decks_that_the_table_has_counted(table):
    table.open("chances")
    assert table.reads("?")
    table.hold(OK)
    assert table.reads("Cartes : de 3 à 240"), "not counted yet"
    table.press(BACK)
    table.make([("game", 0, "common", 30), ("game", 0, "exotic", 10), ("game", 0, "deck", 20)])
    table.open("chances")
    assert table.reads("58,9 %", "291/494")
    table.press(DOWN, DOWN)
    assert table.reads("10 %", "1/10")
    table.hold(OK)
    assert table.reads("Au moins un : 1/10 = 10 %")


def test_changes_are_told_in_words(table):
    table.press(OK, OK)
    table.open("history")
    assert table.reads("Familier de Bleu Vie 3→0"), "not the Life of the player"
    for changes, words in (
        ([("shop", 1, "cost", 2)], "Arme 2 Coût 6→2"),
        ([("trap", 1, "count", 2)], "P. d’immolation 0→2"),
        ([("player", 2, "aspect", 4)], "Vert Aspect →du faucon"),
        ([("familiar", 5, "type", 3), ("familiar", 5, "pv", 2)], "Familier de Bleu Type ?→Tenace"),
        ([("game", 0, "part", END)], "Fin de manche"),
        ([("game", 0, "active", 3)], "Tour de Jaune"),
        ([("option", 0, "net", 1)], "Payer l’écart non→oui"),
    ):
        table.make(changes)
        table.hold(BACK)
        assert table.reads(words)
        table.make(changes)


def test_the_list_of_a_new_game_begins_where_that_game_goes_on():
    table = Table(OVER)
    table.press(BACK, DOWN, DOWN, DOWN, OK)
    assert table.reads("Quitter cette partie")
    table.press(DOWN, OK, OK)
    assert table.top() == "setup"
    table.press(BACK)
    assert table.reads("▶ Mise en place")


def test_the_order_is_asked_from_who_is_known_to_have_fallen():
    table = Table()
    for row in (2, 1):
        for at in game.fighters(table.state, row):
            table.make(game.with_consequences(table.state, [("familiar", at, "life", 0)]))
    table.make(game.end_round(1))
    table.open("end")
    for number, name in ((1, "Vert"), (2, "Bleu"), (3, "Rouge")):
        table.press(OK)
        assert table.reads("Tombé n° %d" % number, "▶ " + name)
    table.press(OK)
    assert table.reads("1er : Jaune")


def test_a_trap_that_no_hand_may_take_goes_to_the_discard_without_a_question():
    table = Table(players=3)
    table.make([("trap", 0, "count", 2)])
    table.open("spells")
    table.press(DOWN, DOWN, DOWN, OK)
    assert table.reads("Dans quelle main")
    table.press(OK)
    assert table.get("trap", 0, "count") == 3
    table.press(OK)
    assert table.reads("Ce piège va à la défausse") and table.get("trap", 0, "count") == 3


def test_the_weapon_that_leaves_the_shop_is_asked_for_then_the_new_one():
    table = Table(PREPARE)
    table.press(DOWN, DOWN, OK)
    assert table.reads("Laquelle part")
    table.press(DOWN, OK)
    assert table.reads("Nouvelle arme 2", "Attaque")
    table.press(*[UP] * 3, OK)
    assert table.reads("Coût", "⚔3")


def test_an_undo_tells_all_of_the_value_that_is_back_and_nothing_of_the_other(table):
    for changes, words in (
        ([("player", 2, "aspect", 4)], "Vert Aspect Aucun"),
        ([("shop", 1, "there", 0)], "Arme 2 Boutique"),
        ([("player", 2, "basic", 0)], "Vert Arme basique oui"),
        ([("familiar", 3, "exotic", 1)], "Familier de Bleu Rareté " + table.context.t("o.common")),
    ):
        table.make(changes)
        table.hold(BACK)
        assert table.reads("Annulé → " + words)
        table.run(2500)
    table.make([("player", 2, "aspect", 4)])
    table.make([("player", 2, "aspect", 5)])
    table.hold(BACK)
    assert table.reads("Annulé → Vert Aspect du faucon")


def test_the_blow_that_ends_a_round_or_the_game_is_told_as_a_blow():
    table = Table(players=3)
    for row in (1, 2):
        for at in game.fighters(table.state, row)[row == 2 :]:
            table.make(game.with_consequences(table.state, [("familiar", at, "life", 0)]))
    last = game.fighters(table.state, 2)[0]
    table.make(game.end_strike(table.state, [("familiar", last, "life", 0)]))
    assert table.get("game", 0, "part") == END
    table.open("history")
    assert table.reads("Familier de Vert Vie", "→0") and not table.reads("Fin de manche")
    table.make([("player", row, "life", 1) for row in (1, 2)])
    table.make(game.use_weapon(table.state))
    assert table.get("game", 0, "part") == OVER
    table.open("history")
    assert table.reads("Bleu Vie", "1→0")


@pytest.mark.parametrize(
    ("screen", "field", "label"), [("card", "coins", "Pièces"), ("spells", "spells", "Vert")]
)
def test_what_an_undo_gave_back_is_marked_where_a_list_has_it(table, screen, field, label):
    table.open(screen, *((2,) if screen == "card" else ()))
    table.make([("player", 2, field, 3)])
    table.hold(BACK)
    top = table.app.stack.top()
    assert [top.list[index][0] for index in top.marked] == [label]


def test_a_familiar_begins_empty_and_is_left_only_when_its_card_is_said():
    table = Table(PREPARE)
    table.press(DOWN, DOWN, DOWN, OK, OK)
    entry = table.app.stack.top()
    table.press(OK, OK, OK)
    assert entry.at == 0 and table.reads("Type", "—", "ce que dit la carte")
    table.press(DOWN)
    assert table.reads("Tenace", "OK suivant")
    table.press(OK, OK, DOWN)
    assert entry.at == 2 and entry.values[:3] == [3, 0, 0]
    table.press(OK, DOWN)
    assert entry.values[3] == 1
    table.press(OK)
    assert entry.values == [3, 0, 0, 1]


# Messages that must appear at the right moment.


def test_which_familiar_goes_is_asked_with_the_life_of_the_cards():
    """Wounds of the round before are healed before the next one."""
    table = Table(PREPARE)
    table.make([("familiar", SLOTS + 1, "life", 1)])
    table.press(DOWN, DOWN, DOWN, OK, OK, UP, OK, OK, UP, UP, OK, *[UP] * 4, OK)
    assert table.reads("Lequel part ?", "⚔2 ♥3", "⚔3 ♥4") and not table.reads("☠")
    table.open("card", 1)
    table.press(DOWN, DOWN, DOWN)
    assert table.reads("☠/3", "♥1/4")


def test_done_is_two_presses_away_and_first_after_the_last_action():
    table = Table(PREPARE)
    table.press(UP, OK)
    assert table.get("game", 0, "active") == 2


def test_no_purchase_is_offered_that_is_refused():
    table = Table(PREPARE)
    table.open("buy", 1)
    assert table.reads("Il faut 6 Pièces") and not table.reads("OK acheter")
    table.open("buy", 0)
    assert table.reads("OK acheter")


def test_the_strikes_that_a_weapon_needs_have_no_sign_of_the_attack():
    table = Table(PREPARE)
    table.open("buy", 0)
    table.press(DOWN, DOWN)
    assert table.reads("Rouge", "☠ en 3 (5)") and not table.reads("⚔ 5→3")


def test_a_pick_asks_for_a_trap_and_counts_it():
    table = Table(END)
    table.make(game.use_weapon(table.state))
    table.open("end")
    table.press(DOWN, DOWN, OK)  # later players wait for the first one
    assert table.reads("Sort\u00a0: Rouge")
    table.press(BACK, UP, UP, OK)
    assert table.reads("Sort\u00a0: Rouge", "Pas un piège", "Piège de glace 0")
    table.press(DOWN, OK)
    assert (table.get("trap", 0, "count"), table.get("player", 0, "spells")) == (1, 1)
    table.make([("trap", 0, "count", 4)])
    table.press(OK, DOWN, OK)
    assert table.reads("défausse de sorts")
    assert (table.get("player", 1, "spells"), table.get("game", 0, "picks")) == (0, 2)
    table.press(OK)
    assert table.top() == "end"
    table.hold(BACK)
    assert (table.get("trap", 0, "count"), table.get("game", 0, "picks")) == (4, 1)


def test_who_dies_in_a_preparation_leaves_it_with_one_undo():
    table = Table(PREPARE)
    table.make([("player", 1, "life", 1)])
    table.open("table", 0)
    table.press(OK, DOWN)
    assert table.get("game", 0, "active") == 1, "nothing follows before the number is left"
    table.run(5000)
    table.press(BACK)
    assert table.get("game", 0, "active") == 2
    table.press(BACK)
    assert table.top() == "prepare" and table.reads("Vert", "actions : 3")
    table.hold(BACK)
    assert (table.get("player", 1, "life"), table.get("game", 0, "active")) == (1, 1)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_rules_have_the_reserve_that_is_made_again_and_the_order_of_effects(language):
    table = Table(PREPARE, language=language)
    t = table.context.t
    assert ("défausse" if language == "fr" else "discard") in t("page.reserve")
    assert ("défausse" if language == "fr" else "discard") in t("page.shop")
    assert ("sens du jeu" if language == "fr" else "order of play") in t("page.effects")
    assert t("round.effects")


# A correction has no further consequence, and leaves no trace.


@pytest.mark.parametrize("last", [False, True])
@pytest.mark.parametrize("leave", [OK, BACK])
def test_a_life_at_0_and_up_again_in_ones_own_preparation_changes_nothing_else(last, leave):
    table = Table(PREPARE)
    if last:
        while table.get("game", 0, "active") != 0:
            table.make(game.end_preparation(table.state))
    row = table.get("game", 0, "active")
    table.make([("player", row, "life", 2)])
    before = table.values()
    table.open("table")
    table.press(OK, DOWN, DOWN)
    assert table.get("player", row, "life") == 0
    table.run(5000)
    table.press(UP, UP, leave)
    assert table.values() == before
    table.press(BACK)
    assert table.top() == "prepare"


def test_a_blow_too_many_that_is_corrected_at_the_table_ends_no_round(table):
    for row in (1, 2):
        for at in game.fighters(table.state, row):
            table.make(game.with_consequences(table.state, [("familiar", at, "life", 0)]))
    for at in game.fighters(table.state, 3)[1:]:
        table.make([("familiar", at, "life", 0)])
    before = table.values()
    (at,) = game.fighters(table.state, 3)
    table.open("table", 0, cell_of("familiar", at, "life"))
    life = table.get("familiar", at, "life")
    table.press(OK, *[DOWN] * life)
    assert table.get("familiar", at, "life") == 0
    table.press(*[UP] * life, OK)
    assert table.values() == before


@pytest.mark.parametrize("cut", ["taken", "left"])
def test_what_follows_from_a_life_comes_after_a_restart_too(cut):
    table = Table(PREPARE)
    table.make([("player", 1, "life", 1)])
    table.open("table")
    table.press(OK, DOWN)
    if cut == "left":
        table.press(OK)
    table.run(3000)
    table.board.boot()
    table.run(300)
    if cut == "taken":
        assert table.get("game", 0, "active") == 1
        table.press(OK)
    assert table.get("game", 0, "active") == 2
    table.hold(BACK)
    assert (table.get("player", 1, "life"), table.get("game", 0, "active")) == (1, 1), "with one undo"


def test_the_card_is_opened_of_a_number_that_is_left():
    table = Table(PREPARE)
    table.make([("player", 1, "life", 1)])
    table.open("table")
    table.press(OK, DOWN)
    table.hold(OK)
    assert table.top() == "card"
    assert table.get("game", 0, "active") == 2
    table.press(BACK)
    assert not table.app.stack.top().taken


def call_combat(table, *order):
    """All players pass, and enter their order at the end."""
    table.open("combat")
    table.press(UP, OK, UP, OK)
    table.press(OK)
    left = list(range(4))
    for row in order:
        table.press(*[DOWN] * left.index(row), OK)
        left.remove(row)
    assert table.top() == "end"


@pytest.mark.parametrize("name", ["coins", "life", "spells", "limit"])
def test_a_value_that_is_set_after_the_players_ended_the_round_reopens_nothing(table, name):
    call_combat(table, 0, 3, 1)
    order = game.ranking(table.state)
    assert order == [2, 1, 3, 0]
    table.open("card", 1)
    top = table.app.stack.top()
    table.board.press_until(DOWN, lambda: top.names()[top.cursor] == name)
    table.press(OK, DOWN if name in ("coins", "life") else UP, OK)
    assert (table.get("game", 0, "part"), game.ranking(table.state)) == (END, order)
    table.press(BACK)
    assert table.top() == "end" and table.reads("1er : Vert")


def test_a_familiar_that_is_corrected_after_the_players_ended_the_round_reopens_nothing(table):
    call_combat(table, 0, 3, 1)
    order = game.ranking(table.state)
    for cell, keys in (
        (cell_of("familiar", SLOTS, "life"), [DOWN] * 9),
        (cell_of("player", 0, "life"), [DOWN]),
    ):
        table.open("table", 0, cell)
        table.press(OK, *keys, OK)
        assert (table.get("game", 0, "part"), game.ranking(table.state)) == (END, order)
        table.press(OK, *[UP] * len(keys), OK, BACK)
        assert (table.get("game", 0, "part"), game.ranking(table.state)) == (END, order)
    table.board.boot()
    table.run(300)
    table.open("card", 0)
    assert game.ranking(table.state) == order


@pytest.mark.parametrize("name", ["coins", "life"])
def test_a_number_of_the_table_leaves_the_order_that_the_players_said(table, name):
    for row in (0, 1, 3):
        for at in game.fighters(table.state, row):
            table.make(game.with_consequences(table.state, [("familiar", at, "life", 0)]))
    table.make(game.order_fallen([2, 3, 1]))  # in the given order, one of the three still stands
    table.open("table", 0, cell_of("player", 1, name))
    table.press(OK, DOWN, OK)
    assert game.ranking(table.state) == [0, 1, 3, 2]


def test_who_is_brought_back_by_his_card_can_be_named_and_win():
    table = Table(players=3)
    table.make(game.with_consequences(table.state, [("player", 1, "life", 0)]))
    for at in game.fighters(table.state, 2):
        table.make(game.with_consequences(table.state, [("familiar", at, "life", 0)]))
    table.make(game.use_weapon(table.state))
    while table.get("game", 0, "part") != OVER and table.get("game", 0, "picks") < len(
        game.choosers(table.state)
    ):
        table.make(game.pick_spell(table.state, False))
    table.make(game.next_round(table.state))
    table.make(game.end_preparation(table.state))
    table.make(game.end_preparation(table.state))
    assert (table.get("game", 0, "part"), table.get("player", 1, "out")) == (COMBAT, 1)
    table.open("card", 1)
    table.press(OK)
    assert (table.get("player", 1, "life"), table.get("player", 1, "out")) == (10, 0)
    table.hold(BACK)
    assert (table.get("player", 1, "life"), table.get("player", 1, "out")) == (0, 1)
    table.context.redo()
    for row in (0, 2):
        for at in game.fighters(table.state, row):
            table.make(game.with_consequences(table.state, [("familiar", at, "life", 0)]))
    assert game.ranking(table.state) == [1, 2, 0]
    table.open("end")
    assert table.reads("1er : ")


@pytest.mark.parametrize(
    ("language", "said"), [("fr", "⚔5 ●4 à la défausse d’armes"), ("en", "⚔5 ●4 to the weapon discard")]
)
def test_a_weapon_that_is_lost_goes_to_the_discard_which_is_said(language, said):
    table = Table(language=language)
    table.make([("player", 0, "attack", 5), ("player", 0, "cost", 4), ("player", 0, "basic", 0)])
    table.open("card", 0)
    top = table.app.stack.top()
    table.board.press_until(DOWN, lambda: top.names()[top.cursor] == "basic")
    table.press(OK)
    assert table.context.dialogs.message == said
    assert [table.get("player", 0, field) for field in ("attack", "cost", "basic")] == [2, 0, 1]
    table.hold(BACK)
    assert [table.get("player", 0, field) for field in ("attack", "cost", "basic")] == [5, 4, 0]
    for page in ("basic", "buy"):
        assert ("défausse" if language == "fr" else "discard") in table.context.t(f"page.{page}")


# The repeated last strike.


def others_pass(table):
    """Let the other players pass until it is the first player's turn."""
    for _ in range(3):
        assert table.get("game", 0, "active")
        table.board.press_down_to("Passer")
        table.press(OK)
    assert not table.get("game", 0, "active")


def test_the_last_strike_is_two_presses_from_the_combat_and_from_the_list(table):
    table.press(OK, DOWN, DOWN, OK)  # a strike of the first player, at the third line
    assert table.get("game", 0, "active") == 1
    others_pass(table)
    target = table.context.session.chosen["strike", 0][1]
    before = table.get("familiar", target, "life")
    table.press(OK)
    strike = table.app.stack.top()
    assert strike.targets[strike.cursor] == target
    table.press(BACK, BACK)
    assert table.top() == "home"
    table.press(UP)
    assert table.reads("↷ Encore")
    table.press(OK)
    assert table.get("familiar", target, "life") < before and table.get("game", 0, "active") == 1
    assert table.top() == "combat"


def test_a_strike_that_cannot_be_made_again_is_not_offered(table):
    table.press(OK, OK)
    others_pass(table)
    target = table.context.session.chosen["strike", 0][1]
    table.make(game.set_life(table.state, "familiar", target, 0))
    table.press(BACK, UP)
    assert table.top() == "home" and not table.reads("↷ Encore")


def test_the_end_of_a_round_says_that_one_press_strikes_all():
    table = Table(END)
    assert table.reads("OK frapper tous")
    table.press(OK)
    assert not table.reads("OK frapper tous")


def test_a_step_of_the_set_up_goes_back_with_the_answer_that_led_on():
    table = Table(SETUP)
    table.press(*[DOWN] * 5)
    assert table.reads("Le dernier à avoir")
    before = len(table.context.session.journal.done)
    table.press(OK, DOWN, OK)
    assert table.reads("Tout est prêt", "Bleu commence")
    assert len(table.context.session.journal.done) == before + 1
    table.hold(BACK)
    assert table.reads("Le dernier à avoir") and table.get("game", 0, "first") == -1
