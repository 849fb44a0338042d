"""Trinités: the rules to look up, the readings taken, the errata, and what the text leaves silent."""

from gobelet.ui.menu import Lines, Menu

from . import common

# Each section has the title "help.<section>"; each page the text "page.<name>": its title up to the first "|",
# then its lines. Readings and errata are numbered as in the dossier.
SECTIONS = (
    ("tests", "levels retries trinite direct deferred multiple"),
    ("combat", "initiative rounds fluctuations wait announce reaction surprise"),
    (
        "actions",
        "survey await spot draw dislodge improvise disarm destroy encourage assess feint strike intimidate seize grip "
        "break_free move hide shoot cover",
    ),
    ("primes", "faster several grave nonlethal precise effective overwhelm prudence pairs"),
    ("penalties", "abandon slight danger difficult easy slower risk"),
    ("damage", "order sword objects aggressions"),
    ("life", "lines recovery care regeneration age"),
    ("karma", "spirits spending dawn"),
    ("xp", "awards prices debts"),
    ("silent", "skills powers weapons choice silent device"),
    ("readings", "A-TR 29"),
    ("errata", "E-TR 20"),
)


def names(section):
    """Names of the pages of a section."""
    found = SECTIONS[section][1].split()
    if "-TR" in found[0]:
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
        if self.section < 0:
            self.app.open("trinites.help", at)
        else:
            common.page(self.app, names(self.section)[at])
