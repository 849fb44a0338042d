"""The self-test of a real board on its USB cable."""
