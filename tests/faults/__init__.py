"""Fault injection: see tests/MEASURED.md.

This package makes the firmware importable outside of pytest too.
"""

from simulator import paths

paths.install()
