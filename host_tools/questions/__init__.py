"""What is said in the terms of a game: rolls that are asked, journals that are told, presets and tables."""
