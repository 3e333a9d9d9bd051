"""How an account of a film stands beside its truth: plays, positions, calls, questions,
results; figures and failures.
"""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.bench.disturbances import Disturbed, Film, Json, spans
from tests.golden.conftest import FRAMES_OFF, board, net, turn_key

WARNING_SECONDS = 2.5
"""So long after a film is joined a throw lies there first whose turn is due: the board
must be seen before hands come.
"""
SEEN_SECONDS = 1.0
"""So long an illegal play must be seen for it to be due."""


@dataclass(frozen=True)
class Score:
    """Figures by their names, and what was wrong, in words."""

    figures: Counter[str]
    failures: list[str] = field(default_factory=list)


def score(film: Film, done: Disturbed, seen: Json, short: int | None = None) -> Score:
    """An account (`watch --json`) of a film under a disturbance, beside its truth up to frame `short`."""
    return _Marking(film, done, seen, short).score()


class _Marking:
    """One account beside one truth; `due` are the turns that must be told, of `may` it is right to tell them."""

    def __init__(self, film: Film, done: Disturbed, seen: Json, short: int | None) -> None:
        truth, rate = film.truth, film.rate
        self.done, self.seen, self.short = done, seen, short
        last = film.length if short is None else short
        known = list(zip(truth["turns"], spans(truth), strict=True))
        self.turns = [turn for turn, span in known if done.first < span.end < last]
        begun = [span.begin for _, span in known]
        over = truth.get("ended") is not None and short is None
        self.due = [
            # of a play that the film hardly shows nobody knows whether it was finished
            (over or span.end + SEEN_SECONDS * rate <= last)
            and (span.begin >= done.first + WARNING_SECONDS * rate or not done.first)
            and (short is None or any(span.end < other < last for other in begun))
            for _, span in known
            if done.first < span.end < last
        ]
        self.windows = [span for _, span in known if done.first < span.end < last]
        self.games = seen["games"]
        self.told: list[Json] = [turn for game in self.games for turn in game["turns"]]
        self.events: list[Json] = [event for game in self.games for event in game["events"]]
        self.faults = [
            event
            for event in truth["events"]
            if event["event"] == "illegal" and done.first < event["frame"] < last
        ]
        self.truth, self.rate, self.last = truth, rate, last
        self.open = unfinished(truth)
        self.failures: list[str] = []

    def score(self) -> Score:
        """The figures and the failures."""
        pairs = aligned(self.turns, self.told, lambda one, other: turn_key(one) == turn_key(other))
        matched, right = {i for i, _ in pairs}, {j for _, j in pairs}
        same_board = aligned(self.turns, self.told, is_same_position)
        wrong = [j for j in range(len(self.told)) if j not in right and not self._is_open(j)]
        unmarked = self._unmarked(wrong, right)
        for i, turn in enumerate(self.turns):
            if self.due[i] and i not in matched:
                span = self.windows[i]
                self._fail(f"play {i + 1}, frames {span.begin}-{span.end}, missed", turn)
        for j in wrong:
            self._fail(f"told {j + 1} is wrong" + (", unmarked" if j in unmarked else ""), self.told[j])
        figures = Counter(
            {
                "plays": sum(self.due),
                "plays right": sum(self.due[i] for i in matched),
                "positions": sum(self.due),
                "positions right": sum(self.due[i] for i, _ in same_board),
                "told": len(self.told),
                "wrong": len(wrong),
                "wrong, unmarked": len(unmarked),
                "questions": len(self.seen["questions"]),
            }
        )
        for question in self.seen["questions"]:
            self._fail("question", question)
        figures.update(self._calls())
        figures.update(self._results())
        # a figure of nought is a figure
        return Score(figures, self.failures)

    def _is_open(self, j: int) -> bool:
        """Whether a turn told is the one that was begun, and not finished, when the film ended: a throw that was still
        being played, or a double to which no answer was seen.
        """
        turn = self.told[j]
        if j < len(self.told) - 1 or self.short is not None:
            return False
        if turn.get("double"):
            return any(is_same_move(turn, {**each, "answer": None}) for each in self.turns[-1:])
        if self.open is None or turn["player"] != self.open["by"]:
            return False
        return sorted(turn["roll"] or ()) == sorted(self.open["dice"])

    def _fail(self, what: str, which: Json) -> None:
        self.failures.append(f"{what}: {json.dumps(which)}")

    def _unmarked(self, wrong: Sequence[int], right: set[int]) -> set[int]:
        """The turns told wrongly that nobody can know to be doubtful: neither inferred nor asked about.

        What follows from a doubtful board bears its mark, where it is right in itself.
        """
        asked = {str(each["result"]) for event in self.seen["questions"] for each in event["candidates"]}
        starts = {str(game["start"]) for game in self.games}
        doubtful = bool(starts & asked)
        found = set()
        for j, turn in enumerate(self.told):
            if j in right:
                doubtful = False
            elif turn.get("inferred") or turn.get("result") in asked:
                doubtful = True
            elif not (doubtful and any(is_same_move(turn, other) for other in self.turns)):
                found.add(j)
                doubtful = False
        return found & set(wrong)

    def _calls(self) -> Counter[str]:
        """Illegal plays that are due (wholly seen for a second), those found of them, and calls of what was legal.

        What is called later than ten frames after it stood there, but before the next turn has ended, is found late.
        """
        called = [event for event in self.events if event["event"] == "illegal"]
        due = [fault for fault in self.faults if self._is_seen(fault["frame"])]
        prompt = [fault for fault in due if any(self._is_same(fault, call) for call in called)]
        late = [
            fault
            for fault in due
            if fault not in prompt and any(self._is_late(fault, call) for call in called)
        ]
        false = [
            call
            for call in called
            if not any(self._is_same(fault, call) or self._is_late(fault, call) for fault in self.faults)
        ]
        for fault in due:
            if fault not in prompt:
                self._fail(
                    f"illegal play at frame {fault['frame']} {'found late' if fault in late else 'not found'}",
                    fault,
                )
        for call in false:
            self._fail("false call", call)
        found = len(prompt) + len(late)
        return Counter(
            {"illegal": len(due), "illegal found": found, "found late": len(late), "false calls": len(false)}
        )

    def _is_seen(self, frame: int) -> bool:
        """Whether an illegal play that stands there from a frame on can be seen for long
        enough, and its throw could be.
        """
        end = frame + SEEN_SECONDS * self.rate
        if end > self.last or any(start < end and frame < stop for start, stop in self.done.blind):
            return False
        thrown = max((span.begin for span in self.windows if span.begin <= frame), default=None)
        return not self.done.first or (
            thrown is not None and thrown >= self.done.first + WARNING_SECONDS * self.rate
        )

    def _is_same(self, wanted: Json, told: Json) -> bool:
        """Whether a call is the one that is due, and in time."""
        late = self._late(told, wanted["frame"])
        return abs(late) <= FRAMES_OFF * max(1.0, self.done.every) and is_same_board(wanted, told)

    def _is_late(self, wanted: Json, told: Json) -> bool:
        """Whether a call is the one that is due, only that it came after the dice were lifted."""
        after = [span.end for span in self.windows if span.begin > wanted["frame"]]
        latest = (after[0] if after else self.last) - wanted["frame"]
        return 0 < self._late(told, wanted["frame"]) <= latest and is_same_board(wanted, told)

    def _late(self, told: Json, frame: int) -> float:
        """So many frames of the film after another an event was told."""
        return float(self.done.first + told["frame"] * self.done.every - frame)

    def _results(self) -> Counter[str]:
        """How the game ended, where the film shows it; a result that nobody can have seen is wrong."""
        wanted = self.truth.get("ended") if self.short is None else None
        told = [game["result"] for game in self.games if game["result"] is not None]
        right = wanted is not None and told == [wanted]
        if not right and (wanted is not None or told):
            self._fail(f"the end {json.dumps(wanted)} was told as", {"results": told})
        return Counter(
            {
                "results": int(wanted is not None),
                "results right": int(right),
                "results wrong": len(told) - int(right),
            }
        )


