"""Board repair: a board that does not stand as it should, why, the steps, a checker each, that put it right, in a list
that ticks itself off, and how a snapshot shows that: sentences with ticks.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Self

import numpy as np

from device.shape import Shaped, choice, flag, many, maybe, number, of, shaped, text, whole
from device.status.board_json import SIDE, SITE
from engine.board import BAR, OFF, Evidence, Kind, Seating, Side, View
from engine.dice import Roll
from engine.errors import TooManyPlays
from engine.i18n import Translator, marked
from engine.play import Fault
from engine.plays.legal import completable
from engine.position import Position
from engine.referee.reckoning import faulty_turn
from engine.rules import Rules
from engine.squares import KING, SIZE, SQUARES, square_name
from engine.state.events import (
    Asked,
    ClockTurned,
    Event,
    FaultCleared,
    FlagFell,
    Settled,
    SetupFixed,
    ViewChanged,
)
from engine.state.match_state import MatchState, Phase, rules_now
from engine.state.messages import Command, Look, SetPlay, SetPosition, Undo
from engine.tables.tables_game import TablesGame
from engine.turn.appearance import on_board
from engine.turn.turn_reading import settled_board, shows
from engine.words.wording import Names

if TYPE_CHECKING:
    from vision.board_model import BoardModel
    from vision.eye import Shot


Outline = tuple[tuple[float, float], ...]
"""Corners, as shares of a picture's width and height from its left upper corner."""
BESIDE = -1
"""The place beside the board, where checkers lie that are borne off, taken, or still in
hand: no camera tells these apart.
"""
Heap = Counter[int]
"""How many checkers are on each place, those beside the board left out."""


@shaped(
    {
        "place": SITE,
        "side": SIDE,
        "seen": whole(0),
        "believed": whole(0),
        "outline": of(
            lambda view: [[round(x, 4), round(y, 4)] for x, y in view.outline],
            many(many(number(), minItems=2, maxItems=2), "In shares of the picture's size."),
        ),
    }
)
@dataclass(frozen=True, slots=True)
class Difference(Shaped):
    """A site on which other checkers of a side are seen than believed; `place` as the near player counts, or a square.

    `outline`: where it lies in the picture, empty where that is not known.
    """

    place: int | str
    side: Side
    seen: int
    believed: int
    outline: Outline = ()


def differing(match_state: MatchState, shot: "Shot | None") -> tuple[Difference, ...]:
    """Where the last picture shows other than what is believed; nothing where either is not known."""
    sight, position, seating = None if shot is None else shot.sight, match_state.position, match_state.seating
    if shot is None or sight is None or sight.observation is None or position is None or seating is None:
        return ()
    rules, seen = rules_now(match_state), sight.observation
    if seen.best(None).shape is not rules.shape or shows(rules, seen, position, seating):
        return ()
    there = heaps_of(rules, settled_board(rules, seen, seating, position))
    here = heaps_of(rules, position)
    found = []
    for side, king in there:
        seen_men, believed_men = there[side, king], here[side, king]
        for site in sorted(set(seen_men) | set(believed_men)):
            if site != BESIDE and seen_men[site] != believed_men[site]:
                place = rules.lying(side)[site] if isinstance(rules, TablesGame) else site
                outline = _outline(rules, shot, place, seating)
                named = place if isinstance(rules, TablesGame) else square_name(place)
                found.append(Difference(named, side, seen_men[site], believed_men[site], outline))
    return tuple(found)


def _outline(rules: Rules, shot: "Shot", place: int, seating: Seating) -> Outline:
    if shot.model is None:
        return ()
    height, width = shot.frame.picture.shape[:2]
    left, low, right, high = _box(rules, shot.model, place, seating)
    corners = np.array([[left, low], [right, low], [right, high], [left, high]])
    pixels = shot.model.rectifier(shot.frame.picture.shape).line(corners, closed=True)
    return tuple((float(x) / width, float(y) / height) for x, y in pixels)


def _box(
    rules: Rules, model: "BoardModel", place: int, seating: Seating
) -> tuple[float, float, float, float]:
    """The left, far, right and near end of a site, in board coordinates."""
    if not isinstance(rules, TablesGame):
        file, rank = place % SIZE, place // SIZE
        return file / SIZE, 1 - (rank + 1) / SIZE, (file + 1) / SIZE, 1 - rank / SIZE
    if place == rules.bar:
        half = 0.3 * model.pitch
        left, right = model.bar or (model.bar_middle - half, model.bar_middle + half)
        return left, 0.02, right, 0.98
    slot = seating.slot(place) if place < BAR else place
    middle = model.middle(slot)
    low, high = (0.53, 1.0) if slot <= BAR // 2 else (0.0, 0.47)
    return middle - model.pitch / 2, low, middle + model.pitch / 2, high


