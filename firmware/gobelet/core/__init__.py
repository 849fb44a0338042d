"""The engine: dice, odds, procedures, sheets, walks and the journal. Game-independent and pure."""
