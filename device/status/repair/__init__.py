"""Putting right: what is wrong on the board, and the steps that make it stand as it should."""
