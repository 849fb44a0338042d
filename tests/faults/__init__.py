"""Fault injection: see tests/MEASURED.md. The firmware is importable outside of pytest too."""

from simulator import paths

paths.install()
