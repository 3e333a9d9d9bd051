"""The virtual table for games on squares: two people who play them, with hands and mistakes, without the people.

Everything follows from the seed: the same table is always played in the same way.
"""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from device.simulator.performance import Performance
from device.simulator.slips import Mistakes
from device.simulator.stage import TablePace
from device.simulator.tafl_stage import TaflStage
from device.simulator.truth import What
from engine.board import Seating, Shape, Side
from engine.faults.explain import explain, likely_play
from engine.match.match import CheckerTurn, CubeTurn, Game, Result, Score, match_winner
from engine.match_format import MatchFormat
from engine.play import Move, Outcome, Play
from engine.plays.legal import completable, legal_plays
from engine.plays.turn_end import win_of
from engine.position import Position
from engine.squares import BESIDE, EMPTY, KING, SQUARES, board_of
from engine.tafl.tafl_game import TaflGame
from engine.tafl.tafl_moves import made, targets, ways_out
from vision.scene import Scene, Sizes

SLOW_TO_CLEAR = 0.12
"""How often a player leaves what they have captured standing until they are told."""
CLEARS_AFTER = 5.5
"""After how many seconds they are."""


class TaflTable(Performance):
    """A match being played on squares: asks for scenes, and for the truth.

    `match_length` 0 is one game; with `endless` the match is followed by the next, and what lies minutes back is
    forgotten.
    """

    def __init__(
        self,
        match_format: MatchFormat,
        seed: int = 0,
        sizes: Sizes | None = None,
        match_length: int = 0,
        pace: TablePace | None = None,
        mistakes: Mistakes | None = None,
        seating: Seating | None = None,
        endless: bool = False,
    ) -> None:
        self.sizes, self.length = sizes or Sizes(), match_length
        self.pace, self.mistakes = pace or TablePace(), mistakes or Mistakes()
        self.seating, self.endless = seating or Seating(), endless
        self._match_format, self._place = match_format, 0
        self._rng = Random(seed)
        self.stage = TaflStage(self.seating, self.sizes, self.pace, self._rng)
        self._score = Score()
        super().__init__()

    @property
    def rules(self) -> TaflGame:
        """The rules of the game that is played."""
        rules = self._match_format.game(self._place).rules()
        assert isinstance(rules, TaflGame)
        return rules

    def scene_at(self, time: float) -> Scene | None:
        """What can be seen at a time, in seconds from the start; None once everything is over."""
        return self.stage.scene_at(time) if self._play_until(time) else None

    @property
    def _now(self) -> float:
        return self.stage.now

    def _forget(self) -> None:
        if self.endless:
            self.stage.forget_before(self.stage.now - 600.0)

    def _played(self) -> Iterator[bool]:
        while True:
            yield from self._play_match()
            if not self.endless:
                return
            self._score, self._place = Score(), 0
            self._begin_anew()

    def _play_match(self) -> Iterator[bool]:
        while True:
            self._set_up()
            yield True
            yield from self._play_game()
            result = self._games[-1].result
            assert result is not None
            self._score = self._score.plus(result.winner, result.points)
            self.stage.wait(2 * self.pace.begin)
            yield True
            over = match_winner(self.length, self._score, self._match_format, self._place + 1) is not None
            if over or not self.length:
                return
            self._place += 1

    def _set_up(self) -> None:
        rules = self.rules
        self.stage.set_up(rules.start)
        chosen = self._match_format.game(self._place)
        self._open(Game(rules.start, self._score, chosen=chosen, place=self._place))
        self.stage.wait(self.pace.begin)

    def _play_game(self) -> Iterator[bool]:
        position, side = self.rules.start, Side.WHITE
        while True:
            self.stage.wait(self.pace.think + self._rng.random() * self.pace.ponder)
            position = self._turn(position, side)
            won = win_of(self.rules, position, side)
            self.stage.wait(self.pace.settle)
            if won is not None:
                self._games[-1] = replace(self._games[-1], result=Result(*won))
                self._happen(What.OVER, won[0])
                yield True
                return
            side = side.other
            yield True

    def _turn(self, position: Position, side: Side) -> Position:
        """A side moves, perhaps not at once as it should."""
        meant = choose_move(self.rules, position, side, self._rng)
        (move,) = meant.play.moves
        chance = self._rng.random()
        wrong = None
        if chance < self.mistakes.corrected + self.mistakes.standing:
            wrong = wrong_move(self.rules, position, side, move, self._rng)
        if wrong is not None:
            seen, target = wrong
            # Nobody lets a game be won by what is against the rules.
            stands = chance >= self.mistakes.corrected and win_of(self.rules, seen, side) is None
            fault = explain(self.rules, position, side, None, seen)
            self.stage.carry(side, side, move.origin, target)
            self.stage.leave()
            self._happen(What.ILLEGAL, side, position=seen, corrected=not stands, rule=fault.rule)
            self.stage.wait(self.pace.doubt + self.pace.settle)
            if stands:
                play = likely_play(self.rules, position, side, seen)
                self._note(CheckerTurn(side, None, play, seen, fault))
                return seen
            self.stage.carry(side, side, target, move.target)
        else:
            if chance > 1 - self.mistakes.second_thoughts:
                others = [each.play.moves[0] for each in legal_plays(self.rules, position, side, None)]
                tried = self._rng.choice([each for each in others if each.origin == move.origin])
                self.stage.carry(side, side, tried.origin, tried.target)
                self.stage.carry(side, side, tried.target, tried.origin)
            self.stage.carry(side, side, move.origin, move.target)
        self._clear(side, meant.play)
        self.stage.leave()
        self._note(CheckerTurn(side, None, meant.play, meant.position))
        return meant.position

    def _clear(self, side: Side, play: Play) -> None:
        """The mover takes off what they have captured, if they do not have to be told."""
        if play.captured and self._rng.random() < SLOW_TO_CLEAR:
            self.stage.wait(CLEARS_AFTER)
        for square in play.captured:
            self.stage.carry(side, side.other, square, None)

    def _note(self, turn: CheckerTurn | CubeTurn) -> None:
        super()._note(turn)
        assert isinstance(turn, CheckerTurn)
        self._happen(What.PLAY, turn.side, play=turn.play, position=turn.after)


