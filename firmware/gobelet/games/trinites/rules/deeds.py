"""Trinités: the actions that are no blows, each a Procedure with the skills and reactions of its printed row; and the
test of initiative, the test of surprise, the blow on an object.
"""

from gobelet.core.odds import Odds
from gobelet.core.procedure import Outcome, Procedure, choice, flag, lane, number
from gobelet.core.refused import Refused

from . import acting, actions, damage
from .acting import RISK, ROLES, penalties
from .blows import VICTIM, hurt
from .initiative import CONDITIONS, place
from .tables import DELICATE, LEVEL_NAMES, LEVEL_VALUES
from .trial import MOST, TARGET, chance, needs, odds_of, succeeds

FAILED = 0
DONE = 1
INCIDENT = -2  # failed with the penalty Risque
STOPPED = 2  # a move: somebody stood in the way

_LEVEL = choice("level", LEVEL_NAMES, DELICATE, "roll", LEVEL_VALUES)


def _row(name):
    for row in actions.ACTIONS:
        if row.split()[0] == name:
            return row.split()
    raise KeyError(name)


def _failure(v):
    return INCIDENT if RISK in penalties(v) else FAILED


def _success(v, key):
    return key == DONE


class Deed(Procedure):
    """The Procedure of an action, with the skills and reactions of its printed row. It is a class for the memory: so
    many functions of their own would take far more.

    effects(v, final)  what success does, besides what every action does
    auto(v)  whether it succeeds without dice, unless a prime is wished for; refuse(v) raises what else may refuse it
    """

    decided = None
    depth = 8
    label = None
    questions = (("win", _success),)
    roles = ROLES

    def __init__(self, name, effects=None, extra=(_LEVEL,), auto=None, refuse=None):
        row = _row(name)
        inputs = (
            acting.mine(tuple(row[1].split("/")), acting.ADVANCED if row[5] == "advanced" else acting.DEED)
            + extra
        )
        if row[4] != "-":
            inputs += acting.theirs(tuple(row[4].split("/")))
        self.name = self.explain = name
        self.inputs = inputs
        self.effects = effects
        self.auto = auto
        self.refuse = refuse

    def check(self, v):
        acting.check(v, self.name)
        if self.refuse is not None:
            self.refuse(v)

    def sure(self, v):
        """Whether it needs no dice: a prime goes with a roll only (L700)."""
        return self.auto is not None and not v["prime"] and self.auto(v)

    def won(self, v, s):
        """Whether it succeeds with the dice `s`."""
        return acting.won(v, s, lane(self, v, "roll"), lane(self, v, "react"))

    def chance(self, v):
        """Chance of that."""
        return acting.win(v, lane(self, v, "roll"), lane(self, v, "react"))

    def step(self, v, s):
        final = 0
        if not self.sure(v):
            now = acting.needs(v, s)
            if now is not None:
                return now
            if not self.won(v, s):
                return Outcome(_failure(v), tuple(acting.after(v, False)))
            final = min(s[0] + lane(self, v, "roll"), 99)
        found = self.effects(v, final) if self.effects is not None else ()
        return Outcome(DONE, tuple(acting.after(v, True)) + tuple(found))

    def odds(self, v):
        if self.sure(v):
            return Odds({DONE: 1}, 1, 0, 0, 0)
        return acting.odds_of([(DONE, self.chance(v)), (_failure(v), None)])


class Against(Deed):
    """An action against a noted result: a deferred confrontation, in which who prevents wins a tie."""

    def __init__(self, name, role, field, effects=None):
        Deed.__init__(self, name, effects, (number("noted", 0, 99, role=role, field=field),))
        self.roles = ROLES if role == "target" else ROLES[:1]

    def won(self, v, s):
        final = s[0] + lane(self, v, "roll")
        return final > v["noted"] and succeeds(s[0], final - s[0])

    def chance(self, v):
        return chance(max(TARGET, v["noted"] + 1) - lane(self, v, "roll"), v["adam_a"])


# What is encouraged or hindered: INITIATIVE, ACTION, REACTION of `initiative`, less one.
_WHAT = choice("what", ("init", "action", "reaction"))


def _pending(field):
    return number("already", 0, 3, role="target", field=field)


def _free(v):
    if v["already"]:
        raise Refused("TR-E27")


def _sway(v, field):
    return ("target", field, "=", v["what"] + 1), ("target", field + "_by", "=", "me")


def _spur(v, final):
    return _sway(v, "spurred")


def _cow(v, final):
    return _sway(v, "cowed")


def _feinted(v, final):
    return (("me", "feint", "=", "target"),)


_GRIP = ("secured", "tied", "gagged", "shield")


def _seized(v, final):
    held = (("target", "held", "=", "me"), ("target", "grip", "=", final))
    return held + tuple([("target", field, "=", 0) for field in _GRIP])


def _freed(v, final):
    return tuple([("me", field, "=", 0) for field in ("held", "grip") + _GRIP])


def _hid(v, final):
    return (("me", "hidden", "=", final),)


