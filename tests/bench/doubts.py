"""Prints what the referee makes of games that an unsure eye reads: `python tests/bench/doubts.py --games 20`.

Random plays, some of them illegal, are shown to the real referee by an eye of drawn faults: piles read by
one too many or too few for some turns on end, checkers overlooked, dice misread, turns unseen; and with `--gaps`
nothing is seen for seconds, at any time. Games and faults are those of their seeds.
"""

import argparse
import sys
from collections import Counter
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "referee")]

from conftest import Evening, die
from random_play import decided, first_roll, results

from engine.board import BAR, POINTS, Occupancy, Side, View
from engine.dice import Roll
from engine.games import find_game
from engine.match.match import CheckerTurn, Game
from engine.play import Play
from engine.plays.membership import may_end_so
from engine.plays.notation import play_text
from engine.plays.turn_end import after_turn, win_of
from engine.position import Position
from engine.profile import HOME, Profile, ThrowsCount
from engine.referee.backwards import read_backwards
from engine.state.events import (
    Amended,
    Asked,
    Cocked,
    Event,
    FaultCleared,
    FaultSeen,
    Played,
    Settled,
    Thrown,
)
from engine.state.messages import DieSeen, Look
from engine.state.reducer import reduce
from engine.tables.tables_game import DiceSource, TablesGame
from engine.turn.appearance import seen_as
from vision.observation import Chance, Observation, Site

HIDING = (View.COVERED, View.LOST, View.DARK, View.MOVED)
"""Views in which nothing can be read."""
SURE = 0.995
"""How sure the eye is of a site that it reads rightly, and of a die."""


@dataclass(frozen=True)
class Faults:
    """How often the eye errs: of a pile at a turn's end (for each checker beyond two), of any site; of a die; a turn
    unseen; how often a play is illegal; for how many turns at most the eye errs in the same way; for how many seconds
    at most nothing is seen, every twelve seconds on the average; how often dice are lifted and thrown in one go, so
    that nobody sees the board without them.
    """

    pile: float = 0.004
    site: float = 0.0006
    die: float = 0.02
    unseen: float = 0.01
    illegal: float = 0.03
    lasting: int = 4
    gaps: float = 0.0
    quick: float = 0.0


@dataclass(frozen=True)
class Turn:
    """A turn as it was: who, which roll, the board after it, and whether that is legal."""

    side: Side
    roll: Roll
    after: Position
    legal: bool

    @property
    def key(self) -> tuple[object, ...]:
        """What a record must say of it."""
        return self.side, str(self.roll), self.after


@dataclass
class Misreading:
    """What the eye takes a site for while its contents and the number of turns last."""

    truth: tuple[int, int]
    taken: tuple[int, int]
    p: float
    turns: int


@dataclass
class Eye:
    """An eye whose faults are drawn by a seed."""

    rng: Random
    faults: Faults
    errors: dict[int, Misreading] = field(default_factory=dict)
    hidden: float = 0.0
    view: View = View.COVERED

    def view_after(self, seconds: float, view: View) -> View:
        """What it has before it after so many seconds: what it would, or nothing that it could read."""
        self.hidden -= seconds
        if self.faults.gaps and self.hidden <= 0 and self.rng.random() < seconds / 12:
            self.hidden, self.view = self.rng.uniform(1, self.faults.gaps), self.rng.choice(HIDING)
        return self.view if self.hidden > 0 else view

    def turn_over(self, seen: Occupancy) -> None:
        """Some misreadings end, others begin."""
        for site in (*POINTS, BAR):
            here = (seen.light[site], seen.dark[site])
            error = self.errors.get(site)
            if error is not None:
                error.turns -= 1
                if error.turns <= 0 or error.truth != here:
                    del self.errors[site]
            elif self.rng.random() < self.faults.site + self.faults.pile * max(0, max(here) - 2):
                light, dark = here
                step = self.rng.choice((-1, 1)) if max(here) > 1 else -1 if max(here) else 1
                if dark > light or (not light and self.rng.random() < 0.5):
                    dark += step
                else:
                    light += step
                taken = (max(light, 0), max(dark, 0))
                if taken != here:
                    self.errors[site] = Misreading(
                        here, taken, self.rng.uniform(0.4, 0.98), self.rng.randint(1, self.faults.lasting)
                    )

    def board(self, seen: Occupancy) -> Observation:
        """What it says of a board."""
        sites = []
        for index in (*POINTS, BAR):
            light, dark = here = (seen.light[index], seen.dark[index])
            near = (
                {(light + d, dark) for d in (-1, 1)}
                if light >= dark
                else {(light, dark + d) for d in (-1, 1)}
            )
            near |= {(0, 1), (1, 0)} if not light and not dark else set()
            near = {pair for pair in near if min(pair) >= 0 and max(pair) <= 15 and pair != here}
            error = self.errors.get(index)
            if error is not None and error.truth == here:
                rest = near - {error.taken}
                right = (1 - error.p) * 0.9
                chances = [Chance(*error.taken, error.p), Chance(*here, right)]
                chances += [Chance(*pair, (1 - error.p) * 0.1 / len(rest)) for pair in sorted(rest)]
            else:
                chances = [Chance(*here, SURE), *(Chance(*p, (1 - SURE) / len(near)) for p in sorted(near))]
            sites.append(Site(index, tuple(sorted(chances, key=lambda c: -c.p))))
        return Observation(tuple(sites))

    def die(self, value: int, half: str, u: float, v: float) -> DieSeen:
        """What it says of a die."""
        if self.rng.random() < self.faults.die:
            p, wrong = self.rng.uniform(0.4, 0.9), self.rng.choice([k for k in range(1, 7) if k != value])
            faces = [(1 - p) * 0.1 / 4] * 6
            faces[wrong - 1], faces[value - 1] = p, (1 - p) * 0.9
            a, b, c, d, e, f = faces
            return DieSeen((a, b, c, d, e, f), half, True, u, v)
        return die(value, half, u, v, p=self.rng.uniform(0.9, 0.9995))


