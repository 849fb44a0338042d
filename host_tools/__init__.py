"""What runs on the desk for the device: building, flashing, asking, checking."""
