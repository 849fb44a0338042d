"""Types of the rules for the type checker: names for integers and tuples.

The device does not load this module.
"""

from __future__ import annotations

from typing import Any, Callable, Iterable, Mapping, Protocol, Sequence, Union

from .procedure import Ask, Outcome, Roll
from .sheet import Kind, State

# Dice
Sides = int  # number of sides of a die, 2..100
Face = int  # the number that a die shows, 1..its number of sides
Faces = tuple[Face, ...]
Marks = int  # bit flags of a thrown face, such as KEPT and DROPPED, see dice.py
Thrown = tuple[Sides, Face, Marks]
# A term is a group of dice in a pool: (sign, dice, explode, reroll, keep, goal, double, least, most, values,
# more). games/dice/rules/notation.py describes terms and pools.
Term = tuple[Any, ...]
Pool = tuple[int, tuple[Term, ...]]  # (constant that is added, terms)
ThrowDie = Callable[[Sides], Face]

# Procedures
Name = str  # name of a Procedure, an Input, an Ask or a role
Values = dict[Name, int]  # the value of each input of a Procedure, by the input's name
Option = int  # one of the options of an Ask
Result = Any  # result of one step: the Faces of a Roll, or the chosen Option of an Ask
Path = Sequence[Result]  # results of the steps of a Procedure so far, in order
Step = Union[Roll, Ask, Outcome]
Progress = Any  # summary of the results so far: hashable, None before the first result
# The outcome key is the result that the odds count: an integer or a tuple of small integers. It is None if the
# printed sheet decides the result.
Key = Any
Fold = Callable[[Values, Progress, Any], Progress]
Test = Callable[[Values], object]
Mods = Union[tuple[int, ...], Callable[[Values], int], None]
Consequence = tuple[str, str, str, Any]  # (role, field, operation, amount), one item of `Outcome.effects`
# a Procedure that may follow, and those values of its inputs and roles that are already fixed
Next = tuple[Name, dict[str, Any]]
Why = list[tuple[str, tuple[Any, ...]]]  # an explanation: for each line a text key, and numbers for the text
Chance = tuple[int, int]  # a probability as (numerator, denominator) in lowest terms
Share = tuple[int, int]  # a probability as (numerator, denominator) in any terms, such as 6/36

# Sheets
Sheet = str  # name of a Kind
Row = int  # index of a row (player, ship, counter) in a Sheet, from 0
Field = str
KindNumber = int  # index of a Kind in the game's list
FieldNumber = int  # index of a field in its Kind
# (name, low bound, high bound as a number or the name of another field, start value)
Declared = tuple[Field, int, Any, int]
Change = tuple[Sheet, Row, Field, int]  # (name of the Kind, row, name of the field, new value)
# (index of the Kind, row, index of the field, old value, new value)
Effect = tuple[KindNumber, Row, FieldNumber, int, int]
# sequences whose first two items are a KindNumber and a Row, such as effects
RowKeys = Iterable[Sequence[int]]

# The journal
Position = int  # byte offset of a record in the journal: the length of all earlier records
Location = bytes  # the screens that were open at a roll or change, one screen in each line
Record = tuple[Position, int, bytes]  # (position, kind of the record, such as ROLL, and payload)
Block = list[Any]  # [file name, position of the block's first record, position after the block's last record]
# The result of `Files.parse_log`: number of the log, position of its first record, link and records, checksum of
# bounds, file, bytes used, position up to which notes confirm appends
LogFile = tuple[Any, ...]

# Walks
WalkStep = tuple[str, Union[Callable[[State], object], None]]  # a step (name, when) of a walk, see walk.py
Walk = Sequence[WalkStep]


class GameRules(Protocol):
    """The declarations of a game's package `rules`.

    The journal stores the index of a Procedure in PROCEDURES, and the index of an input in its Procedure. So a
    new version of a game adds Procedures and inputs only at the end.
    """

    # For each Procedure its name, and where the package `rules` defines it: "module" or "module.attribute". ""
    # stands for a removed Procedure.
    PROCEDURES: Sequence[tuple[Name, str]]
    # for each role of a Procedure, the Kind whose row has that role; None if no Kind has such rows
    ROLES: Mapping[Name, Union[Sheet, None]]


class GameSheets(Protocol):
    """The declarations of a game's `rules/sheets.py`. Only KINDS is mandatory."""

    KINDS: Sequence[Kind]  # a new version adds Kinds, and fields of a Kind, only at the end
    # (Kind, field) that stores the index of the row of the player whose turn it is, or -1; see `row_in_turn`
    TURN: tuple[Sheet, Field]
    # unused fields, which stay declared because the journal stores the index of a field
    GONE_FIELDS: Mapping[Sheet, Sequence[Field]]
    SECRET: Mapping[Sheet, Sequence[Field]]  # secret fields, which the USB link never sends

    def row_in_turn(self, state: State) -> Row:
        """Return the index of the row of the player whose turn it is.

        For a game without this function, the index is the value of the field TURN.
        """

    def mending_changes(self, state: State) -> Sequence[Change]:
        """Return the changes that mend an impossible combination of values.

        The changes lead to the nearest possible combination. A session calls this function when it opens the game.
        The link calls this function before it changes values.
        """
