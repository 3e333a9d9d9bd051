"""Dice and the doubling cube: how they are cut from a picture, and what is read on them."""
