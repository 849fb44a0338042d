"""The desk's board: virtual panel, keys, clock, entropy and storage round the unchanged firmware."""

from host_tools.entry_point import stop_in_one_line

stop_in_one_line()
