"""Sheet: what a game tracks, as bounded integers.

A Kind declares its rows (players, ships, counters) and named fields; the values of a Kind are one
array of 16-bit integers (40 ships of 12 fields: 1 KB, against 8 KB as objects). A change is checked whole,
after all its fields are in, so a Sheet never holds an illegal value and a refused change leaves no trace.
"""

from array import array

from .procedure import Refused


class Kind:
    """Name, number of rows and fields of one Sheet.

    fields: tuple of (name, low, high, start); low, high and start are integers from -32768 to 32767, and high
    may be the name of another field of the same row ("wounds" up to "pv"). New fields go to the end, because
    the journal knows a field by its place.
    """

    def __init__(self, name, rows, fields):
        self.name = name
        self.rows = rows
        self.fields = fields
        self.place = {}
        for at in range(len(fields)):
            self.place[fields[at][0]] = at


class State:
    """The Sheets of one game, each at its start values."""

    def __init__(self, kinds):
        self.kinds = kinds
        self.sheets = []
        self.place = {}
        for at in range(len(kinds)):
            self.place[kinds[at].name] = at
            self.sheets.append(array("h", self._start(kinds[at])))

    def _start(self, kind):
        for _ in range(kind.rows):
            for field in kind.fields:
                yield field[3]

    def kind(self, name):
        """The Kind called `name` (KeyError if the game has none)."""
        return self.kinds[self.place[name]]

    def get(self, name, row, field):
        """One value. KeyError for an unknown Kind or field, IndexError for a row that is not there."""
        k = self.place[name]
        kind = self.kinds[k]
        if not 0 <= row < kind.rows:
            raise IndexError(row)
        return self.sheets[k][row * len(kind.fields) + kind.place[field]]

    def effects(self, changes):
        """Check `changes`, a list of (kind name, row, field name, value), without making them.

        Returns the effects, a list of (kind, row, field, old, new) in numbers, without those that change
        nothing. Refused("SHEET", kind, row, field, low, high) if a value would leave its bounds.
        """
        after = {}
        for name, row, field, value in changes:
            k = self.place[name]
            kind = self.kinds[k]
            if not 0 <= row < kind.rows:
                raise IndexError(row)
            after[(k, row, kind.place[field])] = value
        # The bound of one field may be another: check every field of a row that was touched.
        for k, row in set([(k, row) for k, row, _ in after]):
            self._check_row(k, row, after)
        found = []
        for k, row, f in sorted(after):
            old = self.sheets[k][row * len(self.kinds[k].fields) + f]
            if old != after[(k, row, f)]:
                found.append((k, row, f, old, after[(k, row, f)]))
        return found

    def _check_row(self, k, row, after):
        kind = self.kinds[k]
        base = row * len(kind.fields)
        for f in range(len(kind.fields)):
            name, low, high, _ = kind.fields[f]
            if not isinstance(high, int):
                at = kind.place[high]
                high = after.get((k, row, at), self.sheets[k][base + at])
            value = after.get((k, row, f), self.sheets[k][base + f])
            if not low <= value <= high:
                raise Refused("SHEET", kind=kind.name, row=row, field=name, low=low, high=high)

    def apply(self, effects, forward=True):
        """Copy the new values of `effects` in (the old ones with forward=False). Never calls a rule.

        An effect on a place that this version does not have is passed over: a log outlives an update.
        """
        for k, row, f, old, new in effects:
            if k < len(self.kinds) and row < self.kinds[k].rows and f < len(self.kinds[k].fields):
                self.sheets[k][row * len(self.kinds[k].fields) + f] = new if forward else old

    def restart(self):
        """The changes that bring every field back to its start value."""
        found = []
        for kind in self.kinds:
            for row in range(kind.rows):
                for field in kind.fields:
                    if self.get(kind.name, row, field[0]) != field[3]:
                        found.append((kind.name, row, field[0], field[3]))
        return found
