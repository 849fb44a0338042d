"""The start of the program: `plain` checks a copy of files, `boot` builds the App and runs it."""
