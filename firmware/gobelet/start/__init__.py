"""The program's start.

`plain` checks a copy of files, and `boot` builds the App and runs it.
"""
