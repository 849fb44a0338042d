"""What goes on the device, made from the sources: code, words, fonts."""
