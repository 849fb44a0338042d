"""How few presses Trirème needs, counted on the real screens. A key that is held down counts as one press."""

from __future__ import annotations

import pytest

from simulator.board import VirtualBoard
from simulator.keys import BACK, DOWN, OK, UP
from simulator.store import MemoryStore

from gobelet.core.journal import ROLL, unpack_roll  # isort: skip
from gobelet.games import GAMES  # isort: skip
from gobelet.games.trireme.rules import battle  # isort: skip
from gobelet.games.trireme.rules.sheets import FLEET, SHIPS, SIDE  # isort: skip

HOLD_MS = range(450, 3500, 150)


class Player:
    """A player who counts. The battle has 20 ships a side."""

    def __init__(self, game: int) -> None:
        self.board = VirtualBoard(store=MemoryStore({"settings": b"taught=yes\n"}))
        self.app = self.board.app
        self.app.open("trireme.home")
        self.board.run(50)
        state = self.app.session.state
        self.app.change(battle.begin(state, game, SIDE, SIDE))
        self.presses = 0

    def change(self, row: int, **fields: int) -> None:
        self.app.change([("ship", row, field, value) for field, value in fields.items()])

    def home(self) -> None:
        """The game's own screen, as it opens."""
        self.app.home()
        self.app.open("trireme.home")
        self.board.run(50)
        self.presses = 0

    def press(self, *keys: int) -> None:
        for key in keys:
            self.board.press(key)
            self.presses += 1

    def hold(self, key: int, ms: int) -> None:
        self.board.press(key, ms)
        self.presses += 1

    def at(self) -> str:
        return self.app.stack.ids[-1]

    def rolls(self) -> list[tuple[int, list[int]]]:
        """(Procedure, rows of its two roles) of all rolls, the newest first."""
        return [
            (payload[0], unpack_roll(payload)[2][:2])
            for _, kind, payload in self.app.session.journal.newest_first()
            if kind == ROLL
        ]


def roll_between(player: Player, name: str, attacker: int, target: int) -> None:
    """A roll as the screens make it, and back to the game's own screen."""
    player.app.open("trireme.form", player.app.session.number(name), attacker, target)
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
    player.change(3, grappled=26)
    player.change(25, grappled=4)
    player.app.home()
    player.app.stack.top().cursor = GAMES.index("trireme")  # where the player came from
    player.presses = 0
    player.board.entropy.faces([6])
    player.press(OK, UP, OK, OK, OK)
    assert player.rolls()[0] == (player.app.session.number("fleet_boarding"), [3, 25])
    player.press(OK)
    assert player.app.session.get("ship", 25, "captured") == 1
    assert player.presses == 6


@pytest.mark.parametrize(("game", "name"), [(FLEET, "fleet_ram"), (SHIPS, "ship_ram")])
def test_a_ram_is_repeated_with_four_presses(game: int, name: str) -> None:
    player = Player(game)
    for row in (7, 31):
        player.change(row, size=6)
    number = player.app.session.number(name)
    proc = player.app.session.procedure(number)
    given = {"cruise": 1, "faster": 1, "flank": 1, "move_a": 1}
    values = [given.get(i.name, i.start) for i in proc.inputs]
    player.app.open("trireme.form", number, 7, 31, *values)
    player.press(OK)
    player.home()
    before = len(player.rolls())
    player.press(UP, OK, OK, OK)
    assert player.presses == 4
    assert len(player.rolls()) > before
    _, rows, v, *_ = player.app.session.last_roll()
    assert rows == [7, 31]
    assert [v[name] for name in given if name in v] == [1, 1]


Hold = tuple[int, int]  # a key and for how long, (0, 0) for none


def open_list(player: Player, hold: Hold) -> tuple[list[int], int]:
    """From the game's own screen to the list of ships, and on with a key held: its rows, and the cursor."""
    player.home()
    player.press(OK)
    assert player.at() == "trireme.ships"
    if hold[1]:
        player.hold(*hold)
    screen = player.app.stack.top()
    return screen.rows, screen.cursor


def taps(rows: list[int], cursor: int, row: int) -> list[int]:
    """The taps from the cursor to a ship, the shortest way."""
    ways = []
    for at in [at for at in range(len(rows)) if rows[at] == row]:
        down = (at - cursor) % len(rows)
        up = len(rows) - down
        ways.append([DOWN] * down if down <= up else [UP] * up)
    return min(ways, key=len)


def fewest(player: Player) -> dict[int, int]:
    """The fewest presses from the game's own screen to the card of each ship, each way carried out."""
    holds: list[Hold] = [(0, 0)] + [(key, ms) for key in (DOWN, UP) for ms in HOLD_MS]
    seen = {hold: open_list(player, hold) for hold in holds}
    found = {}
    for row in range(2 * SIDE):
        hold = min(holds, key=lambda hold: len(taps(*seen[hold], row)) + (hold[1] > 0))
        way = taps(*open_list(player, hold), row)
        player.press(*way, OK)
        assert player.at() == "trireme.card"
        assert player.app.stack.top().row == row
        found[row] = player.presses
    return found


@pytest.mark.parametrize("used", [[], [12, 39, 3, 27]])
def test_any_of_forty_ships_takes_five_presses_at_most(used: list[int]) -> None:
    player = Player(SHIPS)
    for row in used:
        player.change(row, men=9)
    assert max(fewest(player).values()) <= 5


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
        player.app.open("trireme.form", player.app.session.number("fleet_clearance"), -1)
        player.presses = 0
        player.press(OK)
        player.press(*keys)
        assert player.app.stack.top().rows == [row]
        player.press(BACK)
