"""The number of presses that Trirème needs, counted on the real screens."""

from __future__ import annotations

import pytest

from simulator.board import MOST_PRESSES, VirtualBoard
from simulator.keys import BACK, DOWN, OK, UP
from simulator.store import MemoryStore

from gobelet.journal.journal import ROLL, unpack_roll  # isort: skip
from gobelet.games import GAMES  # isort: skip
from gobelet.games.trireme.rules import battle, counters, ships, walks  # isort: skip
from gobelet.games.trireme.rules.sheets import FLEET, GRAPPLED, SHIPS, SIDE  # isort: skip


class Player:
    """A player whose presses are counted.

    The battle has 20 ships on each side.
    """

    def __init__(self, game: int) -> None:
        self.board = VirtualBoard(store=MemoryStore({"settings": b"taught=yes\n"}))
        self.app = self.board.app
        self.context = self.board.context
        self.context.open("trireme.home")
        self.board.run(50)
        state = self.context.session.state
        self.context.change(battle.start_changes(state, game, SIDE, SIDE))
        self.presses = 0

    def change(self, row: int, **fields: int) -> None:
        self.context.change([("ship", row, field, value) for field, value in fields.items()])

    def home(self) -> None:
        """Open the game's main list."""
        self.context.navigation.home()
        self.context.open("trireme.home")
        self.board.run(50)
        self.presses = 0

    def press(self, *keys: int) -> None:
        for key in keys:
            self.board.press(key)
            self.presses += 1
            assert self.presses < MOST_PRESSES, f"still {self.at()}: {self.board.words.strings}"

    def hold(self, key: int, ms: int) -> None:
        self.board.press(key, ms)
        self.presses += 1

    def at(self) -> str:
        return self.app.stack.ids[-1]

    def rolls(self) -> list[tuple[int, list[int]]]:
        """Return (Procedure, rows of its two roles) of all rolls, in order from the newest."""
        return [
            (payload[0], unpack_roll(payload)[2][:2])
            for _, kind, payload in self.context.session.journal.newest_first()
            if kind == ROLL
        ]


def roll_between(player: Player, name: str, attacker: int, target: int) -> None:
    """Make a roll with the screens, and go back to the game's main list."""
    player.context.open("trireme.form", player.context.session.procedure_index(name), attacker, target)
    player.app.stack.top().accept_values(["against", "stronger", "flank"])
    player.press(UP, DOWN)
    while player.app.stack.top().cursor:
        player.press(UP)
    player.press(OK)
    assert player.at() == "trireme.result"
    player.home()


def test_a_boarding_of_the_last_pair_takes_six_presses_from_the_list_of_games() -> None:
    player = Player(FLEET)
    player.change(3, factor=9, size=5)
    player.change(25, factor=4, size=5)
    roll_between(player, "fleet_ram", 3, 25)
    player.context.change(ships.tie_changes(player.context.session.state, 3, 25, how=GRAPPLED))
    player.context.navigation.home()
    player.app.stack.top().cursor = GAMES.index("trireme")  # the line of the game in the list of games
    player.presses = 0
    player.board.entropy.faces([6])
    player.press(OK, UP, OK, OK, OK)
    assert player.rolls()[0] == (player.context.session.procedure_index("fleet_boarding"), [3, 25])
    player.press(OK)
    assert player.context.session.get("ship", 25, "captured") == 1
    assert player.presses == 6


@pytest.mark.parametrize(("game", "name"), [(FLEET, "fleet_ram"), (SHIPS, "ship_ram")])
def test_a_ram_is_repeated_with_four_presses(game: int, name: str) -> None:
    player = Player(game)
    for row in (7, 31):
        player.change(row, size=6)
    number = player.context.session.procedure_index(name)
    proc = player.context.session.procedure(number)
    given = {"cruise": 1, "faster": 1, "flank": 1, "move_a": 1}
    values = [given.get(i.name, i.start) for i in proc.inputs]
    player.context.open("trireme.form", number, 7, 31, *values)
    player.app.stack.top().accept_values(["against", "stronger", "flank"])
    player.press(OK)
    player.home()
    before = len(player.rolls())
    player.press(UP, OK, OK, OK)
    assert player.presses == 4
    assert len(player.rolls()) > before
    r = player.context.session.last_roll()
    assert r.rows == [7, 31]
    assert [r.values[name] for name in given if name in r.values] == [1, 1]


