"""Types that say what an integer or a tuple is. For the type checker alone: the device does not get this module."""

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
Name = str  # of a Procedure, an Input, an Ask, a role
Values = dict[Name, int]  # by the names of inputs, complete
Option = int  # one of those of an Ask
Result = Any  # of one step: Faces of a Roll, an Option of an Ask
Path = Sequence[Result]  # of the steps so far
Step = Union[Roll, Ask, Outcome]
Progress = Any  # what `step` makes of the results so far: hashable, None at the beginning
Key = Any  # of an Outcome: an integer or a tuple of small integers, None where the sheet does not tell
Fold = Callable[[Values, Progress, Any], Progress]
Test = Callable[[Values], object]
Mods = Union[tuple[int, ...], Callable[[Values], int], None]
Consequence = tuple[str, str, str, Any]  # role, field, operation, amount; see Outcome
Next = tuple[Name, dict[str, Any]]  # a Procedure that may follow, and what is known of its inputs and roles
Why = list[tuple[str, tuple[Any, ...]]]  # key of a text, and the numbers in it
Chance = tuple[int, int]  # numerator and denominator, in lowest terms

# Sheets
Sheet = str  # name of a Kind
Row = int  # of a Sheet, from 0
Field = str
KindNumber = int  # index of a Kind in the game's list
FieldNumber = int  # index of a field in its Kind
Declared = tuple[Field, int, Any, int]  # name, low, high (a number or another field), start
Change = tuple[Sheet, Row, Field, int]  # the value that is wanted
Effect = tuple[KindNumber, Row, FieldNumber, int, int]  # the old and the new value
RowKeys = Iterable[Sequence[int]]  # each begins with KindNumber and Row

# The journal
Position = int  # bytes of records that lie before
Record = tuple[Position, int, bytes]  # position, kind, payload
Block = list[Any]  # file, where its records begin to count, where they end
# Number, position, records behind their link, checksum of the bounds, file, bytes used, position up to which they were
# noted, logs of its version
LogFile = tuple[Any, ...]

# Walks
WalkStep = tuple[str, Union[Callable[[State], object], None]]  # name, when
Walk = Sequence[WalkStep]


class GameRules(Protocol):
    """What a game's package `rules` declares, all of it. The journal knows a Procedure by its index, and an input by
    its index there: new ones go to the end.
    """

    # Name, and the module of `rules` that has it under this name, or "module.attribute"; "" for one that is gone.
    PROCEDURES: Sequence[tuple[Name, str]]
    # The Kind whose rows a role of a Procedure is chosen from; None where what it knows is no Sheet's.
    ROLES: Mapping[Name, Union[Sheet, None]]


class GameSheets(Protocol):
    """What `rules/sheets.py` of a game may declare. All but KINDS is looked for by its name, and may be missing."""

    KINDS: Sequence[Kind]  # new ones go to the end, and so do new fields of a Kind
    TURN: tuple[Sheet, Field]  # the field that says whose turn it is; -1 for nobody's
    GONE_FIELDS: Mapping[Sheet, Sequence[Field]]  # fields that are kept, and that the game has no more
    SECRET: Mapping[Sheet, Sequence[Field]]  # fields that nobody is told over the link

    def whose(self, state: State) -> Row:
        """The row whose turn it is. Without this, what the field of TURN says."""

    def mended(self, state: State) -> Sequence[Change]:
        """The changes that lead from values that no play makes together to the nearest ones that can be played; none
        where they can be. A session asks for it when the game is opened, and the link before it changes values.
        """
