"""Reading the listing that engine.records.listing.listing_text writes in English, of any game: the same
match again, but for pictures.

Whoever mends a play in it by hand has it played on from there under the rules; what makes
no sense is told with its line.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from engine.board import Side
from engine.dice import Roll
from engine.errors import EngineError, InvalidRecord
from engine.i18n import phrase
from engine.match.cube import CubeAction
from engine.match.match import CheckerTurn, CubeTurn, Game, Match, Result, Score, Turn
from engine.position import Position
from engine.records.listing.lines import Lines
from engine.records.listing.listing_text import ANSWERS, EXACT, SIGNATURE, TITLES, labels
from engine.records.listing.listing_turns import NO_PLAY, notation, read_turn
from engine.records.record import MOST_GAMES, Record
from engine.records.replay import written_roll
from engine.records.tableside.agreement import read_agreement, read_chosen, unquoted
from engine.records.tableside.exact import read_board
from engine.records.tableside.json_game import GameReader, cube_from
from engine.records.tableside.json_values import Values, whole_text
from engine.records.tableside.json_writer import past_of
from engine.words.wording import Names

_NAME = r'("(?:[^"\\]|\\.)*"|.*?)'
_PLAYERS = re.compile(rf"White: {_NAME}, Black: {_NAME}")
_LENGTH = re.compile(
    r"(?:Match to (?P<points>\d{1,6}) points?|Match of \d{1,2} games?|Single games)(?: \[(?P<agreed>.*)\])?"
)
_TAG = re.compile(r'\[(?P<key>"(?:[^"\\]|\\.)*"|[^\s"\]]+) (?P<value>"(?:[^"\\]|\\.)*")\]')
_GAME = re.compile(
    r"Game \d{1,6}, .*, score (?P<white>\d{1,6}):(?P<black>\d{1,6})(?P<crawford>, Crawford game)?"
    r'(?: \[(?P<chosen>(?:"(?:[^"\\]|\\.)*"|[^";])*)'
    r"(?:; place (?P<place>\d{1,6}))?\])?"
)
_FOLLOWED = "It was followed from "
_TURN = re.compile(r"\d{1,6}\. (?P<rest>.*)")
_DOUBLE = re.compile(r"doubles to (?P<value>\d{1,18})(?:; (?P<answer>.*))?")
_PLAY = re.compile(r"(?:(?P<dice>[1-6](?:-[1-6])*): ?)?(?P<play>.*?)(?P<unseen> \(nobody saw it\))?")
_RESULT = re.compile(r'.*\[(?P<winner>[WB-]) (?P<points>\d{1,6}) (?P<how>"(?:[^"\\]|\\.)*"|[\w.+-]+)\]')
_UNFINISHED = "The game was not finished."


def is_listing(text: str) -> bool:
    """Whether a text begins as a listing that can be read."""
    return text.lstrip("\ufeff \t\r\n").startswith(SIGNATURE.rpartition(" ")[0])


def read_text(text: str) -> Match:
    """The match that a listing in English tells. Raises InvalidRecord."""
    return read_text_record(text).match


def read_text_record(text: str) -> Record:
    """The match that a listing in English tells, with its tags. Raises InvalidRecord."""
    return _Listing(text).record()


class _Listing:
    """The reading of a whole listing."""

    def __init__(self, text: str) -> None:
        self.lines = Lines(text)

    def record(self) -> Record:
        """The match with its tags. Raises InvalidRecord."""
        lines = self.lines
        if lines.take() != SIGNATURE:
            raise lines.wrong(phrase("a listing that can be read begins with {text}", text=repr(SIGNATURE)))
        players = _PLAYERS.fullmatch(lines.take())
        if players is None:
            raise lines.wrong(phrase("here are the players, like 'White: Anna, Black: Ben'"))
        length = _LENGTH.fullmatch(lines.take())
        if length is None:
            raise lines.wrong(phrase("here is the length, like 'Match to 5 points' or 'Single games'"))
        white, black = (self._name(name, side) for name, side in zip(players.groups(), Side, strict=True))
        try:
            match_format, terms, notes = read_agreement(length["agreed"] or "backgammon")
        except InvalidRecord as error:
            raise lines.wrong(error) from error
        match = Match(int(length["points"] or 0), white, black, (), match_format.id, match_format, terms)
        tags = tuple(self._tags())
        while lines.line:
            if len(match.games) == MOST_GAMES:
                raise lines.wrong(
                    phrase(
                        "there are more than {most} games, which is more than any match has", most=MOST_GAMES
                    )
                )
            match = replace(match, games=(*match.games, self._game(match)))
        return Record(match, notes, tags)

    def _name(self, name: str, side: Side) -> str:
        if name.startswith('"'):
            return whole_text(self._unquoted(name))
        return "" if name == Names().of(side) else name

    def _unquoted(self, text: str) -> str:
        try:
            return unquoted(text)
        except InvalidRecord as error:
            raise self.lines.wrong(error) from error

    def _tags(self) -> Iterator[tuple[str, str]]:
        lines = self.lines
        while lines.line:
            if (tag := _TAG.fullmatch(lines.line)) is not None:
                lines.take()
                yield whole_text(self._unquoted(tag["key"])), whole_text(self._unquoted(tag["value"]))
                continue
            for key, title in TITLES.items():
                value = lines.took(title.partition("{")[0])
                if value is not None:
                    yield key, value
                    break
            else:
                return

    def _game(self, match: Match) -> Game:
        lines = self.lines
        heading = _GAME.fullmatch(lines.take())
        if heading is None:
            raise lines.wrong(phrase("here a game begins, like 'Game 2, Backgammon, score 1:0 [backgammon]'"))
        place = int(heading["place"]) - 1 if heading["place"] else len(match.games)
        empty = Game(
            Position((), ()),
            Score(int(heading["white"]), int(heading["black"])),
            bool(heading["crawford"]),
            place=max(0, place),
        )
        try:
            if heading["chosen"] and (chosen := read_chosen(heading["chosen"])) != match.chosen(empty):
                empty = replace(empty, chosen=chosen)
            rules = match.rules(empty)
        except EngineError as error:
            raise lines.wrong(error) from error
        return _GameReading(lines, match, GameReader(rules)).game(replace(empty, start=rules.start))


class _GameReading:
    """The reading of one game."""

    def __init__(self, lines: Lines, match: Match, reader: GameReader) -> None:
        self.lines, self.reader, self.rules = lines, reader, reader.rules
        named = zip(labels(match, Names()), Side, strict=True)
        self.labels = sorted(named, key=lambda each: -len(each[0]))
        self.width = len(self.labels[0][0])

    def game(self, empty: Game) -> Game:
        """The game, its heading being read. Raises InvalidRecord."""
        lines = self.lines
        about = self._told(lines.exact() or {})
        cube = about.maybe_at("cube")
        start = self._board(empty.start) or empty.start
        turns = tuple(self._turns(start))
        return replace(
            empty,
            start=start,
            turns=turns,
            result=self._result(),
            cube=None if cube is None else cube_from(cube),
        )

    def _told(self, data: dict[str, Any]) -> Values:
        return Values(data, self.lines.place)

    def _board(self, instead_of: Position) -> Position | None:
        """The board from which it goes on, where there is a line about it."""
        text = self.lines.took(_FOLLOWED)
        if text is None:
            return None
        try:
            read_board(text, self.rules)
        except EngineError as error:
            raise self.lines.wrong(error) from error
        told = self._told({**(self.lines.exact() or {}), "board": text})
        return self.reader.board(told, "board", past_of(instead_of))

    def _turns(self, position: Position) -> Iterator[Turn]:
        lines = self.lines
        while lines.line:
            board = self._board(position)
            turn = _TURN.fullmatch(lines.line)
            if turn is None:
                if board is not None:
                    raise lines.wrong(phrase("nothing was played from this board: a turn comes next"))
                return
            lines.take()
            found = self._turn(turn["rest"], board or position)
            if isinstance(found, CheckerTurn):
                position = found.after
                yield replace(found, before=board)
            else:
                yield found

    def _turn(self, text: str, position: Position) -> Turn:
        side, text = self._whose(text)
        double = _DOUBLE.fullmatch(text)
        if double is not None:
            return CubeTurn(side, int(double["value"]), self._answer(side, double["answer"]))
        play = _PLAY.fullmatch(text)
        assert play is not None
        told, unseen = play["play"], play["unseen"] is not None
        illegal = self.lines.took("! Illegal, and stood:") is not None
        exact = self.lines.exact()
        try:
            dice = play["dice"] and tuple(map(int, play["dice"].split("-")))
            roll = written_roll(self.rules, position, dice) if dice else None
            if exact is not None:
                return self._exact(exact, side, position, roll, told)
            return read_turn(self.rules, position, side, roll, told, illegal=illegal, inferred=unseen)
        except EngineError as error:
            raise self.lines.wrong(error) from error

    def _exact(
        self, data: dict[str, Any], side: Side, position: Position, roll: Roll | None, text: str
    ) -> CheckerTurn:
        """A turn as the line below it tells, if the two agree."""
        turn = self.reader.turn(Values(data), side, position)
        dice = None if turn.roll is None else turn.roll.dice
        if dice != (None if roll is None else roll.dice) or notation(self.rules, position, turn) != (
            text or NO_PLAY
        ):
            raise InvalidRecord(
                phrase(
                    "the turn and the line below it disagree: take the line with {mark} away if the turn was changed",
                    mark=EXACT,
                )
            )
        return turn

    def _whose(self, text: str) -> tuple[Side, str]:
        """Whose turn a line is, and what was done."""
        for label, side in self.labels:
            if text[: self.width] == label.ljust(self.width):
                return side, text[self.width :].strip()
        for label, side in self.labels:
            if text.startswith(f"{label} "):
                return side, text[len(label) :].strip()
        names = ", ".join(label for label, _ in self.labels)
        raise self.lines.wrong(phrase("a turn begins with its number and one of {names}", names=names))

    def _answer(self, side: Side, text: str | None) -> CubeAction | None:
        if text is None:
            return None
        other = next(label for label, whose in self.labels if whose is side.other)
        for action, words in ANSWERS.items():
            if text == f"{other} {words}":
                return action
        raise self.lines.wrong(
            phrase("a double is answered like '{name} takes' or '{name} passes'", name=other)
        )

    def _result(self) -> Result | None:
        line = self.lines.take()
        if line in ("", _UNFINISHED):
            return None
        found = _RESULT.fullmatch(line)
        if found is None:
            raise self.lines.wrong(
                phrase(
                    "here is a turn, or how the game ended, like '[W 2 gammon]' or 'The game was not finished.'"
                )
            )
        winner = None if found["winner"] == "-" else Side(found["winner"])
        return Result(winner, int(found["points"]), whole_text(unquoted(found["how"])))
