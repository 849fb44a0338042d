"""The rules engine: dice, odds, Procedures, Sheets and walks.

It is pure: it takes and returns integers.
"""
