"""The link: lines of JSON over USB.

README.md has every message. Only port.py is always in memory.
"""
