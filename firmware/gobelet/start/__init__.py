"""The start of the program.

`plain` checks that a copy of plain files is complete; `boot` builds the App and runs it.
"""
