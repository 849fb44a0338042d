"""Trirème: the cells of the damage tables, as numbers.

A cell says what happens to the target and what to the ramming ship (é), each one of EFFECTS. Its code is
1 + target + 12 * rammer, so 1 is "-". A mark behind it says how far it can be trusted.

The owner's corrections reach a Procedure as inputs, two cells or more packed into one number: thus odds, result,
history and the shell read the same table, and a roll in the journal keeps the cells it was made with. Only the
cells of its own column are needed. 0 stands for "as shipped", so without corrections all these inputs are 0.
"""

from gobelet.core.procedure import number

EFFECTS = ("", "a", "I", "Ia", "Br*", "Br*a", "Br", "Bra", "BrI", "BrIa", "X", "Xa")
KINDS = 12
# What is left of an effect without its "a", effect // 2.
NO_KIND = 0
HELD = 1
MAYBE = 2
BREACH = 3
BREACH_HELD = 4
SUNK = 5

NAMES = ("", "held", "maybe", "breach", "both", "sunk")  # of the kinds

SHIPPED = 0
NOTHING = 1
UNKNOWN = 145  # doubtful, or a value that nobody can read

# Marks: none, ~, ?
SURE = 0
CHECK = 1
DOUBT = 2

# How corrections are packed: names of the inputs, number of codes, how many cells in one input.
COLUMN = (("rows0", "rows2", "rows4", "rows6", "rows8", "rows10", "rows12", "rows14"), 146, 2)
CLEARANCE = (("cells2", "cells7", "cells12"), 6, 5)

# What the player may say that the printed sheet reads: every single effect, or that it cannot be told.
LEGEND = (NOTHING,) + tuple(range(2, 13)) + tuple(range(13, 134, KINDS)) + (UNKNOWN,)


def read(text):
    """Code of a cell without mark; UNKNOWN if it is not in the grammar (dossier 5.6)."""
    text = text.replace("e\u0301", "é").replace("l", "I")
    if text == "-":
        return NOTHING
    sides = [0, 0]
    written = text.split("/")
    if len(written) > 2:
        return UNKNOWN
    for part in written:
        side = 1 if part[:1] in ("é", "e") else 0
        part = part[side:]
        if not part or part not in EFFECTS:
            return UNKNOWN
        sides[side] = _both(sides[side], EFFECTS.index(part))
        if sides[side] < 0:
            return UNKNOWN
    return NOTHING + sides[0] + KINDS * sides[1]


def _both(one, two):
    """Two effects on the same ship as one; -1 if the legend has no word for it."""
    easy = (one | two) & 1
    one //= 2
    two //= 2
    low, high = min(one, two), max(one, two)
    if low in (NO_KIND, high) or high == SUNK or (high == BREACH_HELD and low != MAYBE):
        return 2 * high + easy
    if (low, high) == (HELD, BREACH):
        return 2 * BREACH_HELD + easy
    return -1


def parts(code):
    """(effect on the target, effect on the ramming ship)."""
    return (code - NOTHING) % KINDS, (code - NOTHING) // KINDS


def named(effect):
    """Names of what an effect on one ship consists of."""
    found = [NAMES[effect // 2]] if effect // 2 else []
    if effect & 1:
        found.append("eased")
    return found


def write(code):
    """A code as it is printed."""
    if code == UNKNOWN:
        return "?"
    target, rammer = parts(code)
    found = [EFFECTS[target]] if target else []
    if rammer:
        found.append("é" + EFFECTS[rammer])
    return "/".join(found) or "-"


def located(code, on_side):
    """The code once it is known whether the ram was on a side: Br* is a breach there, else immobilised."""
    sides = []
    for effect in parts(code):
        if effect // 2 == MAYBE:
            effect = 2 * (BREACH if on_side else HELD) + (effect & 1)
        sides.append(effect)
    return NOTHING + sides[0] + KINDS * sides[1]


def depends(code):
    """Whether a code has a Br*."""
    return MAYBE in [effect // 2 for effect in parts(code)]


def inputs(packing):
    """The inputs that hold the corrected cells."""
    names, base, each = packing
    return tuple([number(name, 0, base**each - 1, asked=False) for name in names])


def packed(codes, packing):
    """The values of these inputs, as a dict, for a list of codes."""
    names, base, each = packing
    found = {}
    for at in range(len(names)):
        value = 0
        for code in reversed(codes[at * each : at * each + each]):
            value = value * base + code
        found[names[at]] = value
    return found


def unpacked(v, packing):
    """The list of codes, SHIPPED where the owner has not corrected a cell; it may go on beyond the last."""
    names, base, each = packing
    found = []
    for name in names:
        value = v[name]
        for _ in range(each):
            found.append(value % base)
            value //= base
    return found


def corrected(v, at, packing):
    """Code of the cell `at`, SHIPPED if the owner has not corrected it."""
    names, base, each = packing
    return v[names[at // each]] // base ** (at % each) % base
