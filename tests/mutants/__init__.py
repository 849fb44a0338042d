"""Mutation testing: small faults in the sources, one at a time, which the tests must detect."""
