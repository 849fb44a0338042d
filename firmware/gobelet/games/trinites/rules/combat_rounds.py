"""Trinités: the memo of a combat, its rounds and turns (RULES 3.5, 4.6, 4.7).

The memo [mémo de combat] is a board with one die for each character in the combat. The die shows the character's
score of initiative. The board has three zones: at the rear en retrait, then en garde, at the front feu de
l'action, here called the fire. The character with the highest die in the fire acts, and this die moves to en
garde.

Functions whose name ends in "_changes" return changes of the Sheets.
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

MOST_INITIATIVE = 12  # highest score of initiative


def fluctuate(zone: int, score: int) -> tuple[int, int]:
    """Return the (zone, score) of a die whose score may be outside 1 to 12 (L386-397).

    A score below 1 is raised by 12, and the die moves one zone to the rear. A score above 12 is lowered by 12, and
    the die moves one zone to the front. These steps repeat until the score is in range [A-TR07]. In the rear zone
    a score below 1 becomes 1, and in the front zone a score above 12 becomes 12.
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
    """Return the new zone of a conscious character's die when a round begins.

    The die moves one zone to the front: from en garde to the fire, or from en retrait to en garde (L377-379).
    """
    return min(zone + 1, FEU)


def leaders(dice: Sequence[Die]) -> list[Row]:
    """Return the rows of the characters with the highest score in the fire.

    Characters with equal scores act at the same time (L382). `dice` has (row, zone, score) of every character
    in the combat.
    """
    best = max([score for _, zone, score in dice if zone == FEU] or [0])
    return [row for row, zone, score in dice if zone == FEU and score == best]


# Functions that read the Sheets


def fighters(state: State) -> list[Die]:
    """List (row, zone, score) of the characters in the combat.

    The die nearest to the front comes first. In one zone the highest score comes first.
    """
    get = state.get
    order = []
    for row in range(CHARACTERS):
        zone = get("char", row, "zone")
        # Each character is one number to sort, because a sort with a key function would take more time.
        if zone:
            order.append(row - CHARACTERS * ((MOST_INITIATIVE + 1) * zone + get("char", row, "init")))
    rows = [rank % CHARACTERS for rank in sorted(order)]
    return [(row, get("char", row, "zone"), get("char", row, "init")) for row in rows]


def line(state: State, row: Row) -> int:
    """Return the number of boxes in each of a character's lines of life."""
    return LINES[state.get("char", row, "adam")]


def is_conscious(state: State, row: Row) -> bool:
    """Tell whether a character is alive and conscious."""
    get = state.get
    return not get("char", row, "dead") and get("char", row, "boxes") <= 2 * line(state, row)


def is_able(state: State, row: Row) -> bool:
    """Tell whether a character can act now.

    An unconscious or dead character cannot act. A character who has fainted or died in a simultaneous turn can
    still act in this turn (L382), unless the option "felled" is set [A-TR30].
    """
    get = state.get
    tied = get("char", row, "acting") and get("char", row, "tie")
    return is_conscious(state, row) or (tied > 0 and not get("option", 0, "felled"))


def acting_rows(state: State) -> list[Row]:
    """Return the rows of the characters whose turn it is.

    The list has several rows if characters with equal scores act together. A character who has died in this
    simultaneous turn, and may still act, is at the end of the list.
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

    The dice of conscious characters move, and every character may spend Karma again.
    """
    changes = [("combat", 0, "round", state.get("combat", 0, "round") + 1), ("combat", 0, "active", -1)]
    for row, zone, _ in fighters(state):
        if is_conscious(state, row):
            changes.append(("char", row, "zone", next_zone(zone)))
        changes += [("char", row, "spent_l", 0), ("char", row, "spent_t", 0)]
    return changes


def next_rows(state: State) -> list[Row]:
    """Return the rows of the characters who act next, [] at the end of the round.

    If characters have begun their turn already, they act next. If not, the leaders in the fire act next.
    """
    return acting_rows(state) or leaders(fighters(state))


def turn_start_changes(state: State) -> list[Change]:
    """Return the changes that give the turn to the next characters.

    If a simultaneous turn has begun, the turn passes to one of its characters. If not, the dice of the leaders
    move from the fire to en garde (L380). The list is empty at the end of a round, when the fire has no die.
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
    """Return the changes by which a character interrupts the present actor's turn.

    The character must act in the same simultaneous turn, or have a plan and wait for an event. For any other
    character the list is empty. The interrupted actor continues afterwards.
    """
    get = state.get
    if get("char", row, "event") and get("char", row, "plan"):
        return [("char", row, "event", 0), ("char", row, "acting", 1), ("combat", 0, "active", row)]
    if get("char", row, "acting") and get("combat", 0, "active") != row:
        return [("combat", 0, "active", row)]
    return []


def wait_changes(state: State, row: Row, points: int) -> list[Change]:
    """Return the changes when a character in the fire waits [A-TR18].

    The character's score of initiative falls by `points`. Raise TR-E07 for less than one point.
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
    """Return the changes that add `points` to a character's initiative.

    The list is empty outside a combat, and for an unconscious character (L402).
    """
    zone = state.get("char", row, "zone")
    if not points or not zone or not is_conscious(state, row):
        return []
    zone, init = fluctuate(zone, state.get("char", row, "init") + points)
    return [("char", row, "zone", zone), ("char", row, "init", init)]


def turn_end_changes(state: State, row: Row) -> list[Change]:
    """Return the changes at the end of a character's turn.

    The changes set the plan and the fields of this turn to 0. If the character has announced no plan, the
    changes also end the effects that last until the character's next turn.
    """
    ended = _OF_TURN if state.get("char", row, "plan") else _FRESH
    return interruption_changes(state, row, 0) + [("char", row, field, 0) for field in ("plan",) + ended]


def interruption_changes(state: State, row: Row, event: int = 1) -> list[Change]:
    """Return the changes when a character stops the turn to await an event (L464-474).

    The character keeps the plan of the turn. The primes and penalties of the turn now change the character's
    initiative. The character's encouragements and intimidations now change the initiative of others. `event` is
    1 if the character awaits an event, and 0 if the turn ends.
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
    """List (field, new value) for a character after a wound of `points` PV.

    Pain lowers the initiative first. If the character faints, the die then moves to the zone en retrait
    [A-TR07]. If the character dies, the die leaves the memo. `now` is the number of the present round.
    """
    boxes, level, pain, faints = damage.after_wound(boxes, LINES[adam], points, nonlethal)
    found = [("boxes", boxes), ("aided", 0)]
    if zone:
        # `pain` is 0 for a character who was unconscious before, because no box of the second line was free
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


# Value of the field "plan" for one unique action. A value above 0 is the number of free actions.
ONE_UNIQUE = -1

# Fields that are valid for one turn. _FRESH has further fields, which are valid until the character's next turn
# begins.
_OF_TURN = ("done", "moved", "feint", "bonus")
_FRESH = _OF_TURN + ("delta", "prudence", "danger", "event", "surprised")


def announcement_changes(state: State, row: Row, plan: int) -> list[Change]:
    """Return the changes when a character announces the plan of the turn.

    `plan` is ONE_UNIQUE, or the number of free actions. The changes end the effects that last until the
    character's next turn. Raise TR-E19 for a plan of 0, and TR-E32 for an unconscious character.
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

    A holder's action and a roll outside the table of actions need these changes. The effects of an action in the
    table count the action already.
    """
    if not state.get("char", row, "plan"):
        return []
    return [("char", row, "done", state.get("char", row, "done") + 1)]