class Doubtful(Evening):
    """An evening seen by an unsure eye."""

    def __init__(self, eye: Eye, game_id: str, verbose: bool = False, profile: Profile = HOME) -> None:
        super().__init__(0, game_id=game_id, profile=profile)
        self.verbose = verbose
        self.eye = eye
        self.cube = None
        self.shown: tuple[Occupancy, Observation] | None = None
        self.legal = True
        """Whether what is being played is legal."""
        self.false_flags = 0

    def read_backwards(self) -> None:
        """The second pass, as over a film."""
        for event in read_backwards(self.match_state, self.tracker, self.heard).events:
            self.match_state = reduce(self.match_state, event)
            self.events.append(event)
            if self.verbose:
                print("        backwards:", _short(event))

    def see(self, seconds: float = 2.0, view: View = View.CLEAR) -> list[object]:
        found: list[object] = []
        seen = seen_as(self.game, self.position, self.seating)
        if self.shown is None or self.shown[0] != seen:
            self.shown = seen, self.eye.board(seen)
        for _ in range(round(seconds / self.STEP)):
            self.time += self.STEP
            self.frame += 1
            now = self.eye.view_after(self.STEP, view)
            clear = now is View.CLEAR
            look = Look(
                self.time, self.frame, now, self.shown[1] if clear else None, self.dice if clear else ()
            )
            for event in self.tell(look):
                self.false_flags += isinstance(event, FaultSeen) and self.legal
                if self.verbose and isinstance(
                    event, Played | Amended | Asked | FaultSeen | FaultCleared | Thrown | Settled | Cocked
                ):
                    print("        ", self.frame, _short(event))
                found.append(event)
        return found


def _short(event: Event) -> str:
    """An event in a line."""
    told = [type(event).__name__]
    for name in ("side", "roll", "play", "after", "seen", "fault", "inferred", "turn", "what", "why"):
        value = getattr(event, name, None)
        if value not in (None, False, ""):
            told.append(
                f"{name} {play_text(value) if isinstance(value, Play) else getattr(value, 'rule', value)}"
            )
    for each in getattr(event, "candidates", ()):
        told.append(
            f"\n              {each.roll} {play_text(each.play) if each.play else ''} -> {each.position} {each.legal} {each.weight:.2f}"
        )
    return "; ".join(told)


def played(rng: Random, table: Doubtful, side: Side, roll: Roll, illegal: bool) -> tuple[Position, bool]:
    """A board after a turn, legal or not."""
    legal = results(table.game, table.position, side, roll)
    if illegal:
        for _ in range(20):
            other = replace(roll, dice=Roll.of(*roll.dice[1:], rng.choice(table.game.faces)).dice)
            wrong = rng.choice(results(table.game, table.position, side, other)).position
            if wrong != table.position and not may_end_so(table.game, table.position, side, roll, wrong):
                return after_turn(table.game, table.position, side, roll, wrong), False
    return rng.choice(legal).position, True


