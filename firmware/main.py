# MicroPython compiles this file at each start, which takes 1 ms for each thirty letters. Therefore this file is short,
# and gobelet/start/plain.py does the work.
try:
    from gobelet.start.plain import start
except ImportError:
    print("Gobelet: the copy to this device was interrupted. Run the flash command again (make flash).")
except ValueError:
    print("Gobelet needs another MicroPython. Run the flash command (make flash): it says which.")
else:
    start()
