"""The hardware: panel, keys, clock, entropy, storage, power, and the settings that act on them."""
