"""Figures: what some matches come to, of one player or of all who played them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from device.library.matches.listed_match import ListedMatch
from device.library.matches.players import analysed
from device.library.matches.side_tally import Tally
from device.library.statistics.dice_statistics import Rolls
from device.shape import Json
from engine.i18n import Translator, marked

OTHERS = marked("another rule")
_WORDS = {
    "R.must_use": marked("more could have been played"),
    "R.higher_die": marked("the higher die had to be played"),
    "R.dice": marked("not what the dice say"),
    "R.block": marked("a point that is closed"),
    "R.bar_first": marked("the checkers on the bar come first"),
    "R.entry": marked("the checkers on the bar come first"),
    "R.bearoff": marked("borne off too soon, or from the wrong point"),
    "R.direction": marked("the wrong way"),
    "R.conservation": marked("a checker too many or too few"),
    "R.opponent_man": marked("a checker of the opponent's moved"),
    "R.too_many": marked("more checkers moved than the dice allow"),
    "R.turn": marked("out of turn"),
}
SPANS = (5, 10, 20, 30, 60, 120)
"""The seconds at which one group of turns ends and the next begins, in what is drawn."""


def rule_words(rule: str, translator: Translator) -> str:
    """What a rule of that id is about."""
    return translator(_WORDS.get(rule, OTHERS))


@dataclass(frozen=True, slots=True)
class Figures:
    """What was counted in so many matches and turns: rolls, how many turns took how many
    seconds, illegal plays by rule.

    `sets`: of how many sets of dice the rolls are, as far as anybody named them. `luck` and `error` are those
    of the matches that were analysed (docs/analysis.md), None where none was.
    """

    matches: int
    games: int
    turns: int
    rolls: Rolls
    seconds: Mapping[int, int]
    put_right: Mapping[str, int]
    stood: Mapping[str, int]
    hasty: int
    cube_faults: int
    doubles: int
    takes: int
    passes: int
    luck: float | None
    error: float | None
    phases: Sequence[Json] = ()
    sets: int = 1

    def as_json(self, translator: Translator) -> Json:
        """The statistics, as the API tells them."""
        return {
            "matches": self.matches,
            "games": self.games,
            "turns": self.turns,
            "dice": {**self.rolls.as_json(translator), "sets": self.sets},
            "times": self._times(),
            "illegal": self._illegal(translator),
            "hasty": self.hasty,
            "cube_faults": self.cube_faults,
            "luck": self.luck,
            "error": self.error,
            "phases": list(self.phases),
            "cube": {"doubles": self.doubles, "takes": self.takes, "passes": self.passes},
        }

    def _times(self) -> Json:
        count = sum(self.seconds.values())
        edges = (0, *SPANS)
        return {
            "turns": count,
            "median": median_of(self.seconds),
            "longest": max(self.seconds, default=None),
            "spans": [
                {
                    "from": low,
                    "below": high,
                    "turns": sum(
                        n for each, n in self.seconds.items() if low <= each and (high is None or each < high)
                    ),
                }
                for low, high in zip(edges, (*SPANS, None), strict=True)
            ],
        }

    def _illegal(self, translator: Translator) -> list[Json]:
        """By what rules are about, the most frequent first."""
        found: dict[str, tuple[int, int]] = {}
        for rule in {**self.put_right, **self.stood}:
            words = rule_words(rule, translator)
            put_right, stood = found.get(words, (0, 0))
            found[words] = put_right + self.put_right.get(rule, 0), stood + self.stood.get(rule, 0)
        ordered = sorted(found.items(), key=lambda each: (-sum(each[1]), each[0]))
        return [{"rule": words, "put_right": right, "stood": stood} for words, (right, stood) in ordered]


def figures_of(matches: Iterable[ListedMatch], player: str = "") -> Figures:
    """The figures of some matches, of the player of that name, capitals apart, or of both sides."""
    listed = tuple(matches)
    counts = {name: Counter[str]() for name in ("rolls", "seconds", "put_right", "stood")}
    plain = Counter[str]()
    for tally in (tally for each in listed for tally in _tallies(each, player)):
        for name, counter in counts.items():
            counter.update(getattr(tally, name))
        for name in ("hasty", "cube_faults", "doubles", "takes", "passes"):
            plain[name] += getattr(tally, name)
    judged = analysed((each, side) for each in listed for side in ("W", "B") if _is_of(each, side, player))
    return Figures(
        sum(each.head.games_played > 0 for each in listed),
        sum(each.head.games_played for each in listed),
        sum(each.head.turns for each in listed),
        Rolls(counts["rolls"]),
        {int(seconds): count for seconds, count in counts["seconds"].items()},
        counts["put_right"],
        counts["stood"],
        plain["hasty"],
        plain["cube_faults"],
        plain["doubles"],
        plain["takes"],
        plain["passes"],
        judged["luck"],
        judged["error"],
        judged["phases"],
        _sets(listed, player),
    )


def _sets(listed: Iterable[ListedMatch], player: str) -> int:
    """How many sets of dice were thrown, each at whatever tables; those that nobody named are one at each table."""
    thrown = (each for each in listed if any(tally.rolls for tally in _tallies(each, player)))
    return len({each.head.dice.casefold() or (each.table,) for each in thrown})


def _tallies(listed: ListedMatch, player: str) -> Iterator[Tally]:
    for side, tally in listed.head.tallies.items():
        if _is_of(listed, side, player):
            yield tally


def _is_of(listed: ListedMatch, side: str, player: str) -> bool:
    """Whether a side's figures are wanted."""
    return not player or listed.head.name_of(side).casefold() == player.casefold()


def median_of(counts: Mapping[int, int]) -> float | None:
    """The value in the middle of values that were counted; None where there are none."""
    total, below = sum(counts.values()), 0
    low: int | None = None
    for value in sorted(counts):
        below += counts[value]
        if low is None and 2 * below >= total:
            low = value
        if low is not None and 2 * below > total:
            return (low + value) / 2
    return low
