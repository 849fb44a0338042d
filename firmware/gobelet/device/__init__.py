"""The parts of a device: panel, keys, clock, entropy, store, power, settings."""
