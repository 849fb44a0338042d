"""Trinités: Frapper, Tirer.

The key of a blow is the life points lost, or one of the numbers below 0.
"""

from gobelet.core.procedure import Outcome, Procedure, choice, flag, lane, number
from gobelet.core.refused import Refused

from . import acting, actions
from .acting import NONLETHAL, PRECISE, RISK, ROLES, SEVERAL, penalties, reacting
from .trial import succeeds
from .victim import CHANCES, HALF, HALF_INCIDENT, MISS, VICTIM, alive, hurt, lost, points

INCIDENT = -2  # a miss with the penalty Risque
COVERED = -3  # the cover was hit
COVERED_INCIDENT = -4  # with the penalty Risque: the action has failed (seed L763)

SHIELD = 2  # places in actions.COVER
HIDDEN = 6
BEYOND = 3  # place in _SPANS

# How far a shot goes: of the range of the weapon (seed L668-677).
_SPANS = ("within", "twice", "thrice", "beyond")


def _flags(table):
    return tuple([flag(row.split()[0], int(row.split()[1]), "roll") for row in table])


_WEAPON = (number("weapon", 0, 99), flag("sword"))
_CROWD = (
    number(
        "crowd",
        0,
        19,
        lane="react",
        mods=tuple([actions.crowd(n) for n in range(20)]),
        when=reacting,
        role="target",
        field="engaged",
        asked=False,
    ),
)


def _label(key):
    if key > HALF:
        return str(key)
    return "%d (½)%s" % (points(key), " incident" if key <= HALF_INCIDENT else "")


def _check_strike(v):
    alive(v)
    acting.check(v, "strike")


def _check_shoot(v):
    alive(v)
    acting.check(v, "shoot")
    if v["span"] == BEYOND:
        raise Refused("TR-FAR")
    if v["t_cover"] == HIDDEN:
        raise Refused("TR-HID")


def _missed(v, miss=MISS, incident=INCIDENT):
    """Key of a blow that misses: that of the half damage of an area weapon (seed L666), else one of these two."""
    risk = RISK in penalties(v)
    if v.get("area"):
        return (HALF_INCIDENT if risk else HALF) - lost(v, True)[1]
    return incident if risk else miss


def _covered(v):
    """Key of a shot that hits the cover: an area weapon does its half damage to the target, as with any miss, unless
    the table reads it otherwise [A-TR32].
    """
    if v["stopped"]:
        return COVERED_INCIDENT if RISK in penalties(v) else COVERED
    return _missed(v, COVERED, COVERED_INCIDENT)


def _elsewhere(v):
    """What a blow is to somebody else: a sword does its double to a Trinité only (seed L277)."""
    human, adam = dict(v), dict(v)
    human["adam_b"], adam["adam_b"] = 0, 1
    return {"gross": lost(human)[0], "sword": v["sword"], "twice": lost(adam)[0]}


def _struck(proc, v, s):
    """What a blow does once all dice have fallen."""
    mod, against = lane(proc, v, "roll"), lane(proc, v, "react")
    bare = mod - _cover(v)
    noted = (("me", "weapon", "=", v["weapon"]), ("me", "sword", "=", v["sword"]))
    if "area" in v:
        noted += (("me", "area", "=", v["area"]),)
    then = ()
    key = lost(v)[1]
    if v["prime"] == SEVERAL and succeeds(s[0], mod):  # whatever this one did, each of the others reacts
        known = _elsewhere(v)
        known["result"] = min(s[0] + mod, 99)
        then = (("dodge", known),)
    if acting.won(v, s, mod, against):
        hits = hurt(v, key, v["prime"] == NONLETHAL)
        return Outcome(key, tuple(acting.after(v, True)) + noted + hits, then)
    if bare != mod and acting.won(v, s, bare, against):
        key = _covered(v)
        if v["t_cover"] == SHIELD:
            known = _elsewhere(v)
            known["precise"] = int(v["prime"] == PRECISE)
            known["nonlethal"] = int(v["prime"] == NONLETHAL)
            then += (("suffer", known),)
    else:
        key = _missed(v)
    hits = hurt(v, points(key), v["prime"] == NONLETHAL)
    return Outcome(key, tuple(acting.after(v, False)) + noted + hits, then)


def _cover(v):
    """Modifier of the target's cover."""
    return actions.modifier(actions.COVER, v["t_cover"]) or 0 if "t_cover" in v else 0


def _odds(proc, v):
    mod, against = lane(proc, v, "roll"), lane(proc, v, "react")
    shares = [(lost(v)[1], acting.win(v, mod, against))]
    if _cover(v):
        num, den = acting.win(v, mod - _cover(v), against)
        less, unit = shares[0][1]
        shares.append((_covered(v), (num * unit - less * den, den * unit)))
    return acting.odds_of(shares + [(_missed(v), None)])


def _strike(v, s):
    return acting.needs(v, s) or _struck(strike, v, s)


def _shoot(v, s):
    return acting.needs(v, s) or _struck(shoot, v, s)


def _strike_odds(v):
    return _odds(strike, v)


def _shoot_odds(v):
    return _odds(shoot, v)


strike = Procedure(
    "strike",
    acting.mine(("corps", "melee"), acting.BLOW)
    + _WEAPON
    + acting.theirs(("same", "esquive"))
    + _flags(actions.STRIKE)
    + _CROWD
    + VICTIM,
    _strike,
    check=_check_strike,
    questions=CHANCES,
    explain="why_blows.blow",
    roles=ROLES,
    label=_label,
    odds=_strike_odds,
)
shoot = Procedure(
    "shoot",
    acting.BLOW
    + (choice("span", _SPANS, 1, "roll", (actions.NEAR, 0, actions.FAR, 0)),)
    + _WEAPON
    + (flag("area"),)
    + acting.theirs(("esquive",))
    + _flags(actions.SHOOT)
    + (
        choice(
            "t_cover",
            tuple(actions.names(actions.COVER)),
            0,
            "roll",
            tuple([actions.modifier(actions.COVER, at) or 0 for at in range(len(actions.COVER))]),
        ),
    )
    + VICTIM
    + (number("stopped", 0, 1, role="option", field="stopped", asked=False),),
    _shoot,
    check=_check_shoot,
    questions=CHANCES,
    explain="why_blows.blow",
    roles=ROLES,
    label=_label,
    odds=_shoot_odds,
)
