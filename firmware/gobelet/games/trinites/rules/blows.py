"""Trinités: Frapper, Tirer and what they do to whom they hit; further targets; wounds from elsewhere; objects.

The key of a blow is the life points lost, or one of the numbers below 0.
"""

from gobelet.core.procedure import Outcome, Procedure, choice, flag, lane, number
from gobelet.core.refused import Refused

from . import acting, actions, damage
from .acting import GRAVE, LIGHT, NONLETHAL, PRECISE, RISK, ROLES, SEVERAL, penalties, reacting
from .initiative import wounded
from .sheets import LINES
from .trial import MOST, TARGET, chance, needs, succeeds

MISS = -1
INCIDENT = -2  # a miss with the penalty Risque
COVERED = -3  # the cover was hit
HALF = -10  # less what an area weapon does all the same

SHIELD = 2  # places in actions.COVER
HIDDEN = 6
BEYOND = 3  # place in _SPANS

# How far a shot goes: of the range of the weapon (seed L668-677).
_SPANS = ("within", "twice", "thrice", "beyond")


def _flags(table):
    return tuple([flag(row.split()[0], int(row.split()[1]), "roll") for row in table])


# Who is hurt.
VICTIM = (
    number("boxes", 0, 24, role="target", field="boxes"),
    number("dead", 0, 1, role="target", field="dead"),
    number("armour", 0, 20, role="target", field="armour"),
    number("t_zone", 0, 3, role="target", field="zone"),
    number("t_init", 0, 12, role="target", field="init"),
    number("round", 0, 999, role="combat", field="round"),
)
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
    ),
)


def lost(v, missed=False):
    """(damage, life points lost) of a hit, or of the miss of an area weapon."""
    prime = v["prime"]
    light = (prime == SEVERAL) + (LIGHT in penalties(v))
    doubled = v["sword"] and v["adam_b"]
    precise = prime == PRECISE
    found = damage.blow(v["weapon"], doubled, prime == GRAVE, light, missed, v["armour"], precise)
    return found[0], found[2]


def hurt(v, points, nonlethal=False):
    """Effects of a wound on the target."""
    if points < 1:
        return ()
    found = wounded(v["boxes"], v["adam_b"], v["t_zone"], v["t_init"], points, nonlethal, v["round"])
    return tuple([("target", field, "=", value) for field, value in found])


def _points(key):
    return key if key >= 0 else max(0, HALF - key)


def _result(v, key):
    nonlethal = v.get("prime") == NONLETHAL or v.get("nonlethal", 0) > 0
    return damage.hurt(v["boxes"], LINES[v["adam_b"]], _points(key), nonlethal)


def _hit(v, key):
    return key >= 0


def _faint(v, key):
    state = _result(v, key)
    return state[3] or state[1] == damage.DEAD


def _kill(v, key):
    return _result(v, key)[1] == damage.DEAD


CHANCES = (("hit", _hit), ("faint", _faint), ("kill", _kill))


def _label(key):
    return "%d½" % (HALF - key) if key <= HALF else str(key)


def _alive(v):
    if v["dead"]:
        raise Refused("TR-E08", name="who.target")


def _check_strike(v):
    _alive(v)
    acting.check(v, "strike")


def _check_shoot(v):
    _alive(v)
    acting.check(v, "shoot")
    if v["span"] == BEYOND:
        raise Refused("TR-FAR")
    if v["t_cover"] == HIDDEN:
        raise Refused("TR-HID")


def _missed(v):
    """Key of a blow that misses."""
    if v.get("area"):
        return HALF - lost(v, True)[1]
    return INCIDENT if RISK in penalties(v) else MISS


def _struck(proc, v, s):
    """What a blow does once all dice have fallen."""
    mod, against = lane(proc, v, "roll"), lane(proc, v, "react")
    bare = mod - _cover(v)
    noted = (("me", "weapon", "=", v["weapon"]), ("me", "sword", "=", v["sword"]))
    if "area" in v:
        noted += (("me", "area", "=", v["area"]),)
    then = ()
    gross, key = lost(v)
    if v["prime"] == SEVERAL and succeeds(
        s[0], mod
    ):  # each of the others prevails or not, whatever this one did
        then = (("dodge", {"result": min(s[0] + mod, 99), "gross": gross}),)
    if acting.won(v, s, mod, against):
        hits = hurt(v, key, v["prime"] == NONLETHAL)
        return Outcome(key, tuple(acting.after(v, True)) + noted + hits, then)
    if bare != mod and acting.won(v, s, bare, against):
        key = COVERED
        if v["t_cover"] == SHIELD:
            then += (("suffer", {"gross": gross}),)
    else:
        key = _missed(v)
    hits = hurt(v, _points(key)) if key <= HALF else ()
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
        shares.append((COVERED, (num * unit - less * den, den * unit)))
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
    explain="strike",
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
    + VICTIM,
    _shoot,
    check=_check_shoot,
    questions=CHANCES,
    explain="shoot",
    roles=ROLES,
    label=_label,
    odds=_shoot_odds,
)


# Another target of the same attack, or of an attack of an area: it reacts to the final result that was rolled, and is
# hurt if it does not prevail; who prevents wins a tie. After an attack of an area all stand apart (seed L521).
_NOTED = (number("result", 0, 99, start=TARGET), number("gross", 0, 99), flag("apart"))


def _dodge(v, s):
    now = needs(v, s)
    if now is not None:
        return now
    mod = lane(dodge, v, "roll")
    apart = (("target", "engaged", "=", 0),) if v["apart"] else ()
    then = (("dodge", {name: v[name] for name in ("result", "gross", "apart")}),)
    if succeeds(s, mod) and s + mod >= v["result"]:
        return Outcome(MISS, apart, then)
    key = max(0, v["gross"] - v["armour"])
    return Outcome(key, hurt(v, key) + apart, then)


def _dodge_odds(v):
    key = max(0, v["gross"] - v["armour"])
    share = chance(max(TARGET, v["result"]) - lane(dodge, v, "roll"), v["adam"])
    return acting.odds_of([(MISS, share), (key, None)])


dodge = Procedure(
    "dodge",
    (
        number("score", 0, MOST, lane="roll"),
        number("more", -30, 30, lane="roll"),
        number("adam", 0, 1, role="target", field="adam"),
    )
    + _NOTED
    + (number("adam_b", 0, 1, role="target", field="adam"),)
    + VICTIM,
    _dodge,
    check=_alive,
    questions=(("dodge", lambda v, key: key == MISS), ("faint", _faint), ("kill", _kill)),
    explain="dodge",
    roles=("target",),
    odds=_dodge_odds,
)


# A wound from elsewhere: damage less the protection.


def _suffer(v, s):
    armour = 0 if v["bare"] else v["armour"]
    key = damage.blow(v["gross"], protection=armour, precise=v["precise"])[2]
    return Outcome(key, hurt(v, key, v["nonlethal"]))


suffer = Procedure(
    "suffer",
    (
        number("gross", 0, 99),
        flag("bare"),
        flag("precise", when=lambda v: not v["bare"]),
        flag("nonlethal"),
        number("adam_b", 0, 1, role="target", field="adam"),
    )
    + VICTIM,
    _suffer,
    check=_alive,
    roles=("target",),
)
