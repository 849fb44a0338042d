"""The App around the games: its loop, its stack of screens, undo, restart, low battery and errors."""
