"""Draw the wiring of a board, the device, the box, a printed sheet and QR codes."""
