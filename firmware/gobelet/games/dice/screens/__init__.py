"""Screens of free dice: short name -> (module, class), for ids such as "dice.build"."""

SCREENS = {
    "home": ("home", "Home"),
    "result": ("result", "Result"),
    "lock": ("result", "Lock"),
    "line": ("line", "Line"),
    "build": ("build", "Build"),
    "add": ("build", "Add"),
    "term": ("build", "Term"),
    "presets": ("presets", "Presets"),
    "history": ("rolls", "Rolls"),
    "fair": ("fair", "Fair"),
}


def again(app):
    """Roll the dice of the last roll again."""
    from . import record, throw

    last = record.last(app.session)
    if last is None:
        app.notice(app.t("preset.none"))
    else:
        throw.roll(app, last.pool)
