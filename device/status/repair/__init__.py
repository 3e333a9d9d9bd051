"""Putting right: what is amiss on the board, and the steps that make it stand as it should."""
