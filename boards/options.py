"""What a board file may say besides `common.py`. A board's file has a line of these only if its own file does."""

GAMES = ""  # the games that it has, as "dice counters trinytia"; without this line all of them
RESET = None  # pin of the panel's RES, pulsed at the start
# How another chip is set up: first visible column, page of the first band drawn in, commands at the start.
PANEL = ""
BUZZER = None  # pin of a piezo disc, its other side to ground: it gets a tone
SLEEP = True  # whether the chip stops its clocks on battery while nothing is pressed; False if the board does not wake
MOTOR = None  # pin of what is switched on and off: a vibration motor behind a transistor, a buzzer with its own tone
