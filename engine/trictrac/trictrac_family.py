"""Trictrac and its relatives as a family of games (rules A29): legal results with their marks, wins, and faults."""

from dataclasses import dataclass, field, replace

from engine.board import OFF, Side
from engine.dice import Roll
from engine.faults.diagnosis import HIGHER_DIE, MUST_USE, JudgedTurn, Law, diagnosed
from engine.past import Past, one_of
from engine.play import Fault, Move, Outcome, Play
from engine.position import Position
from engine.rules import Rules
from engine.tables.tables_game import TablesGame
from engine.trictrac.jans import JanScore, JanThrow, ScoringEvent, Tariff
from engine.trictrac.marks import (
    CLAIMED,
    MOST_CLAIMED,
    Count,
    Marks,
    holes_for,
    marks_of,
    settlement,
    tally_of,
)
from engine.trictrac.movement import (
    BIG,
    BLOCK,
    COIN,
    CORNER,
    FILL,
    FORCE,
    KEEP,
    OUTSIDE,
    PAIRS,
    SMALL,
    THEIR_COIN,
    THEIR_CORNER,
    EntryObstacle,
    Turn,
    Way,
    moments,
)
from engine.words.texts import EVENTS
from engine.words.wording import Names


@dataclass(frozen=True, slots=True)
class Trictrac:
    """The family of trictrac: nothing is ever hit; hits, fillings and rare figures score instead.

    `target` is how many holes, or points, win. `double`: an event made twice, or by a doublet, is two holes where
    events are counted. `finish_wins`: who is first off wins outright; else the checkers are set up again.
    `meeting`, `misery` and `margot` are old figures. `schools`: players claim their points, the thrower before they
    play and the opponent before they throw; what a claim is wrong by goes to the other side. The past's tally is the
    marks.
    """

    tariff: Tariff = field(default_factory=Tariff)
    count: Count = Count.HOLES
    target: int = 12
    entry: EntryObstacle = EntryObstacle.JANS
    provincial: bool = False
    double: bool = True
    finish_wins: bool = False
    meeting: bool = False
    misery: bool = False
    margot: bool = False
    schools: bool = False

    @property
    def travels(self) -> bool:
        """All run the length of the board."""
        return True

    def outcomes(self, game: TablesGame, position: Position, side: Side, roll: Roll) -> tuple[Outcome, ...]:
        """Every legal result with its past.

        Who makes a hole by their own throw may also go: the checkers are set up again and they throw first. Who wins
        by their throw need not play it.
        """
        throw = self._throw(game, position, side, roll)
        results: dict[Position, Outcome] = {}
        marks = self._begun(throw, position)
        if self._won(marks) is not None:
            still = self._outcome(position, side, position, marks, Play())
            results[still.position] = still
        boards = {way.own: way for way in reversed(throw.turn.legal())}
        for way in reversed(boards.values()):
            made = self._played(game, position, throw, way)
            results.setdefault(made.position, made)
        if self._won(marks) is None and self._may_go(position, side, marks):
            gone = self._outcome(position, side, game.start, marks.gone(), Play(), again=True)
            results.setdefault(gone.position, gone)
        return tuple(results.values())

    def on_the_way(self, game: TablesGame, position: Position, side: Side, roll: Roll) -> frozenset[Position]:
        """The positions that the turn may pass through and still be completed legally, start and ends included."""
        turn = self._turn(game, position, side, roll)
        passed = {_board(position, side, own) for own in moments(turn, turn.legal())}
        ends = {outcome.position for outcome in self.outcomes(game, position, side, roll)}
        return frozenset(passed | ends | {position})

    def win(
        self, game: TablesGame, position: Position, just_moved: Side
    ) -> tuple[Side | None, int, str] | None:
        """Who has the holes or points that win, and what the win counts."""
        marks = marks_of(position.past)
        winner = marks.winner(self.count, self.target)
        return None if winner is None else (winner, *marks.grade(winner, self.count, self.target))

    def explain(self, game: TablesGame, position: Position, side: Side, roll: Roll, seen: Position) -> Fault:
        """The fault of a seen position that no legal play reaches."""
        turn = self._turn(game, position, side, roll)
        laws = self._laws(turn)
        outcomes = self.outcomes(game, position, side, roll)
        scene = JudgedTurn(position, side, roll, roll.dice, outcomes, seen, game.facing(side))

        def reach(ignored: frozenset[str]) -> dict[Position, Play]:
            ways = replace(turn, ignored=ignored).legal()
            return {_board(position, side, way.own): Play(way.moves) for way in ways}

        return diagnosed(scene, laws, reach, together=3)

    def stands(
        self, game: TablesGame, position: Position, side: Side, roll: Roll, seen: Position
    ) -> Position:
        """A board that stands although no legal play leads to it; the throw is scored all the same."""
        throw = self._throw(game, position, side, roll)
        marks = self._begun(throw, position)
        if self._won(marks) is None:
            marks = self._passed_on(throw, marks, throw.turn.legal()[0])
        return replace(seen, past=_past(position, side, marks, again=False))

    def scores(
        self, game: TablesGame, position: Position, side: Side, roll: Roll, outcome: Outcome
    ) -> tuple[JanScore, ...]:
        """What was scored on the way to a legal result, the thrower's first; in holes where events are counted."""
        throw = self._throw(game, position, side, roll)
        found = self._scores(game, position, throw, outcome)
        if self.count is not Count.EVENTS:
            return found
        return tuple(
            replace(each, points=holes_for(each, double=self.double, doublet=throw.doublet)) for each in found
        )

    def _scores(
        self, game: TablesGame, position: Position, throw: JanThrow, outcome: Outcome
    ) -> tuple[JanScore, ...]:
        at_once = self._claims(throw, position) if self.schools else throw.at_once()
        way = next((way for way in throw.turn.legal() if way.moves == outcome.play.moves), None)
        marks = self._begun(throw, position)
        if way is None or self._won(marks) is not None:
            return at_once
        gone = outcome.position == game.start and not outcome.play.moves and position != game.start
        if gone and self._may_go(position, throw.side, marks):
            return at_once
        return (*at_once, *throw.by_playing(way), *self._late(throw, way, marks))

    def _late(self, throw: JanThrow, way: Way, marks: Marks) -> tuple[JanScore, ...]:
        """What the opponent scores for a way of playing, unless it ends the game or setting, or is to be claimed."""
        marks = self._marks(throw, marks, throw.by_playing(way))
        if self.schools or way.own[OFF] == throw.turn.men or self._won(marks) is not None:
            return ()
        return throw.afterwards(way)

    def _turn(self, game: TablesGame, position: Position, side: Side, roll: Roll) -> Turn:
        theirs, facing = position.of(side.other), game.facing(side)
        against = tuple(theirs[facing[site]] if 1 <= site <= 24 else 0 for site in range(26))
        jans = self.tariff.jan is not None
        return Turn(position.of(side), against, roll.dice, self.entry, self.provincial, jans)

    def _throw(self, game: TablesGame, position: Position, side: Side, roll: Roll) -> JanThrow:
        marks = marks_of(position.past)
        return JanThrow(
            self._turn(game, position, side, roll),
            self.tariff,
            side,
            marks.throws[0 if side is Side.WHITE else 1],
            met=self.meeting and marks.first == roll.dice[0] * 10 + roll.dice[1],
            margot=self.margot,
            misery=self.misery,
        )

    def _begun(self, throw: JanThrow, position: Position) -> Marks:
        """The marks once a side has thrown and scored, or claimed, what it scores before it plays."""
        before, at_once = marks_of(position.past), throw.at_once()
        marks = before.thrown(throw.side, throw.turn.dice)
        if not self.schools:
            return self._marks(throw, marks, at_once)
        due = sum(each.points for each in at_once)
        marks = marks.claimed_afterwards(throw.side, 0).settled(throw.side, due, before.claimed)
        return replace(marks, claimed=0, due=(0, 0))

    def _may_go(self, position: Position, side: Side, marks: Marks) -> bool:
        """Whether a side has made a hole by its own throw."""
        return one_of(marks.holes, side) > one_of(marks_of(position.past).holes, side)

    def _passed_on(self, throw: JanThrow, marks: Marks, way: Way) -> Marks:
        """The marks once the opponent has scored for a way of playing, or may claim what it brings them."""
        scores = throw.afterwards(way)
        if self.schools:
            return marks.waiting(throw.side.other, sum(each.points for each in scores))
        return self._marks(throw, marks, scores)

    def _claims(self, throw: JanThrow, position: Position) -> tuple[JanScore, ...]:
        """What comes of the claims that a throw settles: of points that were never claimed, and of the throw's own."""
        marks, side, at_once = marks_of(position.past), throw.side, throw.at_once()
        forgone, due = max(0, one_of(marks.due, side)), sum(each.points for each in at_once)
        kept, wrong = settlement(due, marks.claimed)
        schools = [JanScore(ScoringEvent.SCHOOL, 1, points, side.other) for points in (forgone, wrong)]
        own = (JanScore(ScoringEvent.CLAIM, 1, kept, side),) if wrong else at_once
        return tuple(each for each in (schools[0], *own, schools[1]) if each.points)

    def _marks(self, throw: JanThrow, marks: Marks, scores: tuple[JanScore, ...]) -> Marks:
        return marks.scored(scores, self.count, double=self.double, doublet=throw.doublet)

    def _won(self, marks: Marks) -> Side | None:
        return marks.winner(self.count, self.target)

    def _played(self, game: TablesGame, position: Position, throw: JanThrow, way: Way) -> Outcome:
        """The result of a way of playing the throw."""
        side, finished = throw.side, way.own[OFF] == throw.turn.men
        marks = self._marks(throw, self._begun(throw, position), throw.by_playing(way))
        if finished and self.finish_wins:
            marks = replace(marks, finished=side)
        if self._won(marks) is None and not finished:
            marks = self._passed_on(throw, marks, way)
        if finished and self._won(marks) is None:
            return self._outcome(position, side, game.start, marks.set_up(), Play(way.moves), again=True)
        return self._outcome(position, side, _board(position, side, way.own), marks, Play(way.moves))

    def _outcome(
        self,
        position: Position,
        side: Side,
        board: Position,
        marks: Marks,
        play: Play,
        *,
        again: bool = False,
    ) -> Outcome:
        return Outcome(replace(board, past=_past(position, side, marks, again=again)), play)

    def _laws(self, turn: Turn) -> list[Law]:
        """The laws of movement, in the order in which they are named where several are broken."""
        entering = [Law("R.band", PAIRS)] if self.entry is EntryObstacle.PAIRS else []
        if self.entry is EntryObstacle.JANS:
            entering = [
                Law("R.guard", SMALL, lambda move: 0 < move.target <= 6),
                Law("R.guard", BIG, lambda move: 6 < move.target < THEIR_CORNER),
            ]
        return [
            Law("R.must_use", MUST_USE),
            Law("R.higher_die", HIGHER_DIE),
            Law("R.fill", FILL),
            Law("R.keep", KEEP),
            Law("R.block", BLOCK, lambda move: _is_blocked(turn, move)),
            Law("R.coin", THEIR_COIN, lambda move: move.target == THEIR_CORNER),
            Law("R.coin", COIN, lambda move: CORNER in (move.origin, move.target)),
            Law("R.coin", FORCE, lambda move: move.target == CORNER),
            *entering,
            Law("R.bearoff", OUTSIDE, lambda move: move.target == OFF),
        ]


