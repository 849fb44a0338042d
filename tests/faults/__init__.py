"""What a table does to a device: see README, "Never lose a game". Outside of pytest, too, the firmware is imported from
where it lies.
"""

from simulator import paths

paths.install()
