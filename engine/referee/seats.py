"""Who sits where, where no starting position has told it: asked about as soon as what
is played fits another seating.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.board import Kind, Seating, Side
from engine.dice import Roll
from engine.faults.explain import explain, likely_play
from engine.match.match import CheckerTurn
from engine.plays.membership import turn_to
from engine.plays.next_past import after_turn
from engine.position import Position
from engine.referee.start_position import MOST_MISPLACED, misplaced
from engine.state.events import Amended, Candidate, Corrected, Played, Reseated
from engine.state.match_state import Question
from engine.tables.tables import TablesGame
from engine.turn.appearance import as_position, seen_as
from engine.turn.context import OF_A_TURN, TurnContext
from engine.turn.tracker import Timer
from engine.turn.turn_reading import ILLEGAL_PRIOR, MARGIN, TurnReading, read_turn

EVERY = tuple(Seating(near, home_right) for home_right in (True, False) for near in Kind)
"""Every way to sit at a board, the usual one first."""


SURE_TURNS = 2
"""How many turns more than the seating believed another one explains before it is believed instead."""


@dataclass(frozen=True, slots=True)
class Otherwise:
    """The game that is on as it was played if people sit so: the board that it began with, its plays, and which of them
    are legal.
    """

    seating: Seating
    start: Position
    plays: tuple[Played, ...] = ()
    explains: tuple[bool, ...] = ()

    @property
    def misses(self) -> int:
        """How many of them are not."""
        return self.explains.count(False)

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
    if _asked(context) is not None:
        return undecided(context) is not None
    least = reading.open_score - ILLEGAL_PRIOR + MARGIN
    return any(there.ongoing_score > least for _, there in _others(context, side, roll))


def played_otherwise(context: TurnContext, reading: TurnReading, side: Side, roll: Roll) -> bool:
    """Whether a turn that is over, and not legal, is one of another seating; it is then on record as it is seen.

    People are asked which seating it is, if they have not been; as long as they have not answered, it is gone
    on by the one that explains two turns more.
    """
    known, least = undecided(context), reading.open_score - ILLEGAL_PRIOR + MARGIN
    if known is None and _asked(context) is not None:
        return False
    found = []
    for other, there in _others(context, side, roll):
        best = there.legal[0]
        if best.score > least and best.outcome.position != other.position:
            found.append((best.score - ILLEGAL_PRIOR * other.misses, other.seating, best.outcome.position))
    if not found and known is None:
        return False
    seen, before = reading.seen, context.position
    if found:
        # The board as the play of the other seating has it is the likelier, noise and all.
        _, seating, played = max(found, key=lambda each: each[0])
        seen = _as_seen_by(context, played, seating, context.seating, before)
    play = likely_play(context.game, before, side, seen, roll)
    context.play(roll, play, after_turn(context.game, before, side, roll, seen), inferred=True)
    context.recognise()
    if known is None:
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
        found = [_replayed(context, seating, start, _every_turn(context)) for start in starts]
        _read_anew(
            context, min((other for other in found if other is not None), key=lambda other: other.misses)
        )
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
    if likelier:
        weight = 1 / (1 + len(likelier))
        here = Candidate(None, None, context.position, True, weight, context.seating)
        there = (Candidate(None, None, each.position, True, weight, each.seating) for each in likelier)
        context.ask("seating", None, (here, *there))


def _likelier(context: TurnContext) -> list[Otherwise]:
    """The game by every seating that explains more of it than the one believed, best first."""
    most = _misses(context)
    return sorted((each for each in _hypotheses(context) if each.misses < most), key=lambda each: each.misses)


def _take_likelier(context: TurnContext, turns: int) -> None:
    """Go on by the seating that explains so many turns more than the one believed, and more than any other."""
    best = _likelier(context)
    if (
        best
        and best[0].misses + turns <= _misses(context)
        and all(best[0].misses < each.misses for each in best[1:])
    ):
        _read_anew(context, best[0])


def _read_anew(context: TurnContext, other: Otherwise) -> None:
    context.happen(Reseated(other.seating, other.start, other.plays))
    # What was in doubt about boards was so by the other seating.
    for what in {question.what for question in context.match_state.questions} - {"seating", "resigned"}:
        context.settle(what)
    context.tracker = replace(context.tracker, refused=None, left=None, recent=())
    context.forget(*OF_A_TURN, Timer.SEEN, Timer.START, Timer.CUBE)


def _put_faults_down(context: TurnContext, question: Question) -> None:
    """Plays that fitted another seating alone were illegal after all."""
    asked = [each.seating for each in question.candidates]
    others = [other for other in _hypotheses(context, _every_turn(context)) if other.seating in asked]
    for index, number, turn in _turns(context):
        before = turn.before
        if before is None or turn.roll is None or turn.fault is not None or _is_legal(context, turn):
            continue
        if any(other.explains[number] for other in others):
            play = likely_play(context.game, before, turn.side, turn.after, turn.roll)
            fault = explain(context.game, before, turn.side, turn.roll, turn.after)
            context.happen(Amended(play, turn.after, turn.roll, fault, turn=index))


def _every_turn(context: TurnContext) -> int:
    return len(tuple(_turns(context)))


def _others(context: TurnContext, side: Side, roll: Roll) -> Iterator[tuple[Otherwise, TurnReading]]:
    """How the last look reads by every other seating that explains the game so far at
    least as well as the one believed.
    """
    for other in _hypotheses(context):
        yield other, read_turn(context.game, other.position, side, roll, other.seating, context.evidence)


def _hypotheses(context: TurnContext, most: int | None = None) -> Iterator[Otherwise]:
    """The game by every other seating that leaves at most so many turns unexplained, by default
    no more than the one believed.

    It begins from the board as it was seen, or from the one that people told in their own numbers; a starting
    position, or what is nearly one, was seen, and tells the seating.
    """
    match_state, rules = context.match_state, context.game
    if match_state.game is None or match_state.seated or not isinstance(rules, TablesGame):
        return
    start, most = match_state.game.start, _misses(context) if most is None else most
    for seating in EVERY:
        if seating == context.seating:
            continue
        starts = [start]
        if misplaced(rules.start, start) > MOST_MISPLACED:
            starts.insert(0, _as_seen_by(context, start, context.seating, seating, rules.start))
        for each in starts:
            found = _replayed(context, seating, each, most)
            if found is not None:
                yield found


def _replayed(context: TurnContext, seating: Seating, start: Position, most: int) -> Otherwise | None:
    """The game so far by a seating; None where more than so many plays are illegal."""
    found = Otherwise(seating, start)
    for _, _, turn in _turns(context):
        before = found.position
        after = _as_seen_by(context, turn.after, context.seating, seating, before)
        outcome = None if turn.roll is None else turn_to(context.game, before, turn.side, turn.roll, after)
        if outcome is not None:
            played = Played(turn.side, turn.roll, outcome.play, outcome.position)
            found = replace(found, plays=(*found.plays, played), explains=(*found.explains, True))
            continue
        if found.misses == most:
            return None
        play = likely_play(context.game, before, turn.side, after, turn.roll)
        # Of what was only concluded nobody is accused.
        fault = None if turn.inferred else explain(context.game, before, turn.side, turn.roll, after)
        after = after_turn(context.game, before, turn.side, turn.roll, after)
        played = Played(turn.side, turn.roll, play, after, fault, turn.inferred)
        found = replace(found, plays=(*found.plays, played), explains=(*found.explains, False))
    return found


def _misses(context: TurnContext) -> int:
    """How many turns of the game so far no legal play explains by the seating that is believed."""
    return sum(not _is_legal(context, turn) for _, _, turn in _turns(context))


def _is_legal(context: TurnContext, turn: CheckerTurn) -> bool:
    """Whether a turn is legal by the seating that is believed, which is known of all but what was concluded."""
    if turn.fault is not None or not turn.inferred:
        return turn.fault is None
    if turn.roll is None or turn.before is None:
        return False
    return turn_to(context.game, turn.before, turn.side, turn.roll, turn.after) is not None


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
