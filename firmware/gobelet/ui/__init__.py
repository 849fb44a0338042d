"""What is drawn and how keys move it: canvas, widgets, the screen stack and the screens every game shares."""
