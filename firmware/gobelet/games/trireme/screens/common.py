"""Trirème: what several of its screens need."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import lane
from gobelet.rules.refused import Refused
from gobelet.ui.drawing.numbers import signed
from gobelet.words.wording import with_real_dice

from ..rules.sheets import FLEET, NOTED, SHIPS, SIDE, SUNK
from ..rules.ships import Ships, check, has_order, is_noted, side_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from gobelet.game.session import Session
    from gobelet.rules.procedure import Procedure
    from gobelet.rules.types import Row, Values
    from gobelet.ui.screens.stack import Screen
    from gobelet.ui.types import App


ODDS = "odds"  # what a printed table closes with where its chances are to be shown
# Signs of a state where there is no room for words.
HELD = "⚓"
GRAPPLED = "⚔"
GONE = "☠"
NAMED = ("immobilised", "captured", "slowed", "tired")  # states of which 1 is a yes
ENTERED = NOTED + ("size", "order")  # numbers of a ship that nobody may have entered, see `field_value`


def position(session: Session) -> int:
    """The position of the journal of a game: nothing in its Sheets changes while that does not."""
    return session.journal.position


def ships(app: App) -> Ships:
    """The ships as they are now, see `Ships`. They are read once until something is written."""
    session = app.session
    now = position(session)
    found = session.cache.get("ships")
    if found is None or found[0] != now:
        found = session.cache["ships"] = now, Ships(session.state)
    return found[1]


def game(app: App) -> int:
    """The game of the battle, NONE without one."""
    return app.session.get("game", 0, "game")


def names(app: App) -> list[str]:
    """The names that a ship may have."""
    return _named(app)[1]


def _named(app: App) -> tuple[str, list[str], dict[tuple[bool, int, int], str]]:
    """(language, names that a ship may have, the same with the sign of a side as far as they were asked for)."""
    cache = app.session.cache
    if "names" not in cache or cache["names"][0] != app.texts.language:
        cache["names"] = app.texts.language, app.t("ship.names").split("|"), {}
    return cache["names"]


def name(app: App, row: Row) -> str:
    """Name of a ship as lists have it: one that was captured has the sign of its side now behind it."""
    return _signed(app, row, app.session.get("ship", row, "captured"))


def seat(app: App, row: Row) -> str:
    """Name of a ship and the sign of its side, for both fleets have the same counters: as it is called in what was
    done, whosever it was then.
    """
    return _signed(app, row, 0)


def _signed(app: App, row: Row, captured: int) -> str:
    _, listed, signed = _named(app)
    sign = row >= SIDE, captured, app.session.get("ship", row, "name") % len(listed)
    if sign not in signed:
        key = "side.taken.%d" if sign[1] else "side.sign.%d"
        signed[sign] = app.t(key % sign[0], listed[sign[2]])
    return signed[sign]


def all_in_battle(app: App, rows: Sequence[Row]) -> bool:
    """Whether all ships in `rows` that are known are part of the battle: an undo may have taken one away."""
    return all([row < 0 or app.session.get("ship", row, "used") for row in rows])


def are_friends(app: App, one: Row, other: Row) -> bool:
    """Whether two ships are of one side, as a prize and its captor are."""
    state = app.session.state
    return min(one, other) >= 0 and side_of(state, one) == side_of(state, other)


def can_board(app: App, one: Row, other: Row) -> bool:
    """Whether two ships may board each other: no friends, and in the Fleet game not two without a factor [A22]."""
    get = app.session.get
    if are_friends(app, one, other):
        return False
    if game(app) != FLEET or min(one, other) < 0:
        return True
    for row in (one, other):
        if not get("ship", row, "immobilised") or get("ship", row, "slowed"):
            return True
    from .owner_data import read  # only now: it is large

    return bool(read(app).params.get("held_factor"))


def shared_inputs(app: App, proc: Procedure, rows: Sequence[Row]) -> Values:
    """Inputs of a roll that no Sheet of one ship says but that of the game, or those of both ships together, as a dict.
    The players are asked for those that are not known.
    """
    found = {}
    get = app.session.get
    both = len(rows) == 2 and min(rows) >= 0
    for i in proc.inputs:
        if i.name == "tide":
            if game(app) == SHIPS:
                found["tide"] = get("game", 0, "tide")
        elif i.name == "friendly" and both:
            found["friendly"] = int(are_friends(app, *rows))
        elif i.name == "faster" and both:
            mine, other = [field_value(app, row, "pv") for row in rows]
            if "?" not in (mine, other):
                found["faster"] = int(other > mine)
    return found


def find_refusal(app: App, proc: Procedure, rows: Sequence[Row]) -> Refused | None:
    """Find what keeps the ships in `rows` from a roll; None if nothing does."""
    if proc.name.endswith("_boarding") and game(app) and not can_board(app, *rows):
        return Refused("TRI-E12")
    try:
        check(app.session.state, ships(app), proc.name, rows)
    except Refused as refused:
        return refused
    return None


def in_battle(screen: Screen) -> bool:
    """Whether there is a battle: `is_valid` of a screen that is about one."""
    return bool(game(screen.app))


def of_ship(screen: Any) -> bool:
    """Whether the ship in the `row` of a screen is part of the battle: `is_valid` of one that is about a ship."""
    return all_in_battle(screen.app, (screen.row,))


def pair_name(app: App, first: Row, second: Row) -> str:
    """Two ships, the one that acts first."""
    return "%s→%s" % (name(app, first), name(app, second))


def field_value(app: App, row: Row, field: str) -> Any:
    """The value of a field of a ship, "?" if nobody has entered it."""
    state = app.session.state
    found = has_order(state, row) if field == "order" else is_noted(state, row, field)
    return state.get("ship", row, field) if found else "?"


def signs(app: App, row: Row, field: str | None = None) -> str:
    """Text of a list about a ship beside its name: a field, else its strength, and signs of what ails it."""
    get = app.session.get
    fate = get("ship", row, "fate")
    if fate:
        return GONE if fate == SUNK else app.t("f.fate.%d" % fate)
    field = field or ("factor" if game(app) == FLEET else "men")
    value = field_value(app, row, field)
    ails = HELD if get("ship", row, "immobilised") else ""
    if ships(app).partners(row):
        ails += GRAPPLED
    key = "sign." + field
    return count_words(app, key, value) + ails


def count_words(app: App, key: str, n: int | str) -> str:
    """A number with its noun: the text "<key>.<n>" if there is one, else that of the key."""
    return app.texts.get("%s.%s" % (key, n)) or app.t(key, n)


def states(app: App, row: Row) -> list[str]:
    """Words for all that ails a ship."""
    get = app.session.get
    found = []
    for field in ("fate", "immobilised", "captured", "slowed", "tired", "house"):
        value = get("ship", row, field)
        if value:
            named = value == 1 and field in NAMED
            found.append(app.t("f." + field).lower() if named else app.t("f.%s.%d" % (field, value)))
    if get("ship", row, "breaches"):
        found.append(count_words(app, "card.breaches", get("ship", row, "breaches")))
    held = [name(app, other) for other in ships(app).partners(row)]
    if held:
        found.append(app.t("card.grappled", ", ".join(held)))
    return found


def states_page(app: App, row: Row) -> None:
    """Show a page with all that ails a ship, then the signs of the lists in words."""
    lines = ["• " + line for line in states(app, row) or [app.t("card.well")]]
    app.page(name(app, row), lines + [app.t("sign.all")])


def prefix(of: int) -> str:
    """The beginning of the names of a game's Procedures."""
    return "fleet_" if of == FLEET else "ship_"


