"""Mystria: the operations of the vectors, as calls of the rules.

Vectors name the players A and B and the colours in French.
"""

from gobelet.games.mystria.rules import draws, score, turn
from gobelet.games.mystria.rules.sheets import COLOURS, COMPLETE, DROPS, MAJORITY, START, board_values
from gobelet.rules.odds import procedure_odds
from gobelet.rules.procedure import Refused, values
from tests.vectors.runner import format_chance, vector_parts

NAMES = "AB"
FRENCH = ("violet", "vert", "bleu", "rouge")


def run(vector):
    """Return the result of one vector as a dict; Refused if the rules refuse it."""
    do, _, both = vector_parts(globals(), vector)
    if both.get("over") or both.get("ended"):
        raise Refused("MY-E14")
    return do(both)


def pair(found):
    """Return the values of A and of B by name."""
    return {"A": found[0], "B": found[1]}


def energy(a):
    """Return the active player, the other one, and their drops."""
    me = a["active"]
    other = NAMES[1 - NAMES.index(me)]
    turn.check_drops(a["energy"][me], a["energy"][other])
    return me, other, a["energy"][me], a["energy"][other]


def op_setup(a):
    turn.check_players(a.get("players", 2))
    version = turn.check_version(a.get("version", 0))
    first = a.get("first", "A")
    row = NAMES.index(first)
    other = NAMES[1 - row]
    return {
        "energy": {first: START[0], other: START[1]},
        "turn": 1,
        "active": first,
        "majority": MAJORITY[version],
        "values": board_values(version),
        "chooser": other,
        "objectives": version == COMPLETE,
    }


def op_act(a):
    me, other, mine, theirs = energy(a)
    for _ in range(a.get("n", 1)):
        try:
            mine, theirs = turn.give_drop(mine, theirs)
        except Refused as refused:
            if refused.code != "MY-E13":
                raise
            return {"loser": me, "winner": other}
    return {"energy": {me: mine, other: theirs}}


def op_take_free(a):
    me, other, mine, theirs = energy(a)
    return {"energy": {me: mine, other: theirs}, "ok": True}


def op_undo(a):
    me, other, mine, theirs = energy(a)
    mine, theirs = turn.take_drop_back(mine, theirs, a.get("actions", 0))
    return {"energy": {me: mine, other: theirs}}


def op_end_turn(a):
    first = NAMES.index(a.get("first", "A"))
    found = turn.end_turn(a["turn"], NAMES.index(a["active"]), first, a.get("took"), a.get("placed"))
    return {"end": "count"} if found is None else {"turn": found[0], "active": NAMES[found[1]]}


def op_score(a):
    version = turn.check_version(a["version"])
    drops, groups = [[a[what][name] for name in NAMES] for what in ("energy", "groups")]
    objective = a.get("objective") or {}
    objective = [objective.get(name) or 0 for name in NAMES]
    found = score.count_points(version, a["values"], groups, drops, objective)
    return {
        "board": pair(found.board),
        "objective": pair(found.objective),
        "majority": pair(found.majority),
        "total": pair(found.total),
        "winner": NAMES[found.winner],
        "by": "energy" if found.by_drops else "points",
    }


def op_stack(a):
    draws.check_stack(a["stack"])
    return {"ok": True}


def op_flip(a):
    return {"stack": draws.flip_stack(a["stack"])}


def op_p_mono(a):
    """Return the chance of three equal tokens, as the screens of the bag and as the deal of a stack compute it."""
    counts = a.get("bag") or [16] * len(COLOURS)
    if isinstance(counts, dict):
        counts = [counts[name] for name in FRENCH]
    found = draws.chance_of_one_colour(counts)
    given = {COLOURS[at]: counts[at] for at in range(len(COLOURS))}
    if procedure_odds(draws.stack, values(draws.stack, given)).exactly(draws.ALIKE) != found:
        raise ValueError("two chances for one thing")
    return {"p": format_chance(found)}


def op_p_objective(a):
    what = a["what"]
    if what == "in my pair":
        found = procedure_odds(draws.objectives, values(draws.objectives)).exactly(1)
    else:
        odds = procedure_odds(draws.rival, {})
        found = odds.exactly(2) if "holds" in what or "kept" in what else odds.chance_of(lambda key: key > 0)
    return {"p": format_chance(found)}


def op_equal_energy_possible(a):
    return {"possible": DROPS % 2 == 0}
