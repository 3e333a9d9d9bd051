"""Dice: the rolls that were seen against those that fair dice give, worded with care."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import exp, lgamma, log

from device.shape import Json
from engine.i18n import Translator

_STEPS = 10_000
_SMALL = 1e-16
_TINY = 1e-300
ENOUGH = 180
"""Rolls of two dice, of which five of each double are expected: with fewer the test means nothing."""
UNUSUAL = 0.01
"""Fair dice come out so unevenly less than once in a hundred samples."""
FACES = "123456"
PAIRS = tuple(f"{high}{low}" for low, high in combinations_with_replacement(FACES, 2))


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


@dataclass(frozen=True, slots=True)
class Rolls:
    """Rolls that were seen, by their dice, the highest first, such as `61`; also such of one die or three."""

    counts: Mapping[str, int]

    @property
    def total(self) -> int:
        """How many rolls there were."""
        return sum(self.counts.values())

    @property
    def faces(self) -> dict[str, int]:
        """How often each face was seen."""
        return {face: sum(n * dice.count(face) for dice, n in self.counts.items()) for face in FACES}

    @property
    def pairs(self) -> dict[str, int]:
        """How often each roll of two dice was seen."""
        return {pair: self.counts.get(pair, 0) for pair in PAIRS}

    def tests(self) -> tuple[ChiSquared, ...]:
        """That of the faces, and that of the pairs where it is two dice; none with too few rolls."""
        faces, pairs = self.faces, self.pairs
        dice, two = sum(faces.values()), sum(pairs.values())
        if self.total < ENOUGH:
            return ()
        tests = [compare(list(faces.values()), [dice / 6] * 6)]
        if two >= ENOUGH:
            tests.append(compare(list(pairs.values()), [two * chance_of(pair) for pair in PAIRS]))
        return tuple(tests)

    def says(self, translator: Translator) -> str:
        """What can be told of the dice, in a sentence."""
        tests, total = self.tests(), self.total
        if not tests:
            return translator(
                "{count} rolls were seen: too few to tell anything of the dice; from {enough} on it can be looked at.",
                count=total,
                enough=ENOUGH,
            )
        # Whoever looks twice finds something twice as easily (Bonferroni).
        p = min(1.0, len(tests) * min(test.p for test in tests))
        words = (
            translator("No evidence against these dice in {count} rolls ({p}).", count=total, p=p_text(p))
            if p >= UNUSUAL
            else translator(
                "Fair dice come out as unevenly as these {count} rolls only rarely ({p}). It can be chance, or throws "
                "that were misread: look again with new rolls.",
                count=total,
                p=p_text(p),
            )
        )
        return words

    def as_json(self, translator: Translator) -> Json:
        """The `dice` of the statistics."""
        faces, pairs, tests = self.faces, self.pairs, self.tests()
        dice, two = sum(faces.values()), sum(pairs.values())
        return {
            "rolls": self.total,
            "faces": [_count(face, seen, dice / 6) for face, seen in faces.items()],
            "pairs": [_count(pair, seen, two * chance_of(pair)) for pair, seen in pairs.items()]
            if two
            else [],
            "tests": [
                {
                    "of": of,
                    "statistic": round(test.statistic, 2),
                    "degrees": test.degrees,
                    "p": _rounded(test.p),
                }
                for of, test in zip(("faces", "pairs"), tests, strict=False)
            ],
            "says": self.says(translator),
        }


def chance_of(pair: str) -> float:
    """How often two fair dice show a pair: of 36 times a double once, any other roll twice."""
    return 1 / 36 if pair[0] == pair[1] else 1 / 18


def p_text(p: float) -> str:
    """A p-value as it is written: `p = 0.43`; a very small one is no figure to rely on."""
    # The spaces are such as no line ends at.
    return (
        "p\u00a0<\u00a00.001"
        if p < 0.001
        else f"p\u00a0=\u00a0{p:.3f}"
        if p < 0.1
        else f"p\u00a0=\u00a0{p:.2f}"
    )


def _count(what: str, seen: int, expected: float) -> Json:
    return {"what": what, "seen": seen, "expected": round(expected, 1)}


def _rounded(p: float) -> float:
    return float(f"{p:.3g}")
