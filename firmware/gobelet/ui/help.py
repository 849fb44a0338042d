"""The rules of a game to look up, in sections; what is silent, the readings taken and the errata with them."""

from .menu import Lines, Menu


def pages(sections, at):
    """Names of the pages of a section. "A-TN 24" stands for the numbered A-TN01 to A-TN24."""
    found = sections[at][1].split()
    if found[-1].isdigit():
        return ["%s%02d" % (found[0], n) for n in range(1, int(found[1]) + 1)]
    return found


class Help(Menu):
    """The sections, or with its number the pages of one. Games list their `sections` as (name, names of its pages).

    Texts: "home.help", "help.<section>", and for each page what `Navigation.rule` needs.
    """

    keys = ("k.move", "k.open")
    sections = ()

    def __init__(self, app, section=-1, cursor=0):
        Menu.__init__(self, app, cursor)
        self.section = section

    def place(self):
        return (self.section, self.cursor)

    def head(self):
        t = self.app.t
        return t("home.help") if self.section < 0 else t("help." + self.sections[self.section][0]), ""

    def names(self):
        """Names of the pages of this section."""
        return pages(self.sections, self.section)

    def heading(self, name):
        """What the list calls a page."""
        return self.app.t("page." + name).partition("|")[0]

    def entries(self):
        if self.section < 0:
            return [(self.app.t("help." + name), "") for name, _ in self.sections]
        return Lines(self.names(), lambda name: (self.heading(name), ""))

    def choose(self, at):
        if self.section < 0:
            self.app.open(self.app.session.name + ".help", at)
        else:
            self.show(self.names()[at])

    def show(self, name):
        """Open a page."""
        self.app.rule(name)
