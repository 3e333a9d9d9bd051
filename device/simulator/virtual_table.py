"""The virtual table: two people who play a match on a real board, hands, dice, mistakes and all, without the people;
which games are played, and when it is over, is its schedule.

Everything follows from the seed: the same table is always played in the same way.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from random import Random

from device.errors import CameraError
from device.simulator.choreography import scene_of
from device.simulator.performance import Performance
from device.simulator.playing import CubeStake, choose_play, wants_to_double, would_beaver, would_take
from device.simulator.slips import Mistakes, wrong_play
from device.simulator.stage import Stage, TablePace
from device.simulator.truth import What
from engine.board import OFF, Seating, Side
from engine.dice import Roll
from engine.faults.explain import explain
from engine.i18n import phrase
from engine.match.cube import Cube, CubeAction
from engine.match.match import (
    CheckerTurn,
    Crawford,
    CubeTurn,
    Game,
    Result,
    Score,
    begins,
    crawford_next,
    first_crawford,
    first_to_play,
    match_winner,
    next_to_play,
    passed,
    result_of,
)
from engine.match.terms import BeaverPass, CubeUse, Terms
from engine.match_format import Chosen, MatchFormat
from engine.play import Move, Outcome, Play
from engine.plays.legal import can_play, listed_plays
from engine.plays.turn_end import after_turn, win_of
from engine.position import Position
from engine.profile import HOME, Profile
from engine.tables.tables_game import Decide, DiceSource, FirstRoll, TablesGame
from engine.turn.turn_reading import is_closed_out
from vision.scene import PLAIN_CUBE, CubeSpot, DoublingCube, Scene, Sizes


@dataclass(frozen=True, slots=True)
class Schedule:
    """One game again and again, or a match format's in turn; `length` 0 is one game, or once through the format."""

    agreed: TablesGame | MatchFormat
    length: int
    terms: Terms

    def rules(self, place: int) -> TablesGame:
        """The rules of the game at a place, from 0."""
        if not isinstance(self.agreed, MatchFormat):
            return self.agreed
        rules = self.agreed.game(place).rules(last_turn_equaliser=self.terms.last_turn_equaliser)
        assert isinstance(rules, TablesGame)
        return rules

    def chosen(self, place: int) -> Chosen | None:
        """The game at a place as a match format names it."""
        return self.agreed.game(place) if isinstance(self.agreed, MatchFormat) else None

    def all_rules(self) -> Iterator[TablesGame]:
        """The rules of each game that may be played. Raises CameraError where one needs another board."""
        games = len(self.agreed.games) if isinstance(self.agreed, MatchFormat) else 1
        # The decider comes after them.
        for place in range(games + 1):
            rules = self.rules(place)
            if rules.points != 24:
                raise CameraError(
                    phrase(
                        "{name} is played on {points} points, and the simulated board has 24: choose another game",
                        name=rules.called,
                        points=rules.points,
                    )
                )
            yield rules

    def is_over(self, score: Score, played: int, results: Iterable[Result | None] = ()) -> bool:
        """Whether no more is played after so many games with these results: the match is won, or it was one game."""
        match_format = self.agreed if isinstance(self.agreed, MatchFormat) else None
        if match_winner(self.length, score, match_format, played, results) is not None:
            return True
        return not self.length and (match_format is None or match_format.decider is None)


_SPOTS = {Side.WHITE: CubeSpot.NEAR, Side.BLACK: CubeSpot.FAR}
_OFFERS = {Side.WHITE: CubeSpot.OFFERED_NEAR, Side.BLACK: CubeSpot.OFFERED_FAR}


