"""Trinités: the memo of a combat, its rounds and its turns (RULES 3.5, 4.6, 4.7).

The memo has three zones. Functions with a State as an argument return changes.
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

    Die = tuple[Row, int, int]  # row, zone and score of a character in the memo

MOST_INITIATIVE = 12


def fluctuate(zone: int, score: int) -> tuple[int, int]:
    """(zone, score) after a score outside 1 to 12 has wrapped round (L386-397).

    The score wraps as often as needed [A-TR07].
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
    """Zone of a conscious character when a round begins.

    A character makes one step: from en garde to the fire, or from en retrait to en garde (L377-379).
    """
    return min(zone + 1, FEU)


def leaders(dice: Sequence[Die]) -> list[Row]:
    """Rows with the highest score in the fire; equal scores act at the same time (L382).

    dice: (row, zone, score) of all.
    """
    best = max([score for _, zone, score in dice if zone == FEU] or [0])
    return [row for row, zone, score in dice if zone == FEU and score == best]


# On the Sheets


def fighters(state: State) -> list[Die]:
    """List (row, zone, score) of the characters in the combat, sorted by zone and score."""
    get = state.get
    order = []
    for row in range(CHARACTERS):
        zone = get("char", row, "zone")
        if zone:  # sorted as one number each, because a sort key would cost a call for each row
            order.append(row - CHARACTERS * ((MOST_INITIATIVE + 1) * zone + get("char", row, "init")))
    rows = [rank % CHARACTERS for rank in sorted(order)]
    return [(row, get("char", row, "zone"), get("char", row, "init")) for row in rows]


def line(state: State, row: Row) -> int:
    """The number of boxes in a line of life."""
    return LINES[state.get("char", row, "adam")]


def is_conscious(state: State, row: Row) -> bool:
    """Tell whether a character can act."""
    get = state.get
    return not get("char", row, "dead") and get("char", row, "boxes") <= 2 * line(state, row)


def is_able(state: State, row: Row) -> bool:
    """Tell whether a character can act: conscious, or felled in the same simultaneous turn.

    Characters with equal scores act at the same time (L382). The players may choose another reading [A-TR30].
    """
    get = state.get
    tied = get("char", row, "acting") and get("char", row, "tie")
    return is_conscious(state, row) or (tied > 0 and not get("option", 0, "felled"))


def acting_rows(state: State) -> list[Row]:
    """Rows whose turn it is: several if characters with equal scores act together.

    The list includes a character who has just died in this turn.
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
    """Changes at the start of a round. The count of spent Karma starts again at 0."""
    changes = [("combat", 0, "round", state.get("combat", 0, "round") + 1), ("combat", 0, "active", -1)]
    for row, zone, _ in fighters(state):
        if is_conscious(state, row):
            changes.append(("char", row, "zone", next_zone(zone)))
        changes += [("char", row, "spent_l", 0), ("char", row, "spent_t", 0)]
    return changes


def next_rows(state: State) -> list[Row]:
    """Rows that act next; [] at the end of the round.

    The first rows are those whose simultaneous turn continues, then the leaders of the fire.
    """
    return acting_rows(state) or leaders(fighters(state))


def turn_start_changes(state: State) -> list[Change]:
    """The changes that give the turn to the next characters; their dice go to en garde (L380).

    The list is empty if no character is in the fire, because the round is over.
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
    """The changes that give the turn to `row` before the present one; [] if it may not act.

    A character may act who acts at the same time, or has waited for an event. The one who had the turn
    continues afterwards.
    """
    get = state.get
    if get("char", row, "event") and get("char", row, "plan"):
        return [("char", row, "event", 0), ("char", row, "acting", 1), ("combat", 0, "active", row)]
    if get("char", row, "acting") and get("combat", 0, "active") != row:
        return [("combat", 0, "active", row)]
    return []


def wait_changes(state: State, row: Row, points: int) -> list[Change]:
    """The changes of waiting: the die stays in the fire, and loses `points` [A-TR18].

    TR-E07 refuses less than one point.
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
    """The changes that raise or lower an initiative.

    The list is empty outside a combat, or for an unconscious character (L402).
    """
    zone = state.get("char", row, "zone")
    if not points or not zone or not is_conscious(state, row):
        return []
    zone, init = fluctuate(zone, state.get("char", row, "init") + points)
    return [("char", row, "zone", zone), ("char", row, "init", init)]


def turn_end_changes(state: State, row: Row) -> list[Change]:
    """The changes at the end of a turn: they clear the plan and the fields of one turn.

    A character who announced nothing has had his turn too, so the effects until his next turn also end.
    """
    ended = _OF_TURN if state.get("char", row, "plan") else _FRESH
    return interruption_changes(state, row, 0) + [("char", row, field, 0) for field in ("plan",) + ended]


def interruption_changes(state: State, row: Row, event: int = 1) -> list[Change]:
    """The changes when a turn stops to wait for an event (L464-474); the plan stays.

    Primes and penalties change the initiative, also that of the characters whom `row` has encouraged or
    intimidated.
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
    """Rows of the characters whom `holder` has seized, or tied up."""
    return [row for row in range(CHARACTERS) if state.get("char", row, "held") == holder + 1]


def values_after_wound(
    boxes: int, adam: int, zone: int, init: int, points: int, nonlethal: int = False, now: int = 0
) -> list[tuple[Field, int]]:
    """List (field, value) of a character after a wound.

    The pain moves the die first, then the fainting [A-TR07]. The die of a dead character leaves the memo.
    `now` is the round.
    """
    boxes, level, pain, faints = damage.after_wound(boxes, LINES[adam], points, nonlethal)
    found = [("boxes", boxes), ("aided", 0)]
    if zone:
        # an unconscious character feels no pain, because the second line of life is full
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
    """The changes of a wound of this many points, see `values_after_wound`; TR-E08 for the dead."""
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


ONE_UNIQUE = -1  # value of a plan; any other value is the number of free actions

# Fields that are valid for one turn. _FRESH adds those that are valid until the character's next turn begins.
_OF_TURN = ("done", "moved", "feint", "bonus")
_FRESH = _OF_TURN + ("delta", "prudence", "danger", "event", "surprised")


def announcement_changes(state: State, row: Row, plan: int) -> list[Change]:
    """The changes that begin a turn with its plan; effects until this turn end here.

    plan: ONE_UNIQUE, or the number of free actions. TR-E19 refuses a plan without an action, TR-E32 one of an
    unconscious character.
    """
    if plan == 0:
        raise Refused("TR-E19")
    refuse_unconscious(state, row)
    return [("char", row, "plan", plan)] + [("char", row, field, 0) for field in _FRESH]


def refuse_unconscious(state: State, row: Row) -> None:
    """Refuse an unconscious character with TR-E32, see `is_able`."""
    if not is_able(state, row):
        raise Refused("TR-E32", name=row)


def actions_left(state: State, row: Row) -> int:
    """The number of announced actions that are not played yet."""
    plan = state.get("char", row, "plan")
    return max(0, abs(plan) - state.get("char", row, "done"))


def action_count_changes(state: State, row: Row) -> list[Change]:
    """Changes when an announced action was played without dice."""
    if not state.get("char", row, "plan"):
        return []
    return [("char", row, "done", state.get("char", row, "done") + 1)]
