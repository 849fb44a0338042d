"""The screen for the settings of the device, which device/settings.py lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..device.settings import AUDIBLE, HIDDEN, entries
from ..ui.screens.menu import Menu, Picker

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..ui.screens.types import Entries


class Options(Menu):
    """A list with an entry for each setting.

    OK selects the next value of a setting with up to three values. For the setting "speed", and for settings with more
    values, OK opens a list of the values.
    """

    title = "settings"
    keys = ("k.move", "k.turn")

    # the settings in the list, as entries of `settings.entries`; () until `entries` is first called
    shown: Sequence[tuple[str, list[str], int]] = ()

    def _find_shown(self) -> list[tuple[str, list[str], int]]:
        left_out = HIDDEN if self.context.device.hardware.buzz is not None else HIDDEN + AUDIBLE
        return [entry for entry in entries() if entry[0] not in left_out]

    def _label(self, name: str, value: str) -> str:
        found = self.context.t.get("s." + name + "." + value)
        if found:
            return found
        if value in ("yes", "no", "never"):
            return self.context.t(value)
        return self.context.t("s." + name + ".unit", value)

    def entries(self) -> Entries:
        settings = self.context.device.settings
        if not self.shown:
            self.shown = self._find_shown()
        return [(self.context.t("s." + name), self._label(name, settings[name])) for name, _, _ in self.shown]

    def choose(self, index: int) -> None:
        name, choices, _ = self.shown[index]
        if len(choices) <= 3 and name != "speed":
            self._set(name, self.context.device.settings.index(name) + 1)
        else:
            labels = [self._label(name, value) for value in choices]
            here = self.context.device.settings.index(name)
            self.context.push(Picker(self.context, self.context.t("s." + name), labels, here))

    def on_result(self, result: int | None) -> None:
        if result is None:
            return
        name = self.shown[self.cursor][0]
        if name == "speed" and result:
            from .bus import Trial  # imported here, because few players ever need this screen

            self.context.push(Trial(self.context, result))
        else:
            self._set(name, result)

    def _set(self, name: str, index: int) -> None:
        self.context.device.settings.choose(name, index)
        self.context.apply_settings()
        if (
            name == "quiet"
            and self.context.device.settings[name] == "night"
            and self.context.device.hardware.hour() is None
        ):
            self.context.dialogs.show_toast(self.context.t("quiet.unknown"))
        self.refresh()
