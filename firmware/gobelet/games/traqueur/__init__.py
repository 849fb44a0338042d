"""Au Pavillon du Traqueur: three or four hunters, their familiars and weapons.

The game has no dice.
"""
