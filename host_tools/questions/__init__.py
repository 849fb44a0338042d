"""Tools that import the games' rules and texts: odds, exports, presets, tables."""
