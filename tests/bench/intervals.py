"""How sure figures are, and how far stated probabilities can be believed."""

import math
from collections.abc import Sequence

Z = 1.96
"""Standard deviations on either side of an interval of 95 %."""
BINS = 10


def wilson(right: int, total: int) -> tuple[float, float]:
    """The 95 % interval of a share (0-1) of which `right` of `total` were seen (E. B. Wilson, 1927)."""
    if not total:
        return 0.0, 1.0
    share = right / total
    middle = (share + Z * Z / (2 * total)) / (1 + Z * Z / total)
    half = Z / (1 + Z * Z / total) * math.sqrt(share * (1 - share) / total + Z * Z / (4 * total * total))
    return max(0.0, middle - half), min(1.0, middle + half)


def expected_calibration_error(said: Sequence[tuple[float, bool]]) -> float:
    """The mean distance (0-1) between probabilities and the share that was right, in ten bins of even width."""
    bins: list[list[tuple[float, bool]]] = [[] for _ in range(BINS)]
    for p, right in said:
        bins[min(int(p * BINS), BINS - 1)].append((p, right))
    apart = [abs(sum(p for p, _ in each) - sum(right for _, right in each)) for each in bins]
    return sum(apart) / max(1, len(said))


def told(right: int, total: int) -> str:
    """A share in per cent with its interval."""
    low, high = wilson(right, total)
    return f"{100 * right / max(1, total):.2f} % ({right}/{total}, {100 * low:.2f}-{100 * high:.2f})"
