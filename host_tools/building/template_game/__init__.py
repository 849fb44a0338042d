"""template_game: a small game to begin with. README, "Add a game", says in which order to make it yours."""
