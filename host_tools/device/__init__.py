"""Tools for a device on its USB cable: flash it, diagnose it, back up the players' data."""
