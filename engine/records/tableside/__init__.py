"""Tableside's own JSON, which holds all of a match, whatever was played."""
