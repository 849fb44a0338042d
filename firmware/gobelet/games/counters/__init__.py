"""Counters (compteurs): what players have, who begins, and how long they take."""
