"""How a game begins: from a starting position, be it set up wrongly, which is seen when the game begins and put right
in time (rules section 6.5); and who sits where, where none has told it: asked about as soon as what is played fits
another seating.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.board import BAR, POINTS, Kind, Seating, Side
from engine.dice import Roll
from engine.faults.explain import explain, likely_play
from engine.match.match import CheckerTurn, begins
from engine.plays.membership import may_end_so, turn_to
from engine.plays.turn_end import after_turn
from engine.position import Position
from engine.referee.told_earlier import on_record
from engine.referee.turn_revision import remembering
from engine.referee.unseen import both_moved
from engine.rules import Rules
from engine.state.events import Amended, Candidate, Corrected, Played, Reseated, SetupFault, SetupFixed
from engine.state.match_state import Phase, Question, next_place, rules_at, starter
from engine.tables.tables_game import FirstRoll, TablesGame
from engine.turn.appearance import as_position, on_board, seen_as
from engine.turn.context import TurnContext
from engine.turn.histories import MOST_MOVED, OPPONENT_PRIOR, ROLL_REACH, HeardTurn, moved_about
from engine.turn.misread import ask_of_dice
from engine.turn.throws import FollowedDie, Throw, ThrowKind, roll_odds
from engine.turn.tracker import OF_A_TURN, Timer
from engine.turn.turn_reading import (
    ILLEGAL_PRIOR,
    MARGIN,
    TurnReading,
    TurnVerdict,
    read_turn,
    settled_board,
    shows,
)

WRONG_SECONDS = 1.6
"""How long a wrong starting position lies still beside the opening throw before the game begins from it."""
RIGHT_SECONDS = 0.6
"""How long the board stands put right before it is believed."""
MOST_MISPLACED = 4
"""The most checkers that stand wrongly on a board that is meant to be a starting position."""


def misplaced(start: Position, seen: Position) -> int:
    """How many checkers do not stand where the starting position has them."""
    return sum(max(0, start.of(side)[site] - seen.of(side)[site]) for side in Side for site in (*POINTS, BAR))


def begun_wrongly(context: TurnContext, seatings: tuple[Seating, ...]) -> bool:
    """Whether the opening throw lies beside a board that is nearly the starting position; the game then begins from it,
    or from the right one where that throw leads there: its player has played it already, and nobody saw the start.

    One die on each half, or the throw of who is known to begin, is what tells the beginning of a game from a
    board that is still being set up.
    """
    place = next_place(context.match_state)
    first = starter(context.match_state, place)
    throw = context.seen_throw(first)
    halves = len({die.side for die in throw.dice})
    if throw.kind is not ThrowKind.VALID or (halves != 2 if first is None else throw.side is not first):
        context.forget(Timer.WRONG)
        return False
    game = rules_at(context.match_state, place)
    start = game.start
    boards = [(settled_board(game, context.evidence, seating, start), seating) for seating in seatings]
    seen, seating = min(boards, key=lambda board: misplaced(start, board[0]))
    if not 0 < misplaced(start, seen) <= MOST_MISPLACED or not shows(game, context.evidence, seen, seating):
        context.forget(Timer.WRONG)
        return False
    held = context.hold(Timer.WRONG, (seen, seating))
    if not held.lasts(context.tracker.now, WRONG_SECONDS):
        return False
    context.forget(Timer.WRONG)
    if _is_played(game, seen, throw, first):
        context.start_game(start, seating, frame=held.frame)
    else:
        context.start_game(seen, seating, frame=held.frame)
        context.happen(SetupFault(seen), held.frame)
    return True


def _is_played(game: Rules, seen: Position, throw: Throw, first: Side | None) -> bool:
    """Whether the throw that opens a game leads to a board; `first`: who is known to begin, if anybody is."""
    side = first
    if side is None and game.first_roll is FirstRoll.USE_BOTH:
        side = opening_throw(game, throw).side
    if side is None or throw.roll is None:
        return False
    return turn_to(game, game.start, side, throw.roll, seen) is not None


def opening_throw(game: Rules, throw: Throw) -> Throw:
    """A die of each player's as the throw of the side that begins with it; any other throw as it is."""
    white, black = sorted(throw.dice, key=lambda die: die.side is Side.BLACK)
    if white.side is black.side:
        return throw
    return replace(throw, side=begins(game, white.value, black.value))