def evening(
    seed: int, faults: Faults, game_id: str, turns: int, verbose: bool = False, profile: Profile = HOME
) -> tuple[list[Turn], Doubtful]:
    """A game of so many turns at most, as it was and as the referee has it."""
    rng = Random(seed)
    eye = Eye(Random(seed + 1), faults)
    table = Doubtful(eye, game_id, verbose, profile)
    truth: list[Turn] = []
    table.see()
    side, dice = decided(table.game, rng)
    first = first_roll(table.game, dice)
    if dice is not None:
        white, black = dice
        table.dice = (eye.die(white, "right", 0.75, 0.5), eye.die(black, "left", 0.25, 0.5))
        table.see()
    for _ in range(turns):
        past = table.position.past
        carried = bool(past.owed) and not past.again
        roll = past.owed_roll if carried else first or thrown(rng, table, side)
        first = None
        after, is_legal = played(rng, table, side, roll, rng.random() < faults.illegal)
        if carried and (after.white, after.black) == (table.position.white, table.position.black):
            # what is left of a throw and cannot be played is no turn of its own
            table.position = after
        else:
            truth.append(Turn(side, roll, after, is_legal))
            if shown(rng, table, truth[-1]):
                break
        if not carried:
            side = side if after.past.again else side.other
        elif after.past.thrower_again:
            side = side.other
    table.close()
    return truth, table


def shown(rng: Random, table: Doubtful, turn: Turn) -> bool:
    """A turn is played, and the dice are lifted; whether that ended the game."""
    eye = table.eye
    table.legal = turn.legal
    won = win_of(table.game, turn.after, turn.side)
    unseen = rng.random() < eye.faults.unseen and not won
    table.hand()
    table.position = turn.after
    eye.turn_over(seen_as(table.game, turn.after, table.seating))
    if table.verbose:
        said = f"{'' if turn.legal else ' ILLEGAL'}{' unseen' if unseen else ''}"
        print(f"  {turn.side.value} {turn.roll} {turn.after}{said}")
        for site, error in eye.errors.items():
            print(f"      site {site}: {error.truth} taken for {error.taken}, p {error.p:.2f}")
    table.shown = None
    if not unseen:
        table.see(2.0 + rng.uniform(0, 4))
    if rng.random() < eye.faults.quick and not won:
        return False
    if not unseen:
        table.hand()
    table.dice = ()
    if won:
        table.see(4.0)
    elif not unseen:
        table.see(1.0)
    return won is not None


def thrown(rng: Random, table: Doubtful, side: Side) -> Roll:
    """A throw of a side's comes to lie on its half, or where else it counts, the dice beside each other."""
    game, counts = table.game, table.match_state.profile.throws
    if game.source_of_dice is DiceSource.THROWN:
        roll = Roll.of(*(rng.choice(game.faces) for _ in range(game.dice)))
    else:
        roll = rng.choice(game.rolls)
    width = 0.4 / len(roll.dice)
    dice = []
    right = side is Side.WHITE if counts.own_half else rng.random() < 0.5
    for place, value in enumerate(roll.dice):
        right = rng.random() < 0.5 if counts is ThrowsCount.HALF_ANY else right
        half, left = ("right", 0.55) if right else ("left", 0.05)
        u = left + width * place + rng.uniform(0, width - 0.03)
        dice.append(table.eye.die(value, half, u, rng.uniform(0.2, 0.8)))
    table.hand()
    table.dice = tuple(dice)
    table.see(2.0 + rng.uniform(0, 2))
    return roll


def _apart(one: Position, other: Position) -> tuple[int, ...]:
    """By how many checkers two boards differ, site by site."""
    sites = zip((*one.white, *one.black), (*other.white, *other.black), strict=True)
    return tuple(here - there for here, there in sites)


def _is_left_of(before: tuple[int, ...] | None, error: tuple[int, ...] | None) -> bool:
    """Whether an error is what is left of one before it."""
    return None not in (before, error) and all(
        now in (0, then) for then, now in zip(before, error, strict=True)
    )


