"""Trinités: the memo of a combat, its rounds and turns (RULES 3.5, 4.6, 4.7).

The memo is a board where each character has a die, which shows the score of initiative. The board has three
zones. From the rear to the front they are en retrait, en garde, and feu de l'action, here called the fire.
The die in the fire with the highest score acts, and moves to en garde.

Functions with a State as an argument return changes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.refused import Refused

from . import damage
from .engagement import with_linked_changes
from .sheets import CHARACTERS, FEU, GARDE, INITIATIVE, LINES, OUT, RETRAIT, SWAY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.rules.sheet import State
    from gobelet.rules.types import Change, Field, Row

    Die = tuple[Row, int, int]  # row of a character, zone and score of the die in the memo

MOST_INITIATIVE = 12


def fluctuate(zone: int, score: int) -> tuple[int, int]:
    """Return (zone, score), with a score outside 1 to 12 wrapped (L386-397).

    A score below 1 gets 12 more and moves the die one zone to the rear. A score above 12 gets 12 less and
    moves the die one zone to the front. This repeats until the score is in range [A-TR07]. At either end the
    score stops at 1 or 12.
    """
    while not 1 <= score <= MOST_INITIATIVE:
        if score < 1:
            if zone == RETRAIT:
                score = 1
            else:
                score += MOST_INITIATIVE
                zone -= 1
        elif zone == FEU:
            score = MOST_INITIATIVE
        else:
            score -= MOST_INITIATIVE
            zone += 1
    return zone, score


def next_zone(zone: int) -> int:
    """Return the zone of a conscious character when a round begins.

    A die moves one zone to the front: from en garde to the fire, or from en retrait to en garde (L377-379).
    """
    return min(zone + 1, FEU)


def leaders(dice: Sequence[Die]) -> list[Row]:
    """Return the rows with the highest score in the fire.

    Characters with equal scores act at the same time (L382). `dice` has (row, zone, score) of every fighter.
    """
    best = max([score for _, zone, score in dice if zone == FEU] or [0])
    return [row for row, zone, score in dice if zone == FEU and score == best]


# On the Sheets


def fighters(state: State) -> list[Die]:
    """List (row, zone, score) of the fighters, sorted by zone and score."""
    get = state.get
    order = []
    for row in range(CHARACTERS):
        zone = get("char", row, "zone")
        if zone:  # one number for each row, because a sort by a key function would call it for each row
            order.append(row - CHARACTERS * ((MOST_INITIATIVE + 1) * zone + get("char", row, "init")))
    rows = [rank % CHARACTERS for rank in sorted(order)]
    return [(row, get("char", row, "zone"), get("char", row, "init")) for row in rows]


def line(state: State, row: Row) -> int:
    """Return the number of boxes in a line of life."""
    return LINES[state.get("char", row, "adam")]


def is_conscious(state: State, row: Row) -> bool:
    """Tell whether a character is alive and conscious."""
    get = state.get
    return not get("char", row, "dead") and get("char", row, "boxes") <= 2 * line(state, row)


def is_able(state: State, row: Row) -> bool:
    """Tell whether a character can act now.

    A character who has lost consciousness or died in a simultaneous turn can still act in it (L382). The
    players may choose another reading [A-TR30].
    """
    get = state.get
    tied = get("char", row, "acting") and get("char", row, "tie")
    return is_conscious(state, row) or (tied > 0 and not get("option", 0, "felled"))


def acting_rows(state: State) -> list[Row]:
    """Return the rows of the characters whose turn it is.

    The list has several rows if characters with equal scores act together. It includes a character who has
    just died in this turn.
    """
    get = state.get
    acting = [row for row in range(CHARACTERS) if get("char", row, "acting")]
    if not acting:
        return acting
    found = [row for row, _, _ in fighters(state) if row in acting]
    return found + [
        row for row in acting if row not in found and get("char", row, "dead") and is_able(state, row)
    ]


def round_start_changes(state: State) -> list[Change]:
    """Return the changes at the start of a round.

    The counts of spent Karma start again at 0.
    """
    changes = [("combat", 0, "round", state.get("combat", 0, "round") + 1), ("combat", 0, "active", -1)]
    for row, zone, _ in fighters(state):
        if is_conscious(state, row):
            changes.append(("char", row, "zone", next_zone(zone)))
        changes += [("char", row, "spent_l", 0), ("char", row, "spent_t", 0)]
    return changes


def next_rows(state: State) -> list[Row]:
    """Return the rows that act next, or [] at the end of the round.

    A simultaneous turn that has begun continues first. After it, the leaders in the fire act.
    """
    return acting_rows(state) or leaders(fighters(state))


def turn_start_changes(state: State) -> list[Change]:
    """Return the changes that give the turn to the next characters.

    Their dice move from the fire to en garde (L380). The list is empty at the end of a round, when the fire
    is empty.
    """
    rows = acting_rows(state)
    if rows:
        return [("combat", 0, "active", rows[0])]
    changes: list[Change] = []
    rows = leaders(fighters(state))
    for row in rows:
        changes += [
            ("char", row, "zone", GARDE),
            ("char", row, "acting", 1),
            ("char", row, "tie", len(rows[1:2])),
        ]
        changes += [("char", row, "plan", 0), ("char", row, "event", 0)]
    if changes:
        changes.append(("combat", 0, "active", changes[0][1]))
    return changes


def step_in_changes(state: State, row: Row) -> list[Change]:
    """Return the changes that give `row` the turn before the present actor.

    The character must act at the same time, or wait for an event with an announced plan. For any other
    character the list is empty. The interrupted character continues afterwards.
    """
    get = state.get
    if get("char", row, "event") and get("char", row, "plan"):
        return [("char", row, "event", 0), ("char", row, "acting", 1), ("combat", 0, "active", row)]
    if get("char", row, "acting") and get("combat", 0, "active") != row:
        return [("combat", 0, "active", row)]
    return []


def wait_changes(state: State, row: Row, points: int) -> list[Change]:
    """Return the changes when a die in the fire loses `points` [A-TR18].

    A character who waits lowers the initiative in this way. Raise TR-E07 for less than one point.
    """
    if points < 1:
        raise Refused("TR-E07")
    zone, init = fluctuate(FEU, state.get("char", row, "init") - points)
    return [
        ("char", row, "zone", zone),
        ("char", row, "init", init),
        ("char", row, "acting", 0),
        ("combat", 0, "active", -1),
    ]


def initiative_changes(state: State, row: Row, points: int) -> list[Change]:
    """Return the changes that add `points` to an initiative.

    The list is empty outside a combat, and for an unconscious character (L402).
    """
    zone = state.get("char", row, "zone")
    if not points or not zone or not is_conscious(state, row):
        return []
    zone, init = fluctuate(zone, state.get("char", row, "init") + points)
    return [("char", row, "zone", zone), ("char", row, "init", init)]


def turn_end_changes(state: State, row: Row) -> list[Change]:
    """Return the changes at the end of a turn.

    The changes clear the plan and the fields of one turn. If the character has announced no plan, they also
    end the effects that last until the character's next turn.
    """
    ended = _OF_TURN if state.get("char", row, "plan") else _FRESH
    return interruption_changes(state, row, 0) + [("char", row, field, 0) for field in ("plan",) + ended]


def interruption_changes(state: State, row: Row, event: int = 1) -> list[Change]:
    """Return the changes when a turn stops to wait for an event (L464-474).

    The plan stays. Primes and penalties of the turn change the initiative now. So do the encouragements and
    intimidations that `row` has made. `event` is 0 when the turn ends.
    """
    get = state.get
    gains = {row: get("char", row, "delta")}
    changes = [("char", row, field, 0) for field in ("delta", "acting", "tie")]
    changes += [("char", row, "event", event), ("combat", 0, "active", -1)]
    for other in range(CHARACTERS):
        for field, points in (("spurred", SWAY), ("cowed", -SWAY)):
            if get("char", other, field) == INITIATIVE and get("char", other, field + "_by") == row + 1:
                gains[other] = gains.get(other, 0) + points
                changes += [("char", other, field, 0), ("char", other, field + "_by", 0)]
    for other in sorted(gains):
        changes += initiative_changes(state, other, gains[other])
    return changes


def victims(state: State, holder: Row) -> list[Row]:
    """Return the rows of the characters whom `holder` holds."""
    return [row for row in range(CHARACTERS) if state.get("char", row, "held") == holder + 1]


def values_after_wound(
    boxes: int, adam: int, zone: int, init: int, points: int, nonlethal: int = False, now: int = 0
) -> list[tuple[Field, int]]:
    """List (field, value) of a character after a wound.

    Pain lowers the initiative first, then an unconscious character's die moves to en retrait [A-TR07]. The
    die of a dead character leaves the memo. `now` is the number of the round.
    """
    boxes, level, pain, faints = damage.after_wound(boxes, LINES[adam], points, nonlethal)
    found = [("boxes", boxes), ("aided", 0)]
    if zone:
        # `pain` is 0 for an unconscious character, whose second line of life is already full
        zone, init = fluctuate(zone, init - pain)
        if faints:
            zone = RETRAIT
        found += [("zone", OUT if level == damage.DEAD else zone), ("init", init)]
    if level == damage.DEAD:
        found.append(("dead", 1))
    elif faints:
        found += [("coma", 1 if nonlethal else 0), ("fainted", now)]
    return found


def wound_changes(state: State, row: Row, points: int, nonlethal: int = False) -> list[Change]:
    """Return the changes of a wound that costs `points` PV.

    Raise TR-E08 if the character is dead.
    """
    get = state.get
    if get("char", row, "dead"):
        raise Refused("TR-E08", name=row)
    found = values_after_wound(
        get("char", row, "boxes"),
        get("char", row, "adam"),
        get("char", row, "zone"),
        get("char", row, "init"),
        points,
        nonlethal,
        get("combat", 0, "round"),
    )
    return with_linked_changes(state, [("char", row, field, value) for field, value in found])


ONE_UNIQUE = -1  # the plan of one unique action. A plan above 0 is a number of free actions.

# Fields that are valid for one turn. _FRESH adds the fields that are valid until the character's next turn
# begins.
_OF_TURN = ("done", "moved", "feint", "bonus")
_FRESH = _OF_TURN + ("delta", "prudence", "danger", "event", "surprised")


def announcement_changes(state: State, row: Row, plan: int) -> list[Change]:
    """Return the changes that begin a turn with the plan `plan`.

    `plan` is ONE_UNIQUE, or the number of free actions. Effects that last until this turn end. Raise TR-E19
    for a plan without an action, and TR-E32 for an unconscious character.
    """
    if plan == 0:
        raise Refused("TR-E19")
    refuse_unconscious(state, row)
    return [("char", row, "plan", plan)] + [("char", row, field, 0) for field in _FRESH]


def refuse_unconscious(state: State, row: Row) -> None:
    """Raise TR-E32 if a character cannot act, see `is_able`."""
    if not is_able(state, row):
        raise Refused("TR-E32", name=row)


def actions_left(state: State, row: Row) -> int:
    """Return the number of announced actions that are not played yet."""
    plan = state.get("char", row, "plan")
    return max(0, abs(plan) - state.get("char", row, "done"))


def action_count_changes(state: State, row: Row) -> list[Change]:
    """Return the changes that count one announced action as played.

    Actions without dice need them, because the effects of a roll count the action already.
    """
    if not state.get("char", row, "plan"):
        return []
    return [("char", row, "done", state.get("char", row, "done") + 1)]
