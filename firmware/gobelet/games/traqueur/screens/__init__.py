"""The screens of Traqueur, as (module, class) by the short name of the screen.

The id of a screen consists of the game's name and the short name, such as "traqueur.combat".
"""

from .common import describe, visible_values

# the USB link and `Messages` look up `describe` and `visible_values` by name
__all__ = (
    "SCREENS",
    "SIGNALS",
    "describe",
    "visible_values",
)

SIGNALS = "death:player.life=0 death:familiar.life=0 turn:game.active"

SCREENS = {
    "home": ("home", "Home"),
    "new": ("home", "NewGame"),
    "options": ("gobelet.ui.screens.options", "Options"),
    "clock": ("gobelet.ui.screens.turn_clock", "Times"),
    "history": ("home", "History"),
    "luck": ("gobelet.ui.screens.luck", "Luck"),
    "chances": ("home", "Chances"),
    # Screens for the parts of a game.
    "setup": ("setup", "Setup"),
    "result": ("setup", "Result"),
    "prepare": ("prepare", "Prepare"),
    "buy": ("prepare", "Buy"),
    "combat": ("combat", "Combat"),
    "strike": ("combat", "Strike"),
    "end": ("combat", "End"),
    "over": ("combat", "Over"),
    # Screens with the players' values.
    "table": ("table", "Table"),
    "card": ("table", "Card"),
    "spells": ("table", "Spells"),
    # Screens with the rule pages.
    "help": ("pages", "Help"),
}
