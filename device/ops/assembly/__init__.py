"""Putting together what runs: a table, and a hub."""
