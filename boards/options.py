"""Optional constants of a board file.

A device's file contains only those that its board defines.
"""

GAMES = ""  # the games to show, as "dice counters trinytia"; all of them by default
RESET = None  # pin of the panel's RES, pulsed at the start
# Set-up of another panel chip: first visible column, page of the first band drawn, start commands.
PANEL = ""
BUZZER = None  # pin of a piezo disc, whose other side is on ground: it gets a tone
SLEEP = True  # whether the chip stops its clocks on battery while idle; False if the board does not wake
# pin of a vibration motor behind a transistor, or of a buzzer with its own tone; the device only switches the
# pin on and off
MOTOR = None
