"""What `make uf2` freezes into MicroPython, in MicroPython's own manifest language: the firmware as the build makes it.

Its modules then lie in the flash and are run there: they take no memory and no time to be loaded.
"""

include("$(PORT_DIR)/boards/manifest.py")  # noqa: F821 - what MicroPython freezes for a Pico anyway

_BUILT = "../build/frozen"  # host_tools/building/frozen.py writes it

package("gobelet", base_path=_BUILT, opt=3)  # noqa: F821
module("gobelet_packs.py", base_path=_BUILT, opt=3)  # noqa: F821
module("gobelet_board.py", base_path=_BUILT, opt=3)  # noqa: F821
module("main.py", base_path=_BUILT, opt=3)  # noqa: F821
