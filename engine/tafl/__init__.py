"""Tafl: games of a king and his defenders against a host that surrounds them, on a board of squares."""
