"""The rules engine: dice, odds, Procedures, Sheets and walks.

The package imports nothing of screens or hardware. Its functions receive the dice and all values from the caller.
"""
