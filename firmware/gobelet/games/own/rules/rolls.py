"""The Procedures of the open game that is a text, by their names: `declaration.take` puts them here."""
