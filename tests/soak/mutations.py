"""Measures how many illegal plays `tableside check` finds: `python tests/soak/mutations.py [how many]`.

Plays of legal records (those in the folder shared, where it is there, and random ones of several games)
are changed into illegal ones, written as .mat or as Tableside's JSON, read back and checked.
TABLESIDE_SEED is what all chance comes from.
"""

import os
import sys
import time
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parents[1])]

from mutants import PLAIN, Mutant, mutants, random_matches

from device.library.records.record_format import Read
from device.library.records.record_formats import read_record, record_of, write_record
from engine.board import Side
from engine.match.match import CheckerTurn, Match
from engine.records.format_limits import STAND_IN, steps_text
from engine.records.record import Record
from engine.records.record_audit import audit

COLUMN = 34
"""Where the right cells of a .mat file begin."""
SHARED = Path(os.environ.get("TABLESIDE_SHARED", HERE.parents[2] / "shared"))


@dataclass(slots=True)
class Tally:
    """What became of the mutants: how many of each kind were found, and which rules were named.

    `first`: how often the rule meant was the one that is told, `named`: or at least among those that were found broken.
    """

    made: Counter[str] = field(default_factory=Counter)
    caught: Counter[str] = field(default_factory=Counter)
    first: Counter[str] = field(default_factory=Counter)
    named: Counter[str] = field(default_factory=Counter)
    rules: dict[str, Counter[str]] = field(default_factory=dict)
    games: Counter[str] = field(default_factory=Counter)
    ways: Counter[str] = field(default_factory=Counter)
    missed: list[Mutant] = field(default_factory=list)
    misnamed: list[tuple[Mutant, str]] = field(default_factory=list)

    def judge(self, mutant: Mutant) -> None:
        """Write a mutant to a text, read that, check it, and keep what came out."""
        way, read = reread(mutant)
        self.made[mutant.kind] += 1
        self.games[mutant.match.game_id] += 1
        self.ways[way] += 1
        place = 1, len((mutant.match if way == "mat" else late(mutant.match)).games[0].turns)
        found = [
            each
            for each in audit(read.record, in_rows=way == "mat").faults
            if (each.game, each.turn) == place
        ]
        if not found or found[0].fault is None:
            self.missed.append(mutant)
            return
        self.caught[mutant.kind] += 1
        self.rules.setdefault(mutant.kind, Counter())[found[0].rule] += 1
        named = {found[0].rule, *(each.rule for each in found[0].fault.also)}
        self.first[mutant.kind] += not mutant.expected or found[0].rule in mutant.expected
        if not mutant.expected or named & mutant.expected:
            self.named[mutant.kind] += 1
        else:
            self.misnamed.append((mutant, found[0].rule))

    def lines(self) -> list[str]:
        """The table."""
        head = f"{'':24}{'made':>7}{'caught':>8}{'missed':>8}{'as meant':>10}{'or also':>9}   rules told"
        return [head, *(self._line(kind) for kind in sorted(self.made)), self._line(None)]

    def _line(self, kind: str | None) -> str:
        counts = [
            sum(each.values()) if kind is None else each[kind]
            for each in (self.made, self.caught, self.first, self.named)
        ]
        rules = Counter[str]() if kind is None else self.rules.get(kind, Counter())
        told = " ".join(f"{rule.removeprefix('R.')} {count}" for rule, count in rules.most_common(5))
        return f"{kind or 'all':24}{counts[0]:7}{counts[1]:8}{counts[0] - counts[1]:8}{counts[2]:10}{counts[3]:9}   {told}".rstrip()


def reread(mutant: Mutant) -> tuple[str, Read]:
    """A mutant through a text: a .mat file with a cell edited, where that can say it, else JSON."""
    if mutant.by_moves and mutant.then is not None and mutant.match.game_id == "backgammon":
        return "mat", record_of(edited(mutant, mutant.then).encode())
    return "json", record_of(write_record(Record(late(mutant.match)), "json").text.encode())


def late(match: Match) -> Match:
    """The match with its game begun in the middle, a few turns before its end, where
    nothing else is remembered of it.
    """
    game = match.games[0]
    if match.game_id not in PLAIN or len(game.turns) < 8:
        return match
    until = replace(game, turns=game.turns[:-6])
    return replace(match, games=(replace(game, start=until.position, turns=game.turns[-6:]),))


def edited(mutant: Mutant, then: CheckerTurn) -> str:
    """The game as a .mat file, up to the turn after the one that was changed; the last two cells are put in by hand."""
    match, game = mutant.match, mutant.match.games[0]
    legal = replace(match, games=(replace(game, turns=game.turns[:-1]),))
    rows = write_record(Record(legal), "mat").text.rstrip("\n").split("\n")
    for turn in (mutant.turn, then):
        cell = f"{''.join(map(str, (turn.roll or STAND_IN).dice))}: {steps_text(turn.play)}"
        number = sum(")" in row[:5] for row in rows)
        half = number > 0 and rows[-1][:5].strip().endswith(")") and not rows[-1][COLUMN:].strip()
        if turn.side is Side.BLACK and half:
            rows[-1] = f"{rows[-1]:<{COLUMN}} {cell}"
        else:
            row = f"{number + 1:3d}) "
            rows.append(f"{row:<{COLUMN}} {cell}" if turn.side is Side.BLACK else row + cell)
    return "\n".join(rows) + "\n"


def real_matches(every: int = 1) -> list[Match]:
    """The matches of real people in the folder shared, or one of so many; none where it is missing."""
    folder = SHARED / "records" / "real"
    return [read_record(path).record.match for path in sorted(folder.glob("*.txt"))[::every]]


def measured(count: int, seed: int, games: int = 3, every: int = 1) -> Tally:
    """So many mutants, most of them of backgammon: of random matches, so many games of each, and of real ones."""
    chance = Random(seed)
    real, random = real_matches(every), random_matches(chance, games)
    plain = [*real, *(match for match in random if match.game_id in PLAIN)]
    others = [match for match in random if match.game_id not in PLAIN]
    tally = Tally()
    from_plain, from_others = mutants(plain, chance), mutants(others, chance)
    for number in range(count):
        tally.judge(next(from_others if number % 8 == 7 else from_plain))
    return tally


def false_alarms(seed: int, games: int = 3, every: int = 1) -> list[str]:
    """What is found in such records as they are, which should be nothing."""
    found = []
    for match in [*real_matches(every), *random_matches(Random(seed), games)]:
        found += [f"{match.game_id}: {each}" for each in audit(Record(match)).faults]
    return found


def main() -> None:
    """The table, and what was missed."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    seed = int(os.environ.get("TABLESIDE_SEED", "1"))
    began = time.monotonic()
    tally, alarms = measured(count, seed, games=12), false_alarms(seed, games=12)
    print("\n".join(tally.lines()))
    print("games: " + ", ".join(f"{name} {number}" for name, number in tally.games.most_common()))
    print("read from: " + ", ".join(f"{way} {number}" for way, number in tally.ways.most_common()))
    print(f"false alarms in the records as they are: {len(alarms)}; {time.monotonic() - began:.0f} s")
    for mutant in tally.missed[:10]:
        print("missed:", mutant.kind, mutant.match.game_id, mutant.turn)
    for mutant, rule in tally.misnamed[:: max(1, len(tally.misnamed) // 10)]:
        print("named otherwise:", mutant.kind, rule, mutant.match.game_id, mutant.turn)
    sys.exit(1 if tally.missed or alarms else 0)


if __name__ == "__main__":
    main()
