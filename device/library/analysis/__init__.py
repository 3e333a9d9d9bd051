"""Analysis: what GNU Backgammon, a program of its own, thinks of a match that is over."""
