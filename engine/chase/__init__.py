"""Chase games: the family, the varieties that there are of it, and the search for the results of a turn."""

from engine.chase.chase_family import Chase
from engine.chase.variety import CornerEntry, Counting, LastChecker

__all__ = ["Chase", "CornerEntry", "Counting", "LastChecker"]
