"""The desk's board: virtual panel, keys, clock, entropy and storage round the unchanged firmware."""
