"""The match state: the referee's whole state, which is the fold of the events so far (engine.state.reducer), and how
the next game of the match begins: which it is, and who begins it (rules sections 1.11 and 5.6); and what may be done
with the cube now (5.1, 5.2).
"""

from dataclasses import dataclass, field, replace
from enum import Enum

from engine.board import CubePlace, Seating, Side, View
from engine.dice import Roll
from engine.match.chess_clock import ChessClock
from engine.match.chouette import Chouette
from engine.match.cube import Cube, CubeAction
from engine.match.match import (
    CheckerTurn,
    Crawford,
    CubeTurn,
    Game,
    Match,
    Score,
    Turn,
    crawford_next,
    first_to_play,
    next_to_play,
)
from engine.match.terms import BeaverPass, CubeUse, NoDouble
from engine.play import Fault, Play
from engine.position import Position
from engine.profile import HOME, IllegalPlays, Profile
from engine.rules import Rules
from engine.state.events import Candidate, ResignOffered, Retention, ThrownTooSoon
from engine.state.messages import CubeSeen
from engine.tables.tables_game import Decide, NextGame
from engine.words.reasons import CubeReason, ThrowReason


class Phase(Enum):
    """What the referee waits for."""

    NO_GAME = "no game"
    TO_THROW = "to throw"
    TO_MOVE = "to move"
    DOUBLED = "doubled"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Question:
    """A doubt that the people at the table are asked to settle; `turns`: how many turns the
    game had with the one in doubt.
    """

    number: int
    what: str
    side: Side | None
    candidates: tuple[Candidate, ...]
    turns: int = 0


@dataclass(frozen=True, slots=True)
class BrokenOff:
    """Where a game stood when it was given up, or lost on time, should that be taken back."""

    phase: Phase
    side: Side | None
    roll: Roll | None
    cube: Cube


@dataclass(frozen=True, slots=True)
class ReadAnew:
    """A turn that was read anew after later ones: its number in the game, from 0, the play
    now on record and the one before.
    """

    turn: int
    play: Play
    before: Play


@dataclass(frozen=True, slots=True)
class MatchState:
    """All that the referee knows.

    `position` is the board as believed after the last finished play; `side` is whose turn it is (None before
    the opening throw); `roll` is the throw being played; `seen` is the faulty board where `fault` is set.
    `cocked` is why the throw that lies there does not count. `premature` is the throw that was made too soon,
    until that side throws in time; `setup` the wrong starting position as long as it can be put right;
    `resigning` the offer to give up that has not been answered. `begins` is who begins the game, where that
    is settled before the first throw that is played. `by_hand`: a person chose what is played in this match,
    whatever the settings say. `clock` is the chess clock when it was last turned, None while there is none;
    `broken_off` is how the game stood that was given up, or lost on time. `retention` is what of the match the
    record keeps once it is over; `anew` the last turn that was read anew, until the present one is over.
    `seated`: a person has said, in this game, who sits where. `chouette` is that of which the game is one.
    """

    match: Match
    score: Score = field(default_factory=Score)
    crawford: Crawford = Crawford.PENDING
    phase: Phase = Phase.NO_GAME
    seating: Seating | None = None
    position: Position | None = None
    side: Side | None = None
    begins: Side | None = None
    by_hand: bool = False
    roll: Roll | None = None
    cube: Cube = field(default_factory=Cube)
    game: Game | None = None
    fault: Fault | None = None
    seen: Position | None = None
    cocked: ThrowReason | None = None
    cube_fault: CubeReason | None = None
    questions: tuple[Question, ...] = ()
    asked: int = 0
    view: View = View.CLEAR
    winner: Side | None = None
    match_number: int = 0
    frame: int = 0
    seq: int = 0
    profile: Profile = HOME
    premature: ThrownTooSoon | None = None
    setup: Position | None = None
    resigning: ResignOffered | None = None
    clock: ChessClock | None = None
    broken_off: BrokenOff | None = None
    retention: Retention = Retention.FULL
    anew: ReadAnew | None = None
    seated: bool = False
    chouette: Chouette | None = None

    @property
    def playing(self) -> bool:
        """Whether a game is on."""
        return self.phase in (Phase.TO_THROW, Phase.TO_MOVE, Phase.DOUBLED)

    @property
    def fault_stands(self) -> bool:
        """Whether the fault is that of the last play, whose turn is over, and not of one that is being made."""
        last = self.last_play
        return last is not None and self.fault is not None and last.fault == self.fault and self.roll is None

    @property
    def diceless(self) -> bool:
        """Whether a game is on that has no dice, so that whose turn it is moves at once."""
        return self.game is not None and not self.match.rules(self.game).dice

    @property
    def awaited(self) -> Phase:
        """What a turn of the game that is on begins with."""
        return Phase.TO_MOVE if self.diceless else Phase.TO_THROW

    @property
    def must_put_right(self) -> bool:
        """Whether the last play is illegal, surely, and has to be put right before the game goes on (rules 6.3)."""
        last = self.last_play
        return (
            self.profile.illegal_plays is IllegalPlays.LEGAL_MOVES
            and self.phase is Phase.TO_THROW
            and self.fault is not None
            and last is not None
            and last.fault is not None
            and not any(each.what in ("play", "roll", "missed") for each in self.questions)
        )

    @property
    def last_turn(self) -> Turn | None:
        """The last turn of the game being played, if there is one."""
        return self.game.turns[-1] if self.game and self.game.turns else None

    @property
    def last_play(self) -> CheckerTurn | None:
        """The last turn, if it was a play of checkers."""
        turn = self.last_turn
        return turn if isinstance(turn, CheckerTurn) else None

    @property
    def beaver(self) -> CubeTurn | None:
        """The double that has been beavered, while who doubled has not thrown since nor answered with a raccoon."""
        turn = self.last_turn
        just_now = self.phase is Phase.TO_THROW and isinstance(turn, CubeTurn)
        return turn if just_now and isinstance(turn, CubeTurn) and turn.answer is CubeAction.BEAVER else None

    @property
    def position_before(self) -> Position | None:
        """The position that the last turn started from."""
        if self.game is None:
            return None
        if self.last_play is not None and self.last_play.before is not None:
            return self.last_play.before
        plays = [turn.after for turn in self.game.turns[:-1] if isinstance(turn, CheckerTurn)]
        return plays[-1] if plays else self.game.start

    @property
    def record(self) -> Match:
        """The match as recorded so far, the game being played included."""
        games = self.match.games if self.game is None else (*self.match.games, self.game)
        return replace(self.match, games=games)


