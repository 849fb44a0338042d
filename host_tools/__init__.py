"""Tools for the user's computer, the desk: build, flash, query and check the device."""

from host_tools.entry_point import stop_in_one_line

stop_in_one_line()
