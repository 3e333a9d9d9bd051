"""The match: its games and score, the cube, what is agreed on, and what everything counts."""
