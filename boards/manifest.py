"""The modules that `make uf2` freezes into MicroPython.

This file is in MicroPython's manifest language. Frozen modules run in place from the flash; loading them takes
no heap and no time.
"""

# The default manifest is left out except rp2.py: its _boot.py would format a file system that it cannot
# mount.
freeze("$(PORT_DIR)/modules", "rp2.py", opt=3)  # noqa: F821
# The output of host_tools/building/frozen.py. Line numbers are kept, for 42 KB of flash.
freeze("../build/frozen", opt=2)  # noqa: F821
