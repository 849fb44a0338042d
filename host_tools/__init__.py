"""Tools of the desk: build, flash, query and check the device.

The desk is the user's computer.
"""

from host_tools.entry_point import stop_in_one_line

stop_in_one_line()
