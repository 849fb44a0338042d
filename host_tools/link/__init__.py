"""The desk's side of the USB link: print and serve its messages.

firmware/gobelet/link/README.md describes the link.
"""
