"""Small faults put into the sources, one at a time: the tests are to notice each."""