def put_right(context: TurnContext) -> bool:
    """Whether the board shows the wrong set-up put right, alone or with what has been played of the present throw."""
    wrong, side, roll = context.match_state.setup, context.match_state.side, context.match_state.roll
    right = None if wrong is None else context.position.shifted(wrong, context.game.start)
    if right is None:
        return False
    if context.match_state.phase is Phase.TO_MOVE and side is not None and roll is not None:
        before = context.read(context.position, side, roll)
        after = context.read(right, side, roll)
        fits = before.ongoing is TurnVerdict.OPEN and after.ongoing is TurnVerdict.LEGAL
    else:
        fits = context.shows(right)
    if not fits:
        context.forget(Timer.SETUP)
        return False
    held = context.hold(Timer.SETUP, right)
    if held.lasts(context.tracker.now, RIGHT_SECONDS):
        context.happen(SetupFixed(right), held.frame)
        context.forget(Timer.SETUP, Timer.BOARD, Timer.SEEN, Timer.START, Timer.LIFTED)
    return True


EVERY = tuple(Seating(near, home_right) for home_right in (True, False) for near in Kind)
"""Every way to sit at a board, the usual one first."""
MIRRORED = tuple(replace(each, hand_right=False) for each in EVERY)
"""The same in a picture that shows the left hand for the right: each throw is the other player's than it looks."""


SURE_TURNS = 2
"""So many turns, and as many more than the seating believed, another one explains before it is believed instead."""
MIRRORED_PRIOR, WAY, MOST_FURTHER = 4.0, 20.0, 8.0
"""What it costs that a picture is mirrored; so many points less to go for both together outweigh as much as e, and no
more than that all of them.
"""
ELSEWHERE, MOST_ELSEWHERE = 0.5, 12.0
"""What each checker costs that stands elsewhere than the game begins with it, though by another seating that might
take the place of the one believed it does not; and all of them together at most.
"""
BACKWARDS_PRIOR = 3.0
"""What it costs on top that an illegal play would have led its player back."""


@dataclass(frozen=True, slots=True)
class Otherwise:
    """The game that is on as it was played if people sit so: the board that it began with, its plays, and what each of
    them costs (in log-likelihood, 0 where it is legal).
    """

    seating: Seating
    start: Position
    plays: tuple[Played, ...] = ()
    costs: tuple[float, ...] = ()
    prior: float = 0.0

    @property
    def cost(self) -> float:
        """What all of them cost, and the seating itself."""
        return self.prior + sum(self.costs)

    @property
    def position(self) -> Position:
        """The board after the last play."""
        return self.plays[-1].after if self.plays else self.start


def likely_seating(game: TablesGame, boards: dict[Seating, Position]) -> Seating:
    """The seating by which the checkers have come furthest, of a board as it is by each: who
    plays gets nearer to their end.
    """
    return min(boards, key=lambda seating: _way_left(game, boards[seating]))


def _way_left(game: TablesGame, position: Position) -> int:
    """How many points both sides together have still to go with the checkers that are on the board."""
    return sum(site * men for side in Side for site, men in enumerate(position.of(side)[: game.bar]))


def undecided(context: TurnContext) -> Question | None:
    """The question who sits where, as long as it is gone on by what was believed before; None where there is none."""
    question = _asked(context)
    return question if question is not None and question.candidates[0].seating == context.seating else None


