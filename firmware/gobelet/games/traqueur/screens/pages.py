"""Traqueur: the rules to look up, the spells, the readings taken, the errata found and what the text leaves silent."""

from gobelet.ui.menu import Lines, Menu

from ..rules.tables import SPELLS

# Each section has the title "help.<section>"; each page the text "page.<name>": its title up to the first "|",
# then its lines. Readings and errata are numbered as in the dossier. The spells have their pages from the tables.
SECTIONS = (
    ("setup", "setup.counters setup.piles setup.familiar setup.weapon setup.shop setup.grass setup.start"),
    ("prepare", "prepare buy coins rounds refresh tame basic shop done"),
    ("combat", "combat strike adjacent pass out table"),
    ("end", "weapon picks starters order over"),
    ("spells", "spells aspect trap"),
    ("chances", "exotic draw"),
    ("readings", "A-TQ 22"),
    ("errata", "E-TQ 13"),
    ("silent", "cards hand cache"),
)


def names(section):
    """Names of the pages of a section."""
    name, listed = SECTIONS[section]
    found = listed.split()
    if "-TQ" in found[0]:
        return ["%s%02d" % (found[0], n) for n in range(1, int(found[1]) + 1)]
    return found + ["family.%d" % at for at in range(len(SPELLS))] if name == "spells" else found


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
        return Lines(names(self.section), lambda name: (self.page(name)[0], ""))

    def page(self, name):
        """(title, body) of a page."""
        t = self.app.t
        if not name.startswith("family."):
            title, _, body = t("page." + name).partition("|")
            return title, body
        cells = SPELLS[int(name[7:])].split()
        body = [t("familiar." + cells[1]), t("family.count", len(cells) - 2)]
        return t("family." + cells[0]), body + ["• " + t("spell." + spell) for spell in cells[2:]]

    def choose(self, at):
        if self.section < 0:
            self.app.open("traqueur.help", at)
            return
        name = names(self.section)[at]
        title, body = self.page(name)
        self.app.page(name + " " + title if "-TQ" in name else title, body)
