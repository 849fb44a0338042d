try:
    open("/packs/ready").close()
    whole = True
except OSError:
    whole = False
    print("Gobelet: the copy to this device was interrupted. Run the flash command again (make flash).")
try:
    import gobelet_packs

    gobelet_packs.mount()
    from gobelet import boot

    if not whole:
        boot.interrupted()
except Exception:
    if whole:
        raise
    # What the panel would need did not arrive either.
if whole:
    boot.main()
