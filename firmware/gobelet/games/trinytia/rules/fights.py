"""Tri'Nytia: attack, defence, and wounds from elsewhere."""

from gobelet.core.procedure import OPPONENT, Ask, Outcome, Procedure, Roll, choice, flag, number

from . import combat
from .inputs import ACTED, BOTH, DICE, ME, TARGET, amount, armour, wounds

MISS = -1  # state of a missed attack; its key is 0 wounds


def factor(v):
    return 3 if v["x3"] else 2 if v["x2"] else 1


def result(v, faces, attack):
    """(difference, missed, result) of the dice, see `combat.result`."""
    natural = attack and v["natural"]
    by = v["div"] * v["div2"]
    return combat.result(attack, faces[0], faces[1], v["mod4"], v["mod6"], factor(v), by, v["flat"], natural)


def _attack_fold(v, s, faces):
    _, missed, amount = result(v, faces, True)
    return MISS if missed else amount


_ATTACK = Roll(BOTH, _attack_fold)
_DEFEND = Roll(BOTH, lambda v, s, faces: result(v, faces, False)[2])


def _attack(v, s):
    if s is None:
        return _ATTACK
    return _hurt(v, s, (("attacker", "fought", "+", 1), ACTED), True)


def _suffer(v, s):
    return _hurt(v, v["amount"] if s is None else s, (), False)


def _hurt(v, s, effects, is_attack):
    """A state is the wounds, then (wounds, absorbed). An attack's key is its wounds before absorption."""
    if isinstance(s, tuple):
        amount, absorbed = s
    else:
        amount, absorbed = max(0, s), 0
        most = min(amount, v["armour"])
        if most:
            options = tuple(range(most + 1))
            return Ask(OPPONENT, "absorb", options, lambda v, s, n: (amount, n), lambda v, s: most)
    pv, before = victim(v)
    _, _, net, dead = combat.wounds(before, v["armour"], pv, amount, absorbed)
    word = "miss" if s == MISS else None
    then = ()
    if absorbed:
        effects += (("target", "armour", "-", absorbed),)
    if v["aim"]:
        if dead:
            word = "familiar_dead"
            effects += (
                ("target", "familiar", "-", 1),
                ("target", "fam_pv", "=", 0),
                ("target", "fam_wounds", "=", 0),
            )
        elif net:
            effects += (("target", "fam_wounds", "+", net),)
    elif net:
        effects += (("target", "wounds", "+", net), ("target", "unabsorbed", "+", net))
        if dead:
            word = "dead"
            then = (("death", {}),)
    return Outcome(amount if is_attack else net, effects, then, word)


def victim(v):
    """(PV, wounds) of the character or of the familiar that is hit."""
    return (v["fam_pv"], v["fam_wounds"]) if v["aim"] else (v["pv"], v["wounds"])


def _kill(v, key):
    """Whether `key` wounds kill although all armour absorbs; False if the PV are not known."""
    pv, before = victim(v)
    return 0 < pv <= before + max(0, key - v["armour"])


def _hit(v, key):
    return key > 0


def _defend(v, s):
    if s is None:
        return _DEFEND
    return Outcome(s, (("me", "armour", "+", s), ("me", "fought", "+", 1), ACTED))


def _at_familiar(v):
    return v["familiar"] > 0 and v["aim"] == 1


# x3 voids x2: the highest factor counts, once (seed L166-167). Two divisions are multiplied [A-TN19].
_COMBAT = DICE + (
    flag("x3", 3, "x"),
    flag("x2", 2, "x", when=lambda v: not v["x3"]),
    number("div", 1, 99, start=1),
    number("div2", 1, 9, start=1, when=lambda v: v["div"] > 1),
    number("flat", -50, 50, lane="flat"),
)

# Who is hurt. pv 0: not known. A familiar may be hit instead of the character (seed L259).
_VICTIM = (
    number("pv", 0, 99, role="target", field="pv"),
    wounds(),
    armour(),
    number("familiar", 0, 9, role="target", field="familiar"),
    choice("aim", ("character", "familiar"), when=lambda v: v["familiar"] > 0),
    number("fam_pv", 0, 99, when=_at_familiar, role="target", field="fam_pv"),
    number("fam_wounds", 0, 199, when=_at_familiar, role="target", field="fam_wounds"),
)

attack = Procedure(
    "attack",
    _COMBAT + _VICTIM + (number("natural", 0, 1, role="option", field="natural", asked=False),),
    _attack,
    questions=(("kill", _kill), ("hit", _hit)),
    explain="attack",
    roles=("attacker", "target"),
)
defend = Procedure("defend", _COMBAT, _defend, explain="defend", roles=ME)
suffer = Procedure("suffer", (amount(),) + _VICTIM, _suffer, explain="suffer", roles=TARGET)
