import sys

OLDEST = (1, 26)  # MicroPython
known = sys.implementation.version >= OLDEST
whole = True
if not known:
    print("Gobelet needs MicroPython %d.%d or newer." % OLDEST)
try:
    open("/packs/ready").close()
except OSError:
    whole = False
    print("Gobelet: the copy to this device was interrupted. Run the flash command again (make flash).")
try:
    import gobelet_packs

    gobelet_packs.mount()
    from gobelet import boot

    if not known:
        boot.too_old(OLDEST)
    elif not whole:
        boot.interrupted()
except Exception:
    if known and whole:
        raise
    # What the panel would need did not arrive either.
if known and whole:
    boot.main()
