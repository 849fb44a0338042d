"""What the device is."""

from ..ui.page import Page


class About(Page):
    """Version, board, battery, free memory and licence."""

    def __init__(self, app):
        gauge = (app.charge() or app.t("about.usb")) if app.battery is not None else "?"
        free = app.keeper.free()
        free = "?" if free is None else free >> 10
        body = app.t("about.text", app.version, app.board.NAME, gauge, free)
        Page.__init__(self, app, app.t("about"), body)
