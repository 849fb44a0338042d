"""The heap of a Pico.

The modules decide which code of games is loaded, and work in idle moments.

A Pico has 264 KB of RAM, of which MicroPython has 222 KB for its heap. Code runs directly from the flash; an
import allocates only functions, classes and dicts. All modules of the largest game would still exceed the
heap. So leaving a game unloads its modules. Low memory evicts modules that no open screen needs (modules.py).
Garbage is collected in idle moments (idle.py), never between a key and its picture.

After a MemoryError, as after any fault, the program restarts at the same screen (shell/recovery.py).
"""
