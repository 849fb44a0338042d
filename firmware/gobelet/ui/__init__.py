"""What the player sees: `drawing` puts plain values on the canvas, `screens` are moved by keys."""
