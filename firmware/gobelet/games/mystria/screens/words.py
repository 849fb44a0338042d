"""Mystria: words and pages that several of its screens show, and what holds for most of them."""

from gobelet.core.refused import Refused
from gobelet.ui.widgets import strip

from ..rules.score import most, tally
from ..rules.sheets import COLOURS, VERSIONS


def colour(app, at):
    """Name of a colour."""
    return app.t("colour." + COLOURS[at])


def bounds():
    """The most points in each version."""
    return [most(version) for version in range(len(VERSIONS))]


def page(app, name):
    """Open the rule page `name`: its title is what stands before the first "|"."""
    title, _, body = app.t("page." + name, *(bounds() if name == "total" else ())).partition("|")
    app.page(title, body)


def seats(app):
    """Names of both players."""
    return app.seat(0), app.seat(1)


def counted(app):
    """The Count as the Sheets say now, None while it cannot be made."""
    try:
        return tally(app.session.state)
    except Refused:
        return None


def part(app):
    """Which part of a game is on: see rules/sheets."""
    return app.session.get("game", 0, "part")


def _leave(app, screen):
    if app.stack.top() is screen:
        app.back_to("mystria.home")


class Reasoned:
    """What a screen has whose reason a change of the Sheets may take away: it stands before `Menu` or `Screen`. Its
    `refresh` takes in what the Sheets say.

    holds()    whether the reason is still there; where it is not, the screen closes when it is shown
    more       sign of the key strip, "?" where holding OK tells more
    """

    more = "?"

    def holds(self):
        return part(self.app) > 0

    def shown(self):
        if self.holds():
            self.refresh()
        else:
            self.app.defer(_leave, self.app, self)

    def strip(self, c):
        t = self.app.t
        move, act = self.keys
        strip(c, t(move) if move else "", t(act), holds=self.more)
