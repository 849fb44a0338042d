"""The rules engine: dice, odds, Procedures, Sheets and walks. Pure: integers in, integers out."""
