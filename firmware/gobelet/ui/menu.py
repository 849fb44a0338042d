"""Menu: a list to choose from. Most screens are one."""

from .stack import Screen
from .widgets import list_rows, rows, top


class Lines:
    """A list of entries of which each is made when it is first seen: what a long menu says takes its time.

    who is a list, line(one) the entry for one of it.
    """

    def __init__(self, who, line):
        self.who = who
        self.line = line
        self.made = {}

    def __len__(self):
        return len(self.who)

    def __getitem__(self, at):
        if at not in self.made:
            self.made[at] = self.line(self.who[at])
        return self.made[at]


class Menu(Screen):
    """Subclasses give `title`, `entries` and `choose`; the list is made again whenever the screen is shown.

    title      name of the title's text, or override `head`
    entries()  list of (label, value) strings, or Lines; value may be ""
    choose(at) OK on entry `at`; about(at) OK held on it, which opens the page of its topic(at)
    """

    title = ""

    def __init__(self, app, cursor=0):
        Screen.__init__(self, app)
        self.cursor = cursor
        self.first = 0
        self.list = []

    def shown(self):
        self.refresh()

    def refresh(self):
        """Make the list again, after something it shows has changed."""
        self.list = self.entries()
        self.cursor = max(0, min(self.cursor, len(self.list) - 1))
        self.app.dirty = True

    def place(self):
        return (self.cursor,)

    def head(self):
        """(left, right) of the top band."""
        return self.app.t(self.title), ""

    def entries(self):
        return []

    def choose(self, at):
        pass

    def topic(self, at):
        """Name of the page of the rules that entry `at` is about, of a text "page.<name>"; "" for none."""
        return ""

    def about(self, at):
        name = self.topic(at)
        if name:
            self.app.rule(name)

    def held(self):
        return self.holds or ("?" if self.list and self.topic(self.cursor) else "")

    def draw(self, c):
        left, right = self.head()
        top(c, left, right)
        self.first = list_rows(self.first, self.cursor, len(self.list))
        rows(c, self.list, self.cursor, self.first)
        self.strip(c)

    def up(self, n):
        self.move(-n)

    def down(self, n):
        self.move(n)

    def move(self, by):
        """Move the cursor; a single step goes round the ends, a fast one stops there."""
        count = len(self.list)
        if count == 0:
            return
        to = self.cursor + by
        if by in (1, -1):
            to %= count
        self.cursor = max(0, min(to, count - 1))

    def ok(self):
        if self.list:
            self.choose(self.cursor)

    def why(self):
        if self.list:
            self.about(self.cursor)


class Picker(Menu):
    """A list that closes with the index chosen. `labels` is a list of strings."""

    def __init__(self, app, title, labels, cursor=0):
        Menu.__init__(self, app, cursor)
        self.heading = title
        self.labels = labels

    def head(self):
        return self.heading, ""

    def entries(self):
        return [(label, "") for label in self.labels]

    def choose(self, at):
        self.app.close(at)
