"""The hardware side of the seam: panel, keys, clock, entropy, storage, power. Imports nothing of ours."""