def new_match_state(match: Match, profile: Profile = HOME) -> MatchState:
    """The match state before anything has happened; `profile`: how the first match is refereed."""
    return MatchState(match, profile=profile)


def turn_cleared(match_state: MatchState) -> MatchState:
    """Nothing is held against the turn any more: no fault, no throw that does not count, no offer to give up."""
    return replace(match_state, fault=None, seen=None, cocked=None, premature=None, resigning=None)


def game_cleared(match_state: MatchState) -> MatchState:
    """Nothing is held against the turn, the cube or the set-up any more."""
    return replace(turn_cleared(match_state), cube_fault=None, setup=None)


def with_turn(match_state: MatchState, turn: Turn) -> MatchState:
    """The record with one more turn in the game that is on."""
    assert match_state.game is not None
    return replace(match_state, game=replace(match_state.game, turns=(*match_state.game.turns, turn)))


def crawford_begun(match_state: MatchState) -> MatchState:
    """The game that is on is the Crawford game, without the cube."""
    assert match_state.game is not None
    cube = replace(match_state.cube, in_play=False)
    return replace(
        match_state, game=replace(match_state.game, crawford=True), crawford=Crawford.ACTIVE, cube=cube
    )


def with_fault(match_state: MatchState, fault: Fault | None, board: Position) -> MatchState:
    """A play stands with this fault, seen on this board; None: it is legal."""
    return replace(match_state, fault=fault, seen=board if fault else None)


def rules_at(match_state: MatchState, place: int) -> Rules:
    """The rules of the game at a place of the match's format."""
    match = match_state.match
    return match.agreed.game(place).rules(last_turn_equaliser=match.terms.last_turn_equaliser)


def rules_now(match_state: MatchState) -> Rules:
    """The rules of the game that is played, or has been; before the first, of that."""
    return rules_at(match_state, 0) if match_state.game is None else match_state.match.rules(match_state.game)


def next_place(match_state: MatchState) -> int:
    """The place in the match format of the game that begins next: a game left unfinished is played again."""
    game = match_state.game
    if game is None or match_state.winner is not None:
        return 0
    if game.result is None:
        return game.place
    # In a chouette no match is decided: its games are played over and over.
    return (game.place + 1) % len(match_state.match.agreed.games) if match_state.chouette else game.place + 1


def next_crawford(match_state: MatchState) -> Crawford:
    """How the next game to begin stands to the Crawford game."""
    game = match_state.game
    if match_state.crawford is Crawford.ACTIVE and game is not None and game.result is None:
        # The Crawford game is begun anew, not over.
        return Crawford.ACTIVE
    return crawford_next(match_state.crawford, match_state.match.length, match_state.score)


def cube_at_start(match_state: MatchState, place: int, *, crawford: bool = False) -> Cube:
    """The cube with which the game at a place of the match's format begins."""
    rules, terms = rules_at(match_state, place), match_state.match.terms
    used = rules.cube if terms.cube is CubeUse.USUAL else terms.cube is CubeUse.ON
    # A double is offered before a throw, so that without dice there is none.
    in_play = used and rules.dice > 0 and not crawford
    return Cube(in_play=in_play, progression=terms.stake_progression)


