"""Types of the rules for the type checker: names for integers and tuples.

The device does not load them.
"""

from __future__ import annotations

from typing import Any, Callable, Iterable, Mapping, Protocol, Sequence, Union

from .procedure import Ask, Outcome, Roll
from .sheet import Kind, State

# Dice
Sides = int  # 2..100
Face = int  # 1..sides
Faces = tuple[Face, ...]
Marks = int  # bit flags, see dice.py
Thrown = tuple[Sides, Face, Marks]
Term = tuple[Any, ...]  # sign, dice, explode, reroll, keep, goal, double, least, most, values, more
Pool = tuple[int, tuple[Term, ...]]  # constant, terms; see games/dice/rules/notation.py
ThrowDie = Callable[[Sides], Face]

# Procedures
Name = str  # name of a Procedure, an Input, an Ask or a role
Values = dict[Name, int]  # the value of every input, by its name
Option = int  # one of the options of an Ask
Result = Any  # of one step: Faces of a Roll, an Option of an Ask
Path = Sequence[Result]  # results of the steps so far
Step = Union[Roll, Ask, Outcome]
Progress = Any  # summary of the results so far: hashable, None at the beginning
# result of an Outcome that odds count: an integer or a tuple of small integers; None if the printed sheet
# decides
Key = Any
Fold = Callable[[Values, Progress, Any], Progress]
Test = Callable[[Values], object]
Mods = Union[tuple[int, ...], Callable[[Values], int], None]
Consequence = tuple[str, str, str, Any]  # role, field, operation, amount; see Outcome
Next = tuple[Name, dict[str, Any]]  # a Procedure that may follow, and known values of its inputs and roles
Why = list[tuple[str, tuple[Any, ...]]]  # an explanation: for each line the key of a text, and its numbers
Chance = tuple[int, int]  # numerator and denominator, in lowest terms
Share = tuple[int, int]  # numerator and denominator in any terms, such as 36ths

# Sheets
Sheet = str  # name of a Kind
Row = int  # index of a row in a Sheet, from 0
Field = str
KindNumber = int  # index of a Kind in the game's list
FieldNumber = int  # index of a field in its Kind
Declared = tuple[Field, int, Any, int]  # name, low, high (a number or another field), start
Change = tuple[Sheet, Row, Field, int]  # the integer is the new value
Effect = tuple[KindNumber, Row, FieldNumber, int, int]  # old and new value
RowKeys = Iterable[Sequence[int]]  # each begins with KindNumber and Row

# The journal
Position = int  # number of bytes of all records before
Location = bytes  # the open screens when a roll or change was made, one in each line
Record = tuple[Position, int, bytes]  # position, kind, payload
Block = list[Any]  # file, position of its first record, position of its end
# number, position, link and records, checksum of the bounds, file, bytes used,
# position up to which its appends are noted
LogFile = tuple[Any, ...]

# Walks
WalkStep = tuple[str, Union[Callable[[State], object], None]]  # name, when
Walk = Sequence[WalkStep]


class GameRules(Protocol):
    """The declarations of a game's package `rules`.

    The journal knows a Procedure by its index, and an input by its index in the Procedure. So new ones are
    added at the end.
    """

    # name, and the module of `rules` that has the Procedure: "module", "module.attribute", or "" for a removed one
    PROCEDURES: Sequence[tuple[Name, str]]
    # for each role of a Procedure, the Kind whose row has that role; None if no Kind has such rows
    ROLES: Mapping[Name, Union[Sheet, None]]


class GameSheets(Protocol):
    """The declarations of a game's `rules/sheets.py`. All but KINDS are optional."""

    KINDS: Sequence[Kind]  # new ones are added at the end, and so are new fields of a Kind
    TURN: tuple[Sheet, Field]  # the field whose value is the row in turn, -1 for none; see `whose`
    # fields that the game uses no more; they stay declared, because the journal knows fields by index
    GONE_FIELDS: Mapping[Sheet, Sequence[Field]]
    SECRET: Mapping[Sheet, Sequence[Field]]  # fields that the link never sends

    def whose(self, state: State) -> Row:
        """Return the row whose turn it is.

        Without this function it is the value of the field TURN.
        """

    def mending_changes(self, state: State) -> Sequence[Change]:
        """Return the changes that mend an impossible combination of values.

        They lead to the nearest possible combination. A session calls the function when it opens the game, and the link
        before it changes values.
        """
