"""The link: lines of JSON over USB. README.md has every message; port.py is all of it that is always in memory."""
