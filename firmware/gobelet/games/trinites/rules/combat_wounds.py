"""Trinités: further targets of an attack; wounds from elsewhere (dossier 4.7, 4.10, seed L521, L668)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.core.procedure import Outcome, Procedure, flag, lane, number

from . import combat, damage
from .combat import MISS, VICTIM, alive, faints, kills, wound_effects
from .natural import TARGET, chance, needs, succeeds
from .tables import MOST

if TYPE_CHECKING:
    from gobelet.core.odds import Odds
    from gobelet.core.types import Progress, Step, Values

# Another target of the same attack, or of an attack of an area: it reacts to the final result that was rolled, and is
# hurt if it does not prevail; who prevents wins a tie. After an attack of an area all stand apart (seed L521).
_NOTED = (number("result", 0, 99, start=TARGET), number("gross", 0, 99), flag("apart"))
# A sword does more to a Trinité (seed L277).
_SWORD = (number("sword", 0, 1, asked=False), number("twice", 0, 99, when=lambda values: values["sword"]))
_PASSED = ("result", "gross", "apart", "sword", "twice")


def _gross(values: Values) -> int:
    """Damage to this target, before its protection."""
    return values["twice"] if values["sword"] and values["adam_b"] else values["gross"]


def _dodge(values: Values, progress: Progress) -> Step:
    now = needs(values, progress)
    if now is not None:
        return now
    mod = lane(dodge, values, "roll")
    apart = (("target", "engaged", "=", 0),) if values["apart"] else ()
    then = (("dodge", {name: values[name] for name in _PASSED}),)
    if succeeds(progress, mod) and progress + mod >= values["result"]:
        return Outcome(MISS, apart, then)
    key = max(0, _gross(values) - values["armour"])
    return Outcome(key, wound_effects(values, key) + apart, then)


def _dodge_odds(values: Values) -> Odds:
    key = max(0, _gross(values) - values["armour"])
    share = chance(max(TARGET, values["result"]) - lane(dodge, values, "roll"), values["adam"])
    return combat.odds_of_shares([(MISS, share), (key, None)])


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
    questions=(("dodge", lambda values, key: key == MISS), ("faint", faints), ("kill", kills)),
    explain="dodge",
    roles=("target",),
    odds=_dodge_odds,
)


# A wound from elsewhere: damage less the protection.


def _suffer(values: Values, progress: Progress) -> Outcome:
    armour = 0 if values["bare"] else values["armour"]
    key = damage.blow(_gross(values), protection=armour, precise=values["precise"])[2]
    return Outcome(key, wound_effects(values, key, values["nonlethal"]))


suffer = Procedure(
    "suffer",
    (
        number("gross", 0, 99),
        flag("bare"),
        flag("precise", when=lambda values: not values["bare"]),
        flag("nonlethal"),
        number("adam_b", 0, 1, role="target", field="adam"),
    )
    + VICTIM
    + _SWORD,
    _suffer,
    check=alive,
    roles=("target",),
)
