"""Screens of the counters: short name -> (module, class), for ids such as "counters.play"."""

from .words import what

__all__ = ("SCREENS", "what")  # `what` is asked for by `Telling`

SCREENS = {
    "home": ("home", "Home"),
    "history": ("home", "History"),
    "play": ("play", "Play"),
    "turn": ("turn", "Turn"),
    "order": ("turn", "Order"),
    "result": ("first", "First"),
    "timer": ("timer", "Timer"),
    "times": ("timer", "Times"),
    "players": ("setup", "Players"),
    "counters": ("setup", "Counters"),
    "counter": ("setup", "Counter"),
}
