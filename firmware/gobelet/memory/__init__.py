"""The heap of a Pico: which modules of games lie in it, and what is done while nothing is pressed.

A Pico has 264 KB of RAM, of which MicroPython has 222 KB for its heap. The code runs where it lies in the flash; an
import makes only functions, classes and dicts on the heap. All modules of the largest game would still take more than
there is. So leaving a game unloads its modules, and where too little is free, those that no open screen needs
(modules.py). Garbage is collected while nothing is pressed (idle.py), never between a key and its picture.

A MemoryError is a fault like any other: the program starts anew where it was (shell/recovery.py).
"""
