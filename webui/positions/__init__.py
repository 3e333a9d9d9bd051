"""Positions: a photograph of a board read on a phone, drawn and coded, and kept in the notebook."""