def takes_claims(game: Rules) -> bool:
    """Whether the players of a game claim their points themselves."""
    return isinstance(game, TablesGame) and isinstance(game.family, Trictrac) and game.family.schools


def may_claim(game: Rules, position: Position, side: Side, *, thrown: bool) -> bool:
    """Whether a side may claim points now: before it plays what it has `thrown`, else once before it throws."""
    return takes_claims(game) and (thrown or one_of(marks_of(position.past).due, side) != CLAIMED)


def claimed(position: Position, side: Side, points: int, *, thrown: bool) -> Position:
    """A position of such a game after a claim, which counts at once or, where the side has `thrown`, when it plays."""
    marks = marks_of(position.past)
    marks = replace(marks, claimed=points) if thrown else marks.claimed_afterwards(side, points)
    return replace(position, past=replace(position.past, tally=tally_of(marks)))


@dataclass(frozen=True, slots=True)
class JanClaim:
    """What a side has claimed, and what it brought at once: nothing yet where the side claims before it plays."""

    side: Side
    points: int
    scores: tuple[JanScore, ...] = ()


def claims_between(earlier: Past, later: Past, thrower: Side) -> tuple[JanClaim, ...]:
    """What was claimed between a turn and the play of the next, which `thrower` makes, as the marks tell."""
    was, now = marks_of(earlier), marks_of(later)
    still, found = replace(now, claimed=was.claimed), list[JanClaim]()
    for side in Side if still != was else ():
        points = next((n for n in range(MOST_CLAIMED + 1) if was.claimed_afterwards(side, n) == still), None)
        if points is not None:
            kept, wrong = settlement(max(0, one_of(was.due, side)), points)
            scores = (
                JanScore(ScoringEvent.CLAIM, 1, kept, side),
                JanScore(ScoringEvent.SCHOOL, 1, wrong, side.other),
            )
            found.append(JanClaim(side, points, tuple(each for each in scores if each.points)))
            break
    return (*found, JanClaim(thrower, now.claimed)) if now.claimed else tuple(found)