@dataclass(frozen=True, slots=True)
class RepairStep:
    """One checker to be moved, in its side's own numbering: from a site to a site, or from or to BESIDE the board."""

    side: Side
    origin: int
    target: int
    king: bool = False


@dataclass(frozen=True, slots=True)
class Ticked:
    """A step of a list, done or not."""

    step: RepairStep
    done: bool = False


def steps(
    rules: Rules, should: Position, seen: Position, seating: Seating | None = None
) -> tuple[RepairStep, ...]:
    """The fewest steps from a board as seen to the board as it should stand, in an order in which they can be made.

    A checker is not put where one of the opponent's still stands that has to go; every checker goes the shortest way.
    """
    found = [
        step
        for side in Side
        for king in (False, True)
        for step in _matched(
            rules, side, king, _heap(rules, should, side, king), _heap(rules, seen, side, king)
        )
    ]
    return _in_order(rules, seen, found)


def mended(rules: Rules, seen: Position, made: tuple[RepairStep, ...]) -> dict[tuple[Side, bool], Heap]:
    """What stands on the board once steps have been made on what is seen: for each side's men, and kings."""
    heaps = {(side, king): _heap(rules, seen, side, king) for side in Side for king in (False, True)}
    for step in made:
        heap = heaps[step.side, step.king]
        if step.origin != BESIDE:
            heap[step.origin] -= 1
        if step.target != BESIDE:
            heap[step.target] += 1
    return {key: +heap for key, heap in heaps.items()}


def heaps_of(rules: Rules, position: Position) -> dict[tuple[Side, bool], Heap]:
    """What stands on the board in a position."""
    return mended(rules, position, ())


def ticked(before: tuple[Ticked, ...], needed: tuple[RepairStep, ...]) -> tuple[Ticked, ...]:
    """A list after one more look at the board: what is still needed stays, what is not any more is ticked off.

    Where a checker was put elsewhere than a step said, another step takes that one's place; what else has become needed
    is added at the end.
    """
    left = Counter(needed)
    rows: list[Ticked | None] = []
    for row in before:
        stays = left[row.step] > 0
        left[row.step] -= stays
        rows.append(Ticked(row.step) if stays else None)
    for step in needed:
        if left[step] <= 0:
            continue
        left[step] -= 1
        place = _replaced(before, rows, step)
        if place is None:
            rows.append(Ticked(step))
        else:
            rows[place] = Ticked(step)
    done = tuple(row or replace(old, done=True) for row, old in zip(rows, before, strict=False))
    return (*done, *(row for row in rows[len(before) :] if row is not None))


def _replaced(before: tuple[Ticked, ...], rows: list[Ticked | None], step: RepairStep) -> int | None:
    """The row that a new step takes the place of: one with the same end, or else with the same beginning."""
    for same in ("target", "origin"):
        for index, (old, row) in enumerate(zip(before, rows, strict=False)):
            alike = getattr(old.step, same) == getattr(step, same) != BESIDE
            if row is None and not old.done and old.step.side is step.side and alike:
                return index
    return None


def _heap(rules: Rules, position: Position, side: Side, king: bool) -> Heap:
    men = position.of(side)
    if not isinstance(rules, TablesGame):
        return Counter({site: 1 for site, piece in enumerate(men) if piece and (piece == KING) is king})
    if king:
        return Counter()
    bar = rules.bar
    heap = Counter({site: men[site] for site in range(OFF + 1, bar) if men[site]})
    on_bar = on_board(position, side) - heap.total()
    return heap + Counter({bar: on_bar})


def _matched(rules: Rules, side: Side, king: bool, should: Heap, seen: Heap) -> list[RepairStep]:
    """The steps for one kind of men of a side: what is too many goes where one is
    missing, all in all the shortest way.
    """
    many, few = sorted((seen - should).elements()), sorted((should - seen).elements())
    pairs: list[tuple[int, int]] = []
    if isinstance(rules, TablesGame):
        # Along a line, the checkers that are the farthest go to the farthest places.
        spare = len(many) - len(few)
        if spare > 0:
            many, out = many[spare:], many[:spare]
            pairs += [(site, BESIDE) for site in out]
        elif spare < 0:
            few, come = few[-spare:], few[:-spare]
            pairs += [(BESIDE, site) for site in come]
        pairs += zip(many, few, strict=True)
    else:
        while many and few:
            pair = min(((a, b) for a in many for b in few), key=lambda pair: (_squares_apart(*pair), pair))
            pairs.append(pair)
            many.remove(pair[0])
            few.remove(pair[1])
        pairs += [(site, BESIDE) for site in many] + [(BESIDE, site) for site in few]
    return [RepairStep(side, origin, target, king) for origin, target in sorted(pairs, reverse=True)]


