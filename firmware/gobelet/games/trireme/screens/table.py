"""Trirème: the damage table as it counts now, with what is left to check, and the owner's corrections to it."""

from gobelet.ui.menu import Menu, Picker
from gobelet.ui.stack import Screen
from gobelet.ui.widgets import top

from ..rules import cells, corrections, owner

RAM = corrections.RAM
COLUMNS = corrections.COLUMNS[RAM]
ROWS = 15
WIDE = 7  # pixels of a cell
TALL = 3
LEFT = 4


def read(app):
    """The tables with the corrections of the owner's file."""
    return owner.read(app.store.read(owner.FILE))


def add(app, line):
    """Put a line behind the owner's file."""
    data = app.store.read(owner.FILE) or b""
    app.store.replace(owner.FILE, data + owner.addition(data, line))


class Table(Screen):
    """All 255 cells of the rams [Rapports d'éperonnements]: full where in doubt, dotted to be checked, empty where
    sure. UP and DOWN choose a column, OK opens it.
    """

    keys = ("k.move", "k.open")

    def shown(self):
        self.found = read(self.app)
        self.app.dirty = True

    def draw(self, c):
        check, doubt = self.found.open(RAM)
        t = self.app.t
        right = t("table.left", check + doubt) if check + doubt else t("table.owner")
        top(c, owner.names(RAM, 0, self.cursor)[1], right)
        c.box(LEFT - 2 + self.cursor * WIDE, 8, WIDE + 2, 48)
        for row in range(ROWS):
            mask = self.found.mask(RAM, row)
            for at in range(COLUMNS):
                x = LEFT + at * WIDE
                y = 9 + row * TALL
                if mask[at] == "?":
                    c.fill(x, y, WIDE - 1, TALL - 1)
                elif mask[at] == "c":
                    c.dots(x, y, WIDE - 1)
        self.strip(c)

    def up(self, n):
        self.cursor = max(self.cursor - n, 0)

    def down(self, n):
        self.cursor = min(self.cursor + n, COLUMNS - 1)

    def ok(self):
        self.app.open("trireme.column", 0, self.cursor)


class Column(Menu):
    """One column, row by row. OK corrects a cell; OK held corrects its whole diagonal (dossier 5.6)."""

    keys = ("k.move", "k.set")
    holds = "?"

    def __init__(self, app, cursor=0, column=0):
        Menu.__init__(self, app, cursor)
        self.column = column
        self.diagonal = False

    def place(self):
        return (self.cursor, self.column)

    def head(self):
        return self.app.t("table.column", owner.names(RAM, 0, self.column)[1]), ""

    def entries(self):
        found = read(self.app)
        lines = []
        for row in range(ROWS):
            text, mark = found.at(RAM, row, self.column)
            lines.append((self.app.t("table.row", row), text + ("", "~", "?")[mark]))
        return lines

    def choose(self, at):
        self._ask(False, self.app.t("table.cell", at))

    def about(self, at):
        self._ask(True, self.app.t("table.diagonal", at + self.column + 1))

    def _ask(self, diagonal, title):
        self.diagonal = diagonal
        self.app.push(Picker(self.app, title, [cells.write(code) for code in cells.LEGEND[:-1]]))

    def returned(self, chosen):
        if chosen is None:
            return
        text = cells.write(cells.LEGEND[chosen])
        if self.diagonal:
            add(self.app, owner.diag_line(RAM, self.cursor + self.column + 1, text))
        else:
            add(self.app, owner.set_line(RAM, self.cursor, self.column, text))
        self.app.toast(self.app.t("kept"))
        self.refresh()
