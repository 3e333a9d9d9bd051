"""Pearson's chi-squared test: whether counts differ more from what was expected than chance explains.

Its p-value is Q(df/2, x/2), the regularised upper incomplete gamma function: by its series below a + 1, by Lentz's
continued fraction above (Press et al., Numerical Recipes, section 6.2).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, lgamma, log

_STEPS = 10_000
_SMALL = 1e-16
_TINY = 1e-300


@dataclass(frozen=True, slots=True)
class ChiSquared:
    """A test: its statistic, its degrees of freedom, and how likely fair dice come out at least as unevenly (0-1)."""

    statistic: float
    degrees: int
    p: float


def compare(seen: Sequence[int], expected: Sequence[float]) -> ChiSquared:
    """The test of counts against what is expected of each, more than 0; both add up to the same."""
    statistic = sum((count - wanted) ** 2 / wanted for count, wanted in zip(seen, expected, strict=True))
    degrees = len(seen) - 1
    return ChiSquared(statistic, degrees, upper_gamma(degrees / 2, statistic / 2))


def upper_gamma(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function Q(a, x), for a > 0 and x >= 0: from 1 down to 0.

    >>> round(upper_gamma(1.0, 2.0), 6)
    0.135335
    """
    if x <= 0.0:
        return 1.0
    scale = exp(a * log(x) - x - lgamma(a))
    return 1.0 - scale * _series(a, x) if x < a + 1.0 else scale * _fraction(a, x)


def _series(a: float, x: float) -> float:
    term = total = 1.0 / a
    for n in range(1, _STEPS):
        term *= x / (a + n)
        total += term
        if term < total * _SMALL:
            break
    return total


def _fraction(a: float, x: float) -> float:
    b = x + 1.0 - a
    c, d = 1.0 / _TINY, 1.0 / b
    found = d
    for n in range(1, _STEPS):
        factor = n * (a - n)
        b += 2.0
        d = factor * d + b
        d = 1.0 / (d if abs(d) > _TINY else _TINY)
        c = b + factor / c
        c = c if abs(c) > _TINY else _TINY
        found *= c * d
        if abs(c * d - 1.0) < _SMALL * 10:
            break
    return found