def title(app: App, proc: Procedure) -> str:
    """The title of a roll beside its ships or its modifiers, which take most of the band: in one language only."""
    return (app.texts.get(proc.name + ".short") or app.t(proc.name)).split(" [")[0]


def page_title(app: App, name: str) -> str:
    """The title of a page of the rules, or of that of a roll, in one language."""
    return app.texts.get("help." + name) or app.t(name).split(" [")[0]


def open_aid(app: App, number: int, dice: int = 0, *given: int) -> None:
    """Open the printed table of a Procedure, see `Aid`."""
    app.open("trireme.%s_aid" % app.session.listed[number][0].partition("_")[0], number, dice, 0, -1, *given)


def subject(app: App, rows: Sequence[Row], hand: bool) -> str:
    """The ships that a roll is about, and whether real dice are used, where two ships leave the room."""
    if len(rows) == 2 and min(rows) >= 0:
        return "%s→%s" % (name(app, rows[0]), name(app, rows[1]))
    who = "".join([name(app, row) for row in rows if row >= 0])
    return with_real_dice(app, who) if hand else who


def bare_sum(app: App, proc: Procedure, values: Values) -> str:
    """The modifiers of a roll whose number to reach is not known."""
    total = lane(proc, values, "roll")
    return app.t(proc.name + ".sum", signed(total) if total else "±0")
