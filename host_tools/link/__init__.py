"""The desk's end of the link (firmware/gobelet/link/README.md): what a Gobelet tells over USB, printed and served."""