def scored(
    game: TablesGame, position: Position, side: Side, roll: Roll, outcome: Outcome
) -> tuple[JanScore, ...]:
    """What a throw scored on the way to a legal result, event by event; nothing in games of another family."""
    if not isinstance(game.family, Trictrac):
        return ()
    return game.family.scores(game, position, side, roll, outcome)


def score_sentence(game: TablesGame, score: JanScore, names: Names) -> str:
    """A score as a sentence for people.

    >>> from engine.games import find_game
    >>> score_sentence(find_game("trictrac"), JanScore(ScoringEvent.FILL_BIG, 2, 8, Side.BLACK), Names("Anna", "Ben"))
    'Ben scores 8 points in 2 ways: filling the big jan.'
    """
    translator, owner, points = names.translator, names.of(score.to), score.points
    several = score.event is ScoringEvent.UNPLAYABLE and score.ways > 1
    event = translator.text(EVENTS["event_unplayable_both" if several else score.event.value])
    if isinstance(game.family, Trictrac) and game.family.count is Count.EVENTS:
        return translator.many(
            "{owner} makes a hole: {event}.",
            "{owner} makes {count} holes: {event}.",
            points,
            owner=owner,
            event=event,
        )
    if several or score.ways == 1:
        return translator.many(
            "{owner} scores {count} point: {event}.",
            "{owner} scores {count} points: {event}.",
            points,
            owner=owner,
            event=event,
        )
    return translator.many(
        "{owner} scores {count} point in {ways} ways: {event}.",
        "{owner} scores {count} points in {ways} ways: {event}.",
        points,
        owner=owner,
        event=event,
        ways=score.ways,
    )


def _is_blocked(turn: Turn, move: Move) -> bool:
    return move.target != OFF and turn.against[move.target] > 0


def _board(position: Position, side: Side, own: tuple[int, ...]) -> Position:
    theirs = position.of(side.other)
    if side is Side.WHITE:
        return Position(own, theirs, position.past)
    return Position(theirs, own, position.past)


def _past(position: Position, side: Side, marks: Marks, *, again: bool) -> Past:
    past = position.past
    return replace(past, again=again, opener=past.opener or side, tally=tally_of(marks))
