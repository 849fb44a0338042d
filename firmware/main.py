try:
    from gobelet.boot import main
except ImportError:
    print("Gobelet: the copy to this device was interrupted. Run the flash command again (make flash).")
else:
    main()