def fits_otherwise(context: TurnContext, reading: TurnReading, side: Side, roll: Roll) -> bool:
    """Whether a board that no play of the roll passes through does fit another seating, so that nobody is accused."""
    if undecided(context) is not None:
        return True
    least = reading.open_score - ILLEGAL_PRIOR + MARGIN
    others = _others(context, reading, side, roll)
    return any(there.ongoing_score > least for _, there in others)


def renamed(context: TurnContext, reading: TurnReading, side: Side, roll: Roll) -> bool:
    """Whether a board that no play leads to is that of a play once light checkers are dark ones and the other way
    round, which is then what they are: as long as no more than one side has any on the board nobody can tell.
    """
    game, here = context.match_state.game, context.seating
    if game is None or not isinstance(context.game, TablesGame):
        return False
    if all(on_board(context.position, each) for each in Side):
        return False
    other = replace(here, near=here.near.other)
    there = read_turn(context.game, context.position, side, roll, other, context.evidence)
    if there.ongoing_score < max(reading.open_score - ILLEGAL_PRIOR, reading.ongoing_score) + MARGIN:
        return False
    context.happen(Reseated(other, game.start, tuple(on_record(turn) for _, _, turn in _turns(context))))
    context.forget(*OF_A_TURN, Timer.SEEN)
    return True


def played_otherwise(context: TurnContext, reading: TurnReading, side: Side, roll: Roll) -> bool:
    """Whether a turn that is over, and not legal, is one of another seating; it is then on record as it is seen.

    It is where the play is legal by that one, or by far less absurd. People are asked which seating it is, if they
    have not been; as long as they have not answered, it is gone on by the one that explains two turns more.
    """
    known, asked = undecided(context), _asked(context)
    least = reading.open_score - ILLEGAL_PRIOR + MARGIN
    found = []
    absurd = _cost(context.position, side, reading.seen) - MARGIN
    for other, there in _others(context, reading, side, roll):
        best = there.legal[0]
        if best.score > least and best.outcome.position != other.position:
            found.append((best.score - other.cost, other.seating, best.outcome.position))
        elif _cost(other.position, _mover(context, side, other.seating), there.seen) < absurd:
            found.append((least - other.cost, other.seating, there.seen))
    if not found and known is None:
        return False
    seen, before = reading.seen, context.position
    if found:
        # The board as the play of the other seating has it is the likelier, noise and all.
        _, seating, played = max(found, key=lambda each: each[0])
        seen = _as_seen_by(context, played, seating, context.seating, before)
    play = likely_play(context.game, before, side, seen, roll)
    with remembering(context):
        context.play(roll, play, after_turn(context.game, before, side, roll, seen), inferred=True)
    context.recognise()
    if asked is None:
        _ask(context)
    else:
        _take_likelier(context, SURE_TURNS)
    return True


def weigh_anew(context: TurnContext) -> None:
    """A turn was legal: if nothing speaks for another seating any more, the question is settled."""
    question = undecided(context)
    if question is not None and not _likelier(context):
        _put_faults_down(context, question)
        context.settle("seating")


def sit(context: TurnContext, question: Question, seating: Seating) -> None:
    """A person says who sits where: the game is read anew, or what nobody was accused of is a fault."""
    game = context.match_state.game
    if seating == context.seating:
        _put_faults_down(context, question)
    elif game is not None:
        starts = (_as_seen_by(context, game.start, context.seating, seating, context.game.start), game.start)
        told = min((_replayed(context, seating, start) for start in starts), key=_likeliness)
        _read_anew(context, told, sure=True)
    context.happen(Corrected("seating", seating=seating))


def sit_at_the_end(context: TurnContext) -> None:
    """There is nothing more to be seen, and nobody has answered: the seating that explains
    most is taken for the right one.
    """
    if undecided(context) is not None:
        _take_likelier(context, 1)


def _asked(context: TurnContext) -> Question | None:
    return next((each for each in context.match_state.questions if each.what == "seating"), None)


