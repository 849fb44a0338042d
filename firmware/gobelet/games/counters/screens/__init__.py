"""Screens of the counters: short name -> (module, class), for ids such as "counters.play"."""

SCREENS = {
    "home": ("home", "Home"),
    "history": ("home", "History"),
    "play": ("play", "Play"),
    "result": ("first", "First"),
    "timer": ("timer", "Timer"),
    "times": ("timer", "Times"),
    "players": ("setup", "Players"),
    "counters": ("setup", "Counters"),
    "counter": ("setup", "Counter"),
}


def what(app, effects):
    """See `App.what`."""
    from . import words

    return words.what(app, effects)
