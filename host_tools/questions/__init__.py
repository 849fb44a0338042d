"""Tools that use a game's terms: journals, presets, tables, and answers about rolls."""