# What somebody who is dislodged may run into (seed L495-498): name, damage; of stairs one for 3 m.
OBSTACLES = ("nothing 0", "glass 1", "wall 2", "stairs 1")
_STAIRS = 3


def _downstairs(v):
    return v["into"] == _STAIRS


_INTO = choice("into", tuple([row.split()[0] for row in OBSTACLES]))
_DROP = number("metres", 0, 99, when=_downstairs)


def _dislodged(v, final):
    points = int(OBSTACLES[v["into"]].split()[1])
    if points and v["into"] == _STAIRS:
        points = v["metres"] // 3
    return hurt(v, damage.blow(points, protection=v["armour"])[2])


def _at_ease(v):
    return not v["engaged"]


draw = Deed("draw", None, (number("engaged", 0, 19, role="me", field="engaged"),), _at_ease)
feint = Deed("feint", _feinted)
encourage = Deed("encourage", _spur, (_LEVEL, _WHAT, _pending("spurred")), None, _free)
intimidate = Deed("intimidate", _cow, (_LEVEL, _WHAT, _pending("cowed")), None, _free)
dislodge = Deed("dislodge", _dislodged, (_LEVEL, _INTO, _DROP) + VICTIM)
disarm = Deed("disarm")
seize = Deed("seize", _seized)
hide = Deed("hide", _hid)
assess = Deed("assess")
improvise = Deed("improvise")
survey = Deed("survey")
spot = Against("spot", "target", "hidden")
break_free = Against("break_free", "me", "grip", _freed)


# Se déplacer.

_WAY = tuple([flag(row.split()[0], int(row.split()[1]), "roll") for row in actions.MOVE])
_TO = ("place", "person")
_JUMPED = tuple([-n for n in range(21)])  # one for each 30 cm up, or each metre
STAY = ("none", "corps", "esquive")  # nobody, somebody in the way, the one to be engaged


def _first_short(v):
    """The first short move of a turn succeeds of itself if nobody stands in the way and it is no complex one."""
    hard = any([v[row.split()[0]] for row in actions.MOVE if int(row.split()[1]) < 0])
    return (
        not (v["prime"] or v["moved"] or hard or v["high"] or v["far"] or acting.reacting(v))
        and v["short"] > 0
    )


# What `pairs` makes a pair of.
_MET = [("me", "engaged", "+", 1), ("target", "engaged", "+", 1)]


def _arrived(v):
    found = [("me", "moved", "=", 1), ("me", "cover", "=", v["behind"])]
    if v["to"]:
        return found + [("me", "engaged", "=", 0)] + _MET
    return found + [("me", "engaged", "=", 0)]


def _move(v, s):
    if _first_short(v):
        return Outcome(DONE, tuple(acting.after(v, True) + _arrived(v)))
    now = acting.needs(v, s)
    if now is not None:
        return now
    mod, against = lane(move, v, "roll"), lane(move, v, "react")
    moved = ("me", "moved", "=", 1)
    if acting.won(v, s, mod, against):
        return Outcome(DONE, tuple(acting.after(v, True) + _arrived(v)))
    found = acting.after(v, False) + [moved]
    if _barred(v, s, mod, against):
        return Outcome(STOPPED, tuple(found + _MET))
    return Outcome(_risky(v), tuple(found))


def _barred(v, s, mod, against):
    """Whether somebody in the way has stopped the move: he succeeds, and the mover does not beat him."""
    return v["reaction"] == 1 and succeeds(s[1], against)


def _risky(v):
    return INCIDENT if RISK in penalties(v) or v["risky"] else FAILED


def _move_odds(v):
    if _first_short(v):
        return Odds({DONE: 1}, 1, 0, 0, 0)
    mod, against = lane(move, v, "roll"), lane(move, v, "react")
    shares = [(DONE, acting.win(v, mod, against))]
    if v["reaction"] == 1:
        found, unit = acting.duel.weights(mod, against, v["adam_a"], v["adam_b"])
        shares.append((STOPPED, (found[acting.duel.B] + found[acting.duel.EQUAL], unit)))
    return acting.odds_of(shares + [(_risky(v), None)])


move = Procedure(
    "move",
    acting.mine(("athletisme",))
    + (
        choice("to", _TO),
        choice("behind", tuple(actions.names(actions.COVER)), when=lambda v: not v["to"]),
    )
    + _WAY
    + (
        number("high", 0, 20, lane="roll", mods=_JUMPED),
        number("far", 0, 20, lane="roll", mods=_JUMPED),
        flag("dragging", actions.DRAGGING, "roll"),
        number("moved", 0, 1, role="me", field="moved"),
        number("risky", 0, 1, role="combat", field="ground"),
    )
    + acting.theirs(STAY[1:]),
    _move,
    check=lambda v: acting.check(v, "move"),
    questions=(("win", _success), ("stopped", lambda v, key: key == STOPPED)),
    explain="move",
    roles=ROLES,
    odds=_move_odds,
)


# The test of initiative. Its key is 20 times the zone, and the score.


def _lined(v, final):
    zone, init = place(final, v["caught"])
    return 20 * zone + init


