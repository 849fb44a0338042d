"""Types that say what the integers and tuples of these rules are. For the type checker alone: the device does not get
this module.
"""

from __future__ import annotations

from typing import Any, Mapping, Sequence, Union

from gobelet.rules.types import Row

# Ships
Side = int  # 0 or 1
Pair = tuple[Row, Row]  # the ship that acts, and the one it acts upon
Left = Sequence[Any]  # what a step of the turn has left to resolve: each a Row, or a Pair
TurnStep = tuple[str, None, tuple[str, ...]]  # name, None, Procedures
Turn = Sequence[TurnStep]  # a printed sequence

# Printed tables
Table = int  # RAM, RAKE or CLEARANCE
TableRow = int  # from 0, as its column
Column = int
Code = int  # of a cell: see `tables`
Mark = int  # SURE, CHECK or DOUBT
Cell = tuple[str, Mark]  # what is printed, without its mark
Packing = tuple[Sequence[str], int, int]  # names of the inputs, number of codes, cells in one input
Known = dict[str, Any]  # what a Procedure is told of the one that follows: see core.procedure.Outcome

# The owner's file
Counter = int  # number of a name in the list of names
Printed = Union[bytes, bytearray]  # what is on a counter, in the order of sheets.CLASS
Panel = Mapping[Counter, Printed]
Fault = tuple[int, str, tuple[Any, ...]]  # line, code, arguments
