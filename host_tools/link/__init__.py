"""Receive the messages of Gobelets over USB; print, serve, record, forward them.

firmware/gobelet/link/README.md describes this protocol, the link.
"""
