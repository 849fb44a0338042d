"""What a table does to a device: see tests/MEASURED.md. Outside of pytest, too, the firmware is imported from where it
lies.
"""

from simulator import paths

paths.install()
