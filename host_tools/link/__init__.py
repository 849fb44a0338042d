"""The desk's side of the USB link (firmware/gobelet/link/README.md): print and serve its messages."""
