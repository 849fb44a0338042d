"""Au Pavillon du Traqueur: three or four hunters, their familiars and weapons. A game without dice."""
