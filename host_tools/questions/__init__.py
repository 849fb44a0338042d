"""Tools that know the rules and texts of games: journals, presets, tables, odds of rolls."""
