"""What lies where in memory, and how there comes to be room for a game.

A Pico has 264 KB of RAM, of which MicroPython has 240 KB for its heap, and 2 MB of flash, of which 1.4 MB hold files. A
game with all its modules and the state of an evening would take more heap than there is. So:

the flash  has the packs: all modules, texts and fonts (gobelet_packs.py). They are read there and never copied whole.
           The processor reads the flash as it reads RAM.
the heap   has what an import makes of a module: functions, classes, copies of its bytecode and strings. Then what is
           played: journal, state, screens; and garbage, until it is collected.
inplace    The copies of bytecode and strings equal bytes of the pack. In an idle moment the pointers to them are set to
           the pack, and the next collection frees the copies: about half of each module.
modules    What the list of games needs stays for ever. The modules of one game come in idle moments, one by one, in the
           order in which the build expects them to be needed. Where less than 64 KB would stay free (less where
           MicroPython has a smaller heap, or where nothing can be used in the flash) some are evicted, first those that
           nobody asked for yet, then those asked for longest ago, and imported again when they are asked for. When
           another game is opened all of the former one go. What reads a journal at a start goes as soon as its game is
           open.
           The build parts some modules: what a start does without is a second part, which comes in idle moments, or
           with the first call of something in it, and goes with the first part.
interned   Whatever name comes, MicroPython looks for among all that it knows. In a start those of the packs become a
           sorted table of its own, which takes no looking through; then this module goes.
heap       A start makes much garbage between what stays. It goes when a game is opened, before the end of the heap is
           reached. After a collection the small holes are filled with garbage, so that an object finds room at once.
           While a game is open a piece is kept in which a block of its journal can be read.
idle       What is done in an idle moment, in its order: the only module here that the others do not need.

Where memory is full all the same, all that is open goes; the screens that were saved are opened again, and the keys
since then act once more (navigation.py). If that finds no room either, the program begins anew, and the same is done
behind that start (anew.py). Only if that is in vain too is the player told.

What these modules need of the board and of the App they are given: they import nothing of the rest of the firmware.
"""