def starter(match_state: MatchState, place: int) -> Side | None:
    """Who begins the game at a place of the match format; None where dice, or the players, are to decide that."""
    match, game = match_state.match, match_state.game
    first = first_to_play(rules_at(match_state, place))
    if match_state.winner is not None or game is None:
        return first
    if game.result is None and game.place != place:
        # Nobody knows yet how the last game ended, which may not matter.
        return first if match.rules(game).next_game is NextGame.DECIDE_AGAIN else None
    finished = [each for each in match_state.record.games if each.result is not None]
    if not finished or finished[-1].result is None:
        return first
    return next_to_play(match.rules(finished[-1]), finished[-1].result.winner) or first


def anybody_begins(match_state: MatchState) -> bool:
    """Whether it is for the players to know who begins: by agreement, or by a result that nobody has told yet."""
    if rules_now(match_state).decide is Decide.AGREED:
        return True
    games = match_state.match.games
    untold = any(question.what == "resigned" for question in match_state.questions)
    if not games or games[-1].result is not None or not untold:
        return False
    return match_state.match.rules(games[-1]).next_game is not NextGame.DECIDE_AGAIN


def is_opening(match_state: MatchState) -> bool:
    """Whether the throw that is played, or waited for, is that of one die each, with which the game begins."""
    game = match_state.game
    fresh = game is not None and not game.turns and match_state.begins is None
    return (
        fresh
        and game is not None
        and game.start == rules_now(match_state).start
        and not anybody_begins(match_state)
    )


def why_no_double(match_state: MatchState, side: Side) -> CubeReason | None:
    """Why a side may not offer a double now; None where it may."""
    cube = match_state.cube
    if not cube.in_play:
        return CubeReason.OUT_OF_PLAY
    if not cube.may_double(side):
        return CubeReason.OPPONENTS
    if match_state.side is not side or match_state.phase is not Phase.TO_THROW:
        return CubeReason.NOT_NOW
    if match_state.must_put_right:
        return CubeReason.FAULT_FIRST
    terms = match_state.match.terms
    if terms.holland and match_state.crawford is Crawford.EXPIRED and not _thrown_twice(match_state):
        return CubeReason.HOLLAND
    if _is_too_early(match_state, side):
        if terms.no_double_first_turn is NoDouble.BOTH:
            return CubeReason.BEFORE_OWN_PLAY
        return CubeReason.BEFORE_FIRST_PLAY
    return None


def is_taken(match_state: MatchState, side: Side, seen: CubeSeen) -> bool:
    """Whether the cube lies as though a side, whose turn it is to throw, had doubled and its opponent had taken."""
    place = CubePlace.NEAR if side is Side.BLACK else CubePlace.FAR
    return (
        seen.place is place
        and seen.value == match_state.cube.next_value
        and match_state.cube.owner is not side.other
        and why_no_double(match_state, side) is None
    )


def may_do(match_state: MatchState) -> tuple[CubeAction, ...]:
    """What can be done with the cube now, by the side whose turn it is or, to a double, by its opponent."""
    terms = match_state.match.terms
    if match_state.phase is Phase.DOUBLED:
        answers = (CubeAction.TAKE, CubeAction.PASS)
        return (*answers, CubeAction.BEAVER) if terms.beaver else answers
    if match_state.beaver is not None:
        passing = (CubeAction.PASS,) if terms.beaver_pass is BeaverPass.ALLOWED else ()
        return (*passing, CubeAction.RACCOON) if terms.raccoon else passing
    if match_state.side is not None and why_no_double(match_state, match_state.side) is None:
        return (CubeAction.DOUBLE,)
    return ()


def _plays(match_state: MatchState) -> tuple[CheckerTurn, ...]:
    turns = match_state.game.turns if match_state.game else ()
    return tuple(turn for turn in turns if isinstance(turn, CheckerTurn))


def _thrown_twice(match_state: MatchState) -> bool:
    thrown = [turn.side for turn in _plays(match_state) if turn.roll is not None]
    return all(thrown.count(side) >= 2 for side in Side)


def _is_too_early(match_state: MatchState, side: Side) -> bool:
    game = match_state.game
    if game is None or game.start != match_state.match.rules(game).start:
        # Somebody has joined in the middle: these are not the first turns.
        return False
    plays = _plays(match_state)
    board = match_state.position
    if not plays and board is not None and (board.white, board.black) != (game.start.white, game.start.black):
        # Somebody has said how the board stands by now: the first turns went by unseen.
        return False
    if match_state.match.terms.no_double_first_turn is NoDouble.BOTH:
        return all(turn.side is not side for turn in plays)
    return not plays


def turns_now(match_state: MatchState) -> int:
    """How many turns the game has that is on."""
    return 0 if match_state.game is None else len(match_state.game.turns)
