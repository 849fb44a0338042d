"""The device at its cable: putting the firmware on it, asking how it is, keeping what its players have."""
