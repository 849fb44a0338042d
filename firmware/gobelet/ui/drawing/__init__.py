"""Canvas, fonts and widgets. They draw plain values and keep no state."""