def at_rams() -> Player:
    """A player of a battle with six ships on each side.

    The list of the step of rams is open.
    """
    player = Player(FLEET)
    for row in [*range(6), *range(20, 26)]:
        player.change(row, size=5, factor=5, pv=5)
    player.context.change([("game", 0, "step", 3)])
    player.home()
    player.press(UP, UP, OK)
    assert player.at() == "trireme.turn"
    player.presses = 0
    return player


def test_a_ram_of_fleets_from_a_chosen_side_takes_five_presses() -> None:
    """The presses choose the ship, its target and the side of the bow, and roll."""
    player = at_rams()
    player.press(OK, OK, DOWN, OK, OK)
    assert (player.presses, player.at()) == (5, "trireme.result")
    roll = player.context.session.last_roll()
    assert (roll.proc.name, roll.values["against"], roll.values["part"]) == (
        "fleet_ram",
        1,
        1,
    )  # chooses the side of the bow


def test_the_rams_of_six_pairs_take_five_presses_each() -> None:
    """The presses choose the next ship, its target and the side, roll and apply.

    The first and the third only confirm the proposal.
    """
    player = at_rams()
    for row in range(20, 26):
        player.change(row, size=12)
    for pair in range(6):
        player.board.entropy.faces([1, 6] if pair in (0, 2) else [6, 1])
        player.press(OK, OK, OK, OK, OK)
        assert player.at() == "trireme.turn"
    assert player.presses == 30
    assert [rows[0] for _, rows in player.rolls()] == [5, 4, 3, 2, 1, 0]  # in order from the newest


def test_a_ship_without_a_ram_keeps_the_cursor() -> None:
    """The cursor stays after a look at the targets, and after a roll that is not applied."""
    player = at_rams()
    player.press(OK, BACK)
    assert player.board.words.has_text("▶ Alpha R")
    player.press(OK, OK, OK, OK)
    assert player.at() == "trireme.result"
    player.press(BACK, BACK)
    assert player.board.words.has_text("▶ Alpha R")


def test_after_the_last_ship_has_rammed_the_cursor_is_on_the_next_step() -> None:
    player = at_rams()
    player.change(39, size=5, factor=5, pv=5)
    player.press(UP, UP, UP)
    player.board.entropy.faces([6, 1])
    player.press(OK, OK, OK, OK, OK)
    assert player.board.words.has_text("▶ Suite")


Move = tuple[int, int]  # a key, and the least time for which it is held

TOLERANCE_MS = 200  # difference between the shortest and the longest hold that a player makes for one aim
STEP_MS = 10
TAP_MS = 40
LONG_MS = 2500  # the longest first hold; later holds are corrections
SHORT_MS = 1000


