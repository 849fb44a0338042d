"""Traqueur: the Kinds of the stored values, and the repair of damaged values.

A new field must be appended at the end of its Kind, because the journal stores the index of a field.
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
SLOTS = 3  # highest number of familiars of a player (L267)
UNREAD = 4  # the type of a familiar whose card is not entered yet; such a familiar counts as face up
BASIC = 2  # Attack of the basic weapon (L217)
ACTIONS = 3  # number of actions of each player in a preparation phase (L231)
# Upper bounds of Attack and Cost, and of a familiar's Life. The printed rules list no cards, and higher values are
# unlikely.
MOST = 30
LIVES = 60
DECK = 120  # highest number of cards in a deck
CARDS = 10  # highest number of cards drawn from a deck, for the screen of the chances
FAR = 99  # upper bound of coins and spells, for which the printed rules have no maximum

# Parts of a game, values of the field "part".
SETUP = 0
PREPARE = 1
COMBAT = 2
END = 3
OVER = 4

STEPS = 7  # number of steps of the set-up, see `walks`
# Fields of the Kind "game" that have the row of a player. In these parts of a game each field must have a player.
NEEDED = {"active": (PREPARE, COMBAT, END), "prep": (PREPARE,), "first": (PREPARE, COMBAT, END)}

_PLAYER = Kind(
    "player",
    PLAYERS,  # number of rows; the rows are the seats in clockwise order
    (
        ("life", 0, LIFE, LIFE),
        ("coins", 0, FAR, 5),
        ("attack", 0, MOST, BASIC),  # Attack value of the weapon in use
        ("cost", 0, MOST, 0),
        ("basic", 0, 1, 1),  # whether the player has the basic weapon
        ("limit", 2, SLOTS, 2),  # number of familiars allowed; effects raise the number
        ("spells", 0, FAR, 0),  # number of spells in hand
        # number of the active aspect among the aspects of tables.SPELLS, from 1; 0: no active aspect
        ("aspect", 0, 6, 0),
        # rank of the player in the order in which the players fell in this round, from 1; 0: the player stands
        ("fell", 0, PLAYERS, 0),
        ("out", 0, 1, 0),  # the player left the game in an earlier round
    ),
)

# Each player has SLOTS rows of this Kind; the rows of player p begin at SLOTS * p. A familiar at 0 Life is face down.
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
        ("players", 0, PLAYERS, 0),  # number of players; 0: no game has begun
        ("part", SETUP, OVER, SETUP),
        ("step", 0, 9, 0),  # index of the present step in walks.SETUP
        ("round", 0, 999, 0),
        ("active", -1, PLAYERS - 1, -1),
        ("left", 0, ACTIONS, 0),  # number of actions that the active player has left in the preparation
        ("prep", -1, PLAYERS - 1, -1),  # the first player of the preparation phase
        ("first", -1, PLAYERS - 1, -1),  # the first player of the combat phase
        ("struck", 0, 1, 0),  # whether the winner's weapon has struck at the end of this round
        ("picks", 0, PLAYERS, 0),  # number of players who have taken or declined a spell in this round
        # Bit mask of the players who have cast a spell in this turn. The option "one" needs it.
        ("cast", 0, 15, 0),
        # Numbers of cards in the decks, which the players enter to see chances.
        ("common", 0, DECK, 0),
        ("exotic", 0, DECK, 0),
        ("deck", 0, DECK, 0),
        ("copies", 0, DECK, 2),  # number of wanted cards in the deck; a common familiar has two cards (L29)
        ("cards", 1, CARDS, 1),  # number of cards to draw
        ("called", 0, 1, 0),  # whether the players have ended the round although several players stood
    ),
)

_SHOP = Kind("shop", 2, (("there", 0, 1, 0), ("attack", 0, MOST, 0), ("cost", 0, MOST, 0)))

# The count is how often a trap was put into a hand. The rows have the order of the traps in tables.SPELLS.
_TRAP = Kind("trap", 4, (("count", 0, PLAYERS, 0),))

# The options on which the players agree. A new game keeps the options.
_OPTION = Kind(
    "option",
    1,
    (
        ("net", 0, 1, 0),  # a player receives the refund for the old weapon before paying [A-TQ05]
        ("free", 0, 1, 0),  # the players play without the limit of three actions [A-TQ01]
        ("one", 0, 1, 0),  # the device asks before a player's second spell in a turn [A-TQ02]
    ),
)

# The time of each player's turns; the last row belongs to no player. See ui/screens/turn_clock.py.
_TIME = Kind("time", PLAYERS + 1, FIELDS)

KINDS = (_PLAYER, _FAMILIAR, _GAME, _SHOP, _TRAP, _OPTION, _TIME)
TURN = ("game", "active")  # (Kind, field) with the row of the active player

# Fields of the Kind "game" about the decks. The players may enter them before a game has begun.
_ALWAYS = ("common", "exotic", "deck", "copies", "cards")


def mending_changes(state: State) -> list[Change]:
    """Return the changes that make the values playable; [] if they are playable.

    A damaged journal may contain values that no game can produce. Each of these values changes to the nearest playable
    value. Without a game, all values change to their start values, except the options and the numbers of the decks.
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
