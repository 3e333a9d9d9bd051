"""Tournaments: who plays whom, what came of it, and who is ahead. Pure values and
functions, folded from a log of entries.
"""
