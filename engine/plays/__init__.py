"""The plays of a turn: every one that is legal, how it is written, what comes of it."""
