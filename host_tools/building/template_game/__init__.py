"""template_game: a small game to begin with. games/README.md says in which order to make it yours."""
