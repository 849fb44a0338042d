"""The link: lines of JSON over USB. README.md has every message; only port.py is always in memory."""
