"""Trinités: Détruire an object (seed L523-534); a holder may dodge or parry."""

from gobelet.core.procedure import Outcome, Procedure, choice, lane, number
from gobelet.core.refused import Refused

from . import acting, damage
from .acting import RISK, penalties
from .deed import INCIDENT
from .trial import LEVEL


def _check(v):
    acting.check(v, "destroy")
    if not (v["aim"] or v["pv"]):  # nothing to strike, or destroyed already
        raise Refused("TR-OBJ")


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
        LEVEL,
        number("weapon", 0, 99),
        number("material", 0, 5, role="object", field="material"),
        number("arms", 0, 1, role="object", field="arms"),
        number("pv", 0, 99, role="object", field="pv"),
    )
    + acting.theirs(("esquive", "melee", "corps")),
    _destroy,
    check=_check,
    questions=(
        ("hit", lambda v, key: key >= 0 or key < GROUND),
        ("break", lambda v, key: key >= v["pv"] > 0),
    ),
    explain="deed",
    roles=("me", "target", "object"),
    odds=_destroy_odds,
)
