"""Types for the integers and tuples of these rules.

Only the type checker uses these names, so the device has no copy of this module.
"""

from __future__ import annotations

from typing import Any, Mapping, Sequence, Union

from gobelet.rules.types import Row

# Ships
Side = int  # one of the two sides of a battle, 0 or 1
Pair = tuple[Row, Row]  # row of the acting ship, row of its target
Pending = Sequence[Any]  # rows of the ships, or pairs of rows, that must still act at a step of the turn
TurnStep = tuple[str, None, tuple[str, ...]]  # name of the step, None, names of the step's Procedures
Turn = Sequence[TurnStep]  # the printed sequence of the steps in a turn

# Printed tables
Table = int  # number of a printed table: RAM, RAKE or CLEARANCE
TableRow = int  # index of a table row, from 0
Column = int  # index of a table column, from 0
Code = int  # code of a cell, see `tables`
Mark = int  # reliability of a cell: SURE, CHECK or DOUBT
Cell = tuple[str, Mark]  # text of a cell without its mark, then the mark
Packing = tuple[Sequence[str], int, int]  # names of the inputs, number of possible codes, cells in one input
Known = dict[str, Any]  # known values for the next Procedure, see gobelet.rules.procedure.Outcome

# The owner's file
Counter = int  # number of a counter: the index of its name in counters.NAMES
Printed = Union[bytes, bytearray]  # the values printed on a counter, in the order of sheets.CLASS
Panel = Mapping[Counter, Printed]  # the values of each known counter
Fault = tuple[int, str, tuple[Any, ...]]  # number of the line, code of the fault, arguments of the message
