"""The program's start: `plain` checks a copy of files, `boot` builds the App and runs it."""
