"""Trinités: likely targets of a roll, and input values from several fields.

The form and the result screen both use these functions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..rules import party
from ..rules.combat import SHOT
from ..rules.combat_rounds import fighters, is_conscious, victims
from ..rules.damage import UNCONSCIOUS, WOUNDED
from ..rules.engagement import foes
from ..rules.sheets import FULL, WAITS
from ..rules.tables import COMBAT, OPTIONS
from .common import next_attempt, skill_of_option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.rules.procedure import Procedure
    from gobelet.rules.sheet import State
    from gobelet.rules.types import Name, Row, Values
    from gobelet.ui.screens.types import Context

# Actions whose target must be engaged with the actor.
ENGAGED_ONLY = ("strike", "dislodge", "disarm", "seize")
# Objects that a character may hold: a portable device, a trinket, a staff or sword. Each number is a value of the
# field "kind": 1 plus the index in `damage.OBJECTS`.
HANDY = (1, 2, 4)
# Actions whose likely target is on the actor's own side.
FRIENDLY = ("encourage",)


def _best_skill(state: State, row: Row, skills: Sequence[str]) -> int:
    """Return the index in `skills` of the character's highest score.

    The index is 0 if no score is known.
    """
    scores = [party.score(state, row, OPTIONS.index(name)) if name in OPTIONS else -2 for name in skills]
    return scores.index(max(scores))


def _row(proc: Procedure, rows: Sequence[Row], role: Name) -> Row:
    """Return the row of a role, or -1 if the role is unknown or missing."""
    return rows[proc.roles.index(role)] if role in proc.roles else -1


def first_values(context: Context, proc: Procedure, rows: Sequence[Row]) -> Values:
    """Return the first input values of an action, which the players may change.

    The values are the index of the actor's best skill, and 1 for the input "short" of a move.
    """
    me = _row(proc, rows, "me")
    found = {}
    for i in proc.inputs:
        if i.name == "skill" and me >= 0 and i.options:
            found["skill"] = _best_skill(context.session.state, me, i.options)
        elif i.name == "short":
            found["short"] = 1
    return found


def values_from_sheets(
    context: Context, proc: Procedure, rows: list[Row], given: Values, entered: Sequence[Name] = ()
) -> Values:
    """Return values from the Sheets for inputs whose declaration names no field.

    - given    the present input values;
    - entered  the names of the inputs that the players have entered.
    """
    get = context.session.get
    me = _row(proc, rows, "me")
    target = _row(proc, rows, "target")
    found: Values = {}
    if proc.name in ONE_CHARACTER:
        return ONE_CHARACTER[proc.name](context, me, given) if me >= 0 else found
    if proc.name == "rest" and target >= 0:
        from ..rules.health import best_carer_score

        return {"soins": best_carer_score(context.session.state, target)}
    if proc.name not in COMBAT:
        return found
    unaware = 0
    if target >= 0:
        feinted = me >= 0 and get("char", me, "feint") == target + 1
        unaware = 1 if feinted or get("char", target, "surprised") else 0
    for i in proc.inputs:
        if i.name in ("weapon", "sword", "area") and me >= 0 and get("char", me, "weapon"):
            found[i.name] = get("char", me, i.name)
        elif i.name == "dragging" and me >= 0:
            found["dragging"] = 1 if victims(context.session.state, me) else 0
        elif i.name == "t_cover" and target >= 0:
            found["t_cover"] = get("char", target, "cover")
        elif i.name in ("inert", "still") and target >= 0:
            found[i.name] = int(not is_conscious(context.session.state, target))
        elif i.name == "unaware" and target >= 0:
            found["unaware"] = unaware
        elif i.name == "reaction" and target >= 0 and i.options:
            is_aware = not (given["unaware"] if "unaware" in entered else unaware)
            found["reaction"] = _best_reaction(context, proc, rows, given, i.options) if is_aware else 0
    return found


def _best_reaction(
    context: Context, proc: Procedure, rows: list[Row], given: Values, options: Sequence[str]
) -> int:
    """Return the index in `options` of the reaction with the target's highest score.

    The caller has checked that the target is not surprised. The result is 0 if the target does not react.
    """
    state = context.session.state
    me = _row(proc, rows, "me")
    target = _row(proc, rows, "target")
    # The target of a move does not react unless the players choose a reaction. The target of a draw reacts only if
    # the actor is engaged. The target of "destroy" reacts only if a character can hold the object (L520).
    alone = proc.name == "move" or (
        proc.name == "draw" and not (me >= 0 and state.get("char", me, "engaged"))
    )
    if proc.name == "destroy":
        thing = (rows + [-1])[proc.roles.index("object") :][0]
        alone = thing < 0 or state.get("object", thing, "kind") not in HANDY
    if alone or not is_conscious(state, target):
        return 0
    return 1 + _best_skill(state, target, [skill_of_option(proc, given, option) for option in options[1:]])


def _attempt_value(context: Context, me: Row, given: Values) -> Values:
    """Return {"attempt": index in ATTEMPTS} for a test with the values `given`."""
    session = context.session
    proc = session.procedure(session.procedure_index("test"))
    values = {i.name: given.get(i.name, i.start) for i in proc.inputs}
    values["attempt"] = 0
    return {"attempt": next_attempt(session, proc, me, values)}


def _surprise_value(context: Context, me: Row, given: Values) -> Values:
    return {"caught": context.session.get("char", me, "surprised")}


def _owed_karma_values(context: Context, me: Row, given: Values) -> Values:
    """Return {"light": points, "dark": points}, the Karma that a character still owes.

    The character pays these points in later rounds (L322). The dict is empty if the character owes no Karma.
    """
    if me >= FULL:
        return {}
    owed = [context.session.get("adam", me, field) for field in ("owed_l", "owed_t")]
    return {"light": owed[0], "dark": owed[1]} if max(owed) else {}


def _nature_value(context: Context, me: Row, given: Values) -> Values:
    """Return {"nature": index} if only one nature of Karma can pay for regeneration.

    The dict is empty if the player may choose the nature.
    """
    now = party.condition(context.session.state, me)
    return {"nature": int(now == UNCONSCIOUS)} if now in (WOUNDED, UNCONSCIOUS) else {}


def _wish_values(context: Context, me: Row, given: Values) -> Values:
    # Imported here, because the form of a purchase loads this module in any case.
    from ..rules.growth import next_wish

    return next_wish(context.session.state, me, given)


def _surprise_result(context: Context, me: Row, given: Values) -> Values:
    """Return {"noted": final result} of the character who probably causes a surprise.

    During a turn, the acting character causes the surprise. Outside a turn, the character of the other side with
    the highest final result causes the surprise. The final result is that of hiding [Discrétion], or the stored
    result of a deferred confrontation.
    """
    get = context.session.get
    acts = get("combat", 0, "active")
    rows = (
        [acts]
        if acts >= 0
        else [row for row in party.living_rows(context.session.state) if (row < FULL) != (me < FULL)]
    )
    found = [0]
    for row in rows:
        if row != me:
            waits = get("char", row, "pending") == WAITS
            found += [get("char", row, "hidden"), get("char", row, "result") * waits]
    return {"noted": min(max(found), 99)}


# For each Procedure with a single character, the function that returns input values from the Sheets.
ONE_CHARACTER = {
    "alert": _surprise_result,
    "test": _attempt_value,
    "initiative": _surprise_value,
    "spend": _owed_karma_values,
    "regen": _nature_value,
    "buy": _wish_values,
}


def targets(context: Context, proc: Procedure, rows: Sequence[Row], given: Values | None = None) -> list[Row]:
    """Return the rows of the possible targets of a roll, the likely targets first.

    For a further roll of an attack on several targets, these are all characters except the attacker and the
    characters already attacked. For any other roll, `_ranked_targets` returns the order.
    """
    state = context.session.state
    if given and given.get("by"):
        return [row for row in party.other_rows(state, given["by"] - 1) if not was_hit(given, row)]
    return [line[-1] for line in _ranked_targets(context, proc, rows)]


def likely_targets(context: Context, proc: Procedure, rows: Sequence[Row]) -> list[Row]:
    """Return the rows of the targets that are as likely as the first of `targets`."""
    order = _ranked_targets(context, proc, rows)
    return [line[-1] for line in order if line[:4] == order[0][:4]]


def _ranked_targets(
    context: Context, proc: Procedure, rows: Sequence[Row]
) -> list[tuple[bool, bool, bool, bool, bool, Row]]:
    """Return (five flags, row) for each possible target, the likely targets first.

    The list is sorted, and False sorts before True. The flags are False for these characters:

    - first   a hidden character, or any character if the action is not "spot";
    - second  an engaged opponent, if the action is in ENGAGED_ONLY;
    - third   a character of the other side, or of the actor's side if the action is in FRIENDLY;
    - fourth  a conscious character;
    - fifth   the target of the last action.
    """
    state = context.session.state
    me = rows[proc.roles.index("me")] if "me" in proc.roles else -1
    last = state.get("combat", 0, "target")
    friendly = proc.name in FRIENDLY
    near = foes(state, me) if me >= 0 and proc.name in ENGAGED_ONLY else ()
    order = []
    for row in party.other_rows(state, me):
        strange = ((row < FULL) == (me < FULL)) != friendly
        sought = proc.name == "spot" and not state.get("char", row, "hidden")
        order.append((sought, row not in near, strange, not is_conscious(state, row), row != last, row))
    return sorted(order)


def hostage(context: Context, row: Row) -> Row:
    """Return the row of the hostage who serves the character in `row` as cover, or -1."""
    state = context.session.state
    held = victims(state, row) if row >= 0 else []
    return ([one for one in held if state.get("char", one, "shield")] + [-1])[0]


def other_reactors(state: State, acts: Row) -> list[Row]:
    """Return the rows of the characters who may react to the actor's action.

    `acts` is the actor's row. The list has all other conscious characters in the combat, and begins with those of
    the other side.
    """
    rows = [row for row in party.other_rows(state, acts) if is_conscious(state, row)]
    return sorted(rows, key=lambda row: ((row < FULL) == (acts < FULL), row))


MASK_ROWS = 10  # number of characters in each of the bit masks "hit_a" and "hit_b"


def was_hit(known: Values, row: Row) -> bool:
    """Tell whether an attack was already made on the character in `row`.

    `known` has the values of an attack on several targets.
    """
    return known[("hit_a", "hit_b")[row // MASK_ROWS]] >> row % MASK_ROWS & 1 > 0


def with_hit(known: Values, by: Row, row: Row) -> Values:
    """Return `known`, with the character in `row` as a target already attacked.

    `known` has the values of an attack on several targets. `by` is the attacker's row. The row -1 adds no target.
    """
    found = dict(known)
    for name in ("hit_a", "hit_b"):
        found.setdefault(name, 0)
    found["by"] = by + 1
    if row >= 0 and not was_hit(found, row):
        found[("hit_a", "hit_b")[row // MASK_ROWS]] += 1 << row % MASK_ROWS
    return found


def next_target(context: Context, row: Row, known: Values) -> Row:
    """Return the row of the next target in an attack on several targets, or -1.

    `row` is the row of the present target. The targets of a strike are the attacker's engaged opponents (L707), if
    the attacker has any. The targets of any other attack are on the same side as the present target.
    """
    state = context.session.state
    by = known["by"] - 1
    near = foes(state, by) if by >= 0 and 0 < known.get("attack", 0) < SHOT else []
    found = []
    for one, _, _ in fighters(state):
        meant = one in near if near else (one < FULL) == (row < FULL)
        if meant and one != by and is_conscious(state, one) and not was_hit(known, one):
            found.append(one)
    found.sort()
    return ([one for one in found if one > row] + found + [-1])[0]
