"""A game that exists only in tests: one procedure for each shape that the generic screens must carry."""

fault = "", None  # the method of the screen "toy.fault" that raises, and its exception
