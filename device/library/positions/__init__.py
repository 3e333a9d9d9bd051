"""Positions that somebody caught: read from a photograph, drawn, kept in a notebook, exported."""
