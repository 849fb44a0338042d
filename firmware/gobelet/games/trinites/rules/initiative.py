"""Trinités: the memo of a combat, with its three zones, and the course of its rounds (dossier 3.5, 4.6).

The functions that have a State give the changes to it.
"""

from gobelet.core.refused import Refused

from . import damage, pairs
from .sheets import CHARACTERS, LINES

# Zones of the memo.
OUT = 0  # not in the combat
RETRAIT = 1
GARDE = 2
FEU = 3  # feu de l'action

# What an encouragement or an intimidation falls on; 0 is none pending.
INITIATIVE = 1
ACTION = 2
REACTION = 3
SWAY = 3  # points

MOST = 12

# Difficulty of the test of initiative (seed L361-374).
CONDITIONS = (
    "drunk     -6",
    "mistaken  -6",  # on guard, wrong about where the attack comes from
    "asleep    -3",
    "unready    0",
    "alert     +3",  # on guard, right about it
    "expecting +3",
    "attacking +6",
)


def score(final):
    """Initiative that a final result of the test gives: half of it, rounded up, 12 at most (seed L354)."""
    return min(-(-final // 2), MOST)


def fluctuate(zone, score):
    """(zone, score) once a score out of 1 to 12 has gone round (seed L386-397), as often as it takes [A-TR07]."""
    while not 1 <= score <= MOST:
        if score < 1:
            if zone == RETRAIT:
                score = 1
            else:
                score += MOST
                zone -= 1
        elif zone == FEU:
            score = MOST
        else:
            score -= MOST
            zone += 1
    return zone, score


def place(final, surprised=False):
    """(zone, score) of a die at the start of a combat (seed L354-358)."""
    return fluctuate(RETRAIT if surprised else GARDE, score(final))


def condition(at):
    """Difficulty of the condition at this place. TR-E22 for another."""
    if not 0 <= at < len(CONDITIONS):
        raise Refused("TR-E22")
    return int(CONDITIONS[at].split()[1])


def advanced(zone):
    """Zone of a conscious character when a round begins: en garde goes into the fire and only then en retrait to en
    garde, so nobody makes both steps (seed L377-379).
    """
    return min(zone + 1, FEU)


def leaders(dice):
    """Rows whose score is the highest of those in the fire; equal ones act at the same time (seed L382).

    dice: (row, zone, score) of all.
    """
    best = max([score for _, zone, score in dice if zone == FEU] or [0])
    return [row for row, zone, score in dice if zone == FEU and score == best]


# On the Sheets


def fighters(state):
    """[(row, zone, score)...] of those in the combat, as the order of the memo has it: by zone and score."""
    get = state.get
    found = []
    for row in range(CHARACTERS):
        zone = get("char", row, "zone")
        if zone:
            found.append((row, zone, get("char", row, "init")))
    return sorted(found, key=lambda die: (-die[1], -die[2], die))


def line(state, row):
    """Boxes in a line of life."""
    return LINES[state.get("char", row, "adam")]


def conscious(state, row):
    """Whether a character can act."""
    get = state.get
    return not get("char", row, "dead") and get("char", row, "boxes") <= 2 * line(state, row)


def able(state, row):
    """Whether a character can act: conscious, or felled by somebody whose turn is the same one, for they act at the
    same time (seed L382), unless the table reads it otherwise [A-TR30].
    """
    get = state.get
    tied = get("char", row, "acting") and get("char", row, "tie")
    return conscious(state, row) or (tied > 0 and not get("option", 0, "felled"))


def turning(state):
    """Rows that are in their turn: more than one if equal scores act at the same time, who has just died too."""
    get = state.get
    acting = [row for row, _, _ in fighters(state) if get("char", row, "acting")]
    fallen = [row for row in range(CHARACTERS) if get("char", row, "dead") and get("char", row, "acting")]
    return acting + [row for row in fallen if row not in acting and able(state, row)]


def begin_round(state):
    """Changes at the start of a round. The Karma spent is counted anew in each."""
    changes = [("combat", 0, "round", state.get("combat", 0, "round") + 1), ("combat", 0, "active", -1)]
    for row, zone, _ in fighters(state):
        if conscious(state, row):
            changes.append(("char", row, "zone", advanced(zone)))
        changes += [("char", row, "spent_l", 0), ("char", row, "spent_t", 0)]
    return changes


def next_up(state):
    """Rows that act next: those whose simultaneous turn goes on, else the leaders of the fire; none at the end."""
    return turning(state) or leaders(fighters(state))


def begin_turn(state):
    """Changes that give the turn to who comes next: their dice go to en garde (seed L380). With nobody in the fire
    the round is over, and none.
    """
    rows = turning(state)
    if rows:
        return [("combat", 0, "active", rows[0])]
    changes = []
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


def step_in(state, row):
    """Changes that give the turn to `row`: one of those who act at the same time, or who has waited for an event that
    comes now; [] for anybody else. Whoever had the turn goes on afterwards.
    """
    get = state.get
    if get("char", row, "event") and get("char", row, "plan"):
        return [("char", row, "event", 0), ("char", row, "acting", 1), ("combat", 0, "active", row)]
    if get("char", row, "acting") and get("combat", 0, "active") != row:
        return [("combat", 0, "active", row)]
    return []


def wait(state, row, points):
    """Changes of waiting: the die has not left the fire, and has `points` less [A-TR18]. TR-E07 below 1."""
    if points < 1:
        raise Refused("TR-E07")
    zone, init = fluctuate(FEU, state.get("char", row, "init") - points)
    return [
        ("char", row, "zone", zone),
        ("char", row, "init", init),
        ("char", row, "acting", 0),
        ("combat", 0, "active", -1),
    ]


def shift(state, row, points):
    """Changes that raise or lower an initiative: nothing outside a combat, or while unconscious (seed L402)."""
    zone = state.get("char", row, "zone")
    if not points or not zone or not conscious(state, row):
        return []
    zone, init = fluctuate(zone, state.get("char", row, "init") + points)
    return [("char", row, "zone", zone), ("char", row, "init", init)]


def end_turn(state, row):
    """Changes at the end of a turn: what its primes and penalties, and those whom `row` has encouraged or
    intimidated, gain or lose of initiative.
    """
    get = state.get
    gains = {row: get("char", row, "delta")}
    changes = [("char", row, "delta", 0), ("char", row, "acting", 0), ("combat", 0, "active", -1)]
    for other in range(CHARACTERS):
        for field, points in (("spurred", SWAY), ("cowed", -SWAY)):
            if get("char", other, field) == INITIATIVE and get("char", other, field + "_by") == row + 1:
                gains[other] = gains.get(other, 0) + points
                changes += [("char", other, field, 0), ("char", other, field + "_by", 0)]
    for other in sorted(gains):
        changes += shift(state, other, gains[other])
    return changes


def victims(state, holder):
    """Rows of those whom `holder` has seized, or tied up."""
    return [row for row in range(CHARACTERS) if state.get("char", row, "held") == holder + 1]


def wounded(boxes, adam, zone, init, points, nonlethal=False, now=0):
    """[(field, value)...] of a character after a wound: pain first, then unconsciousness [A-TR07]; the die of the
    dead leaves the memo. `now` is the round.
    """
    boxes, level, pain, faints = damage.hurt(boxes, LINES[adam], points, nonlethal)
    found = [("boxes", boxes), ("aided", 0)]
    if zone:
        zone, init = fluctuate(zone, init - pain)  # no pain for the unconscious: their second line is full
        if faints:
            zone = RETRAIT
        found += [("zone", OUT if level == damage.DEAD else zone), ("init", init)]
    if level == damage.DEAD:
        found.append(("dead", 1))
    elif faints:
        found += [("coma", 1 if nonlethal else 0), ("fainted", now)]
    return found


def wound(state, row, points, nonlethal=False):
    """Changes that a wound of so many points makes, see `wounded`. TR-E08 for the dead."""
    get = state.get
    if get("char", row, "dead"):
        raise Refused("TR-E08", name=row)
    found = wounded(
        get("char", row, "boxes"),
        get("char", row, "adam"),
        get("char", row, "zone"),
        get("char", row, "init"),
        points,
        nonlethal,
        get("combat", 0, "round"),
    )
    return pairs.settled(state, [("char", row, field, value) for field, value in found])
