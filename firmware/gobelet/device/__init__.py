"""The hardware of a device: panel, keys, clock, random bytes, files, power and settings."""
