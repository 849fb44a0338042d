"""What Gobelet survives. Outside of pytest, too, the firmware is imported from where it lies."""

from simulator import paths

paths.install()
