# This file is compiled at each start, a millisecond for thirty letters. So the work is in gobelet/start/plain.py.
try:
    from gobelet.start.plain import start
except ImportError:
    print("Gobelet: the copy to this device was interrupted. Run the flash command again (make flash).")
except ValueError:
    print("Gobelet needs another MicroPython. Run the flash command (make flash): it says which.")
else:
    start()
