"""The self-test: a real board at the cable says whether it does all that it should."""
