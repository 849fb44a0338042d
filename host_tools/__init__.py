"""Desk-side tools for the device: build, flash, query and check it."""

from host_tools.entry_point import stop_in_one_line

stop_in_one_line()
