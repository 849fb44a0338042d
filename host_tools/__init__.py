"""Tools for the desk, the user's computer: build, flash, query, check the device."""

from host_tools.entry_point import stop_in_one_line

stop_in_one_line()
