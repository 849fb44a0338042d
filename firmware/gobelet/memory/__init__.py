"""The heap of a Pico.

The modules of this folder unload modules of games (modules.py), and do the work of idle moments (idle.py).

A Pico has 264 KB of RAM, of which MicroPython uses 222 KB for its heap. Code runs directly from the flash; an
import allocates only functions, classes and dicts. All modules of the largest game would still exceed the
heap. So the program unloads the modules of a game when the players leave it. If memory is low, the program also
unloads modules that no open screen needs. It collects garbage in idle moments, never between a key press and the
picture that follows.

After a MemoryError, as after any fault, the program restarts at the same screen (shell/recovery.py).
"""
