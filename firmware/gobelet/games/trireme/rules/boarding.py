"""Trirème, Ship game: boarding combat, seed L258-267, and surrender [Reddition], seed L292-300."""

from gobelet.core.procedure import Outcome, Procedure, Roll, choice, flag, number

from .common import BOTH, DICE, SHIP, YES, crew
from .sheets import SURRENDERED

# Boarding combat [Table du combat d'abordage]: die, then the number for each factor.
FACTORS = (1, 2, 3, 4, 5, 10, 15, 20, 25)
BOARDING = (
    "1  0 0 0 0 1 1 2 3 4",
    "2  0 0 0 1 1 2 3 4 5",
    "3  0 0 1 1 1 2 3 5 6",
    "4  0 0 1 1 1 3 4 5 7",
    "5  0 1 1 1 2 3 5 6 8",
    "6  1 1 1 2 2 4 5 7 8",
)

# How a factor that is not printed is read [A6].
GREEDY = 0
SEPARATE = 1
LOWER = 2

# Surrender after a lost boarding combat: sets of 2d6, no thresholds. Slaves in a minority hold on a 10.
SURRENDER = (
    "expert     9 10",
    "ordinaire  8 9 11",
    "debutant   8 9 10 11",
    "esclave    7 8 9 10 11 12",
)
BREACHED = (3, 4, 5)  # besides, with a breach
MINORITY = 10


def split(factor, how):
    """The printed factors that stand for `factor`, as a list; none for 0."""
    found = []
    while factor:
        part = max([printed for printed in FACTORS if printed <= factor])
        found.append(part)
        factor = 0 if how == LOWER else factor - part
    return found


def loss(factor, die):
    """The number printed for one of FACTORS."""
    return int(BOARDING[die - 1].split()[1 + FACTORS.index(factor)])


def _boarding(v, s):
    """With a die for each part, a state is the sum, and 100 for each part that was rolled. The key is the loss."""
    parts = split(v["factor"], v["split"])
    if not parts:
        return Outcome(0, word="none")
    rolled, amount = divmod(s or 0, 100)
    if v["split"] == SEPARATE and rolled < len(parts):
        return Roll((6,), lambda v, s, faces: (s or 0) + 100 + loss(parts[rolled], faces[0]))
    if s is None:
        return Roll((6,), lambda v, s, faces: sum([loss(part, faces[0]) for part in parts]))
    then = (("ship_boarding", {"attacker": "target", "target": "attacker"}),)
    if amount:  # whoever loses more men has lost the combat: that, the players see
        then += (("ship_surrender", {"ship": "target"}), ("ship_detachment", {"won_boarding": 1}))
    return Outcome(amount, (("target", "men", "=", max(v["men"] - amount, 0)),), then)


ship_boarding = Procedure(
    "ship_boarding",
    (
        number("factor", 0, 99, 1, role="attacker", field="factor"),
        number("men", 0, 99, role="target", field="men", asked=False),
        choice("split", ("greedy", "separate", "lower"), role="param", field="split", asked=False),
    ),
    _boarding,
    explain="why_ships.boarding",
    roles=BOTH,
)


def surrenders(quality, breached, minority, roll):
    """Whether a crew surrenders."""
    if breached and roll in BREACHED:
        return True
    if minority and quality == 3 and roll == MINORITY:
        return False
    return str(roll) in SURRENDER[quality].split()


def _surrender(v, s):
    if s is None:
        return DICE
    if surrenders(v["quality"], v["breaches"] > 0, v["minority"], s):
        return Outcome(1, (("ship", "fate", "=", SURRENDERED),))
    return Outcome(0)


ship_surrender = Procedure(
    "ship_surrender",
    (
        crew(),
        number("breaches", 0, 9, role="ship", field="breaches"),
        flag("minority", when=lambda v: v["quality"] == 3),
    ),
    _surrender,
    questions=YES,
    explain="why_ships.surrender",
    roles=SHIP,
)
