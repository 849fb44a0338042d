"""Tri'Nytia: the steps of attack, defence, wounds, healing and death."""

from gobelet.core.procedure import OPPONENT, Ask, Outcome, Roll

from . import combat, tables
from .moves import ACTED, BOTH
from .sheets import GONE

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


ATTACK = Roll(BOTH, _attack_fold)
DEFEND = Roll(BOTH, lambda v, s, faces: result(v, faces, False)[2])


def attack(v, s):
    if s is None:
        return ATTACK
    return _hurt(v, s, (("attacker", "fought", "+", 1), ACTED), True)


def suffer(v, s):
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


def kill(v, key):
    """Whether `key` wounds kill although all armour absorbs; False if the PV are not known."""
    pv, before = victim(v)
    return 0 < pv <= before + max(0, key - v["armour"])


def hit(v, key):
    return key > 0


def defend(v, s):
    if s is None:
        return DEFEND
    return Outcome(s, (("me", "armour", "+", s), ("me", "fought", "+", 1), ACTED))


def heal(v, s):
    after, armour = healed(v)
    effects = (("target", "wounds", "=", after), ("target", "armour", "=", armour))
    return Outcome(v["wounds"] - after, effects, word="armour" if armour > v["armour"] else None)


def healed(v):
    """(wounds, armour) after healing."""
    return combat.heal(v["wounds"], v["armour"], v["amount"], v["spill"])


def check_death(v):
    if v["faction"] and v["of"] >= 0:
        tables.check_faction((v["of"],) * 3, v["faction"], v["dead"] + 1)


def death(v, s):
    effects = [("target", name, "=", value) for name, value in GONE]
    return Outcome(v["faction"], tuple(effects) + (("target", "faction", "=", v["faction"]),))