class Runs:
    """The cursor of the list of ships while a key is held, as the screen computes it.

    A player cannot release a key at an exact time, so a hold ends at any time within TOLERANCE_MS. The player
    chooses the next press afterwards.
    """

    def __init__(self, player: Player) -> None:
        self.player = player
        self.rows, self.begin = self.open()
        self.known: dict[tuple[int, int], list[int]] = {}
        self.moves: dict[tuple[int, int, int], Move | None] = {}

    def open(self) -> tuple[list[int], int]:
        """Go from the game's main list to the list; return its rows, and the cursor."""
        self.player.home()
        self.player.press(OK)
        assert self.player.at() == "trireme.ships"
        screen = self.player.app.stack.top()
        return screen.rows, screen.cursor

    def held(self, cursor: int, key: int) -> list[int]:
        """Return the cursor at each STEP_MS of a hold that begins at `cursor`."""
        if (cursor, key) not in self.known:
            board, app = self.player.board, self.player.app
            screen = app.stack.top()
            screen.cursor = cursor
            board.keys.down(key)
            start = board.clock.elapsed_ms
            found = []
            for end in range(STEP_MS, LONG_MS if cursor == self.begin else SHORT_MS, STEP_MS):
                while board.clock.elapsed_ms - start < end:  # in passes of the App, as in one long press
                    board.clock.advance(max(app.step(), 1))
                found.append(screen.cursor)
            board.keys.up(key)
            board.run(STEP_MS)
            self.known[cursor, key] = found
        return self.known[cursor, key]

    def move(self, cursor: int, row: int, left: int) -> Move | None:
        """The first of at most `left` presses that move the cursor to a ship; None if impossible.

        The last press is a tap.
        """
        if (cursor, row, left) not in self.moves:
            self.moves[cursor, row, left] = self._move(cursor, row, left)
        return self.moves[cursor, row, left]

    def _move(self, cursor: int, row: int, left: int) -> Move | None:
        wide = TOLERANCE_MS // STEP_MS + 3  # keys are polled every few ms, so neither end of a hold is exact
        for key, by in ((DOWN, 1), (UP, -1)):
            if left and self.led((cursor + by) % len(self.rows), row, left - 1):
                return key, TAP_MS
        for key in (DOWN, UP) if left > 1 else ():
            held = self.held(cursor, key)
            for at in range(TAP_MS // STEP_MS, len(held) - wide + 1):
                if all(self.led(to, row, left - 1) for to in {*held[at : at + wide]}):
                    return key, (at + 2) * STEP_MS
        return None

    def led(self, cursor: int, row: int, left: int) -> bool:
        """Tell whether the cursor is on a ship, or can reach one with this many presses."""
        return self.rows[cursor] == row or self.move(cursor, row, left) is not None


@pytest.mark.parametrize("used", [[], [12, 39, 3, 27]])
def test_any_of_forty_ships_takes_five_presses_though_no_hold_is_exact(used: list[int]) -> None:
    player = Player(SHIPS)
    for row in used:
        player.change(row, men=9)
    runs = Runs(player)
    for row in range(2 * SIDE):
        assert runs.led(runs.begin, row, 5 - 2), row  # one press opens the list, and one selects the ship
    for row in range(2, 2 * SIDE, 7):  # farther ships too, with the shortest holds and with the longest
        for late in (0, TOLERANCE_MS):
            _, cursor = runs.open()
            screen = player.app.stack.top()
            while runs.rows[cursor] != row:
                move = runs.move(cursor, row, 4 - player.presses)
                assert move is not None
                player.hold(move[0], move[1] + (late if move[1] > TAP_MS else 0))
                cursor = screen.cursor
            player.press(OK)
            assert player.at() == "trireme.card"
            assert player.app.stack.top().row == row
            assert player.presses <= 5


def test_the_last_four_ships_used_take_three_presses_at_most() -> None:
    player = Player(FLEET)
    for row in (0, 12, 39, 3, 27):
        player.change(row, factor=9)
    for row, keys in ((27, (DOWN, OK)), (3, (OK, UP, OK)), (39, (OK, OK)), (12, (OK, DOWN, OK))):
        player.home()
        player.press(*keys)
        assert player.at() == "trireme.card"
        assert player.app.stack.top().row == row
        assert player.presses <= 3


def test_a_ship_is_chosen_for_a_roll_with_as_few() -> None:
    player = Player(FLEET)
    for row in (12, 39, 3, 27):
        player.change(row, factor=9)
    for row, keys in ((27, (UP, OK)), (3, (OK,)), (39, (DOWN, OK)), (12, (DOWN, DOWN, OK))):
        player.context.open("trireme.form", player.context.session.procedure_index("fleet_clearance"), -1)
        player.presses = 0
        player.press(OK)
        player.press(*keys)
        assert player.app.stack.top().rows == [row]
        player.press(BACK)


class FewRuns(Runs):
    """Any list with a cursor: the list of the screen on top."""

    def __init__(self, player: Player) -> None:
        screen = player.app.stack.top()
        self.player = player
        self.rows = list(range(len(screen.list)))
        self.begin = screen.cursor
        self.known = {}
        self.moves = {}

    def most(self, lines: list[int]) -> int:
        """Return the greatest number of presses from the cursor to one of `lines`."""
        return max(next(n for n in range(9) if self.led(self.begin, line, n)) for line in lines)


def play_twelve(game: int) -> Player:
    """A player of a battle with six ships on each side, whose sizes are known."""
    player = Player(game)
    state = player.context.session.state
    player.context.change(battle.start_changes(state, game, 6, 6))
    for row in (*range(6), *range(SIDE, SIDE + 6)):
        player.change(row, size=5, pv=5)
    return player


@pytest.mark.parametrize(("game", "step"), [(FLEET, "rams"), (SHIPS, "moves")])
def test_a_new_ram_between_any_two_of_twelve_ships_takes_nine_presses(game: int, step: str) -> None:
    """The presses lead from the list at the step of rams to the dice."""
    player = play_twelve(game)
    names = [name for name, _, _ in walks.WALKS[game]]
    player.context.change([("game", 0, "step", names.index(step))])
    player.home()
    player.context.open("trireme.turn")
    player.board.run(50)
    turn = player.app.stack.top()
    lines = [at for at, (what, _) in enumerate(turn.choices) if what == "ship"]
    assert len(lines) == 12
    to_rammer = FewRuns(player).most(lines)
    to_target = 0
    for line in lines[::5]:
        player.presses = 0
        turn = player.app.stack.top()
        turn.cursor = line
        rammer = turn.choices[line][1]
        player.press(OK)
        choose = player.app.stack.top()
        assert len(choose.rows) == 11
        to_target = max(to_target, FewRuns(player).most(list(range(11))))
        choose.cursor = 7
        target = choose.rows[7]
        player.press(OK)
        assert player.board.words.has_text("flanc"), "what the ram is against is asked"
        player.press(OK)
        before = len(player.rolls())
        player.press(OK)
        assert player.presses == 4
        assert len(player.rolls()) > before
        assert player.context.session.last_roll().rows == [rammer, target]
        player.context.undo()
        player.home()
        player.context.open("trireme.turn")
        player.board.run(50)
    assert player.presses == 0
    assert 4 + to_rammer + to_target <= 9, (to_rammer, to_target)


def test_a_clearance_that_is_listed_takes_three_presses() -> None:
    player = play_twelve(FLEET)
    player.change(25, immobilised=1)
    player.context.change([("game", 0, "step", 0)])
    player.context.open("trireme.turn")
    player.board.run(50)
    player.presses = 0
    player.board.entropy.faces([6])
    player.press(OK, OK, OK)
    assert player.presses == 3
    assert player.context.session.get("ship", 25, "immobilised") == 0
    assert player.at() == "trireme.turn"


@pytest.mark.parametrize("at", range(4))
@pytest.mark.parametrize("game", [FLEET, SHIPS])
def test_a_ship_is_sunk_by_hand_with_seven_presses_one_of_them_an_arrow(game: int, at: int) -> None:
    """The presses lead from the game's main list to one of the four last used ships."""
    player = play_twelve(game)
    used = (3, 27 - 2, 12 % 6, SIDE)
    for row in used[::-1]:
        player.change(row, factor=9)
    player.home()
    row = used[at]
    if at == 0:
        player.press(DOWN, OK)  # the entry is on that screen too
    else:
        player.press(OK, *((), (UP,), (), (DOWN,))[at], OK)
    assert player.at() == "trireme.card"
    assert player.app.stack.top().row == row
    player.press(OK, OK, DOWN, OK)
    assert player.context.session.get("ship", row, "fate") == 1
    assert player.presses <= 7


def test_an_empty_turn_of_the_ship_game_takes_eight_presses() -> None:
    player = play_twelve(SHIPS)
    player.context.open("trireme.turn")
    player.board.run(50)
    player.presses = 0
    while player.context.session.get("game", 0, "turn") == 1:
        screen = player.app.stack.top()
        while screen.choices[screen.cursor][0] != "next":
            player.press(UP)
        player.press(OK)
    assert player.presses <= 8


def start_without_data(game: int) -> Player:
    """A player with a device without data of this game, at the list of games."""
    player = Player(game)
    player.context.undo()
    player.context.navigation.home()
    player.app.stack.top().cursor = GAMES.index("trireme")
    player.board.run(50)
    player.presses = 0
    return player


def test_a_newcomer_is_at_the_first_turn_with_ten_presses_all_read_and_all_ships_with_values() -> None:
    player = start_without_data(FLEET)
    player.press(OK, OK, OK, OK, OK, UP, OK)
    while player.at() != "trireme.turn":  # OK closes the messages before the battle
        player.press(OK)
    assert player.presses == 10
    for row in battle.fleet(player.context.session.state):
        assert player.context.session.get("ship", row, "size") == 5


def test_five_printed_counters_of_one_class_take_nine_oks_and_what_is_changed() -> None:
    player = start_without_data(FLEET)
    player.press(OK, OK, OK, OK, OK, OK)
    player.presses = 0
    player.press(UP, OK, UP, UP, UP, OK, UP, OK, OK, OK)  # enters 5, 8 and 6; leaves crew and type unchanged
    player.press(OK, OK, OK, OK)
    assert player.presses == 9 + 5
    player.press(BACK)
    assert player.at() == "trireme.turn"
    for row in battle.fleet(player.context.session.state):
        assert player.context.session.get("ship", row, "factor") == 8


@pytest.mark.parametrize("game", [FLEET, SHIPS])
def test_twelve_ships_are_set_up_with_eight_presses_once_their_counters_are_known(game: int) -> None:
    lines = "".join(counters.file_line(at, bytes([5, 8, 6, 1] + [0] * 7)) for at in range(6))
    player = Player(game)
    player.app.device.store.replace("trireme.tsv", lines.encode())
    player.context.change([("game", 0, "game", 0)])
    player.context.session.cache.clear()
    player.home()
    player.press(OK, *[UP] * (game == SHIPS), OK, UP, OK, UP, OK, BACK)
    assert player.at() == "trireme.turn"
    assert player.presses <= 8
    get = player.context.session.get
    assert get("game", 0, "game") == game
    ships = battle.fleet(player.context.session.state)
    assert ships == [*range(6), *range(SIDE, SIDE + 6)]
    assert {tuple(get("ship", row, field) for field in ("pv", "factor", "size")) for row in ships} == {
        (5, 8, 6)
    }


def test_the_orders_of_twelve_ships_take_an_ok_each_and_what_they_change() -> None:
    player = play_twelve(SHIPS)
    player.context.change([("game", 0, "step", 1)])
    player.context.open("trireme.turn")
    player.board.run(50)
    player.presses = 0
    player.press(OK)
    for _ in range(12):
        player.press(UP, OK)
    assert player.at() == "trireme.turn"
    assert player.presses == 1 + 2 * 12
    assert {
        player.context.session.get("ship", row, "order") for row in battle.fleet(player.context.session.state)
    } == {1}


def test_the_fatigue_of_six_ships_takes_two_presses_each() -> None:
    player = play_twelve(FLEET)
    player.context.change([("game", 0, "step", 1)])
    player.context.open("trireme.fatigue")
    player.board.run(50)
    player.presses = 0
    player.board.entropy.faces([1, 6] * 3)
    for _ in range(6):
        player.press(OK, OK)
    assert player.presses == 12
    assert [player.context.session.get("ship", row, "tired") for row in range(6)] == [1, 0] * 3


def test_a_battle_of_twelve_ships_takes_48_presses_from_the_list_of_games_to_its_end() -> None:
    """Play a battle of six ships on each side, and read every message.

    Each of six rams sinks another target, then the battle ends. All other presses are OK.
    """
    player = start_without_data(FLEET)
    player.press(OK, OK, OK, UP, OK, UP, OK, UP, OK)
    while player.at() != "trireme.turn":
        player.press(OK)
    to_turn = player.presses
    while player.at() != "trireme.over":
        if player.at() == "trireme.form":
            player.board.entropy.faces([6, 1])
        player.press(OK)
    player.press(OK, UP, OK)
    assert player.at() == "trireme.new"
    assert (to_turn, player.presses) == (12, 12 + 2 + 6 * 5 + 1 + 3)
    assert [rows for _, rows in player.rolls()] == [[row, SIDE + row] for row in range(5, -1, -1)]
