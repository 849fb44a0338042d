"""Tools of the desk, the user's computer: build, flash, query and check the device."""

from host_tools.entry_point import stop_in_one_line

stop_in_one_line()
