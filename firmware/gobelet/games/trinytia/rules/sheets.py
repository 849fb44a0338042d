"""Tri'Nytia: the values that the device keeps, their meaning, and the fields that a character's death clears.

New fields go to the end: the journal stores the index of a field.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.clock import FIELDS
from gobelet.rules.sheet import Kind

from .walks import DUEL, NORMAL, TRICORNE

if TYPE_CHECKING:
    from gobelet.rules.sheet import State
    from gobelet.rules.types import Change

# value of a seat that is in play; 0 is an empty seat
ALIVE = 1
DEAD = 2

# parts of a game
SETUP = 0
PLAY = 1
OVER = 2

STACK = 20  # most arcanes that may wait

# Fields that death clears: the markers leave the board, the cards are discarded (L154), turn and stake end.
GONE = (
    ("seat", DEAD),
    ("lieu", -1),
    ("armour", 0),
    ("fixed", 0),
    ("range", 0),
    ("down", 0),
    ("equipment", 0),
    ("familiar", 0),
    ("fam_pv", 0),
    ("fam_wounds", 0),
    ("fam2_pv", 0),
    ("fam2_wounds", 0),
    ("moved", 0),
    ("fought", 0),
    ("exchanged", 0),
    ("unabsorbed", 0),
    ("stake", 0),
)


FREE = ("god", "actions", "cancelled")  # fields of the game that rolls change even without a game
STEPS = 17  # number of the steps of set-up, as they are stored: see `walks`
CHAMPIONS = 6  # number of rows in Duel Astral
TRIO = 3  # number of players in Tricorne
LEAST = 4  # rows in a normal game at least

# One row per player, in the order of play (clockwise); in Duel Astral one per champion, 0 to 2 of the Dieu
# Solaire and 3 to 5 of the Dieu Lunaire. Enough for 10.
_CHAR = Kind(
    "char",
    10,
    (
        ("seat", 0, 2, 0),
        ("faction", 0, 3, 0),  # 0 hidden; a known faction here is revealed to all
        ("pv", 0, 99, 0),  # life on the card; 0: not entered
        ("wounds", 0, 199, 0),  # may exceed the PV: the character is dead then
        ("armour", 0, 99, 0),
        ("lieu", -1, 10, -1),  # Lieu of the character; -1: not on the board
        ("fixed", 0, 1, 0),
        ("range", 0, 2047, 0),  # Lieux in range besides the character's own island, a mask
        ("down", 0, 50, 0),  # number of face-down cards
        ("equipment", 0, 50, 0),
        ("familiar", 0, 9, 0),
        ("fam_pv", 0, 99, 0),
        ("fam_wounds", 0, 199, 0),
        ("gold", 0, 999, 0),
        ("exchanged", 0, 1, 0),  # whether the character has exchanged a card this turn
        ("moved", 0, 9, 0),  # number of moves this turn
        ("fought", 0, 9, 0),  # number of fights this turn
        ("unabsorbed", 0, 999, 0),  # wounds not absorbed this turn, for the optional rule
        ("score", 0, 99, 0),  # last roll for first player or for a bet
        ("stake", 0, 999, 0),  # gold staked in the open bet
        ("played", 0, 1, 0),  # Duel Astral: the champion has played this round
        (
            "fam2_pv",
            0,
            99,
            0,
        ),  # the second familiar, legal until the end of the player's own turn (L189)
        ("fam2_wounds", 0, 199, 0),
    ),
)

_GAME = Kind(
    "game",
    1,
    (
        ("mode", 0, 2, 0),
        ("players", 0, 10, 0),
        ("column", 0, 13, 0),  # column of the faction table; 0: none
        ("part", 0, 2, 0),
        ("step", -1, 30, -1),  # step in the walk of this part
        ("active", -1, 9, -1),
        ("first", -1, 9, -1),
        ("god", 0, 2, 0),  # Duel Astral: 1 Solaire, 2 Lunaire is choosing or playing
        ("turn", 0, 9999, 0),
        ("cycle", 0, 999, 0),
        ("actions", 0, 99, 0),  # actions done this turn: premonitions come before any
        ("passes", 0, 10, 0),  # unused; older games counted here how often the faction cards were handed on
        ("lieux", 0, 3, 0),  # bit 0 Lieu 0, bit 1 Lieu 1: activated by a card
        ("arcanes", 0, STACK, 0),  # number of arcanes on the stack
        ("exchanges", 0, 99, 0),  # cards that changed hands this cycle
        ("legends", 0, 1023, 0),  # rows whose Légende reached the objective, a mask
        ("cancelled", 0, 99, 0),  # rolls of this turn that an arcane cancelled
    ),
)

# One row per pack, in the order of tables.PACKS.
_PACK = Kind("pack", 5, (("active", 0, 1, 0), ("left", 0, 50, 0), ("discarded", 0, 50, 0)))

# The options that the players agreed on; they stay when a new game begins.
_OPTION = Kind(
    "option",
    1,
    (
        ("harass", 0, 1, 0),  # optional rule against harassment (L170-172)
        ("natural", 0, 1, 0),  # reading: equal dice are the natural faces [A-TN03]
        ("spill", 0, 1, 0),  # reading: healing beyond the wounds becomes armour [A-TN06]
    ),
)

# The owner of each arcane on the stack; the first `arcanes` rows count, the last of them applies first.
_STACK = Kind("stack", STACK, (("owner", -1, 9, -1),))

# The life on the card that was entered last; it stays when a new game begins. The next question starts with
# it.
_LIFE = Kind("life", 1, (("usual", 0, 99, 0),))

# The time that each player took for his turns; the last row belongs to nobody. See ui/screens/turn_clock.py.
_TIME = Kind("time", 11, FIELDS)

KINDS = (_CHAR, _GAME, _PACK, _OPTION, _STACK, _LIFE, _TIME)
TURN = ("game", "active")  # the field that has the acting character
KEPT = ("option", "life")  # Kinds that stay when a new game begins


def _step(state: State, number: int) -> int:
    """The stored number of a step of set-up, or of the next step that the mode has."""
    from gobelet.rules.walk import applies, following  # imported here, because no turn needs it

    from .walks import SETUP as WALK
    from .walks import kept, step_index

    if not 0 <= number < STEPS:
        return 0
    at = step_index(number)
    return number if applies(WALK[at], state) else kept(following(WALK, at, state))


def _factions(state: State, rows: int) -> list[Change]:
    """Changes that hide characters of a faction beyond the number that the column deals."""
    get = state.get
    number = get("game", 0, "column")
    factions = [get("char", row, "faction") for row in range(rows)]
    found: list[Change] = []
    if number and any(factions):
        from .tables import column  # imported here, because a game seldom needs it when it opens

        for faction in (1, 2, 3):
            most = column(number)[faction - 1]
            for row in range(rows):
                if factions[row] == faction:
                    most -= 1
                    if most < 0:
                        found.append(("char", row, "faction", 0))
    return found


def mended(state: State) -> list[Change]:
    """Changes to the nearest playable values, if no play leads to the present ones; else []."""
    get = state.get
    mode, players, part = [get("game", 0, field) for field in ("mode", "players", "part")]
    if not players:
        found = state.restart()
        return [each for each in found if each[0] not in KEPT and each[2] not in FREE]
    rows = CHAMPIONS if mode == DUEL else TRIO if mode == TRICORNE else max(players, LEAST)
    found = [("game", 0, "players", 2 if mode == DUEL else rows)]
    for row in range(10):
        if row >= rows:
            found += [("char", row, "seat", 0), ("char", row, "score", 0), ("char", row, "stake", 0)]
        elif not get("char", row, "seat"):
            found.append(("char", row, "seat", ALIVE))
    if part == SETUP:
        found.append(("game", 0, "step", _step(state, get("game", 0, "step"))))
    for field in ("active", "first"):
        row = get("game", 0, field)
        if row >= rows or (row < 0 and field == "active" and part == PLAY and mode != DUEL):
            found.append(("game", 0, field, 0))
    if mode == DUEL and part != SETUP:
        found.append(("game", 0, "god", max(get("game", 0, "god"), 1)))
    for index in range(get("game", 0, "arcanes")):
        if not 0 <= get("stack", index, "owner") < rows:
            found.append(("stack", index, "owner", 0))
    if mode == NORMAL:
        found += _factions(state, rows)
    return [change for change in found if get(*change[:3]) != change[3]]
