"""What `make uf2` freezes into MicroPython, in MicroPython's own manifest language: the firmware as the build makes it.

Its modules then lie in the flash and are run there: they take no memory and no time to be loaded.
"""

# Of what MicroPython freezes for a Pico anyway only this: its _boot.py would format what it cannot mount.
freeze("$(PORT_DIR)/modules", "rp2.py", opt=3)  # noqa: F821
# All that host_tools/building/frozen.py has written.
freeze("../build/frozen", opt=3)  # noqa: F821
