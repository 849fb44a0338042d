"""The Procedures of the game that is text and open, by their names: `declaration.take` puts them here."""
