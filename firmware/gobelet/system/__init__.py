"""Screens of the device: home, first start, settings, about.

SCREENS maps the short name of a screen to (module, class). A screen's id is "system." and the short name. A module
without a dot in its name is in this package.
"""

SCREENS = {
    "home": ("home", "Home"),
    "welcome": ("welcome", "Language"),
    "lesson": ("welcome", "Lesson"),
    "settings": ("options", "Options"),
    "seats": ("seats", "Seats"),
    "about": ("about", "About"),
    "wheel": ("gobelet.ui.screens.wheel", "Wheel"),
}