def _ask(context: TurnContext) -> None:
    """Ask people whether they sit as it is believed, which comes first, or as what has been played says."""
    likelier = _likelier(context)
    likelier = [each for each in likelier if each.cost < likelier[0].cost + MARGIN]
    if likelier:
        weight = 1 / (1 + len(likelier))
        here = Candidate(None, None, context.position, True, weight, context.seating)
        there = (Candidate(None, None, each.position, True, weight, each.seating) for each in likelier)
        context.ask("seating", None, (here, *there))


def _likelier(context: TurnContext) -> list[Otherwise]:
    """The game by every seating that explains more of it than the one believed, best first."""
    most = sum(_costs(context)) - MARGIN
    return sorted((each for each in _hypotheses(context) if each.cost < most), key=lambda each: each.cost)


def _take_likelier(context: TurnContext, turns: int) -> None:
    """Go on by the seating that explains so many turns more than the one believed, and more than any other."""
    best, costs = _likelier(context), _costs(context)
    if (
        best
        and len(costs) >= turns
        and best[0].cost + turns * ILLEGAL_PRIOR <= sum(costs)
        and all(best[0].cost + MARGIN <= each.cost for each in best[1:])
    ):
        _read_anew(context, best[0])


def _read_anew(context: TurnContext, other: Otherwise, *, sure: bool = False) -> None:
    """The game goes on as it was played by another seating; `sure`: people have said that they sit so."""
    stood = (other.start, *(each.after for each in other.plays))
    heard = {each.turn for each in context.tracker.recent}
    plays = list(zip(other.plays, stood[:-1], other.costs, _turns(context), strict=True))
    told = tuple(
        _told(context, before, played, sure=sure, seen=index in heard)
        if cost and played.roll == turn.roll
        else played
        for played, before, cost, (index, _, turn) in plays
    )
    context.happen(Reseated(other.seating, other.start, told))
    # What was in doubt about boards was so by the other seating.
    for what in {question.what for question in context.match_state.questions} - {"seating", "resigned"}:
        context.settle(what)
    recent = tuple(replace(each, side=other.plays[number].side) for each, number in _heard(context))
    context.tracker = replace(context.tracker, refused=None, left=None, recent=recent)
    for played, before, cost, (index, _, turn) in plays:
        if played.roll != turn.roll and _cost(before, played.side, played.after) - cost < MARGIN:
            _ask_of_dice(context, before, played, turn.roll, index)
    context.forget(*OF_A_TURN, Timer.SEEN, Timer.START, Timer.CUBE)


def _ask_of_dice(
    context: TurnContext, before: Position, played: Played, roll: Roll | None, index: int
) -> None:
    """People are asked whether a turn was played with the roll concluded from it, or illegally with the one that was
    seen.
    """
    play = likely_play(context.game, before, played.side, played.after, roll)
    legal = Candidate(played.roll, played.play, played.after, True, 0.5)
    ask_of_dice(context, played.side, (legal, Candidate(roll, play, played.after, False, 0.5)), index)


def _heard(context: TurnContext) -> Iterator[tuple[HeardTurn, int]]:
    """The last turns as they were heard, and the number of each among the plays of the game."""
    numbers = {index: number for index, number, _ in _turns(context)}
    for each in context.tracker.recent:
        if each.turn in numbers:
            yield each, numbers[each.turn]


def _told(context: TurnContext, before: Position, played: Played, *, sure: bool, seen: bool) -> Played:
    """An illegal play as it seems to have been made, and what is wrong with it: unless nobody saw it, or it is rather
    two turns, one of which was missed, which is never believed where it is `sure` that people sit so.
    """
    play = likely_play(context.game, before, played.side, played.after, played.roll)
    if played.inferred and (not seen or (not sure and both_moved(before, played.side, played.after))):
        return replace(played, play=play, fault=None)
    fault = explain(context.game, before, played.side, played.roll, played.after)
    return replace(played, play=play, fault=fault, inferred=False)


