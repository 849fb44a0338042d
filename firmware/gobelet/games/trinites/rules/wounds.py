"""Trinités: further targets of an attack; wounds from elsewhere."""

from gobelet.core.procedure import Outcome, Procedure, flag, lane, number

from . import acting, damage
from .tables import MOST
from .trial import TARGET, chance, needs, succeeds
from .victim import MISS, VICTIM, alive, faints, hurt, kills

# Another target of the same attack, or of an attack of an area: it reacts to the final result that was rolled, and is
# hurt if it does not prevail; who prevents wins a tie. After an attack of an area all stand apart (seed L521).
_NOTED = (number("result", 0, 99, start=TARGET), number("gross", 0, 99), flag("apart"))
# A sword does more to a Trinité (seed L277).
_SWORD = (number("sword", 0, 1, asked=False), number("twice", 0, 99, when=lambda v: v["sword"]))
_PASSED = ("result", "gross", "apart", "sword", "twice")


def _gross(v):
    """Damage to this target, before its protection."""
    return v["twice"] if v["sword"] and v["adam_b"] else v["gross"]


def _dodge(v, s):
    now = needs(v, s)
    if now is not None:
        return now
    mod = lane(dodge, v, "roll")
    apart = (("target", "engaged", "=", 0),) if v["apart"] else ()
    then = (("dodge", {name: v[name] for name in _PASSED}),)
    if succeeds(s, mod) and s + mod >= v["result"]:
        return Outcome(MISS, apart, then)
    key = max(0, _gross(v) - v["armour"])
    return Outcome(key, hurt(v, key) + apart, then)


def _dodge_odds(v):
    key = max(0, _gross(v) - v["armour"])
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
    + VICTIM
    + _SWORD,
    _dodge,
    check=alive,
    questions=(("dodge", lambda v, key: key == MISS), ("faint", faints), ("kill", kills)),
    explain="dodge",
    roles=("target",),
    odds=_dodge_odds,
)


# A wound from elsewhere: damage less the protection.


def _suffer(v, s):
    armour = 0 if v["bare"] else v["armour"]
    key = damage.blow(_gross(v), protection=armour, precise=v["precise"])[2]
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
    + VICTIM
    + _SWORD,
    _suffer,
    check=alive,
    roles=("target",),
)
