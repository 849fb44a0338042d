"""Canvas, fonts and widgets: functions that draw plain values and keep no state."""
