"""What a board file may say besides `common.py`. A board's file has a line of these only if its own file does."""

GAMES = ""  # the games that it has, as "dice counters trinytia"; without this line all of them
