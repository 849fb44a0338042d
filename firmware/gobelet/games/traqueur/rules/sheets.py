"""Traqueur: the stored values and their repair.

New fields must go to the end, because the journal stores the index of a field.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.clock import FIELDS
from gobelet.rules.sheet import Kind

if TYPE_CHECKING:
    from gobelet.rules.sheet import State
    from gobelet.rules.types import Change

PLAYERS = 4
LIFE = 10  # Life of a player at the start, which is also the highest (L195)
SLOTS = 3  # most familiars of a player (L267)
UNREAD = 4  # the type of a familiar whose card is not entered yet; it counts as face up
BASIC = 2  # Attack of the basic weapon (L217)
ACTIONS = 3  # actions of a preparation phase (L231)
MOST = 30  # upper bound of Attack and Cost: the text lists no cards, and higher values are unlikely
LIVES = 60  # upper bound of a familiar's Life, for the same reason
DECK = 120  # the largest deck for the chances
CARDS = 10  # most cards drawn from a deck
FAR = 99  # upper bound of coins and spells, for which the text has no maximum

# Parts of a game, values of the field "part".
SETUP = 0
PREPARE = 1
COMBAT = 2
END = 3
OVER = 4

STEPS = 7  # number of steps of the set-up, see `walks`
# For each of these fields, the parts of a game in which it must name a player.
NEEDED = {"active": (PREPARE, COMBAT, END), "prep": (PREPARE,), "first": (PREPARE, COMBAT, END)}

_PLAYER = Kind(
    "player",
    PLAYERS,  # the order of the rows is clockwise
    (
        ("life", 0, LIFE, LIFE),
        ("coins", 0, FAR, 5),
        ("attack", 0, MOST, BASIC),  # Attack value of the weapon in use
        ("cost", 0, MOST, 0),
        ("basic", 0, 1, 1),  # whether the weapon is the basic one
        ("limit", 2, SLOTS, 2),  # number of familiars allowed; effects raise the number
        ("spells", 0, FAR, 0),  # number of spells in hand
        ("aspect", 0, 6, 0),  # the active aspect, its number in tables.SPELLS from 1; 0: none
        # rank in the order in which players fell in this round, from 1; 0: the player has not fallen
        ("fell", 0, PLAYERS, 0),
        ("out", 0, 1, 0),  # the player left the game in an earlier round
    ),
)

# Each player has SLOTS rows; those of player p begin at SLOTS * p. A familiar at 0 Life is face down.
_FAMILIAR = Kind(
    "familiar",
    PLAYERS * SLOTS,
    (
        # index of the familiar's type in tables.TYPES, or UNREAD; 0: no familiar in this slot
        ("type", 0, UNREAD, 0),
        ("exotic", 0, 1, 0),
        ("attack", 0, MOST, 0),
        ("pv", 0, LIVES, 0),  # Life printed on the card
        ("life", 0, "pv", 0),  # present Life
    ),
)

_GAME = Kind(
    "game",
    1,
    (
        ("players", 0, PLAYERS, 0),  # 0: there is no game
        ("part", SETUP, OVER, SETUP),
        ("step", 0, 9, 0),  # index of the step in the walk of set-up
        ("round", 0, 999, 0),
        ("active", -1, PLAYERS - 1, -1),
        ("left", 0, ACTIONS, 0),  # actions left in the active player's preparation
        ("prep", -1, PLAYERS - 1, -1),  # the first player of the preparation phase
        ("first", -1, PLAYERS - 1, -1),  # the first player of the combat phase
        ("struck", 0, 1, 0),  # whether the winner's weapon has struck at the end of this round
        ("picks", 0, PLAYERS, 0),  # number of players who have chosen a spell
        # mask of the players who have cast a spell this turn, for the reminder of option "one"
        ("cast", 0, 15, 0),
        # Facts about the decks, which the players enter to see chances.
        ("common", 0, DECK, 0),
        ("exotic", 0, DECK, 0),
        ("deck", 0, DECK, 0),
        ("copies", 0, DECK, 2),  # a common familiar has two cards (L29)
        ("cards", 1, CARDS, 1),
        ("called", 0, 1, 0),  # whether the players have ended the round although several stood
    ),
)

_SHOP = Kind("shop", 2, (("there", 0, 1, 0), ("attack", 0, MOST, 0), ("cost", 0, MOST, 0)))

# How often each trap was put into a hand, in the order of tables.SPELLS.
_TRAP = Kind("trap", 4, (("count", 0, PLAYERS, 0),))

# The options that the players agreed on; they stay when a new game begins.
_OPTION = Kind(
    "option",
    1,
    (
        ("net", 0, 1, 0),  # the refund counts before the payment [A-TQ05]
        ("free", 0, 1, 0),  # the players play without the limit of three actions [A-TQ01]
        ("one", 0, 1, 0),  # the device reminds the players that one spell a turn is allowed [A-TQ02]
    ),
)

# The time of each player's turns; the last row belongs to no player. See ui/screens/turn_clock.py.
_TIME = Kind("time", PLAYERS + 1, FIELDS)

KINDS = (_PLAYER, _FAMILIAR, _GAME, _SHOP, _TRAP, _OPTION, _TIME)
TURN = ("game", "active")  # the field that has the active player

# The numbers of the decks, which stay without a game too.
_ALWAYS = ("common", "exotic", "deck", "copies", "cards")


def mending_changes(state: State) -> list[Change]:
    """Return the changes that make the values playable; [] if they are playable.

    Values that no play can produce may come from a damaged journal. Each changes to the nearest playable
    value.
    """
    get = state.get
    players, part = get("game", 0, "players"), get("game", 0, "part")
    if not players:
        return [each for each in state.restart_changes() if each[0] != "option" and each[2] not in _ALWAYS]
    found = [("game", 0, "step", min(get("game", 0, "step"), STEPS - 1))]
    if players < 3:
        players = 3
        found.append(("game", 0, "players", players))
    for field in ("active", "prep", "first"):
        row = get("game", 0, field)
        if row >= players or (row < 0 and part in NEEDED[field]):
            found.append(("game", 0, field, 0))
    return [change for change in found if get(*change[:3]) != change[3]]