def _put_faults_down(context: TurnContext, question: Question) -> None:
    """Plays that fitted another seating better were illegal after all."""
    asked, costs = [each.seating for each in question.candidates], _costs(context)
    others = [other for other in _hypotheses(context, math.inf) if other.seating in asked]
    for index, number, turn in _turns(context):
        before = turn.before
        if before is None or turn.roll is None or turn.fault is not None or not costs[number]:
            continue
        if any(other.costs[number] < costs[number] - MARGIN for other in others):
            play = likely_play(context.game, before, turn.side, turn.after, turn.roll)
            fault = explain(context.game, before, turn.side, turn.roll, turn.after)
            context.happen(Amended(play, turn.after, turn.roll, fault, turn=index))


def _others(
    context: TurnContext, reading: TurnReading, side: Side, roll: Roll
) -> Iterator[tuple[Otherwise, TurnReading]]:
    """How the last look reads by every other seating that explains the game so far as well as the one believed.

    Where that has been concluded from what was played, this turn, which it does not explain, counts as well.
    """
    concluded = _asked(context) is not None and undecided(context) is None
    present = _cost(context.position, side, reading.seen) - MARGIN if concluded else 0.0
    for other in _hypotheses(context, sum(_costs(context)) + present):
        mover = _mover(context, side, other.seating)
        yield other, read_turn(context.game, other.position, mover, roll, other.seating, context.evidence)


def _mover(context: TurnContext, side: Side, seating: Seating) -> Side:
    """Whose a turn is by a seating that is `side`'s by the one believed."""
    return side if seating.hand_right is context.seating.hand_right else side.other


def _hypotheses(context: TurnContext, most: float | None = None) -> Iterator[Otherwise]:
    """The game by every other seating that costs at most so much, by default no more than the one believed.

    It begins from the board as it was seen, or from the one that people told in their own numbers; a starting
    position, or what is nearly one, was seen, and tells the seating.
    """
    match_state, rules = context.match_state, context.game
    if match_state.game is None or match_state.seated or not isinstance(rules, TablesGame):
        return
    start, most = match_state.game.start, sum(_costs(context)) if most is None else most
    joined = misplaced(rules.start, start) > MOST_MISPLACED
    # an empty board is the start by every seating
    untold = joined or not any(on_board(rules.start, side) for side in Side)
    found = []
    for seating in (*EVERY, *MIRRORED):
        if seating == context.seating:
            continue
        starts = [start]
        if joined:
            starts.insert(0, _as_seen_by(context, start, context.seating, seating, rules.start))
        best = min((_replayed(context, seating, each, most) for each in starts), key=_likeliness)
        if best.cost <= most:
            found.append(best)
    least = min((misplaced(rules.start, each.start) for each in found), default=0)
    for best in found:
        elsewhere = min(MOST_ELSEWHERE, ELSEWHERE * (misplaced(rules.start, best.start) - least))
        yield replace(best, prior=elsewhere + (_untold_prior(context, rules, best) if untold else 0.0))


def _untold_prior(context: TurnContext, rules: TablesGame, other: Otherwise) -> float:
    """What it costs to believe in a seating where no starting position was seen: a mirrored picture is rare, and less
    where the checkers have come much further by it than by the seating believed.

    A play along a row looks the same if everybody sits the other way round, at a board that lies the other way round.
    """
    seating = other.seating
    here = _as_seen_by(context, other.start, seating, context.seating, rules.start)
    further = max(0, _way_left(rules, here) - _way_left(rules, other.start)) / WAY
    return (0.0 if seating.hand_right else MIRRORED_PRIOR) - min(MOST_FURTHER, further)


