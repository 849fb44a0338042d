"""Tri'Nytia: the stored values, their repair, and the fields that a death clears.

New fields must be added at the end of a Kind, because the journal stores the index of a field.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.clock import FIELDS
from gobelet.rules.sheet import Kind

from .walks import DUEL, NORMAL, TRICORNE

if TYPE_CHECKING:
    from gobelet.rules.sheet import State
    from gobelet.rules.types import Change

# The values of the field "seat"; 0 is an empty seat.
ALIVE = 1
DEAD = 2

# The parts of a game: values of the field "part".
SETUP = 0
PLAY = 1
OVER = 2

STACK = 20  # largest number of arcanes that may wait on the stack

# The fields that a death clears, with their values after the death. The character leaves the board, its cards are
# discarded (L154), and its actions of the turn and its stake in a bet become 0.
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


FREE = ("god", "actions", "cancelled")  # fields of "game" that a roll may change before a game has begun
STEPS = 17  # number of stored step numbers of the set-up, 0 to 16; see walks.py
CHAMPIONS = 6  # number of champions in Duel Astral, each with a row of the Kind "char"
TRIO = 3  # number of players in Tricorne
LEAST = 4  # least number of players in a normal game

# One row for each player, in the order of play (clockwise). Duel Astral has one row for each champion: rows 0 to 2 for
# the Dieu Solaire (sun god), rows 3 to 5 for the Dieu Lunaire (moon god). Ten rows are enough for all modes.
_CHAR = Kind(
    "char",
    10,
    (
        ("seat", 0, 2, 0),
        ("faction", 0, 3, 0),  # 0: hidden; a faction that is stored here is revealed to all players
        ("pv", 0, 99, 0),  # PV (life points) on the character's card; 0: not entered
        ("wounds", 0, 199, 0),  # the wounds may exceed the PV of a dead character
        ("armour", 0, 99, 0),
        ("lieu", -1, 10, -1),  # Lieu (place) of the character; -1: not on the board
        ("fixed", 0, 1, 0),
        ("range", 0, 2047, 0),  # mask of the Lieux that cards add to the range of the character's attacks
        ("down", 0, 50, 0),  # number of face-down cards
        ("equipment", 0, 50, 0),
        ("familiar", 0, 9, 0),
        ("fam_pv", 0, 99, 0),
        ("fam_wounds", 0, 199, 0),
        ("gold", 0, 999, 0),
        ("exchanged", 0, 1, 0),  # whether the character has exchanged a card this turn
        ("moved", 0, 9, 0),  # number of moves this turn
        ("fought", 0, 9, 0),  # number of fights this turn
        ("unabsorbed", 0, 999, 0),  # number of wounds in this turn that no armour absorbed (L170-172)
        ("score", 0, 99, 0),  # sum of the last roll for the first player
        ("stake", 0, 999, 0),  # gold staked in the open bet
        ("played", 0, 1, 0),  # in Duel Astral: the champion has played in this round
        # PV of a second familiar, which is legal until the end of the player's own turn (L189)
        ("fam2_pv", 0, 99, 0),
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
        ("step", -1, 30, -1),  # stored step number in the walk of the set-up or turn, see walks.py; -1: none
        ("active", -1, 9, -1),
        ("first", -1, 9, -1),
        ("god", 0, 2, 0),  # in Duel Astral: the god who chooses or plays, 1 Solaire, 2 Lunaire
        ("turn", 0, 9999, 0),
        ("cycle", 0, 999, 0),
        ("actions", 0, 99, 0),  # number of actions in this turn so far
        # unused; older games stored the number of times that the faction cards were passed
        ("passes", 0, 10, 0),
        ("lieux", 0, 3, 0),  # mask of the Lieux 0 and 1: bit n is set if a card has activated Lieu n
        ("arcanes", 0, STACK, 0),  # number of arcanes on the stack
        ("exchanges", 0, 99, 0),  # number of exchanges in this cycle
        ("legends", 0, 1023, 0),  # mask of the rows whose Légende (legend) has reached the objective
        ("cancelled", 0, 99, 0),  # number of cancelled rolls in this turn
    ),
)

# One row for each pack, in the order of tables.PACKS.
_PACK = Kind("pack", 5, (("active", 0, 1, 0), ("left", 0, 50, 0), ("discarded", 0, 50, 0)))

# The options that the players agreed on. A new game keeps these options.
_OPTION = Kind(
    "option",
    1,
    (
        ("harass", 0, 1, 0),  # 1: the optional rule against harassment applies (L170-172)
        ("natural", 0, 1, 0),  # 1: an attack misses if the natural faces are equal [A-TN03]
        ("spill", 0, 1, 0),  # 1: healing beyond the wounds becomes armour [A-TN06]
    ),
)

# The owner of each arcane on the stack. The field "arcanes" is the number of rows in use; the last row in use is the
# arcane that applies first.
_STACK = Kind("stack", STACK, (("owner", -1, 9, -1),))

# The PV (life points) that were entered last. The next question for PV proposes them, and a new game keeps them.
_LIFE = Kind("life", 1, (("usual", 0, 99, 0),))

# The time of each player's turns; the last row belongs to no player. See ui/screens/turn_clock.py.
_TIME = Kind("time", 11, FIELDS)

KINDS = (_CHAR, _GAME, _PACK, _OPTION, _STACK, _LIFE, _TIME)
TURN = ("game", "active")  # the field whose value is the row of the acting character
KEPT = ("option", "life")  # Kinds whose values a new game keeps


def _step(state: State, number: int) -> int:
    """Return the stored number of a set-up step that the mode has.

    The result is `number` if the mode has this step, otherwise the stored number of the mode's next step. For a
    `number` out of range the result is 0, the first step.
    """
    # imported here, so that a turn does not load the modules
    from gobelet.rules.walk import is_applicable, next_index

    from .walks import SETUP as WALK
    from .walks import step_index, stored_number

    if not 0 <= number < STEPS:
        return 0
    at = step_index(number)
    return number if is_applicable(WALK[at], state) else stored_number(next_index(WALK, at, state))


def _factions(state: State, rows: int) -> list[Change]:
    """Return the changes that hide surplus factions.

    If more characters show a faction than were dealt, the changes hide the faction in the last of their rows.
    """
    get = state.get
    number = get("game", 0, "column")
    factions = [get("char", row, "faction") for row in range(rows)]
    found: list[Change] = []
    if number and any(factions):
        # imported here, because only a game with revealed factions needs the function
        from .tables import column

        for faction in (1, 2, 3):
            most = column(number)[faction - 1]
            for row in range(rows):
                if factions[row] == faction:
                    most -= 1
                    if most < 0:
                        found.append(("char", row, "faction", 0))
    return found


def mending_changes(state: State) -> list[Change]:
    """Return the changes that make the values playable; [] if they are playable.

    Values that no play can produce may come from a damaged journal. Each such value changes to the nearest playable
    value.
    """
    get = state.get
    mode, players, part = [get("game", 0, field) for field in ("mode", "players", "part")]
    if not players:
        found = state.restart_changes()
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
