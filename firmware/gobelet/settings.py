"""Settings: one list says the name, the choices and the default of each; menu, checks and storage follow it.

A stored value that is not one of the choices counts as the default and is reported once; the file is only
rewritten when the player changes something.
"""

# name, values stored in the file, index of the default. The menu shows the text "s.<name>.<value>" for a value
# if there is one, else the value itself.
SETTINGS = (
    ("language", ("fr", "en"), 0),
    ("contrast", ("20", "40", "60", "80", "100"), 3),
    ("flip", ("no", "yes"), 0),
    ("invert", ("no", "yes"), 0),
    ("dim", ("15", "30", "60", "120", "never"), 1),
    ("off", ("60", "180", "600", "never"), 1),
    ("hold", ("400", "600", "800", "1000"), 1),
    ("repeat", ("slow", "normal", "fast"), 1),
    ("animation", ("no", "yes"), 1),
    ("hand", ("no", "yes"), 0),
    ("taught", ("no", "yes"), 0),
)

HIDDEN = ("taught",)  # kept, but not in the menu

FILE = "settings"
LARGEST = 2048  # bytes; a longer file is not ours


class Settings:
    """The values in force. store: read(name), replace(name, data).

    bad is the list of names whose stored value was not usable.
    """

    def __init__(self, store):
        self.store = store
        self.bad = []
        self.chosen = {}
        self.rest = []  # lines of settings that this version does not know, kept as they are
        self._load()

    def _load(self):
        data = self.store.read(FILE)
        if data is None:
            return
        try:
            text = data.decode() if len(data) <= LARGEST else None
        except UnicodeError:
            text = None
        if text is None:
            self.bad.append(FILE)
            return
        for line in text.split("\n"):
            name, mark, value = line.partition("=")
            if not mark:
                continue
            entry = _entry(name)
            if entry is None:
                self.rest.append(line)
            elif value in entry[1]:
                self.chosen[name] = entry[1].index(value)
            else:
                self.bad.append(name)

    def index(self, name):
        """Index of the value in force among its choices; KeyError for an unknown name."""
        entry = _entry(name)
        if entry is None:
            raise KeyError(name)
        return self.chosen.get(name, entry[2])

    def __getitem__(self, name):
        """The value in force, as stored ("fr", "30", "never")."""
        return _entry(name)[1][self.index(name)]

    def number(self, name):
        """The value as a number; None for "never"."""
        value = self[name]
        return None if value == "never" else int(value)

    def yes(self, name):
        """Whether a yes-or-no setting is yes."""
        return self[name] == "yes"

    def choose(self, name, index):
        """Set a value by the index of its choice, and store it. OSError if the store fails."""
        self.chosen[name] = index % len(_entry(name)[1])
        lines = list(self.rest)
        for entry in SETTINGS:
            if entry[0] in self.chosen:
                lines.append(entry[0] + "=" + entry[1][self.chosen[entry[0]]])
        self.store.replace(FILE, ("\n".join(lines) + "\n").encode())


def _entry(name):
    for entry in SETTINGS:
        if entry[0] == name:
            return entry
    return None
