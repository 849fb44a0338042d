"""Canvas, fonts and widgets. Widgets draw plain values and keep no state."""
