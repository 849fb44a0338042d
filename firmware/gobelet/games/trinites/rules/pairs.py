"""Trinités: who is engaged with whom (seed L454), and who holds whom (L586). Each pair that is engaged stands on both
sheets, and their number beside it, so that what one of the two does is never wrong about the other.
"""

from .sheets import CHARACTERS, HOSTAGE

HALF = 10  # rows in each of the two masks
MASKS = ("foes_a", "foes_b")


def foes(state, row):
    """Rows of those who are engaged with `row`."""
    masks = [state.get("char", row, field) for field in MASKS]
    return [other for other in range(CHARACTERS) if masks[other // HALF] >> other % HALF & 1]


def _written(state, pairs):
    """Changes to what the Sheets say for `pairs`, {row: set of rows}."""
    found = []
    for row in sorted(pairs):
        values = [sum([1 << other % HALF for other in pairs[row] if other // HALF == at]) for at in (0, 1)]
        for field, value in zip(MASKS + ("engaged",), values + [len(pairs[row])]):
            if state.get("char", row, field) != value:
                found.append(("char", row, field, value))
    return found


def _all(state):
    return {row: set(foes(state, row)) for row in range(CHARACTERS)}


def _part(pairs, row):
    for other in pairs[row]:
        pairs[other].discard(row)
    pairs[row] = set()


def _meet(pairs, a, b):
    if a != b:
        pairs[a].add(b)
        pairs[b].add(a)


def turned(state, a, b):
    """Changes that engage two with one another, or part them if they were."""
    pairs = _all(state)
    if b in pairs[a]:
        pairs[a].discard(b)
        pairs[b].discard(a)
    else:
        _meet(pairs, a, b)
    return _written(state, pairs)


def parted(state, row):
    """Changes when `row` is in contact with nobody any more."""
    pairs = _all(state)
    _part(pairs, row)
    return _written(state, pairs)


def uncovered(state, victim):
    """Changes when whoever holds `victim` loses this human shield."""
    holder = state.get("char", victim, "held") - 1
    shields = holder >= 0 and state.get("char", victim, "shield")
    if not shields or state.get("char", holder, "cover") != HOSTAGE:
        return []
    return [("char", holder, "cover", 0)]


def released(state, victim):
    """Changes when a grip ends. Bonds stay, with the result that they are broken against."""
    found = [("char", victim, field, 0) for field in ("held", "gagged", "shield")]
    if not state.get("char", victim, "tied"):
        found += [("char", victim, "grip", 0), ("char", victim, "secured", 0)]
    return found + uncovered(state, victim)


def let_go(state, holder):
    """Changes when `holder` holds nobody any more."""
    found = []
    for row in range(CHARACTERS):
        if state.get("char", row, "held") == holder + 1:
            found += released(state, row)
    return found


def settled(state, changes):
    """`changes` with those of "engaged" told as pairs: 0 leaves everybody, two who rise meet one another. Whoever dies
    or faints in a combat hinders nobody any more, and holds nobody [A-TR33].
    """
    rest = []
    pairs = None
    meeting = []
    for change in changes:
        row, field, value = change[1:]
        if field != "engaged":
            rest.append(change)
            if not value or field not in ("dead", "fainted"):
                continue
            rest += let_go(state, row)
        if pairs is None:
            pairs = _all(state)
        if field != "engaged" or not value:
            _part(pairs, row)
        else:
            meeting.append(row)
    if len(meeting) == 2:
        _meet(pairs, meeting[0], meeting[1])
    return rest if pairs is None else rest + _written(state, pairs)
