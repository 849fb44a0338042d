"""The simulator, which runs the unchanged firmware on a desktop computer.

The panel, the keys, the clock, the entropy and the storage are virtual.
"""

from host_tools.entry_point import stop_in_one_line

stop_in_one_line()
