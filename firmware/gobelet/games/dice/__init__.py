"""Free dice (dés libres): any pool, its exact odds, presets, history, and the test of the dice."""
