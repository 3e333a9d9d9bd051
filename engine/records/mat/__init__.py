"""Jellyfish .mat files and what is made like them: rows of cells, two players side by side."""