def _likeliness(other: Otherwise) -> tuple[float, int]:
    """What makes one beginning of a game likelier than another: its plays cost less, and less was moved at first."""
    first = other.plays[0].after if other.plays else other.start
    return other.cost, sum(moved_about(other.start.of(side), first.of(side)) for side in Side)


def _replayed(context: TurnContext, seating: Seating, start: Position, most: float = math.inf) -> Otherwise:
    """The game so far by a seating, until it costs more than so much; what is wrong with its plays is left open."""
    found = Otherwise(seating, start)
    heard = {each.turn: each.dice for each in context.tracker.recent}
    for index, _, turn in _turns(context):
        before, side = found.position, _mover(context, turn.side, seating)
        after = _as_seen_by(context, turn.after, context.seating, seating, before)
        outcome = None if turn.roll is None else turn_to(context.game, before, side, turn.roll, after)
        if outcome is not None:
            played, cost = Played(side, turn.roll, outcome.play, outcome.position), 0.0
        elif turn.roll is not None and may_end_so(context.game, before, side, turn.roll, after):
            played, cost = Played(side, turn.roll, turn.play, after), 0.0
        else:
            after = after_turn(context.game, before, side, turn.roll, after)
            played = Played(side, turn.roll, turn.play, after, turn.fault, turn.inferred)
            ways = (
                (_cost(before, side, after), played),
                *_misread(context, before, played, heard.get(index, ())),
            )
            cost, played = min(ways, key=lambda way: way[0])
        found = replace(found, plays=(*found.plays, played), costs=(*found.costs, cost))
        if found.cost > most:
            break
    return found


def _misread(
    context: TurnContext, before: Position, played: Played, dice: tuple[FollowedDie, ...]
) -> Iterator[tuple[float, Played]]:
    """What an illegal play is if its dice showed another roll with which it is legal, and what that costs."""
    for roll in context.game.rolls if played.roll is not None and dice else ():
        assert played.roll is not None
        odds = roll_odds(dice, played.roll, roll)
        if roll == played.roll or odds <= -ROLL_REACH:
            continue
        outcome = turn_to(context.game, before, played.side, roll, played.after)
        if outcome is not None:
            yield -odds, Played(played.side, roll, outcome.play, outcome.position, inferred=True)


def _cost(before: Position, side: Side, after: Position) -> float:
    """What an illegal play costs: more where it moves the opponent's checkers, or its player's own ones back."""
    theirs = moved_about(before.of(side.other), after.of(side.other))
    back = after.pip_count(side) > before.pip_count(side)
    return ILLEGAL_PRIOR + OPPONENT_PRIOR * min(theirs, MOST_MOVED) + BACKWARDS_PRIOR * back


def _costs(context: TurnContext) -> list[float]:
    """What the turns of the game so far cost by the seating that is believed."""
    return [
        0.0 if turn.before is None or _is_legal(context, turn) else _cost(turn.before, turn.side, turn.after)
        for _, _, turn in _turns(context)
    ]


def _is_legal(context: TurnContext, turn: CheckerTurn) -> bool:
    """Whether a turn is legal by the seating that is believed, which is known of all but what was concluded."""
    if turn.fault is not None or not turn.inferred:
        return turn.fault is None
    if turn.roll is None or turn.before is None:
        return False
    return may_end_so(context.game, turn.before, turn.side, turn.roll, turn.after)


def _turns(context: TurnContext) -> Iterator[tuple[int, int, CheckerTurn]]:
    """The plays of the game that is on: each its number among all turns, and among the plays."""
    game, number = context.match_state.game, 0
    for index, turn in enumerate(() if game is None else game.turns):
        if isinstance(turn, CheckerTurn):
            yield index, number, turn
            number += 1


def _as_seen_by(
    context: TurnContext, position: Position, here: Seating, there: Seating, like: Position
) -> Position:
    """A board that lies as it is, as a position by another seating."""
    return as_position(context.game, seen_as(context.game, position, here), there, like)
