"""Trirème, Ship game: ramming and raking the oars.

The French terms are [Rapports d'éperonnements] and [ratissage]. Ramming uses the left part of the damage table,
`ship_ram_damage` in RULES 2. Raking uses the right part, `ship_rake_damage`. After the roll, the progress of both
Procedures is the code of the cell. A player may first have to read the cell in the printed table. The progress then has
the index of the table row, to which CHECKED or DOUBTED is added.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import ME, SHEET, Ask, Outcome, Procedure, Roll, ask_first, choice, flag, lane

from . import tables
from .inputs import BOTH, check_sizes, compare_crews, crew_input, fold_answer, held_input, size_input
from .sheets import SUNK

if TYPE_CHECKING:
    from collections.abc import Callable

    from gobelet.rules.types import Consequence, Key, Next, Progress, Step, Values

    from .types import Code, Column, Known, Mark, Table

# Names of the inputs for the immobilisation of the target and of the rammer, in the order of tables.split_code.
IMMOBILISED = ("target_immobilised", "rammer_immobilised")
# Progress before a question about a cell: one of these numbers plus the index of the table row. Each code of a cell is
# below CHECKED.
CHECKED = 200  # the owner should check the cell
DOUBTED = 300  # the cell is in doubt


def codes(values: Values, table: Table, column: Column) -> list[tuple[Code, Mark]]:
    """List (code, mark) of a table column's cells, with the owner's corrections."""
    # (code, mark) by text: many cells of a column have the same text, and each text is parsed once.
    known: dict[str, tuple[Code, Mark]] = {}
    found = []
    corrected = tables.unpack_codes(values, tables.DAMAGE_INPUTS)
    for text, code in zip(tables.column_cells(table, column), corrected):
        if text not in known:
            cell, mark = tables.split_mark(text)
            known[text] = tables.damage_code(cell), mark
        if code == tables.SHIPPED:
            found.append(known[text])
        elif code == tables.UNKNOWN:
            found.append((known[text][0], tables.DOUBT))
        else:
            found.append((code, tables.SURE))
    return found


def _step(
    procedure: Procedure, values: Values, progress: Progress, done: Callable[[Values, Code], Outcome]
) -> Step:
    """Return the next step of a ram or a raking.

    `done(values, code)` makes the Outcome of a known code without Br*. For a cell in doubt, the players read their
    printed table, and the odds assume no value. For a cell to check, the device proposes the shipped value, and the
    players confirm or change this value (RULES 5.5).
    """
    table, column = tables.column_of(procedure, values) or (0, 0)
    if progress is None:
        modifier = lane(procedure, values, "roll")
        found = codes(values, table, column)
        after = []
        for dice in range(2, 13):
            row = tables.damage_row(dice + modifier)
            code, mark = found[row]
            after.append((code, CHECKED + row, DOUBTED + row)[mark])
        return Roll((6, 6), lambda values, progress, faces: after[sum(faces) - 2])
    if progress >= CHECKED:
        if progress >= DOUBTED:
            return Ask(SHEET, "cell", tables.LEGEND, fold_answer)
        shipped = tables.damage_code(tables.shipped_cell(table, progress - CHECKED, column)[0])
        return Ask(ME, "check", tables.LEGEND, fold_answer, lambda values, progress: shipped)
    if progress == tables.UNKNOWN:
        return Outcome(None, word="unknown")
    if tables.is_side_dependent(progress):
        if not values.get("flank"):
            # Whether the ram is on a side depends on the map, so the odds assume neither option.
            return Ask(
                ME, "on_side", (0, 1), lambda values, progress, option: tables.code_for_side(progress, option)
            )
        progress = tables.code_for_side(progress, True)
    return done(values, progress)


def _outcome(values: Values, code: Code, breaches: tuple[Known, Known] = ({}, {})) -> Outcome:
    """Make the Outcome of a code: the effects on both ships, and possible next rolls.

    `breaches` has the known values for a breach roll of the target, then those for a breach roll of the ramming ship.
    """
    effects: list[Consequence] = []
    breach: list[Next] = []
    grapple: list[Next] = []
    for side in (0, 1):
        role = ("target", "attacker")[side]
        effect = tables.split_code(code)[side]
        kind = effect // 2
        if kind == tables.SUNK:
            effects.append((role, "fate", "=", SUNK))
        if kind in (tables.HELD, tables.BREACH_HELD):
            effects.append((role, "immobilised", "=", max(1, values.get(IMMOBILISED[side], 0))))
        if kind in (tables.BREACH, tables.BREACH_HELD):
            known: Known = {"ship": role}
            known.update(breaches[side])
            breach.append(("ship_breach", known))
        # The mark "eased" of a ship that does not sink counts for each ship that tries to grapple it this turn.
        if effect & 1 and kind != tables.SUNK:
            effects.append((role, "eased", "=", 1))
            # If the ramming ship is easier to grapple, the target of the ram may grapple the ramming ship.
            other = {"made_easier": 1, "attacker": "target", "target": "attacker"}
            grapple.append(("ship_grapple", other if side else {"made_easier": 1}))
    if tables.SUNK in [effect // 2 for effect in tables.split_code(code)]:
        grapple = []  # a ship that sinks neither grapples another ship nor is grappled
    return Outcome(code, tuple(effects), tuple(breach + grapple))


def takes_damage(side: int) -> Callable[[Values, Key], bool]:
    """Return a function that tells whether an outcome damages a ship.

    `side` is 0 for the target, 1 for the rammer. Damage is an immobilisation, a breach or a sinking.
    """
    return lambda values, key: tables.split_code(key)[side] > 1


def _ram(values: Values, progress: Progress) -> Step:
    return _step(ship_ram, values, progress, _ram_outcome)


def _ram_outcome(values: Values, code: Code) -> Outcome:
    """Make the Outcome of a ram.

    A breach roll that follows receives the size of the breached ship, and whether the other ship is larger.
    """
    rammer, target = values["rammer_size"], values["target_size"]
    return _outcome(
        values,
        code,
        (
            {"facing_larger": int(rammer > target), "size": target},
            {"facing_larger": int(target > rammer), "size": rammer},
        ),
    )


CORRECTIONS = tables.correction_inputs(tables.DAMAGE_INPUTS)

ship_ram = Procedure(
    "ship_ram",
    (
        # Modifiers in the lane "column" change the ratio (L206-209), modifiers in the lane "roll" change the sum of the
        # dice (L213-216).
        flag("stationary", 1, "column"),
        flag("move_a", 1, "roll"),
        ask_first(choice("flank", ("elsewhere", "quarter"), 0, "roll", (0, 1))),
        flag("not_full_speed", -1, "roll"),
        size_input("rammer_size", "attacker", "column", lambda values: values["rammer_size"]),
        size_input("target_size", "target", "column", lambda values: -values["target_size"]),
        crew_input("rammer_crew", "attacker"),
        crew_input(
            "target_crew",
            "target",
            "column",
            lambda values: compare_crews(values["rammer_crew"], values["target_crew"]),
        ),
        held_input("target_immobilised", "target", "column", 1),
        held_input("rammer_immobilised", "attacker", "roll", -1),
    )
    + CORRECTIONS,
    _ram,
    check=check_sizes,
    questions=(("target", takes_damage(0)), ("rammer", takes_damage(1))),
    explain="ship_ram",
    roles=BOTH,
    label=tables.damage_text,
)


def _rake(values: Values, progress: Progress) -> Step:
    return _step(ship_rake, values, progress, _outcome)


ship_rake = Procedure(
    "ship_rake",
    (
        flag("target_full_speed", 1, "roll"),  # modifiers of L231-232
        flag("not_full_speed", -2, "roll"),
        crew_input("raker_crew", "attacker"),
        crew_input("target_crew", "target"),
    )
    + CORRECTIONS,
    _rake,
    questions=(("target", takes_damage(0)), ("rammer", takes_damage(1))),
    explain="ship_rake",
    roles=BOTH,
    label=tables.damage_text,
)
