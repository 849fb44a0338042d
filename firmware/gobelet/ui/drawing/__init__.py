"""Canvas, fonts and widgets. They draw from plain values and keep nothing."""