def _squares_apart(a: int, b: int) -> int:
    return abs(a % SIZE - b % SIZE) + abs(a // SIZE - b // SIZE)


def _in_order(rules: Rules, seen: Position, found: list[RepairStep]) -> tuple[RepairStep, ...]:
    """The steps so that no checker is put upon one of the opponent's that goes later, where that can be had."""
    lying = {
        side: rules.lying(side) if isinstance(rules, TablesGame) else range(SIZE * SIZE) for side in Side
    }
    bar = rules.bar if isinstance(rules, TablesGame) else SIZE * SIZE
    left, ordered = list(found), []
    while left:
        going = {(step.side, lying[step.side][step.origin]) for step in left if 0 <= step.origin < bar}
        free = (
            step
            for step in left
            if not 0 <= step.target < bar or (step.side.other, lying[step.side][step.target]) not in going
        )
        first = next(free, left[0])
        left.remove(first)
        ordered.append(first)
    return tuple(ordered)


MANY = 500
"""Where a turn can pass through more boards than this, only the board before it is what can be gone back to."""
_BESIDE_THE_POINT = (Asked, Settled, ViewChanged, ClockTurned, FlagFell)
"""Events that change nothing about how the board should stand."""


class Why(Enum):
    """Why a board has to be put right."""

    FAULT = "fault"
    SETUP = "setup"
    UNDO = "undo"
    TOLD = "told"


@dataclass(frozen=True, slots=True)
class BoardProblem:
    """A board that does not stand as it should.

    Points are counted as `side` does; any of `boards` will do, the first where several are as near; `seen` is what the
    camera sees, `rows` the list of steps: empty as long as nothing is known to be wrong. `over`: it has been put right.
    """

    why: Why
    side: Side
    boards: tuple[Position, ...]
    seen: Position | None = None
    rows: tuple[Ticked, ...] = ()
    over: bool = False

    @property
    def said(self) -> tuple[Why, Side, tuple[Ticked, ...]]:
        """What of this is told to people."""
        return self.why, self.side, self.rows

    def after_look(self, match_state: MatchState, look: Look) -> "BoardProblem":
        """The same after a look, which counts if the board can be seen in it, and is one that the game is played on."""
        seating, evidence = match_state.seating, look.evidence
        if seating is None or evidence is None or look.view is not View.CLEAR:
            return self
        if evidence.best(None).shape is not rules_now(match_state).shape:
            return self
        return self.looked(match_state, evidence, seating)

    def looked(self, match_state: MatchState, evidence: Evidence, seating: Seating) -> "BoardProblem":
        """The same after one more look at the board: a board that is seen twice running makes the list anew."""
        if self.over:
            return self
        rules = rules_now(match_state)
        seen = settled_board(rules, evidence, seating, self.boards[0])
        nearest = _nearest(self.boards, seen)
        if shows(rules, evidence, nearest, seating):
            seen = nearest
        if seen != self.seen:
            return replace(self, seen=seen)
        return self.listed(match_state, seen)

    def listed(self, match_state: MatchState, seen: Position) -> "BoardProblem":
        """The same with the list that goes with a board as seen."""
        needed = steps(rules_now(match_state), _nearest(self.boards, seen), seen)
        return replace(self, seen=seen, rows=ticked(self.rows, needed), over=not needed)


def board_problem_after(
    before: BoardProblem | None, match_state: MatchState, events: Iterable[Event], command: Command | None
) -> BoardProblem | None:
    """What is wrong with the board after events, which made the match state what it is; `command`: what a
    person said, if that brought them.
    """
    happened = [event for event in events if not isinstance(event, _BESIDE_THE_POINT)]
    if not happened:
        return before
    found = _wanted(match_state, command)
    if found is not None:
        same = before is not None and (before.why, before.boards) == (found.why, found.boards)
        found = before if before is not None and same else found
        seen = match_state.seen if found.why is Why.FAULT else None
        return found if seen is None else found.listed(match_state, seen)
    cleared = all(isinstance(event, FaultCleared | SetupFixed) for event in happened)
    if before is not None and cleared and command is None:
        return replace(before, rows=tuple(replace(row, done=True) for row in before.rows), over=True)
    return None


def _wanted(match_state: MatchState, command: Command | None) -> BoardProblem | None:
    if match_state.position is None or not match_state.playing:
        return None
    side, roll = match_state.side, match_state.roll
    near = Side.WHITE
    if match_state.fault is not None:
        faulty = faulty_turn(match_state)
        before = faulty.before or match_state.position
        return BoardProblem(
            Why.FAULT, faulty.side, _on_the_way(match_state, before, faulty.side, faulty.roll)
        )
    if match_state.setup is not None:
        right = match_state.position.shifted(match_state.setup, rules_now(match_state).start)
        if right is not None:
            return BoardProblem(Why.SETUP, side or near, _on_the_way(match_state, right, side, roll))
    if match_state.phase is Phase.TO_THROW and match_state.last_play is not None:
        # The numbers are those of the play that was put right.
        side = match_state.last_play.side
    if isinstance(command, Undo):
        return BoardProblem(Why.UNDO, side or near, (match_state.position,))
    if isinstance(command, SetPosition | SetPlay):
        return BoardProblem(Why.TOLD, side or near, (match_state.position,))
    return None


def _on_the_way(
    match_state: MatchState, before: Position, side: Side | None, roll: Roll | None
) -> tuple[Position, ...]:
    """The board before a turn, and all others from which it can be played on legally, the fewest moves first."""
    if side is None or (roll is None and not match_state.diceless):
        return (before,)
    try:
        found = completable(rules_now(match_state), before, side, roll)
    except TooManyPlays:
        return (before,)
    if len(found) > MANY:
        return (before,)
    others = sorted(
        (each for each in found if each != before), key=lambda each: (_apart(each, before), str(each))
    )
    return (before, *others)


def _nearest(boards: tuple[Position, ...], seen: Position) -> Position:
    return min(boards, key=lambda each: _apart(each, seen))


def _apart(one: Position, other: Position) -> int:
    """How many checkers stand otherwise, counted twice."""
    there, here = (*one.white, *one.black), (*other.white, *other.black)
    return sum(abs(men - wanted) for men, wanted in zip(there, here, strict=True))


_Way = tuple[str, str]
"""What kind of place a checker comes from and goes to: `point`, `bar`, `beside`, `square`."""

_HEADS = {
    Why.FAULT: marked("To put the play right:"),
    Why.SETUP: marked("The board does not match the starting position. To put it right:"),
    Why.UNDO: marked("The turn was taken back. To put the board back as it was:"),
    Why.TOLD: marked("The board does not match what the referee was told. To put it right:"),
}
_DONE = marked("The board has been put right.")
_LIGHT: dict[_Way, str] = {
    ("point", "point"): marked("Put a light checker from {origin} back on {target}."),
    ("point", "bar"): marked("Put a light checker from {origin} on the bar."),
    ("point", "beside"): marked("Take a light checker from {origin} off the board."),
    ("bar", "point"): marked("Put a light checker from the bar back on {target}."),
    ("bar", "beside"): marked("Take a light checker from the bar off the board."),
    ("beside", "point"): marked("Put a light checker from beside the board on {target}."),
    ("beside", "bar"): marked("Put a light checker from beside the board on the bar."),
    ("square", "square"): marked("Put a light man from {origin} back on {target}."),
    ("square", "beside"): marked("Take the light man on {origin} off the board."),
    ("beside", "square"): marked("Put a light man back on {target}."),
}
_DARK: dict[_Way, str] = {
    ("point", "point"): marked("Put a dark checker from {origin} back on {target}."),
    ("point", "bar"): marked("Put a dark checker from {origin} on the bar."),
    ("point", "beside"): marked("Take a dark checker from {origin} off the board."),
    ("bar", "point"): marked("Put a dark checker from the bar back on {target}."),
    ("bar", "beside"): marked("Take a dark checker from the bar off the board."),
    ("beside", "point"): marked("Put a dark checker from beside the board on {target}."),
    ("beside", "bar"): marked("Put a dark checker from beside the board on the bar."),
    ("square", "square"): marked("Put a dark man from {origin} back on {target}."),
    ("square", "beside"): marked("Take the dark man on {origin} off the board."),
    ("beside", "square"): marked("Put a dark man back on {target}."),
}
_KING: dict[_Way, str] = {
    ("square", "square"): marked("Put the king from {origin} back on {target}."),
    ("square", "beside"): marked("Take the king on {origin} off the board."),
    ("beside", "square"): marked("Put the king back on {target}."),
}
Places = tuple[int, ...] | tuple[str, ...]
"""Points in White's numbering, or the names of squares."""


@shaped(
    {
        "text": text(),
        "side": SIDE,
        "done": flag(),
        "from": of(lambda view: view.origin, maybe(SITE)),
        "to": of(lambda view: view.target, maybe(SITE)),
    }
)
@dataclass(frozen=True, slots=True)
class StepView(Shaped):
    """A step in words, ticked or not; from where to where the checker goes, as the near player of backgammon counts.

    On squares their names; None beside the board.
    """

    text: str
    side: Side
    done: bool
    origin: int | str | None
    target: int | str | None


@shaped(
    {
        "why": choice(Why),
        "text": text(),
        "counted": text("As whom the points are counted, in a sentence."),
        "side": SIDE,
        "steps": many(StepView.SHAPE, "One checker each; null: beside the board."),
        "over": flag("All are done."),
        "told": flag("A person may say that the board is right: POST /api/overlook."),
    },
    "The steps that make the board stand as it should.",
)
@dataclass(frozen=True, slots=True)
class RepairView(Shaped):
    """The steps that put the board right, one checker each, points counted as `side` does.

    `over`: all are done; `told`: a person can say that the board is right as it stands, whatever the camera sees.
    """

    why: Why
    text: str
    counted: str
    side: Side
    steps: tuple[StepView, ...]
    over: bool
    told: bool

    @classmethod
    def of(
        cls, board_problem: BoardProblem | None, rules: Rules, seating: Seating | None, names: Names
    ) -> Self | None:
        """What a snapshot shows of a board that stands wrong, if there are any steps to be made."""
        if board_problem is None or not board_problem.rows:
            return None
        side, translator = board_problem.side, names.translator
        rows = tuple(
            _shown(row.step, side, rules, seating or Seating(), translator, done=row.done)
            for row in board_problem.rows
        )
        over = all(row.done for row in rows)
        points = isinstance(rules, TablesGame) and not over
        return cls(
            why=board_problem.why,
            text=translator(_DONE if over else _HEADS[board_problem.why]),
            counted=translator("Points as {name} counts them.", name=names.of(side)) if points else "",
            side=side,
            steps=rows,
            over=over,
            told=board_problem.why in (Why.TOLD, Why.UNDO) and not over,
        )


def _shown(
    step: RepairStep, counting: Side, rules: Rules, seating: Seating, translator: Translator, *, done: bool
) -> StepView:
    texts = _KING if step.king else _LIGHT if seating.kind(step.side) is Kind.LIGHT else _DARK
    if not isinstance(rules, TablesGame):
        origin, target = (
            None if each == BESIDE else square_name(each) for each in (step.origin, step.target)
        )
        kinds = tuple("beside" if each is None else "square" for each in (origin, target))
        text = translator(texts[kinds[0], kinds[1]], origin=origin, target=target)
        return StepView(text, step.side, done, origin, target)
    lying, own = rules.lying(step.side), rules.lying(counting)
    kind = tuple(
        "beside" if each == BESIDE else "bar" if each == rules.bar else "point"
        for each in (step.origin, step.target)
    )
    places = tuple(None if each == BESIDE else lying[each] for each in (step.origin, step.target))
    numbers = tuple(None if place is None else own.index(place) for place in places)
    text = translator(texts[kind[0], kind[1]], origin=numbers[0], target=numbers[1])
    return StepView(text, step.side, done, places[0], places[1])


def misplaced(
    rules: Rules, nearest: Position | None, side: Side, fault: Fault, seen: Position | None
) -> tuple[Places, Places]:
    """Where too many checkers are seen beside the board by the nearest legal play, and where too few.

    Of the former those that the fault is about, if it is about any of them. Nothing where none is known.
    """
    if nearest is None or seen is None:
        return (), ()
    many: set[int] = set()
    few: set[int] = set()
    for player in Side:
        for site, place in _places(rules, player).items():
            there, want = seen.of(player)[site], nearest.of(player)[site]
            many |= {place} if there > want else set()
            few |= {place} if there < want else set()
    own = _places(rules, side)
    about = {own[site] for site in fault.points if site in own}
    return _told(rules, (many & about) or many), _told(rules, few)


def _places(rules: Rules, side: Side) -> dict[int, int]:
    """Where each point or square of a side's lies, as the near player counts; bar and off are no places."""
    if not isinstance(rules, TablesGame):
        return {square: square for square in range(SQUARES)}
    return {site: place for site, place in enumerate(rules.lying(side)) if OFF < site < rules.bar}


def _told(rules: Rules, there: set[int]) -> Places:
    if isinstance(rules, TablesGame):
        return tuple(sorted(there))
    return tuple(square_name(each) for each in sorted(there))
