"""The stack of screens, and the screens that every game shares."""
