"""A game that exists only in tests: one procedure for each shape that the generic screens must carry."""
