"""The simulator: virtual panel, keys, clock, entropy and storage around the unchanged firmware."""

from host_tools.entry_point import stop_in_one_line

stop_in_one_line()
