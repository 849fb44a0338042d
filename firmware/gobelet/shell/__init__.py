"""The App around the games: its loop, its stack of screens, undo, restart, and the screens for what goes wrong."""
