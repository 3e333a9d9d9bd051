"""Boards of nine by nine squares: where each lies, what stands on it, which man is the king."""