class VirtualTable(Performance):
    """A match being played: asks for scenes and for the truth; it is played on as far as it is asked about.

    `game` is the game played, or the games in turn; `match_length` 0 is one game for points, or once
    through the games. With `endless` the match is followed by the next, and what lies minutes back is
    forgotten. `profile` says where dice are thrown: under nardy on either half. Raises CameraError for a
    game that needs another board.
    """

    def __init__(
        self,
        game: TablesGame | MatchFormat,
        seed: int = 0,
        sizes: Sizes | None = None,
        match_length: int = 0,
        pace: TablePace | None = None,
        mistakes: Mistakes | None = None,
        seating: Seating | None = None,
        endless: bool = False,
        terms: Terms | None = None,
        profile: Profile = HOME,
    ) -> None:
        self.sizes, self.length, self.terms = sizes or Sizes(), match_length, terms or Terms()
        self._schedule, self._place = Schedule(game, match_length, self.terms), 0
        men = max(rules.men for rules in self._schedule.all_rules())
        self.game = self._schedule.rules(0)
        self.pace, self.mistakes = pace or TablePace(), mistakes or Mistakes()
        self.seating, self.endless = seating or Seating(), endless
        self._rng = Random(seed)
        self.stage = Stage(self.game, self.seating, self.sizes, self.pace, self._rng, men)
        self.stage.throws = profile.throws
        self._cube = Cube(in_play=False)
        self._score = Score()
        self.crawford = first_crawford(self.length, self.terms)
        super().__init__()

    def scene_at(self, time: float) -> Scene | None:
        """What can be seen at a time, in seconds from the start; None once everything is over."""
        if not self._play_until(time):
            return None
        at = max(0, bisect_right(self.stage.acts, time, key=lambda act: act.start) - 1)
        return scene_of(self.stage.acts[at], time, self.sizes)

    @property
    def _now(self) -> float:
        return self.stage.now

    def _forget(self) -> None:
        if self.endless and len(self.stage.acts) > 2000:
            del self.stage.acts[:1000]

    def _rolled(self) -> tuple[int, ...]:
        """The numbers of a throw, as the dice come to lie."""
        if self.game.source_of_dice is not DiceSource.THROWN:
            number = self._rng.choice(self.game.faces)
            return number, 7 - number
        return tuple(self._rng.choice(self.game.faces) for _ in range(self.game.dice))

    def _played(self) -> Iterator[bool]:
        while True:
            yield from self._play_match()
            if not self.endless:
                return
            self._score, self.crawford = Score(), first_crawford(self.length, self.terms)
            self._place, self.game = 0, self._schedule.rules(0)
            self.stage.pieces.game = self.game
            self._begin_anew()

    def _play_match(self) -> Iterator[bool]:
        starter = first_to_play(self.game)
        while True:
            self.crawford = crawford_next(self.crawford, self.length, self._score)
            self._set_up()
            yield True
            yield from self._play_game(starter)
            result = self._games[-1].result
            assert result is not None
            self._score = self._score.plus(result.winner, result.points)
            self.stage.wait(self.pace.begin)
            yield True
            results = (game.result for game in self._games[-1 - self._place :])
            if self._schedule.is_over(self._score, self._place + 1, results):
                return
            starter = next_to_play(self.game, result.winner)
            self._place += 1
            self.game = self._schedule.rules(self._place)
            self.stage.pieces.game = self.game
            starter = starter or first_to_play(self.game)

    def _set_up(self) -> None:
        """The starting position is set up, the cube in the middle or, in the Crawford game, put away."""
        for origin, target, owner in self.stage.pieces.shuffled(self.game.start):
            self.stage.carry(owner, owner, origin, target, self.pace.set_up, self.pace.set_up * 0.6)
        crawford = self.crawford is Crawford.ACTIVE
        used = self.terms.cube is CubeUse.ON or (self.terms.cube is CubeUse.USUAL and self.game.cube)
        self._cube = Cube(in_play=used and not crawford, progression=self.terms.stake_progression)
        if self._cube.in_play:
            centre = DoublingCube(PLAIN_CUBE, self.sizes.cube_at(CubeSpot.CENTRE), 0.08)
            if self.stage.cube is None or not self.stage.acts:
                self.stage.cube = centre
            elif self.stage.cube.at != centre.at:
                self.stage.move_cube(Side.WHITE, PLAIN_CUBE, CubeSpot.CENTRE)
        elif self.stage.cube is not None:
            self.stage.move_cube(Side.WHITE, PLAIN_CUBE, None)
        self.stage.leave()
        chosen = self._schedule.chosen(self._place)
        self._open(Game(self.game.start, self._score, crawford, chosen=chosen, place=self._place))
        self.stage.wait(self.pace.begin)

    def _play_game(self, starter: Side | None) -> Iterator[bool]:
        position = self.game.start
        side, roll = self._begin(starter)
        yield True
        while True:
            past = position.past
            carried = past.owed_roll if roll is None and past.owed and not past.again else None
            if carried is not None and (past.thrower_again or can_play(self.game, position, side, carried)):
                position = self._play_carried(position, side, carried)
                following = side.other if position.past.thrower_again else side
            else:
                if roll is None and (result := self._doubling(position, side)) is not None:
                    self._finish(result)
                    return
                position = self._turn(position, side, roll)
                following = side if position.past.again else side.other
            won = win_of(self.game, position, side)
            if won is not None:
                winner, grade, how = won
                self._finish(result_of(self.terms, self._cube, position, winner, grade, how, self.game))
                return
            side, roll = following, None
            yield True

    def _finish(self, result: Result) -> None:
        self._games[-1] = replace(self._games[-1], result=result, cube=self._cube)
        self._happen(What.OVER, result.winner)

    def _begin(self, starter: Side | None) -> tuple[Side, Roll | None]:
        """Who begins, and with which throw where the opening throw is played."""
        if starter is not None or self.game.decide is Decide.AGREED:
            return starter or Side.WHITE, None
        while True:
            white, black = (self._rng.choice(self.game.faces) for _ in Side)
            self.stage.throw(Side.WHITE, self.stage.good_dice(Side.WHITE, (white,)))
            self.stage.throw(Side.BLACK, self.stage.good_dice(Side.BLACK, (black,)))
            side = begins(self.game, white, black)
            if side is not None and self.game.first_roll is FirstRoll.USE_BOTH:
                self._happen(What.ROLL, side, roll=Roll.of(white, black))
                return side, Roll.of(white, black)
            if side is None:
                self._happen(What.TIE)
            else:
                self._happen(What.BEGINS, side)
            self.stage.wait(self.pace.rest)
            self.stage.lift(side or Side.BLACK)
            if side is None and self._cube.in_play and self._cube.raises < self.terms.auto_doubles:
                self._cube = self._cube.raised()
                self.stage.move_cube(Side.WHITE, self._cube.value, CubeSpot.CENTRE)
                self.stage.leave()
            self.stage.wait(self.pace.ready)
            if side is not None:
                return side, None

    def _doubling(self, position: Position, side: Side) -> Result | None:
        """The cube is offered, or not; the result of the game where it is passed."""
        stake = CubeStake(self._cube, self._score, self.length)
        early = not any(isinstance(turn, CheckerTurn) and turn.side is side for turn in self._games[-1].turns)
        if early or self._is_barred() or not wants_to_double(position, side, stake, self._rng):
            return None
        before, value = self._cube, self._cube.next_value
        self.stage.wait(self.pace.ready)
        self.stage.move_cube(side, value, _OFFERS[side])
        self.stage.leave()
        self._happen(What.DOUBLE, side, value=value)
        self.stage.wait(self.pace.ponder)
        if self.terms.beaver and would_beaver(position, side.other, self._rng):
            return self._beaver(position, side, before)
        if would_take(position, side.other, self._rng):
            self._cube = before.offered(side).taken()
            self._turn_cube(side.other, _SPOTS[side.other])
            self._note(CubeTurn(side, value, CubeAction.TAKE, before=before))
            self._happen(What.TAKE, side.other)
            self.stage.wait(self.pace.rest)
            return None
        self.stage.move_cube(side.other, PLAIN_CUBE, CubeSpot.CENTRE)
        self.stage.leave()
        self._note(CubeTurn(side, value, CubeAction.PASS, before=before))
        self._happen(What.PASS, side.other)
        self.stage.wait(self.pace.rest)
        return passed(self.terms, before, position, side)

    def _beaver(self, position: Position, side: Side, before: Cube) -> Result | None:
        """The double of a side is beavered, which it passes, answers with a raccoon, or plays on with."""
        self._cube = before.offered(side).beavered()
        self._turn_cube(side.other, _SPOTS[side.other])
        turn = CubeTurn(side, before.next_value, CubeAction.BEAVER, before=before)
        self._note(turn)
        self._happen(What.BEAVER, side.other, value=self._cube.value)
        self.stage.wait(self.pace.ponder)
        answer = self._rng.random()
        if answer < 0.2 and self.terms.beaver_pass is BeaverPass.ALLOWED:
            self.stage.move_cube(side, PLAIN_CUBE, CubeSpot.CENTRE)
            self.stage.leave()
            self._happen(What.PASS, side)
            self.stage.wait(self.pace.rest)
            return passed(self.terms, before.offered(side).taken(), position, side.other)
        if answer < 0.6 and self.terms.raccoon:
            self._cube = self._cube.raised()
            self._turn_cube(side, _SPOTS[side.other])
            self._games[-1] = replace(
                self._games[-1],
                turns=(*self._games[-1].turns[:-1], replace(turn, answer=CubeAction.RACCOON)),
            )
            self._happen(What.RACCOON, side, value=self._cube.value)
            self.stage.wait(self.pace.rest)
        return None

    def _turn_cube(self, side: Side, spot: CubeSpot) -> None:
        """A player's hand puts the cube somewhere, showing what it stands at."""
        self.stage.move_cube(side, self._cube.value, spot)
        self.stage.leave()

    def _is_barred(self) -> bool:
        """Whether nobody may double yet, as Holland has it after the Crawford game."""
        if not self.terms.holland or self.crawford is not Crawford.EXPIRED:
            return False
        thrown = [turn.side for turn in self._games[-1].turns if isinstance(turn, CheckerTurn) and turn.roll]
        return any(thrown.count(side) < 2 for side in Side)

    def _turn(self, position: Position, side: Side, roll: Roll | None) -> Position:
        """One turn: throw, unless that was the opening throw; play; lift the dice. The position after it."""
        if roll is None:
            if is_closed_out(self.game, position, side):
                position = after_turn(self.game, position, side, None, position)
                self._note(CheckerTurn(side, None, Play(), position))
                self._happen(What.NO_PLAY, side)
                self.stage.wait(self.pace.ready)
                return position
            roll = self._throw_for(side)
        self.stage.wait(self.pace.think)
        chosen = choose_play(self.game, position, side, roll, self._rng)
        if not chosen.play.moves and chosen.position == position:
            self.stage.wait(self.pace.rest)
            self._note(CheckerTurn(side, roll, Play(), chosen.position))
            self._happen(What.NO_PLAY, side, roll=roll)
            self.stage.lift(side)
            return chosen.position
        after = self._make(position, side, roll, chosen)
        self.stage.lift(side)
        self.stage.wait(self.pace.ready)
        return after

    def _play_carried(self, position: Position, side: Side, roll: Roll) -> Position:
        """What the opponent could not play is played, before anything is thrown. The position after it."""
        self.stage.wait(self.pace.think)
        chosen = choose_play(self.game, position, side, roll, self._rng)
        self._make_moves(side, chosen)
        self._settle(side, roll, chosen)
        self.stage.wait(self.pace.ready)
        return chosen.position

    def _throw_for(self, side: Side) -> Roll:
        while True:
            values = self._rolled()
            self.stage.wait(self.pace.ready)
            if self._rng.random() < self.mistakes.cocked:
                self.stage.throw(side, self.stage.cocked_dice(side, values))
                self._happen(What.COCKED, side)
                self.stage.wait(self.pace.doubt)
                self.stage.lift(side)
                continue
            self.stage.throw(side, self.stage.good_dice(side, values))
            roll = Roll.of(*values)
            self._happen(What.ROLL, side, roll=roll)
            return roll

    def _make(self, position: Position, side: Side, roll: Roll, chosen: Outcome) -> Position:
        """The play is made, perhaps not straight away, perhaps wrongly; hands away, dice still lying."""
        rng, mistakes = self._rng, self.mistakes
        slip = rng.random()
        wrong = None
        if slip < mistakes.corrected + mistakes.standing:
            wrong = wrong_play(self.game, position, side, roll, chosen, rng)
        if wrong is None:
            if rng.random() < mistakes.second_thoughts:
                self._try_out(position, side, roll, chosen)
            self._make_moves(side, chosen)
            self._settle(side, roll, chosen)
            return chosen.position
        fault = explain(self.game, position, side, roll, wrong.position)
        self._make_moves(side, wrong)
        corrected = slip < mistakes.corrected
        self._happen(What.ILLEGAL, side, position=wrong.position, corrected=corrected, rule=fault.rule)
        if not corrected:
            self._note(CheckerTurn(side, roll, wrong.play, wrong.position, fault))
            self._happen(What.PLAY, side, play=wrong.play, position=wrong.position)
            self.stage.wait(self.pace.doubt)
            return wrong.position
        self.stage.wait(self.pace.doubt)
        self.stage.move(side, Move(wrong.play.moves[-1].target, chosen.play.moves[-1].target))
        self.stage.arrange(side, chosen.position)
        self.stage.leave()
        self._settle(side, roll, chosen)
        return chosen.position

    def _make_moves(self, side: Side, made: Outcome) -> None:
        """The moves are made, and whatever they have not done is put where it belongs, such as a board set up anew."""
        for move in made.play.moves:
            self.stage.move(side, move)
        self.stage.arrange(side, made.position)
        self.stage.leave()

    def _settle(self, side: Side, roll: Roll, chosen: Outcome) -> None:
        self._note(CheckerTurn(side, roll, chosen.play, chosen.position))
        self._happen(What.PLAY, side, play=chosen.play, position=chosen.position)
        self.stage.wait(self.pace.settle)

    def _try_out(self, position: Position, side: Side, roll: Roll, chosen: Outcome) -> None:
        """A move of some other legal play is made, looked at, and taken back."""
        others = [
            outcome.play.moves[0]
            for outcome in listed_plays(self.game, position, side, roll)
            if outcome.play.moves and not outcome.play.moves[0].hit and outcome.play.moves[0].target != OFF
        ]
        if not chosen.play.moves:
            return
        fresh = [move for move in others if move != chosen.play.moves[0]]
        if not fresh:
            return
        self.stage.try_out(side, self._rng.choice(fresh))
