"""Mystria: the rules to look up, the readings taken, the errata found, what the booklet leaves open, the chances."""

from gobelet.core.odds import of_procedure
from gobelet.core.procedure import values
from gobelet.ui.menu import Lines, Menu

from ..rules import draws
from ..rules.sheets import COLOURS, OF_COLOUR
from .words import bounds, chance

# Each section has the title "help.<section>"; each page the text "page.<name>": its title up to the first "|", then its
# lines. Readings and errata are numbered as they are told everywhere.
SECTIONS = (
    ("game", "game initiation complete turns drops actions loss take place bag"),
    ("points", "values groups colours.0 colours.1 majority objective drops total"),
    (
        "setup",
        "setup.board setup.boards setup.first setup.drops setup.stacks setup.objectives setup.majority setup.values",
    ),
    ("chances", "alike evenly tiles"),
    ("readings", "A-MY 10"),
    ("errata", "E-MY 6"),
    ("silent", "geometry motifs counts"),
)
EVENLY = (16, 14, 12, 10, 8, 6, 4, 3)  # tokens of each colour while the bag empties evenly


def names(section):
    """Names of the pages of a section."""
    found = SECTIONS[section][1].split()
    if "-MY" in found[0]:
        return ["%s%02d" % (found[0], n) for n in range(1, int(found[1]) + 1)]
    return found


class Help(Menu):
    """The sections, or with its number the pages of one."""

    keys = ("k.move", "k.open")

    def __init__(self, app, section=-1, cursor=0):
        Menu.__init__(self, app, cursor)
        self.section = section

    def place(self):
        return (self.section, self.cursor)

    def head(self):
        t = self.app.t
        return t("home.help") if self.section < 0 else t("help." + SECTIONS[self.section][0]), ""

    def entries(self):
        t = self.app.t
        if self.section < 0:
            return [(t("help." + name), "") for name, _ in SECTIONS]
        return Lines(names(self.section), lambda name: (t("page." + name).partition("|")[0], ""))

    def choose(self, at):
        app = self.app
        if self.section < 0:
            app.open("mystria.help", at)
            return
        name = names(self.section)[at]
        title, _, body = app.t("page." + name, *figures(app, name)).partition("|")
        if "-MY" in name:
            title = name + " " + title
        app.page(title, body)


def figures(app, name):
    """The numbers of a page, worked out when it is opened."""
    if name == "total":
        return bounds()
    if name == "alike":
        return (chance(app, draws.one_colour([OF_COLOUR] * len(COLOURS))),)
    if name == "evenly":
        return [app.t("chance", n, chance(app, draws.one_colour([n] * len(COLOURS)))) for n in EVENLY]
    if name == "tiles":
        mine = of_procedure(draws.objectives, values(draws.objectives)).exactly(1)
        unseen = of_procedure(draws.rival, {})
        shares = mine, unseen.where(lambda key: key > 0), unseen.exactly(2)
        return [chance(app, share) for share in shares] + [draws.deals()]
    return ()
