"""The screen that lists facts about the device."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import PAGE, VERSION
from ..ui.screens.page import Page

if TYPE_CHECKING:
    from ..ui.screens.types import Context


class About(Page):
    """The page with version, board, battery, free memory and licence.

    OK held shows the address of Gobelet's web page as a QR code, if there is such an address.
    """

    def __init__(self, context: Context) -> None:
        gauge = (
            (context.messages.charge() or context.t("about.usb"))
            if context.device.battery is not None
            else "?"
        )
        left = context.device.remaining_time()
        if left:
            gauge += ", " + context.t("battery.left", left)
        free = context.device.hardware.free_bytes()
        body = context.t("about.text", VERSION, context.device.board.NAME, gauge, (free or 0) >> 10).split(
            "|"
        )
        if free is None:
            del body[3]
        Page.__init__(self, context, context.t("about"), body, PAGE)
