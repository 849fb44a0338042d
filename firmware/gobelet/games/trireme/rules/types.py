"""Types for the integers and tuples of these rules.

Only the type checker uses these names; the module is not on the device.
"""

from __future__ import annotations

from typing import Any, Mapping, Sequence, Union

from gobelet.rules.types import Row

# Ships
Side = int  # 0 or 1
Pair = tuple[Row, Row]  # the acting ship, and its target
Left = Sequence[Any]  # the ships that a step of the turn still has to resolve, as rows or pairs
TurnStep = tuple[str, None, tuple[str, ...]]  # name, None, Procedures
Turn = Sequence[TurnStep]  # a printed sequence of steps

# Printed tables
Table = int  # RAM, RAKE or CLEARANCE
TableRow = int  # row of a table, from 0; columns also count from 0
Column = int
Code = int  # code of a cell: see `tables`
Mark = int  # SURE, CHECK or DOUBT
Cell = tuple[str, Mark]  # the printed text without its mark, then the mark
Packing = tuple[Sequence[str], int, int]  # names of the inputs, number of codes, cells in one input
Known = dict[str, Any]  # known values for the Procedure that follows: see core.procedure.Outcome

# The owner's file
Counter = int  # number of a name in the list of names
Printed = Union[bytes, bytearray]  # the values on a counter, in the order of sheets.CLASS
Panel = Mapping[Counter, Printed]
Fault = tuple[int, str, tuple[Any, ...]]  # line, code, arguments
