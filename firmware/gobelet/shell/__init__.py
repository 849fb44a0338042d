"""The App around the games: its loop, the open screens, undo, restart, low battery and errors."""
