"""Worked vectors: one JSON object a line, `id`, `given`, `action`, `expect`, and the rule text it rests on.
Those of a game of printed tables have `table` and `input` instead of an action.

Each game has an adapter, tests/games/<game>/vector_adapter.py, with one function `run(vector)`: it returns a
dict of results, raises Refused where the rule refuses, NotImplementedError for an operation it does not know.
Its UNORDERED, if it has one, names the results that are lists without a meaningful order.
This module compares, and has what all adapters need. It also runs under MicroPython, where the adapters run too.
"""

from gobelet.game.by_name import load
from gobelet.rules.procedure import Refused

UNKNOWN_OP = "unknown operation"


def fraction(pair):
    """A chance as vectors write it: "1/24", "1", "0"."""
    return str(pair[0]) if pair[1] == 1 else f"{pair[0]}/{pair[1]}"


def function(adapter, prefix, name):
    """What an adapter has for an operation, or a table, of that name. adapter: its globals."""
    found = adapter.get(prefix + str(name))
    if found is None:
        raise NotImplementedError(str(name))
    return found


def parts(adapter, vector):
    """What an adapter has for a vector's action; what is given; and that with the action's own words."""
    given = vector.get("given") or {}
    action = vector["action"]
    both = dict(given)
    both.update(action)
    return function(adapter, "op_", action.get("op")), given, both


def procedure(game, name):
    """A Procedure of a game, by its name."""
    rules = "gobelet.games." + game + ".rules"
    for known, module in load(rules, "PROCEDURES"):
        if known == name:
            return load(rules + "." + module, name)
    raise KeyError(name)


def same(expected, found):
    """Whether a result is the expected one: equal, number for number; a list or dict value by value."""
    if isinstance(expected, dict):
        if not isinstance(found, dict) or len(expected) != len(found):
            return False
        return all(key in found and same(expected[key], found[key]) for key in expected)
    if isinstance(expected, (list, tuple)):
        if not isinstance(found, (list, tuple)) or len(expected) != len(found):
            return False
        return all(same(expected[at], found[at]) for at in range(len(expected)))
    if isinstance(expected, bool) or isinstance(found, bool):
        return isinstance(expected, bool) and isinstance(found, bool) and expected == found
    return expected == found


def compare(expect, found, unordered=()):
    """List of differences, empty if `found` has all that is expected. Messages are only proposals.

    unordered: names of lists whose order says nothing (MicroPython keeps no order of dict keys).
    """
    faults = []
    for name in expect:
        if name == "message":
            continue
        if name not in found:
            faults.append(f"{name}: expected, not in {found}")
        elif not same(*[_sorted(x) if name in unordered else x for x in (expect[name], found[name])]):
            faults.append(f"{name}: expected {expect[name]}, found {found[name]}")
    if "error" in found and "error" not in expect:
        faults.append(f"refused: {found}")
    return faults


def _sorted(value):
    return sorted(value, key=repr) if isinstance(value, list) else value


def outcome(adapter, vector):
    """What the rules say to a vector, as a dict; a refusal is {"error": code, and its fields}."""
    try:
        return adapter.run(vector)
    except Refused as refusal:
        found = dict(refusal.fields)
        found["error"] = refusal.code
        return found


def check(adapter, vector):
    """List of differences between a vector and the rules."""
    try:
        found = outcome(adapter, vector)
    except NotImplementedError as error:
        return [f"{UNKNOWN_OP}: {error}"]
    return compare(vector["expect"], found, getattr(adapter, "UNORDERED", ()))
