"""One game of Tableside's own JSON, read turn by turn under its rules."""

from dataclasses import replace

from engine.board import BAR, Shape, Side
from engine.dice import Roll
from engine.errors import InvalidPosition, InvalidRoll
from engine.i18n import marked, phrase
from engine.match.cube import Cube, CubeAction, Progression
from engine.match.match import CheckerTurn, CubeTurn, Turn
from engine.past import Pair, Past
from engine.play import Fault, Move, Play
from engine.position import Position
from engine.records.replay import written_roll
from engine.records.tableside.exact import read_board
from engine.records.tableside.json_values import Values, is_whole, shown, whole_text
from engine.records.tableside.json_writer import Expected, past_after, past_of
from engine.rules import Rules
from engine.squares import SQUARES, square_named
from engine.tafl.tafl_game import TaflGame
from engine.words.wording import Names, sentence

MOST = 1_000_000
"""No number that counts something in a record is greater: no score, no turn."""
_MOST_TURNS = 20_000
_GREATEST = 1 << 62
"""Nor is any other: no cube, no frame."""


def cube_from(told: Values) -> Cube:
    """A doubling cube. Raises InvalidRecord."""
    return Cube(
        told.whole("value", 1, _GREATEST),
        told.maybe_one_of("owner", Side),
        told.maybe_one_of("offered_by", Side),
        told.flag("in_play", True),
        told.one_of("progression", Progression, Progression.DOUBLING),
    )


