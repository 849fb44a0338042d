"""Tools that flash and diagnose a device over USB, and back up players' data."""
