"""The board network: the pairs of pictures that it learns from, and how."""