class GameReader:
    """The reading of one game under its rules."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.squares = isinstance(rules, TaflGame)
        self.sites = SQUARES if isinstance(rules, TaflGame) else rules.bar + 1

    def turns(self, told: Values, position: Position) -> tuple[Turn, ...]:
        """The turns of a game that starts from a position."""
        found: list[Turn] = []
        for each in told.objects("turns", marked("turn {number}"), _MOST_TURNS):
            side = each.one_of("side", Side)
            if each.has("double"):
                found.append(self.double(each, side))
            else:
                turn = self.turn(each, side, position)
                found.append(turn)
                position = turn.after
        return tuple(found)

    def double(self, told: Values, side: Side) -> CubeTurn:
        """A double and its answer."""
        before = told.maybe_at("before")
        return CubeTurn(
            side,
            told.whole("double", 1, _GREATEST),
            told.maybe_one_of("answer", CubeAction),
            self.frame(told),
            None if before is None else cube_from(before),
        )

    def turn(self, told: Values, side: Side, position: Position) -> CheckerTurn:
        """A roll and what was played with it, from a position."""
        illegal = told.maybe_at("illegal")
        return CheckerTurn(
            side,
            self.roll(told, position),
            self.play(told),
            self.board(told, "after", past_after(self.rules, position, side)),
            None if illegal is None else self.fault(illegal),
            told.flag("inferred"),
            self.frame(told),
            None if told.data.get("before") is None else self.board(told, "before", past_of(position)),
        )

    @staticmethod
    def frame(told: Values) -> int:
        """The number of the picture that it was read from."""
        return told.whole("frame", 0, _GREATEST, 0)

    def roll(self, told: Values, position: Position) -> Roll | None:
        """The dice; None where nobody threw, or nobody saw it."""
        if told.data.get("roll") is None:
            return None
        dice = told.wholes("roll", 1, 6, 24)
        if not dice:
            raise told.bad("roll", phrase("dice like [3, 1], or null"), told.data["roll"])
        try:
            return written_roll(self.rules, position, dice, carried=told.flag("carried"))
        except InvalidRoll as error:
            raise told.wrong(error) from error

    def play(self, told: Values) -> Play:
        """The moves of a play."""
        hits = told.wholes("hits", 0, MOST, 100)
        moves = [
            Move(*self._ends(told, value), index in hits) for index, value in enumerate(told.listed("moves"))
        ]
        captured = tuple(self._site(told, value) for value in told.listed("captured"))
        return Play(tuple(moves), captured, told.one_of("shape", Shape, self.rules.shape))

    def _ends(self, told: Values, value: object) -> tuple[int, int]:
        if not (isinstance(value, list) and len(value) == 2):
            raise told.bad("moves", phrase("pairs of where a checker came from and went to"), value)
        return self._site(told, value[0]), self._site(told, value[1])

    def _site(self, told: Values, value: object) -> int:
        if self.squares:
            number = square_named(value) if isinstance(value, str) else None
            if number is None:
                raise told.wrong(phrase("{value} is no square from a1 to i9", value=shown(value)))
            return number
        if not (isinstance(value, int) and is_whole(value) and 0 <= value < self.sites):
            raise told.wrong(
                phrase(
                    "{value} is no point from 0 (off) to {last} (the bar)",
                    value=shown(value),
                    last=self.sites - 1,
                )
            )
        return value

    def fault(self, told: Values) -> Fault:
        """What was illegal about a play, in the words of this version's rules."""
        args: list[tuple[str, str | int]] = []
        given = told.maybe_at("args")
        for name, value in given.data.items() if given else ():
            if not (isinstance(value, str) or is_whole(value)):
                raise told.bad("illegal", phrase("a text or a number"), value)
            args.append((name, whole_text(value) if isinstance(value, str) else value))
        nearest = told.maybe_at("nearest")
        fault = Fault(
            told.text("rule"),
            told.text("message"),
            tuple(args),
            told.wholes("points", 0, SQUARES, SQUARES),
            None if nearest is None else self.play(nearest),
            tuple(self.fault(each) for each in told.objects("also", "also {number}")),
        )
        try:
            sentence(fault, Names())
        except (LookupError, ValueError, AttributeError, TypeError) as error:
            raise told.wrong(
                phrase(
                    "this version has no sentence {text} with what is given for it", text=shown(fault.message)
                )
            ) from error
        return fault

    def board(self, told: Values, name: str, expected: Expected) -> Position:
        """The board of that name, with its past. Raises InvalidRecord."""
        text = told.text(name)
        counts = told.maybe_at(f"{name}_counts")
        try:
            if counts is None:
                board = read_board(text, self.rules)
            else:
                board = Position(self._counts(counts, "W"), self._counts(counts, "B"))
        except InvalidPosition as error:
            raise told.wrong(phrase("{where}: {why}", where=repr(name), why=error)) from error
        past = told.maybe_at(f"{name}_past")
        return replace(board, past=expected(board) if past is None else self._past(past, board.past))

    def _counts(self, told: Values, side: str) -> tuple[int, ...]:
        men = told.wholes(side, 0, 999, self.sites)
        if len(men) != self.sites:
            raise told.bad(side, phrase("{count} numbers, one for every site", count=self.sites), men)
        return men

    def _past(self, told: Values, on_board: Past) -> Past:
        """What is remembered; hand and pinned checkers are as the board tells, unless they are given."""
        return Past(
            told.pair("hand", 0, 999) if told.has("hand") else on_board.hand,
            told.pair("turns", 0, MOST),
            told.pair("doublets", 0, MOST),
            self._pinned(told) if told.has("pinned") else on_board.pinned,
            told.wholes("owed", 1, 6, 24),
            told.flag("again"),
            _bits(told.wholes("broken", 1, BAR * 2, self.sites)),
            told.maybe_one_of("last_turn", Side),
            told.maybe_one_of("opener", Side),
            told.wholes("tally", -MOST, MOST, 100),
            told.texts("history"),
            told.whole("idle", 0, MOST, default=0),
            told.flag("thrower_again"),
            told.flag("either"),
        )

    def _pinned(self, told: Values) -> Pair:
        both = told.at("pinned")
        white, black = (both.wholes(side.value, 0, BAR * 2, self.sites) for side in Side)
        return _bits(white), _bits(black)


def _bits(points: tuple[int, ...]) -> int:
    return sum(1 << point for point in set(points))
