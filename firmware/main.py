import os

try:
    os.stat("/gobelet/ready")
except OSError:
    print("Gobelet: the copy to this device was interrupted. Run the flash command again (make flash).")
    try:
        from gobelet.boot import interrupted

        interrupted()
    except Exception:
        pass  # what the panel would need did not arrive either
else:
    from gobelet.boot import main

    main()
