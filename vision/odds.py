"""Odds: how many times likelier something is than that it is not."""


def odds(p: float, least: float) -> float:
    """The odds of a probability (0-1), which is kept so far from 0 and 1 that later evidence can still change it."""
    p = min(max(p, least), 1 - least)
    return p / (1 - p)


def chance(ratio: float) -> float:
    """The probability (0-1) of what has such odds."""
    return ratio / (1 + ratio)


def times(p: float, factor: float, least: float) -> float:
    """A probability (0-1) after evidence that makes it so many times likelier; `least` as in `odds`."""
    return chance(factor * odds(p, least))
