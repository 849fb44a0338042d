"""Trirème, Fleet game: ramming.

The aid gives the modifiers and the effects, but neither what they are added to nor the dice. Read [A1]: each
side's total is its size, its dice and its modifiers; the `param` lines of the owner's file may say otherwise.
The difference is the target's total less the rammer's [A14].
"""

from gobelet.core.procedure import SHEET, Ask, Outcome, Procedure, Roll, choice, flag, number, sums

from .common import BOTH, check_sizes, crew, held, size
from .sheets import SUNK

# Modifiers [Modificateurs aux éperonnements], seed L92-110. Crew quality counts for both ships [A13]. A ram on
# the side of the bow or of the stern is a ram on the side too [A20].
QUALITY = (3, 2, 1, 0)  # expert, ordinaire, débutant, esclave
AGAINST = (0, 5, 2)  # rammer: against the bow, a side, the stern
SIDE = (0, 3, 1)  # target: its side amidships, of the bow, of the stern

# Effects [Effets d'éperonnement], seed L119-125: difference from, to, result. The first and last are open.
EFFECTS = (
    "  3  99  none",
    " -2   2  parity",
    " -6  -3  immobilised",
    "-99  -7  sunk",
)
RESULTS = ("none", "immobilised", "sunk")  # by key

# Which "total" must be even [A2].
ASK = 0
DICE = 1
TOTALS = 2
_TARGET = 1000  # state after the rammer's dice: this + their sum; then the difference
_SAID = 500  # state after the question: this + the answer


def effect(difference):
    """Name of the row of a difference."""
    for row in EFFECTS:
        low, high, name = row.split()
        if int(low) <= min(max(difference, -99), 99) <= int(high):
            break
    return name


def sides(v):
    """(rammer's, target's) sizes and modifiers."""
    lanes = sums(fleet_ram, v)
    return lanes["rammer"], lanes["target"]


def net(v):
    """Target's sizes and modifiers less the rammer's."""
    rammer, target = sides(v)
    return target - rammer


def even(v, difference):
    """Whether the "total" of the parity band is even, as far as its readings agree [A2]; else None.

    The sum and the difference of the totals are odd or even together, the dice alone may differ from them.
    """
    totals = difference % 2 == 0
    dice = (difference - net(v)) % 2 == 0
    if v["parity"] == TOTALS or not v["ram_dice"] or totals == dice:
        return totals
    return dice if v["parity"] == DICE else None


def _ram(v, s):
    if v["ram_dice"]:
        dice = (6,) * v["ram_dice"]
        if s is None:
            return Roll(dice, lambda v, s, faces: _TARGET + sum(faces))
        if s > _TARGET:
            base = net(v) + _TARGET - s
            return Roll(dice, lambda v, s, faces: base + sum(faces))
    elif s is None:
        s = net(v)
    if s >= _SAID:
        key = s - _SAID
    else:
        name = effect(s)
        if name == "parity":
            key = even(v, s)
            if key is None:
                return Ask(SHEET, "even", (0, 1), lambda v, s, option: _SAID + option)
            key = int(key)
        else:
            key = RESULTS.index(name)
    if key == 2:
        return Outcome(2, (("target", "fate", "=", SUNK),))
    effects = (("target", "eased", "=", 1),)
    if key:
        effects += (("target", "immobilised", "=", max(1, v["target_immobilised"])),)
    return Outcome(key, effects, (("fleet_grapple", {"target_rammed": 1}),))


def _size(name):
    return lambda v: v[name] if v["ram_size"] else 0


fleet_ram = Procedure(
    "fleet_ram",
    (
        choice("against", ("bow", "side", "stern"), 1, "rammer", AGAINST),
        choice("part", ("middle", "bow", "stern"), 0, "target", SIDE, when=lambda v: v["against"] == 1),
        flag("cruise", -1, "rammer"),
        flag("faster", 1, "target"),
        size("rammer_size", "attacker", "rammer", _size("rammer_size")),
        size("target_size", "target", "target", _size("target_size")),
        crew("rammer_quality", "attacker", "rammer", QUALITY),
        crew("target_quality", "target", "target", QUALITY),
        held("rammer_immobilised", "attacker", "rammer", -2),
        held("target_immobilised", "target", "target", -2),
        number("ram_dice", 0, 3, 1, role="param", field="ram_dice", asked=False),
        number("ram_size", 0, 1, 1, role="param", field="ram_size", asked=False),
        choice("parity", ("ask", "dice", "totals"), role="param", field="parity", asked=False),
    ),
    _ram,
    check=lambda v: check_sizes(v) if v["ram_size"] else None,
    questions=(("hit", lambda v, key: key > 0), ("sunk", lambda v, key: key == 2)),
    explain="why_fleet_ram.ram",
    roles=BOTH,
)
