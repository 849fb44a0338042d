"""Pictures: how a board is wired, what a panel shows."""
