"""What runs on the desk for the device: building, flashing, asking, checking."""

from host_tools.entry_point import stop_in_one_line

stop_in_one_line()
