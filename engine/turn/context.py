"""The context of a turn: one message, the match state as it changes, the tracker, and what the referee decides: games,
throws, plays, questions.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from engine.board import CubePlace, Evidence, Seating, Side
from engine.dice import Roll
from engine.faults.explain import explain, likely_play
from engine.match.chouette import Chouette
from engine.match.chouette_terms import ChouetteAct, ChouetteDeed
from engine.match.match import CheckerTurn, Crawford, Result, match_winner, passed, result_of
from engine.match.terms import Terms
from engine.match_format import MatchFormat
from engine.play import Fault, Play
from engine.plays.legal import can_play, legal_plays
from engine.plays.turn_end import after_turn, win_of
from engine.position import Position
from engine.profile import Profile, SetupFix
from engine.rules import Rules
from engine.state.chouette_fold import captain_due, settled_result
from engine.state.events import (
    Amended,
    Asked,
    Candidate,
    ChouetteDone,
    ChouetteStood,
    Cocked,
    Corrected,
    Counts,
    CubeFault,
    Event,
    GameOver,
    GameStarted,
    MatchOver,
    MatchStarted,
    Played,
    PointsClaimed,
    Retention,
    Settled,
    SetupStands,
    Thrown,
)
from engine.state.match_state import (
    MatchState,
    Phase,
    cube_at_start,
    next_crawford,
    next_place,
    rules_now,
    starter,
)
from engine.state.messages import Look
from engine.state.reducer import reduce
from engine.turn.appearance import seen_as
from engine.turn.throws import GONE_AFTER, FollowedDie, Throw, played_out, told_apart
from engine.turn.tracker import OF_A_TURN, Held, Timer, TurnTracker
from engine.turn.turn_reading import TurnReading, read_turn, settled_board, shows
from engine.words.reasons import CubeReason, ThrowReason

CUBE_LEFT_SECONDS = 1.0
"""How long the cube has lain in a wrong place when a game begins before it is told of."""
SWEPT = "swept"
"""What people are asked where a side's last checkers are gone, and it is not known that they were borne off."""


