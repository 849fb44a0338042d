"""What `make uf2` freezes into MicroPython, in MicroPython's own manifest language: the sources of the firmware.

Its modules then lie in the flash and are run there: they take no memory and no time to be loaded.
"""

# Of what MicroPython freezes for a Pico anyway only this: its _boot.py would format what it cannot mount.
freeze("$(PORT_DIR)/modules", "rp2.py", opt=3)  # noqa: F821
# All that host_tools/building/frozen.py has written. The numbers of lines stay in it, for 42 KB of flash.
freeze("../build/frozen", opt=2)  # noqa: F821