def aligned(
    wanted: Sequence[Json], told: Sequence[Json], same: Callable[[Json, Json], bool]
) -> list[tuple[int, int]]:
    """The longest sequence of pairs, of one wanted and one told that are the same, in the order of both."""
    lengths = [[0] * (len(told) + 1) for _ in range(len(wanted) + 1)]
    equal = [[same(one, other) for other in told] for one in wanted]
    for i in range(len(wanted) - 1, -1, -1):
        for j in range(len(told) - 1, -1, -1):
            lengths[i][j] = max(lengths[i + 1][j], lengths[i][j + 1], lengths[i + 1][j + 1] + equal[i][j])
    pairs, i, j = [], 0, 0
    while i < len(wanted) and j < len(told):
        if equal[i][j] and lengths[i][j] == lengths[i + 1][j + 1] + 1:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif lengths[i + 1][j] >= lengths[i][j + 1]:
            i += 1
        else:
            j += 1
    return pairs


def unfinished(truth: Json) -> Json | None:
    """The throw at the end of a film whose turn is not over."""
    thrown = [event for event in truth["events"] if event["event"] in ("roll", "play", "no play")]
    return thrown[-1] if thrown and thrown[-1]["event"] == "roll" else None


def is_same_board(one: Json, other: Json) -> bool:
    """Whether two calls are of the same player and the same board."""
    return bool(one["by"] == other["by"] and board(one["seen"]) == board(other["seen"]))


def is_same_position(one: Json, other: Json) -> bool:
    """Whether two turns leave the same board to the same player's opponent; of doubles, whether they are the same."""
    if "double" in one or "double" in other:
        return bool(turn_key(one) == turn_key(other))
    return bool(one["player"] == other["player"] and board(one["result"]) == board(other["result"]))


def is_same_move(one: Json, other: Json) -> bool:
    """Whether two turns are the same, whatever else stands on the board."""

    def key(turn: Json) -> tuple[Any, ...]:
        if "double" in turn:
            return ("cube", turn["player"], turn["double"], turn.get("answer"))
        return (turn["player"], tuple(sorted(turn["roll"] or ())), tuple(sorted(net(turn["moves"]).items())))

    return key(one) == key(other)
