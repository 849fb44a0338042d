"""Trinités: why a result is what it is, imported when OK is held: a function for each `explain`.

It takes the values and the path (the faces of each roll, the option of each decision) and gives
[(text key, numbers)...].
"""
