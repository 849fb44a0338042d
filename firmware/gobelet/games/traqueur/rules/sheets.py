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
LIFE = 10  # Life of a player at the start, which is also the maximum (L195)
SLOTS = 3  # maximum number of familiars of a player (L267)
UNREAD = 4  # the type of a familiar whose card is not entered yet; such a familiar is face up
BASIC = 2  # Attack of the basic weapon (L217)
ACTIONS = 3  # number of actions of each player in a preparation phase (L231)
# MOST is the upper bound of Attack and Cost, LIVES that of a familiar's Life. The printed rules do not list the cards,
# but higher values are unlikely.
MOST = 30
LIVES = 60
DECK = 120  # maximum number of cards in a deck
CARDS = 10  # maximum number of drawn cards for which the screen Chances computes a chance
FAR = 99  # upper bound of coins and spells, for which the printed rules have no maximum

# The parts of a game: the values of the field "part" of the Kind "game".
SETUP = 0
PREPARE = 1
COMBAT = 2
END = 3
OVER = 4

STEPS = 7  # number of steps in walks.SETUP
# The fields of the Kind "game" whose value is the row of a player. Each field has the parts of a game in which the
# field must not be -1.
NEEDED = {"active": (PREPARE, COMBAT, END), "prep": (PREPARE,), "first": (PREPARE, COMBAT, END)}

_PLAYER = Kind(
    "player",
    PLAYERS,  # the number of rows; the rows are in the clockwise order of the seats
    (
        ("life", 0, LIFE, LIFE),
        ("coins", 0, FAR, 5),
        ("attack", 0, MOST, BASIC),  # Attack of the player's weapon
        ("cost", 0, MOST, 0),
        ("basic", 0, 1, 1),  # whether the player has the basic weapon
        ("limit", 2, SLOTS, 2),  # number of familiars that the player may have; effects of cards raise it
        ("spells", 0, FAR, 0),  # number of spells in the player's hand
        # The number, from 1, of the player's active aspect among the aspects in tables.SPELLS; 0 if none is active.
        ("aspect", 0, 6, 0),
        # The place of the player in the order in which players fell in this round, from 1; 0 if the player stands.
        ("fell", 0, PLAYERS, 0),
        ("out", 0, 1, 0),  # whether the player left the game in an earlier round
    ),
)

# Each player has SLOTS rows of this Kind; the first row of player p is SLOTS * p. A familiar with 0 Life is face down.
_FAMILIAR = Kind(
    "familiar",
    PLAYERS * SLOTS,
    (
        # The index of the familiar's type in tables.TYPES; 0 if the row has no familiar.
        ("type", 0, UNREAD, 0),
        ("exotic", 0, 1, 0),
        ("attack", 0, MOST, 0),
        ("pv", 0, LIVES, 0),  # full Life, as printed on the card
        ("life", 0, "pv", 0),  # present Life
    ),
)

_GAME = Kind(
    "game",
    1,
    (
        ("players", 0, PLAYERS, 0),  # number of players; 0 if no game has begun
        ("part", SETUP, OVER, SETUP),
        ("step", 0, 9, 0),  # index of the present step in walks.SETUP
        ("round", 0, 999, 0),
        ("active", -1, PLAYERS - 1, -1),
        ("left", 0, ACTIONS, 0),  # number of actions that the active player has left in the preparation
        ("prep", -1, PLAYERS - 1, -1),  # row of the first player in the preparation phase
        ("first", -1, PLAYERS - 1, -1),  # row of the first player in the combat phase
        ("struck", 0, 1, 0),  # whether the winner's weapon has struck at the end of this round
        ("picks", 0, PLAYERS, 0),  # number of players who have taken or declined a spell in this round
        # A bit for each player who has cast a spell in this turn. These bits have an effect only with the option "one".
        ("cast", 0, 15, 0),
        # The players enter the next five fields, which are numbers of cards, to see chances.
        ("common", 0, DECK, 0),
        ("exotic", 0, DECK, 0),
        ("deck", 0, DECK, 0),
        # The number of wanted cards in the deck, see draws.py; a common familiar has two cards (L29).
        ("copies", 0, DECK, 2),
        ("cards", 1, CARDS, 1),  # number of cards to draw
        ("called", 0, 1, 0),  # whether the players have ended the round by hand, while several players stood
    ),
)

_SHOP = Kind("shop", 2, (("there", 0, 1, 0), ("attack", 0, MOST, 0), ("cost", 0, MOST, 0)))

# The count is the number of times that a trap was put into a hand. The rows are in the order of tables.SPELLS.
_TRAP = Kind("trap", 4, (("count", 0, PLAYERS, 0),))

# The options that the players have chosen. They stay when a new game begins.
_OPTION = Kind(
    "option",
    1,
    (
        ("net", 0, 1, 0),  # whether a buyer receives the refund for the old weapon before paying [A-TQ05]
        ("free", 0, 1, 0),  # whether the number of actions in a preparation is unlimited [A-TQ01]
        ("one", 0, 1, 0),  # whether the device asks before a player's second spell in a turn [A-TQ02]
    ),
)

# The time of each player's turns; the last row belongs to no player. See ui/screens/turn_clock.py.
_TIME = Kind("time", PLAYERS + 1, FIELDS)

KINDS = (_PLAYER, _FAMILIAR, _GAME, _SHOP, _TRAP, _OPTION, _TIME)
TURN = ("game", "active")  # (Kind, field) whose value is the row of the active player

# The fields of the Kind "game" with numbers of cards. The players may enter these numbers before a game has begun.
_ALWAYS = ("common", "exotic", "deck", "copies", "cards")


def mending_changes(state: State) -> list[Change]:
    """Return the changes that make the values playable; [] if they are playable.

    A damaged journal may contain values that no game can produce. Each of these values changes to a playable value. If
    no game has begun, all values change to their start values, except the options and the fields _ALWAYS.
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
