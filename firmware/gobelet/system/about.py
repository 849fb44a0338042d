"""The screen with facts about the device."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..ui.screens.page import Page

if TYPE_CHECKING:
    from ..ui.types import App


class About(Page):
    """Version, board, battery, free memory and licence.

    OK held shows the address of the page, if there is one.
    """

    def __init__(self, app: App) -> None:
        gauge = (app.charge() or app.t("about.usb")) if app.battery is not None else "?"
        left = app.charge_lasts()
        if left:
            gauge += ", " + app.t("battery.left", left)
        free = app.modules.free()
        body = app.t("about.text", app.version, app.board.NAME, gauge, (free or 0) >> 10).split("|")
        if free is None:
            del body[3]
        Page.__init__(self, app, app.t("about"), body, app.address)
