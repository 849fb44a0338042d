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
    "luck": ("gobelet.ui.screens.luck", "Luck"),
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


def dice_of(app, listed, path, note):
    """(sides, face) of the dice that were thrown in a roll: of one in which dice were left lying, none."""
    from . import record

    kept = listed[1]
    return [] if kept else [die[:2] for die in record.read(0, listed, path, note).thrown.dice]
