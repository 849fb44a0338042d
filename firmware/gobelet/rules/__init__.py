"""Rules engine: dice, odds, Procedures, Sheets and walks of any game. Pure: integers in, integers out."""
