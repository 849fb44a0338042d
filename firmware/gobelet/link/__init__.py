"""The link: lines of JSON over USB.

README.md lists every message. The only module of this folder that is always in memory is port.py.
"""