def _initiative(v, s):
    now = needs(v, s)
    if now is not None:
        return now
    key = _lined(v, s + lane(initiative, v, "roll"))
    return Outcome(key, (("me", "zone", "=", key // 20), ("me", "init", "=", key % 20)))


def _reach(n, adam):
    """P(natural >= n), where a natural 1 is nothing special [A-TR17]."""
    return chance(n, adam) if n > 1 else (1, 1)


def _initiative_odds(v):
    mod = lane(initiative, v, "roll")
    unit = 144
    finals = list(range(min(1 + mod, 23), 24))  # from 23 on it is 12
    shares = [_reach(final - mod, v["adam"]) for final in finals]
    for _, den in shares:
        unit = max(unit, den)
    weights = {}
    for at in range(len(finals)):
        w = shares[at][0] * unit // shares[at][1]
        if at + 1 < len(finals):
            w -= shares[at + 1][0] * unit // shares[at + 1][1]
        key = _lined(v, finals[at])
        if w:
            weights[key] = weights.get(key, 0) + w
    return Odds(weights, unit, 0, 0, 0)


initiative = Procedure(
    "initiative",
    (
        choice(
            "condition",
            tuple([row.split()[0] for row in CONDITIONS]),
            3,
            "roll",
            tuple([int(row.split()[1]) for row in CONDITIONS]),
        ),
        number("score", 0, MOST, lane="roll"),
        number("more", -30, 30, lane="roll"),
        flag("caught"),
        number("adam", 0, 1, role="me", field="adam"),
    ),
    _initiative,
    explain="initiative",
    roles=("me",),
    label=lambda key: str(key % 20),
    odds=_initiative_odds,
)


# Surprise: a test of Vigilance; who fails may not react (seed L438-441).


def _alert(v, s):
    now = needs(v, s)
    if now is not None:
        return now
    key = int(succeeds(s, lane(alert, v, "roll")))
    return Outcome(key, (("me", "surprised", "=", 1 - key),))


def _alert_odds(v):
    return odds_of(lane(alert, v, "roll"), v["adam"])


alert = Procedure(
    "alert",
    (
        number("score", 0, MOST, lane="roll"),
        _LEVEL,
        number("more", -30, 30, lane="roll"),
        number("adam", 0, 1, role="me", field="adam"),
    ),
    _alert,
    questions=(("win", _success),),
    explain="alert",
    roles=("me",),
    odds=_alert_odds,
)


# Détruire an object (seed L523-534); a holder may dodge or parry.


def _destroy(v, s):
    now = acting.needs(v, s)
    if now is not None:
        return now
    mod, against = lane(destroy, v, "roll"), lane(destroy, v, "react")
    if not acting.won(v, s, mod, against):
        return Outcome(_missed(v), tuple(acting.after(v, False)))
    if v["aim"]:
        effects = (
            (("combat", "ground", "=", 1),),
            (("target", "cover", "=", 0), ("target", "hidden", "=", 0)),
            (),
        )
        then = (
            (("dodge", {"result": min(s[0] + mod, 99), "gross": v["weapon"], "apart": 1}),)
            if v["aim"] == 3
            else ()
        )
        return Outcome(GROUND - v["aim"], tuple(acting.after(v, True)) + effects[v["aim"] - 1], then)
    key, left = _broken(v)
    return Outcome(key, tuple(acting.after(v, True)) + (("object", "pv", "=", left),))


GROUND = -9  # a key for each aim but the object, downwards from the one below it


def _missed(v):
    return INCIDENT if RISK in penalties(v) else -1


def _broken(v):
    protected = damage.protection(v["material"] - 1, v["arms"]) if v["material"] else 0
    prime = v["prime"]
    light = prime == acting.SEVERAL
    gross, protected, _ = damage.blow(
        v["weapon"],
        grave=prime == acting.GRAVE,
        light=light,
        protection=protected,
        precise=prime == acting.PRECISE,
    )
    return damage.strike_object(v["pv"], gross, protected)


def _destroy_odds(v):
    share = acting.win(v, lane(destroy, v, "roll"), lane(destroy, v, "react"))
    key = GROUND - v["aim"] if v["aim"] else _broken(v)[0]
    return acting.odds_of([(key, share), (_missed(v), None)])


destroy = Procedure(
    "destroy",
    acting.mine(("force", "melee", "tir"), acting.DESTROY)
    + (
        choice("aim", ("object", "ground", "position", "area")),
        _LEVEL,
        number("weapon", 0, 99),
        number("material", 0, 5, role="object", field="material"),
        number("arms", 0, 1, role="object", field="arms"),
        number("pv", 0, 99, role="object", field="pv"),
    )
    + acting.theirs(("esquive", "melee", "corps")),
    _destroy,
    check=lambda v: acting.check(v, "destroy"),
    questions=(
        ("hit", lambda v, key: key >= 0 or key < GROUND),
        ("break", lambda v, key: key >= v["pv"] > 0),
    ),
    explain="destroy",
    roles=("me", "target", "object"),
    odds=_destroy_odds,
)
