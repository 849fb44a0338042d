"""What a table does to a device: see README, "Never lose a game"."""

from simulator import paths

paths.install()
