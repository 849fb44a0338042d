"""The hardware of a device.

It has the panel, keys, clock, random bytes, files, power and settings.
"""
