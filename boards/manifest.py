"""What `make uf2` freezes into MicroPython, in MicroPython's own manifest language: the firmware as the build makes it.

Its modules then lie in the flash and are run there: they take no memory and no time to be loaded.
"""

# Of what MicroPython freezes for a Pico anyway only this: its _boot.py would format what it cannot mount.
freeze("$(PORT_DIR)/modules", "rp2.py", opt=3)  # noqa: F821

_BUILT = "../build/frozen"  # host_tools/building/frozen.py writes it

package("gobelet", base_path=_BUILT, opt=3)  # noqa: F821
module("gobelet_packs.py", base_path=_BUILT, opt=3)  # noqa: F821
module("gobelet_frozen.py", base_path=_BUILT, opt=3)  # noqa: F821
module("gobelet_boards.py", base_path=_BUILT, opt=3)  # noqa: F821
module("main.py", base_path=_BUILT, opt=3)  # noqa: F821
module("_boot.py", base_path=_BUILT, opt=3)  # noqa: F821