@dataclass(slots=True)
class TurnContext:
    """What lies before the referee while one message is judged, what is kept in mind meanwhile,
    and what may be decided on it.

    Each decision sees to all that follows from it; `events` come of it, each first seen on one of the `frames`.
    """

    match_state: MatchState
    tracker: TurnTracker
    fresh: bool = True
    events: list[Event] = field(default_factory=list)
    frames: list[int] = field(default_factory=list)

    @property
    def game(self) -> Rules:
        """The rules of the game that is played, or has been; before the first, of that."""
        return rules_now(self.match_state)

    @property
    def terms(self) -> Terms:
        """What the players agreed on for this match."""
        return self.match_state.match.terms

    @property
    def profile(self) -> Profile:
        """How this match is refereed."""
        return self.match_state.profile

    @property
    def position(self) -> Position:
        """The board as believed after the last play."""
        assert self.match_state.position is not None
        return self.match_state.position

    @property
    def seating(self) -> Seating:
        """Who sits where, with which checkers."""
        return self.match_state.seating or Seating(self.tracker.near)

    @property
    def evidence(self) -> Evidence:
        """What the last clear look says of the board."""
        assert self.tracker.look is not None and self.tracker.look.evidence is not None
        return self.tracker.look.evidence

    def read(self, before: Position, side: Side, roll: Roll | None) -> TurnReading:
        """How the last clear look explains the turn that `side` plays with `roll` from `before`; what was read last is
        kept in mind.
        """
        memory, evidence, of = self.tracker.memory, self.evidence, (before, side, roll, self.seating)
        if memory is not None and memory[0][0] is evidence and memory[0][1:] == of:
            return memory[1]
        reading = read_turn(self.game, before, side, roll, self.seating, evidence)
        self.tracker = replace(self.tracker, memory=((evidence, *of), reading))
        return reading

    def likelihood(self, position: Position) -> float:
        """The log-likelihood of the last clear look, were the board so."""
        return self.evidence.log_likelihood(seen_as(self.game, position, self.seating))

    def happen(self, event: Event, frame: int | None = None) -> None:
        """Something has happened, first seen on `frame` (by default the present one)."""
        frame = self.tracker.frame if frame is None else frame
        self.events.append(event)
        self.frames.append(frame)
        self.match_state = reduce(self.match_state, event, frame)

    def hold(self, timer: Timer, what: object) -> Held:
        """Take note of what is seen now: the timer goes on with the same, or begins anew."""
        self.tracker = self.tracker.holding(timer, what, self.fresh)
        held = self.tracker.of(timer)
        assert held is not None
        return held

    def seen_throw(self, side: Side | None) -> Throw:
        """What the dice that lie there amount to under the profile when `side` is to throw; None: the opening throw."""
        return self.tracker.throw(side, self.profile.throws, self.game.dice)

    def sight(self, throw: Throw) -> Held:
        """Take note of a throw on the board, and of the look at which it is first seen."""
        held = self.hold(Timer.THROW, throw.key)
        if held.looks == 1 and self.fresh:
            self.tracker = replace(self.tracker, sighted=self.tracker.look)
        return held

    @contextmanager
    def looking_back(self, look: Look | None = None) -> Iterator[None]:
        """Judge the board as it was at an earlier look, as a rule when the throw that lies there was first seen: hands
        may have moved on since.
        """
        now = self.tracker.look
        self.tracker = replace(self.tracker, look=look or self.tracker.sighted or now)
        yield
        self.tracker = replace(self.tracker, look=now)

    def keep(self, timer: Timer, held: Held) -> None:
        """Let a timer go on where it was, though it has been begun anew since."""
        self.forget(timer)
        self.tracker = replace(self.tracker, held=(*self.tracker.held, (timer, held)))

    def recognise(self) -> None:
        """The board is seen as the record has it: no turn has been missed."""
        self.tracker = replace(self.tracker, blind=0.0)

    def forget(self, *timers: Timer) -> None:
        """Stop some timers."""
        self.tracker = self.tracker.without(*timers)

    def mark_dice(self, thrown: tuple[FollowedDie, ...] = ()) -> None:
        """From now on only `thrown` belong to the throw being played; the others that lie there say nothing."""
        self.tracker = replace(self.tracker, dice=told_apart(self.tracker.dice, thrown))

    def cube_is_idle(self, place: CubePlace) -> bool:
        """Whether the cube still lies where it was left without meaning anything."""
        idle = self.tracker.of(Timer.IDLE)
        if idle is not None and idle.what == place:
            return True
        self.forget(Timer.IDLE)
        return False

    def leave_cube(self) -> None:
        """The cube lies where it means nothing any more; until it is moved, it still does not."""
        seen = self.tracker.look.cube if self.tracker.look else None
        self.forget(Timer.CUBE, Timer.IDLE)
        if seen is not None:
            self.hold(Timer.IDLE, seen.place)

    def shows(self, position: Position) -> bool:
        """Whether the last clear look shows the board so."""
        return shows(self.game, self.evidence, position, self.seating)

    @property
    def settled(self) -> Position:
        """The likeliest board by the last clear look, whatever can have been played."""
        return settled_board(self.game, self.evidence, self.seating, self.position)

    def is_to_throw(self, side: Side | None) -> bool:
        """Whether it is a side's turn to throw."""
        return self.match_state.phase is Phase.TO_THROW and self.match_state.side is side

    def explained(
        self, before: Position, side: Side, roll: Roll | None, seen: Position
    ) -> tuple[Play, Fault]:
        """The play that an illegal board seems to come from, and its fault."""
        return likely_play(self.game, before, side, seen, roll), explain(self.game, before, side, roll, seen)

    def call_cocked(self, side: Side, throw: Throw, why: ThrowReason | None) -> None:
        """A throw does not count; it is kept in mind should it be played all the same."""
        assert why is not None
        self.happen(Cocked(side, why), max(die.frame for die in throw.dice))
        self.mark_dice()
        self.tracker = replace(self.tracker, cocked=throw.dice)
        self.forget(Timer.THROW)

    def start_match(
        self,
        length: int,
        profile: Profile | None = None,
        match_format: MatchFormat | None = None,
        terms: Terms | None = None,
        retention: Retention | None = None,
        dice: str | None = None,
        players: tuple[str, str] | None = None,
    ) -> None:
        """The next match begins, between the same players; played, refereed and kept as the
        last one unless it is said how.

        Who asked not to be named in the last one is not named in this one either, until somebody says so.
        """
        last = self.match_state.match
        if self.match_state.retention is not Retention.FULL:
            last = replace(last, white="", black="")
        if players is not None:
            last = replace(last, white=players[0], black=players[1])
        by_hand = match_format is not None
        match_format = match_format or last.agreed
        if not match_format.goes_to_points:
            length = 0
        terms = last.terms.for_length(length) if terms is None else terms
        match = replace(
            last,
            length=length,
            games=(),
            game_id=match_format.id,
            match_format=match_format,
            terms=terms,
            dice=last.dice if dice is None else dice,
        )
        started = MatchStarted.of(match, profile or self.profile)
        self.happen(
            replace(
                started,
                by_hand=by_hand or self.match_state.by_hand,
                retention=retention or self.match_state.retention,
            )
        )

    def start_game(
        self,
        start: Position,
        seating: Seating,
        to_play: Side | None = None,
        frame: int | None = None,
        *,
        place: int | None = None,
    ) -> None:
        """The next game begins, the next match where the last one is won; `place`: in
        the match format, if not as usual.
        """
        chouette = self.match_state.chouette
        if chouette is not None and not chouette.is_on and self.match_state.game is not None:
            place = next_place(self.match_state)
            self.go_on_in_chouette(chouette)
        place = next_place(self.match_state) if place is None else place
        to_play = to_play or starter(self.match_state, place)
        if self.match_state.winner is not None:
            self.start_match(self.match_state.match.length)
        crawford = next_crawford(self.match_state) is Crawford.ACTIVE
        cube = cube_at_start(self.match_state, place, crawford=crawford)
        chosen = self.match_state.match.agreed.game(place)
        self.happen(GameStarted(start, seating, crawford, cube, to_play, chosen, place), frame)
        self.seat_captain()
        self.tracker = replace(self.tracker, recent=(), opened=None, taken=None, unwatched=0.0)
        self.recognise()
        self.forget(*OF_A_TURN, Timer.CUBE, Timer.START, Timer.IDLE)
        cube_seen = self.tracker.look.cube if self.tracker.look else None
        if cube_seen is not None and cube_seen.place is not CubePlace.CENTRE:
            self.leave_cube()

    def go_on_in_chouette(self, chouette: Chouette, terms: Terms | None = None) -> None:
        """The next game of a chouette, or its first, is a match of its own between the box and the captain."""
        self.start_match(0, terms=terms, players=(chouette.at(Side.WHITE), chouette.at(Side.BLACK)))
        self.happen(ChouetteStood.of(chouette))

    def do_in_chouette(self, deed: ChouetteDeed) -> None:
        """Something is done in the chouette beside the board, which may change who plays there, or end the game."""
        self.happen(ChouetteDone(deed))
        settled = settled_result(self.match_state.chouette)
        if settled is None:
            self.seat_captain()
        else:
            self.end_game(settled)

    def seat_captain(self) -> None:
        """The captain plays on the board, for the cube there, where that is not so already."""
        due = captain_due(self.match_state)
        if due is not None:
            self.happen(due)
            self.forget(Timer.CUBE)
            self.leave_cube()

    def play(
        self,
        roll: Roll | None,
        play: Play,
        after: Position,
        fault: Fault | None = None,
        *,
        inferred: bool = False,
        frame: int | None = None,
    ) -> None:
        """The side on turn has played; the game is over if that won it."""
        side = self.match_state.side
        assert side is not None
        if fault is not None or roll is None:
            after = after_turn(self.game, self.position, side, roll, after)
        self.happen(Played(side, roll, play, after, fault, inferred), frame)
        again = roll if after.past.again else None
        dice = played_out(self.tracker.dice, side, self.profile.throws, again)
        self.tracker = replace(self.tracker, cocked=(), left=None, dice=dice, complete=None)
        self.forget(*OF_A_TURN, Timer.AWAY, Timer.AHEAD)
        self._end_if_won(after, side)
        self.carry_over()
        self.recall_premature()

    def carry_over(self) -> None:
        """The side on turn plays first what its opponent could not, where the game has it so and it can."""
        side, past = self.match_state.side, self.position.past
        if not past.owed or side is None or self.match_state.phase is not Phase.TO_THROW or past.again:
            return
        roll = past.owed_roll
        if can_play(self.game, self.position, side, roll):
            self.throw(side, roll, (), opening=False)
            self.tracker = replace(self.tracker, told=True)
        elif past.thrower_again:
            nothing = legal_plays(self.game, self.position, side, roll)[0]
            self.play(roll, nothing.play, nothing.position)

    def amend(
        self, play: Play, after: Position, roll: Roll | None, fault: Fault | None, frame: int | None = None
    ) -> None:
        """The last play was another one, which may end the game, or mean that it is not over."""
        last = self.match_state.last_play
        assert last is not None
        over, game = self.match_state.phase is Phase.OVER, self.match_state.game
        if over and self.match_state.broken_off is None:
            self.happen(Corrected("undo", undo=True), frame)
            self.play(roll, play, after, fault, frame=frame)
            return
        before = self.match_state.position_before
        if fault is not None and before is not None:
            after = after_turn(self.game, before, last.side, roll, after)
        if over and game is not None:
            # The game was given up, or lost on time, which it still is.
            self.happen(Amended(play, after, roll, fault, turn=len(game.turns) - 1), frame)
            return
        self.happen(Amended(play, after, roll, fault), frame)
        self._end_if_won(after, last.side)
        self.carry_over()
        self.recall_premature()

    def take_back(self, to: int | None = None) -> bool:
        """Take the last turn back, or all until the game has no more than `to`; whether
        there was any to be taken back.
        """
        taken = False
        while (game := self.match_state.game) is not None and (game.turns or game.result is not None):
            if to is not None and game.result is None and len(game.turns) <= to:
                break
            before = replace(self.match_state, seq=0, frame=0)
            self.happen(Corrected("undo", undo=True))
            taken = True
            if to is None or replace(self.match_state, seq=0, frame=0) == before:
                break
        return taken

    def recall_premature(self) -> None:
        """It is the turn of a side that threw too soon: that throw counts now, or might be played all the same."""
        premature = self.match_state.premature
        on_turn = self.match_state.phase is Phase.TO_THROW and not self.match_state.must_put_right
        if premature is None or not on_turn or self.match_state.side is not premature.side:
            return
        dice = tuple(die for die in self.tracker.dice if die.premature and die.missing < GONE_AFTER)
        if premature.counts is Counts.NO:
            self.tracker = replace(self.tracker, cocked=dice)
            return
        self.throw(premature.side, premature.roll, dice, opening=False)
        # Dice that were lifted meanwhile are not missed: the throw stands as it was made.
        self.tracker = replace(self.tracker, told=len(dice) < len(premature.roll.dice))

    def _end_if_won(self, after: Position, side: Side) -> None:
        won = win_of(self.game, after, side)
        if won is not None:
            winner, grade, how = won
            self.end_game(result_of(self.terms, self.match_state.cube, after, winner, grade, how, self.game))

    def claim(self, side: Side, points: int) -> None:
        """A side has claimed points that it has coming, which may win it the game."""
        self.happen(PointsClaimed(side, points))
        self._end_if_won(self.position, side)

    def resign(self, side: Side, grade: int) -> None:
        """A side gives the game up, for 1, 2 or 3 times what the cube stands at."""
        self.settle(SWEPT)
        cube = self.match_state.cube
        self.end_game(result_of(self.terms, cube, self.position, side.other, grade, "resigned"), grade)

    def pass_double(self) -> None:
        """The double on offer, or the beaver, is passed."""
        match_state = self.match_state
        by, beaver, chouette = match_state.cube.offered_by, match_state.beaver, match_state.chouette
        if chouette is not None and chouette.is_on and (left := chouette.passed_on_board()).open:
            # The others play on; a captain who plays for nothing has passed nothing.
            if left is chouette:
                self.seat_captain()
            else:
                self.do_in_chouette(ChouetteDeed(ChouetteAct.PASS, chouette.captain))
        elif by is not None:
            self.end_game(passed(self.terms, match_state.cube, self.position, by))
        elif beaver is not None and beaver.before is not None:
            taken = beaver.before.offered(beaver.side).taken()
            self.end_game(passed(self.terms, taken, self.position, beaver.side.other))

    def end_game(self, result: Result, given_up: int = 1) -> None:
        """The game is over, and the match where that won it; `given_up`: for so many times the cubes of a chouette."""
        self.happen(GameOver(result, 1 if self.match_state.chouette is None else given_up))
        self.end_match_if_won()
        self.mark_dice()
        self.forget(*OF_A_TURN, Timer.CUBE, Timer.START)

    def end_match_if_won(self) -> None:
        """The match is over where its score, or the end of its format, says so."""
        match, game = self.match_state.match, self.match_state.game
        if game is None or self.match_state.chouette is not None:
            return
        over = game.place + (game.result is not None)
        results = (each.result for each in self.match_state.record.games)
        winner = match_winner(match.length, self.match_state.score, match.agreed, over, results)
        if winner is not None:
            self.happen(MatchOver(winner))

    def throw(
        self, side: Side, roll: Roll, dice: tuple[FollowedDie, ...], *, opening: bool, inferred: bool = False
    ) -> None:
        """A throw counts from now on."""
        frame = max((die.frame for die in dice), default=None)
        self.happen(Thrown(side, roll, opening, inferred), frame)
        self.mark_dice(dice)
        self.tracker = replace(
            self.tracker,
            thrown=dice,
            reread=False,
            told=False,
            refused=None,
            unwatched=0.0,
            complete=None,
        )
        self.forget(*OF_A_TURN, Timer.ROLL, Timer.SEEN, Timer.AWAY, Timer.AHEAD)
        self._check_cube(side, opening=opening)
        self._check_setup(side)

    def _check_cube(self, side: Side, *, opening: bool) -> None:
        """A cube that lies elsewhere than in the middle when a game begins is told of; nothing else comes of it."""
        idle, look = self.tracker.of(Timer.IDLE), self.tracker.look
        seen = None if look is None else look.cube
        if not opening or idle is None or seen is None or not self.match_state.cube.in_play:
            return
        lain = self.tracker.now - idle.time
        if idle.what is seen.place is not CubePlace.CENTRE and lain > CUBE_LEFT_SECONDS:
            self.happen(CubeFault(side, CubeReason.AT_START))

    def _check_setup(self, side: Side) -> None:
        """With this throw the time to put a wrong set-up right may be over (rules 6.5)."""
        game = self.match_state.game
        if self.match_state.setup is None or game is None:
            return
        turns = [turn for turn in game.turns if isinstance(turn, CheckerTurn)]
        if self.profile.setup_fix_until is SetupFix.FIVE_THROWS:
            over = sum(turn.roll is not None for turn in turns) >= 4
        else:
            over = bool(turns) and turns[0].side is side
        if over:
            self.happen(SetupStands())

    def accept(self, throw: Throw) -> None:
        """A valid throw that lies on the board counts from now on."""
        assert throw.side is not None and throw.roll is not None and self.match_state.game is not None
        opening = not self.match_state.game.turns and self.match_state.side is None
        self.throw(throw.side, throw.roll, throw.dice, opening=opening)

    def ask(
        self, what: str, side: Side | None, candidates: tuple[Candidate, ...], turn: int | None = None
    ) -> None:
        """Put a question to the people at the table; `turn`: the number of the turn it is about, if not the last."""
        self.happen(Asked(self.match_state.asked + 1, what, side, candidates, turn))

    def settle(self, what: str, turn: int | None = None) -> None:
        """The board itself has answered the questions about something; `turn`: only those of that turn, by number."""
        for question in self.match_state.questions:
            if question.what == what and turn in (None, question.turns):
                self.happen(Settled(question.number, None))