def choose_move(game: TaflGame, position: Position, side: Side, rng: Random) -> Outcome:
    """The legal move that a middling player would choose."""
    return max(
        legal_plays(game, position, side, None),
        key=lambda outcome: _worth(game, outcome, side) + rng.gauss(0, 0.6),
    )


def _worth(game: TaflGame, outcome: Outcome, side: Side) -> float:
    """How good a move looks: it wins, captures, opens ways for the king or closes them."""
    after = outcome.position
    won = win_of(game, after, side)
    if won is not None:
        return 0.0 if won[0] is None else 100.0 if won[0] is side else -100.0
    board = board_of(after.white, after.black)
    king = after.white.index(KING)
    free = len(ways_out(game, after))
    around = sum(each is not None and bool(after.black[each]) for each in BESIDE[king])
    for_white = (
        0.08 * len(targets(game, board, king))
        - 0.8 * around
        + (4.0 * free if side is Side.BLACK else 1.5 * free)
    )
    return 2.0 * len(outcome.play.captured) + (for_white if side is Side.WHITE else -for_white)


def wrong_move(
    game: TaflGame, position: Position, side: Side, meant: Move, rng: Random
) -> tuple[Position, int] | None:
    """A board and the square to which the man goes who was meant to be moved, though he
    may not; None if there is none.
    """
    board = board_of(position.white, position.black)
    fine = completable(game, position, side, None)
    empty = [square for square in range(SQUARES) if board[square] == EMPTY]
    near = [
        square
        for square in empty
        if abs(square // 9 - meant.target // 9) < 2 and abs(square % 9 - meant.target % 9) < 2
    ]
    rng.shuffle(near)
    for square in near:
        play = Play((Move(meant.origin, square),), (), Shape.TAFL)
        seen = made(game, position, side, play)
        if seen not in fine:
            return seen, square
    return None
