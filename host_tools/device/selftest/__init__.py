"""The self-test of a real device on its USB cable."""
