"""Test vectors: JSON lines with `id`, `given`, `action`, `expect` and the text of the rule.

In a game of printed tables a vector has `table` and `input` instead of an action.

Each game has an adapter, tests/games/<game>/vector_adapter.py, with one function `run(vector)`. The function
returns a dict of results. The function raises Refused for a refusal by the rule, and NotImplementedError for
an unknown operation. UNORDERED, if an adapter defines it, names the results that are lists without a
meaningful order.

This module compares results and has the functions that all adapters need. Adapters also run under
MicroPython, and so does this module.
"""

from gobelet.game.by_name import load
from gobelet.rules.procedure import Refused

UNKNOWN_OP = "unknown operation"


def format_chance(pair):
    """Return a chance as vectors write it: "1/24", "1", "0"."""
    return str(pair[0]) if pair[1] == 1 else f"{pair[0]}/{pair[1]}"


def adapter_function(adapter, prefix, name):
    """Return the adapter's function for an operation or a table. adapter: its globals."""
    found = adapter.get(prefix + str(name))
    if found is None:
        raise NotImplementedError(str(name))
    return found


def vector_parts(adapter, vector):
    """Return the action's function, the given values, and these merged with the action's own values."""
    given = vector.get("given") or {}
    action = vector["action"]
    both = dict(given)
    both.update(action)
    return adapter_function(adapter, "op_", action.get("op")), given, both


def procedure_of(game, name):
    """Return a Procedure of a game, by its name."""
    rules = "gobelet.games." + game + ".rules"
    for known, module in load(rules, "PROCEDURES"):
        if known == name:
            return load(rules + "." + module, name)
    raise KeyError(name)


def is_same(expected, found):
    """True if a result equals the expected one; lists and dicts are compared value by value."""
    if isinstance(expected, dict):
        if not isinstance(found, dict) or len(expected) != len(found):
            return False
        return all(key in found and is_same(expected[key], found[key]) for key in expected)
    if isinstance(expected, (list, tuple)):
        if not isinstance(found, (list, tuple)) or len(expected) != len(found):
            return False
        return all(is_same(expected[at], found[at]) for at in range(len(expected)))
    if isinstance(expected, bool) or isinstance(found, bool):
        return isinstance(expected, bool) and isinstance(found, bool) and expected == found
    return expected == found


def compare_results(expect, found, unordered=()):
    """Return the differences, empty if `found` has every expected result. Messages are not compared.

    unordered: names of lists without an order, because MicroPython keeps no order of dict keys.
    """
    faults = []
    for name in expect:
        if name == "message":
            continue
        if name not in found:
            faults.append(f"{name}: expected, not in {found}")
        elif not is_same(*[_sorted_list(x) if name in unordered else x for x in (expect[name], found[name])]):
            faults.append(f"{name}: expected {expect[name]}, found {found[name]}")
    if "error" in found and "error" not in expect:
        faults.append(f"refused: {found}")
    return faults


def _sorted_list(value):
    return sorted(value, key=repr) if isinstance(value, list) else value


def vector_outcome(adapter, vector):
    """Return the result of a vector as a dict; a refusal is {"error": code} with its fields."""
    try:
        return adapter.run(vector)
    except Refused as refusal:
        found = dict(refusal.fields)
        found["error"] = refusal.code
        return found


def check_vector(adapter, vector):
    """Return the differences between a vector and the rules."""
    try:
        found = vector_outcome(adapter, vector)
    except NotImplementedError as error:
        return [f"{UNKNOWN_OP}: {error}"]
    return compare_results(vector["expect"], found, getattr(adapter, "UNORDERED", ()))