def compared(truth: list[Turn], table: Doubtful) -> Counter[str]:
    """How the record compares with what was."""
    game: Game | None = table.match_state.game
    turns = [] if game is None else [each for each in game.turns if isinstance(each, CheckerTurn)]
    won = win_of(table.game, truth[-1].after, truth[-1].side) if truth else None
    if won is not None and table.game.family is not None:
        # what a throw scores may win before a checker is moved
        truth, turns = truth[:-1], turns[:-1]
    there = [(each.side, str(each.roll), each.after) for each in turns]
    asked = {each.turns - 1 for each in table.match_state.questions}
    # while people are asked which board the game was joined with, all boards since are in doubt
    opening = any(each.what == "unseen" and not each.turns for each in table.match_state.questions)
    codes = SequenceMatcher(None, [t.key for t in truth], there, autojunk=False).get_opcodes()
    found: Counter[str] = Counter(turns=len(truth))
    found["illegal"] = sum(not each.legal for each in truth)
    for what, first, last, begin, end in codes:
        if what == "equal":
            for each, turn, number in zip(
                truth[first:last], turns[begin:end], range(begin, end), strict=True
            ):
                found["right"] += 1
                found["found"] += turn.fault is not None and not each.legal
                found["called"] += turn.fault is not None and each.legal and number not in asked
            continue
        # what was doubtful in one turn is in the next ones for as long as the same of it is wrong
        doubtful: tuple[int, ...] | None = None
        for number, turn in enumerate(turns[begin:end], begin):
            there_too = first + number - begin < last
            error = _apart(truth[first + number - begin].after, turn.after) if there_too else None
            marked = turn.fault is not None or turn.inferred or number in asked or opening
            marked = marked or _is_left_of(doubtful, error)
            doubtful = error if marked else None
            found["marked" if marked else "silent"] += 1
            found["called"] += turn.fault is not None and number not in asked
    result = None if game is None else game.result
    if won is not None or result is not None:
        told = None if result is None else (result.winner, result.how)
        which = "right" if won is not None and told == (won[0], won[2]) else "wrong" if told else "missing"
        found[f"result {which}"] += 1
    found["open"] = len(table.match_state.questions)
    found["missing"] = len(truth) - len(turns)
    for event in table.events:
        if isinstance(event, Asked):
            found["asked"] += 1
            found[f"of {event.what}"] += 1
    found["anew"] = sum(isinstance(event, Amended) and event.turn is not None for event in table.events)
    found["flags"] = sum(isinstance(event, FaultSeen) for event in table.events)
    found["false flags"] = table.false_flags
    found["false throws"] = sum(isinstance(event, Cocked) for event in table.events)
    return found


def main() -> None:
    """Reads the command line, plays and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--turns", type=int, default=40, help="turns of a game at most")
    parser.add_argument("--game", default="backgammon")
    parser.add_argument("--sure", action="store_true", help="an eye without faults")
    parser.add_argument(
        "--backwards", action="store_true", help="read each game backwards, too, as a film is"
    )
    parser.add_argument(
        "--boards", type=float, default=1.0, help="how many times as often it misreads a site"
    )
    parser.add_argument("--lasting", type=int, default=4, help="for how many turns at most it does so")
    parser.add_argument("--illegal", type=float, default=Faults.illegal, help="how often a play is illegal")
    parser.add_argument(
        "--gaps", type=float, default=0.0, help="for how many seconds at most nothing is seen"
    )
    parser.add_argument(
        "--quick", type=float, default=0.0, help="how often dice are lifted and thrown in one go"
    )
    parser.add_argument("--throws", choices=[each.value for each in ThrowsCount], default="strict")
    parser.add_argument("--shared", action="store_true", help="both have the same pair of dice")
    parser.add_argument("--verbose", action="store_true")
    given = parser.parse_args()
    game = find_game(given.game)
    if not isinstance(game, TablesGame) or game.points != 24:
        parser.error(f"{given.game} is not played on a board of 24 points")
    usual = Faults(lasting=given.lasting, illegal=given.illegal, gaps=given.gaps, quick=given.quick)
    faults = replace(usual, pile=usual.pile * given.boards, site=usual.site * given.boards)
    faults = replace(faults, pile=0, site=0, die=0, unseen=0) if given.sure else faults
    profile = replace(HOME, throws=ThrowsCount(given.throws), shared_dice=given.shared)
    total: Counter[str] = Counter()
    for seed in range(given.first, given.first + given.games):
        truth, table = evening(seed, faults, given.game, given.turns, given.verbose, profile)
        if given.backwards:
            table.read_backwards()
        found = compared(truth, table)
        total += found
        print(seed, dict(found), flush=True)
    print("total", dict(total))


if __name__ == "__main__":
    main()
