"""Au Pavillon du Traqueur: a card game with familiars and weapons.

Three or four players play the game, which has no dice.
"""
