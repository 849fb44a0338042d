"""Build the device's files from the sources: code, texts and fonts."""
