"""Screens of free dice: short name -> (module, class), for ids such as "dice.build"."""

SCREENS = {
    "home": ("home", "Home"),
    "result": ("result", "Result"),
    "build": ("build", "Build"),
    "add": ("build", "Add"),
    "term": ("build", "Term"),
    "presets": ("presets", "Presets"),
    "history": ("gobelet.ui.history", "History"),
    "fair": ("fair", "Fair"),
}
