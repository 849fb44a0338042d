"""Sheet: what a game tracks, as bounded integers.

A Kind declares its rows (players, ships, counters) and named fields; the values of a Kind are one
array of 16-bit integers (40 ships of 12 fields: 1 KB, against 8 KB as objects). A change is checked whole,
after all its fields are in, so a Sheet never holds an illegal value and a refused change leaves no trace.
"""

from array import array

from .refused import Refused

_FIELD = -32768  # a `high` that is the field at place n is kept as _FIELD + n
_LEAST = -32000


class Kind:
    """Name, number of rows and fields of one Sheet.

    fields: tuple of (name, low, high, start); low, high and start are integers from -32000 to 32767, and high
    may be the name of another field of the same row ("wounds" up to "pv"). New fields go to the end, because
    the journal knows a field by its place. Of this table it keeps `fields`, the tuple of names, and the
    numbers in an array, a fifth of its size.
    """

    def __init__(self, name, rows, fields):
        self.name = name
        self.rows = rows
        self.fields = tuple([field[0] for field in fields])
        self._limits = array("h")
        for _, low, high, start in fields:
            if not isinstance(high, int):
                high = _FIELD + self.fields.index(high)
            self._limits.extend(array("h", (low, high, start)))

    def field(self, f):
        """(name, low, high, start) of the field at place f, as it was declared."""
        low, high, start = self._limits[3 * f : 3 * f + 3]
        return self.fields[f], low, self.fields[high - _FIELD] if high < _LEAST else high, start


class State:
    """The Sheets of one game, each at its start values."""

    def __init__(self, kinds):
        self.kinds = kinds
        self.sheets = []
        self.place = {}
        for at in range(len(kinds)):
            self.place[kinds[at].name] = at
            starts = [kinds[at].field(f)[3] for f in range(len(kinds[at].fields))]
            self.sheets.append(array("h", starts * kinds[at].rows))

    def kind(self, name):
        """The Kind called `name` (KeyError if the game has none)."""
        return self.kinds[self.place[name]]

    def get(self, name, row, field):
        """One value. KeyError for an unknown Kind, ValueError for such a field, IndexError for such a row."""
        k = self.place[name]
        kind = self.kinds[k]
        if not 0 <= row < kind.rows:
            raise IndexError(row)
        return self.sheets[k][row * len(kind.fields) + kind.fields.index(field)]

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
            after[(k, row, kind.fields.index(field))] = value
        # The bound of one field may be another: check every field of a row that was touched.
        for k, row in sorted(set([place[:2] for place in after])):
            wrong = self._outside(k, row, after)
            if wrong:
                f, low, high, _ = wrong
                name = self.kinds[k].name
                raise Refused("SHEET", kind=name, row=row, field=self.kinds[k].fields[f], low=low, high=high)
        found = []
        for place in sorted(after):
            old = self.value(*place)
            if old != after[place]:
                found.append(place + (old, after[place]))
        return found

    def value(self, k, row, f):
        """One value by its numbers, as in an effect; None if this version has no such place."""
        if k >= len(self.kinds) or row >= self.kinds[k].rows or f >= len(self.kinds[k].fields):
            return None
        return self.sheets[k][row * len(self.kinds[k].fields) + f]

    def _outside(self, k, row, after):
        """(field, low, high, value) of the first field of a row that is out of bounds once `after` is in."""
        kind = self.kinds[k]
        start = row * len(kind.fields)
        for f in range(len(kind.fields)):
            _, low, high, _ = kind.field(f)
            if not isinstance(high, int):
                at = kind.fields.index(high)
                high = after.get((k, row, at), self.sheets[k][start + at])
            value = after.get((k, row, f), self.sheets[k][start + f])
            if not low <= value <= high:
                return f, low, high, value
        return None

    def apply(self, effects, forward=True):
        """Copy the new values of `effects` in; the old ones, backwards, with forward=False. Calls no rule.

        An effect on a place that this version does not have is passed over: a log outlives an update.
        """
        for k, row, f, old, new in effects if forward else reversed(effects):
            if self.value(k, row, f) is not None:
                self.sheets[k][row * len(self.kinds[k].fields) + f] = new if forward else old

    def settle(self, places=None):
        """Bring rows back inside their bounds: a log may be older than the bounds are, or damaged.

        places: tuples that begin with kind and row, such as effects; None means all rows. Returns whether a
        value had to change.
        """
        if places is None:
            places = [(k, row) for k in range(len(self.kinds)) for row in range(self.kinds[k].rows)]
        moved = False
        for k, row in set([place[:2] for place in places]):
            wrong = self.value(k, row, 0) is not None and self._outside(k, row, {})
            while wrong:
                f, low, high, value = wrong
                legal = low if value < low else high
                self.apply(((k, row, f, value, legal),))
                moved = True
                wrong = low <= high and self._outside(k, row, {})
        return moved

    def restart(self):
        """The changes that bring every field back to its start value."""
        found = []
        for kind in self.kinds:
            for row in range(kind.rows):
                for f in range(len(kind.fields)):
                    start = kind.field(f)[3]
                    if self.get(kind.name, row, kind.fields[f]) != start:
                        found.append((kind.name, row, kind.fields[f], start))
        return found
