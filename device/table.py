"""The virtual table: two people who play a match on a real board, hands, dice, mistakes and all, without the people.

Everything follows from the seed: the same table is always played in the same way.
"""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace
from random import Random

from device.choreography import scene_of
from device.playing import Stake, choose_play, is_shut_out, wants_to_double, would_take
from device.slips import Mistakes, wrong_play
from device.stage import Pace, Stage
from device.truth import Happening, Truth, What
from engine.board import OFF, Seating, Side
from engine.cube import Cube, CubeAction
from engine.dice import Roll
from engine.explain import explain
from engine.legal import Outcome, legal_plays
from engine.match import CheckerTurn, Crawford, CubeTurn, Game, Result, Score, crawford_next, match_winner
from engine.play import Move, Play
from engine.position import Position
from engine.result import win_of
from engine.tables import FirstRoll, NextGame, TablesGame
from vision.scene import PLAIN_CUBE, CubeSpot, DoublingCube, Scene, Sizes

_SPOTS = {Side.WHITE: CubeSpot.NEAR, Side.BLACK: CubeSpot.FAR}
_OFFERS = {Side.WHITE: CubeSpot.OFFERED_NEAR, Side.BLACK: CubeSpot.OFFERED_FAR}


class VirtualTable:
    """A match being played: asks for scenes and for the truth; it is played on as far as it is asked about.

    `match_length` 0 is one game for points. With `endless` the match is followed by the next, and what lies minutes
    back is forgotten.
    """

    def __init__(
        self,
        game: TablesGame,
        seed: int = 0,
        sizes: Sizes | None = None,
        match_length: int = 0,
        pace: Pace | None = None,
        mistakes: Mistakes | None = None,
        seating: Seating | None = None,
        endless: bool = False,
    ) -> None:
        self.game, self.sizes, self.length = game, sizes or Sizes(), match_length
        self.pace, self.mistakes = pace or Pace(), mistakes or Mistakes()
        self.seating, self.endless = seating or Seating(), endless
        self._rng = Random(seed)
        self.stage = Stage(game, self.seating, self.sizes, self.pace, self._rng)
        self._cube = Cube(in_play=game.cube)
        self._score = Score()
        self.crawford = Crawford.PENDING
        self._games: list[Game] = []
        self._happenings: list[list[Happening]] = []
        self._play = self._played()

    # What can be asked

    def scene_at(self, time: float) -> Scene | None:
        """What can be seen at a time, in seconds from the start; None once everything is over."""
        if not self._play_until(time):
            return None
        at = max(0, bisect_right(self.stage.acts, time, key=lambda act: act.start) - 1)
        return scene_of(self.stage.acts[at], time, self.sizes)

    def play_out(self) -> float:
        """Plays the match to its end; how long it takes in seconds. Not for an endless table."""
        while self._step():
            pass
        return self.stage.now

    @property
    def truth(self) -> Truth:
        """What has happened, as far as the match has been played."""
        return Truth(tuple(self._games), tuple(tuple(each) for each in self._happenings))

    def truth_until(self, time: float) -> Truth:
        """What has happened by a time: the games begun, with the turns that were finished by then."""
        self._play_until(time)
        games, happenings = [], []
        for game, happened in zip(self._games, self._happenings, strict=True):
            seen = tuple(each for each in happened if each.time <= time)
            if not seen:
                break
            done = sum(each.what in (What.PLAY, What.NO_PLAY, What.DOUBLE) for each in seen)
            over = any(each.what is What.OVER for each in seen)
            games.append(replace(game, turns=game.turns[:done], result=game.result if over else None))
            happenings.append(seen)
        return Truth(tuple(games), tuple(happenings))

    # Time

    def _play_until(self, time: float) -> bool:
        while time >= self.stage.now:
            if not self._step():
                return False
        return True

    def _step(self) -> bool:
        more = next(self._play, None) is not None
        if self.endless and len(self.stage.acts) > 2000:
            del self.stage.acts[:1000]
        return more

    def _happen(self, what: What, side: Side | None = None, **more: object) -> None:
        self._happenings[-1].append(Happening(self.stage.now, what, side, **more))  # type: ignore[arg-type]

    def _rolled(self) -> tuple[int, int]:
        return self._rng.randint(1, 6), self._rng.randint(1, 6)

    # The play; every step ends with the hands away

    def _played(self) -> Iterator[bool]:
        while True:
            yield from self._play_match()
            if not self.endless:
                return
            self._score, self.crawford = Score(), Crawford.PENDING
            self._games.clear()
            self._happenings.clear()

    def _play_match(self) -> Iterator[bool]:
        winner: Side | None = None
        while True:
            self.crawford = crawford_next(self.crawford, self.length, self._score)
            self._set_up()
            yield True
            yield from self._play_game(winner)
            result = self._games[-1].result
            assert result is not None
            self._score = self._score.plus(result.winner, result.points)
            winner = result.winner
            self.stage.wait(self.pace.begin)
            yield True
            if not self.length or match_winner(self.length, self._score) is not None:
                return

    def _set_up(self) -> None:
        """The starting position is set up, the cube in the middle or, in the Crawford game, put away."""
        for origin, target, owner in self.stage.pieces.shuffled(self.game.start):
            self.stage.carry(owner, owner, origin, target, self.pace.set_up, self.pace.set_up * 0.6)
        crawford = self.crawford is Crawford.ACTIVE
        self._cube = Cube(in_play=self.game.cube and not crawford)
        if self._cube.in_play:
            centre = DoublingCube(PLAIN_CUBE, self.sizes.cube_at(CubeSpot.CENTRE), 0.08)
            if self.stage.cube is None or not self.stage.acts:
                self.stage.cube = centre
            elif self.stage.cube.at != centre.at:
                self.stage.move_cube(Side.WHITE, PLAIN_CUBE, CubeSpot.CENTRE)
        elif self.stage.cube is not None:
            self.stage.move_cube(Side.WHITE, PLAIN_CUBE, None)
        self.stage.leave()
        self._games.append(Game(self.game.start, self._score, crawford))
        self._happenings.append([])
        self._happen(What.START, position=self.game.start)
        self.stage.wait(self.pace.begin)

    def _play_game(self, last_winner: Side | None) -> Iterator[bool]:
        position = self.game.start
        side, roll = self._begin(last_winner)
        yield True
        while True:
            if roll is None and (result := self._doubling(position, side)) is not None:
                self._finish(result)
                return
            position = self._turn(position, side, roll)
            won = win_of(self.game, position, side)
            if won is not None:
                winner, points, how = won
                self._finish(Result(winner, points * self._cube.value, how))
                return
            side, roll = side.other, None
            yield True

    def _finish(self, result: Result) -> None:
        self._games[-1] = replace(self._games[-1], result=result)
        self._happen(What.OVER, result.winner)

    def _note(self, turn: CheckerTurn | CubeTurn) -> None:
        self._games[-1] = replace(self._games[-1], turns=(*self._games[-1].turns, turn))

    def _begin(self, last_winner: Side | None) -> tuple[Side, Roll | None]:
        """Who begins, and with which throw where the opening throw is played."""
        if last_winner is not None and self.game.next_game is not NextGame.DECIDE_AGAIN:
            return last_winner if self.game.next_game is NextGame.WINNER else last_winner.other, None
        while True:
            white, black = self._rolled()
            self.stage.throw(Side.WHITE, self.stage.good_dice(Side.WHITE, (white,)))
            self.stage.throw(Side.BLACK, self.stage.good_dice(Side.BLACK, (black,)))
            higher = Side.WHITE if white > black else Side.BLACK
            if white != black and self.game.first_roll is FirstRoll.USE_BOTH:
                self._happen(What.ROLL, higher, roll=Roll.of(white, black))
                return higher, Roll.of(white, black)
            if white == black:
                self._happen(What.TIE)
            self.stage.wait(self.pace.rest)
            self.stage.lift(higher)
            self.stage.wait(self.pace.ready)
            if white != black:
                return higher, None

    def _doubling(self, position: Position, side: Side) -> Result | None:
        """The cube is offered, or not; the result of the game where it is passed."""
        stake = Stake(self._cube, self._score, self.length)
        early = not any(isinstance(turn, CheckerTurn) and turn.side is side for turn in self._games[-1].turns)
        if early or not wants_to_double(position, side, stake, self._rng):
            return None
        value = self._cube.value * 2
        self.stage.wait(self.pace.ready)
        self.stage.move_cube(side, value, _OFFERS[side])
        self.stage.leave()
        self._happen(What.DOUBLE, side, value=value)
        self.stage.wait(self.pace.ponder)
        if would_take(position, side.other, self._rng):
            self.stage.move_cube(side.other, value, _SPOTS[side.other])
            self.stage.leave()
            self._cube = self._cube.offered(side).taken()
            self._note(CubeTurn(side, value, CubeAction.TAKE))
            self._happen(What.TAKE, side.other)
            self.stage.wait(self.pace.rest)
            return None
        self.stage.move_cube(side.other, PLAIN_CUBE, CubeSpot.CENTRE)
        self.stage.leave()
        self._note(CubeTurn(side, value, CubeAction.PASS))
        self._happen(What.PASS, side.other)
        self.stage.wait(self.pace.rest)
        return Result(side, self._cube.value, "passed")

    def _turn(self, position: Position, side: Side, roll: Roll | None) -> Position:
        """One turn: throw, unless that was the opening throw; play; lift the dice. The position after it."""
        if roll is None:
            if is_shut_out(self.game, position, side):
                self._note(CheckerTurn(side, None, Play(), position))
                self._happen(What.NO_PLAY, side)
                self.stage.wait(self.pace.ready)
                return position
            roll = self._throw_for(side)
        self.stage.wait(self.pace.think)
        chosen = choose_play(self.game, position, side, roll, self._rng)
        if not chosen.play.moves:
            self.stage.wait(self.pace.rest)
            self._note(CheckerTurn(side, roll, Play(), position))
            self._happen(What.NO_PLAY, side, roll=roll)
            self.stage.lift(side)
            return position
        after = self._make(position, side, roll, chosen)
        self.stage.lift(side)
        self.stage.wait(self.pace.ready)
        return after

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
            self._make_moves(side, chosen.play)
            self._settle(side, roll, chosen)
            return chosen.position
        fault = explain(self.game, position, side, roll, wrong.position)
        self._make_moves(side, wrong.play)
        corrected = slip < mistakes.corrected
        self._happen(What.ILLEGAL, side, position=wrong.position, corrected=corrected, rule=fault.rule)
        if not corrected:
            self._note(CheckerTurn(side, roll, wrong.play, wrong.position, fault))
            self._happen(What.PLAY, side, play=wrong.play, position=wrong.position)
            self.stage.wait(self.pace.doubt)
            return wrong.position
        self.stage.wait(self.pace.doubt)
        self.stage.move(side, Move(wrong.play.moves[-1].target, chosen.play.moves[-1].target))
        self.stage.leave()
        self._settle(side, roll, chosen)
        return chosen.position

    def _make_moves(self, side: Side, play: Play) -> None:
        for move in play.moves:
            self.stage.move(side, move)
        self.stage.leave()

    def _settle(self, side: Side, roll: Roll, chosen: Outcome) -> None:
        self._note(CheckerTurn(side, roll, chosen.play, chosen.position))
        self._happen(What.PLAY, side, play=chosen.play, position=chosen.position)
        self.stage.wait(self.pace.settle)

    def _try_out(self, position: Position, side: Side, roll: Roll, chosen: Outcome) -> None:
        """A move of some other legal play is made, looked at, and taken back."""
        others = [
            outcome.play.moves[0]
            for outcome in legal_plays(self.game, position, side, roll)
            if outcome.play.moves and not outcome.play.moves[0].hit and outcome.play.moves[0].target != OFF
        ]
        fresh = [move for move in others if move != chosen.play.moves[0]]
        if not fresh:
            return
        move = self._rng.choice(fresh)
        self.stage.move(side, move)
        if self._rng.random() < 0.5:
            self.stage.leave()
        self.stage.wait(self.pace.think)
        self.stage.move(side, Move(move.target, move.origin))
