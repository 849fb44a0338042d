"""Screens of the device: home, first start, settings, about.

SCREENS: short name -> (module, class), for ids such as "system.home". A module with a dot in its name is a
full path.
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
