"""A transcript: one game taken down from a file, turn by turn, kept as it was written, legal or not.

What files leave out is filled in only where the rules leave no choice, and said in a note.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import combinations

from engine.board import Side
from engine.dice import Roll
from engine.errors import AmbiguousPlay, EngineError, IllegalPlay, InvalidPlay, InvalidRecord
from engine.faults.explain import likely_play
from engine.i18n import Phrase, first_of, phrase, phrase_of
from engine.match.cube import Cube, CubeAction
from engine.match.match import CheckerTurn, CubeTurn, Result, Turn
from engine.play import Move, Outcome, Play
from engine.plays.legal import legal_plays
from engine.plays.notation import parse_play, play_text, played_out
from engine.plays.turn_end import win_of
from engine.position import Position
from engine.records.codes.game_standing import shared_point
from engine.records.unreadable import in_game, too_long
from engine.tables.tables_game import TablesGame

MOST_TURNS = 5000
"""More turns than this in one game are no game; they would keep a reader busy for long."""
MOST_ENTRIES = 3 * MOST_TURNS
"""So with what is written of a game: a turn is a roll or a double with its answer, and boards may be put up."""

ITS_RESULT = phrase("its result")
"""Where in a game an entry stands that tells how it ended."""

_UNASKED = {
    CubeAction.TAKE: phrase("take without a double; left out"),
    CubeAction.PASS: phrase("pass without a double; left out"),
    CubeAction.BEAVER: phrase("beaver without a double; left out"),
    CubeAction.RACCOON: phrase("raccoon without a double; left out"),
}
"""What is said of an answer to nothing."""
_LONGEST_PLAY = 300
_SAID = re.compile(r"[\[{#=]|\((?![1-4]\))|[+-]\d")
"""What a remark behind a play begins with, that could have figures in it."""


class Transcript:
    """What has been taken down of a game: `start`, `turns`, `result`, `notes` and the `position` it has come to.

    `where` says, in each call, on which line or in which node of the file the entry stands.
    """

    def __init__(self, game: TablesGame, number: int) -> None:
        self.game = game
        self.number = number
        self.start: Position = game.start
        self.position: Position = game.start
        self.turns: list[Turn] = []
        self.notes: list[Phrase] = []
        self.known: list[int] = []
        """The turns, counted from 1, that the file itself calls illegal."""
        self.lost: list[int] = []
        """The turns, counted from 1, whose play the file hides."""
        self.result: Result | None = None
        self.is_doubtful = False
        """Whether the file does not tell the result in so many words, or in two ways."""
        self.cube = Cube()
        self._begins_with: Cube | None = None

    def note(self, where: Phrase | str, said: Phrase | str) -> None:
        """Keep a remark on an entry."""
        self.notes.append(in_game(self.number, where, said))

    def unplayed(self, where: Phrase | str, roll: Roll) -> None:
        """Keep a remark on a roll behind which nothing is written."""
        self.note(where, phrase("{roll} was thrown, but no play is written", roll=roll))

    def play(self, where: Phrase, side: Side, roll: Roll, text: str) -> None:
        """A roll and what was played with it; without text the only legal play. Raises InvalidRecord."""
        if len(text) > _LONGEST_PLAY:
            raise InvalidRecord(
                phrase("{where}: no play is so long as {text} and so on", where=where, text=repr(text[:20]))
            )
        outcomes = legal_plays(self.game, self.position, side, roll)
        if not text and len(outcomes) == 1:
            if outcomes[0].play.moves:
                self.note(where, phrase("{roll}: the only legal play is not written; filled in", roll=roll))
            after, play = outcomes[0].position, outcomes[0].play
        else:
            text = self._without_words(where, text)
            try:
                outcome = parse_play(self.game, self.position, side, roll, text)
            except (IllegalPlay, AmbiguousPlay):
                outcome = played_out(self.game, self.position, side, text)
            except InvalidPlay as error:
                # What was only misread as a play is wrong in every word; the first will do.
                why = first_of(phrase_of(error))
                raise InvalidRecord(phrase("{where}: {why}", where=where, why=why)) from error
            after, play = outcome.position, outcome.play
            if shared_point(after) is not None:
                # Two sides on one point: no rule, and no other program, can go on from there.
                self.note(where, phrase("{play} would put both sides on one point", play=text))
        self._add(CheckerTurn(side, roll, play, after))
        self.position = after

    def _without_words(self, where: Phrase | str, text: str) -> str:
        """A play without the words behind it that are no moves: somebody's remark."""
        words = text.split()
        said = next((at for at, word in enumerate(words) if _SAID.match(word)), len(words))
        moves = [word for word in words[:said] if set(word) & set("/-") or any(map(str.isdigit, word))]
        if not moves or len(moves) == len(words) or words[: len(moves)] != moves:
            return text
        remark = " ".join(words[len(moves) :])[:40]
        self.note(where, phrase("{text} is no move; left out", text=repr(remark)))
        return " ".join(moves)

    def has_choice(self, side: Side, roll: Roll) -> bool:
        """Whether a roll can be played in more than one way here."""
        return len(legal_plays(self.game, self.position, side, roll)) > 1

    @property
    def is_over(self) -> bool:
        """Whether the game has been won on the board, or by a double that was passed."""
        last = self.turns[-1] if self.turns else None
        return self.result is not None or (last is not None and self._won(last.side) is not None)

    def _won(self, just_moved: Side) -> tuple[Side | None, int, str] | None:
        return win_of(self.game, self.position, just_moved)

    def begin(self, position: Position) -> None:
        """The board as it was put up before the first turn."""
        self.start = self.position = position

    def jump(self, where: Phrase | str, position: Position, side: Side, roll: Roll | None) -> None:
        """The board as it was put up after a turn of this side that is not written as a play."""
        if position == self.position and roll is None:
            return
        play = Play()
        if roll is not None and sum(position.of(side)) == sum(self.position.of(side)):
            try:
                play = likely_play(self.game, self.position, side, position, roll)
            except EngineError:
                self.note(where, phrase("how the checkers came to stand so is not to be seen"))
        self._add(CheckerTurn(side, roll, play, position, inferred=roll is None))
        self.position = position

    def take_as_it_was(self, side: Side, roll: Roll, outcome: Outcome) -> None:
        """A roll and what was made with it, legal or not."""
        self._add(CheckerTurn(side, roll, outcome.play, outcome.position))
        self.position = outcome.position

    def put_cube(self, value: int | None = None, owner: Side | None = None) -> None:
        """The cube as it was put, with nobody's double: before the game, or in it. `value` None: as it was."""
        self.cube = replace(self.cube, value=self.cube.value if value is None else value, owner=owner)
        self._begins_with = self.cube

    def double(self, where: Phrase | str, side: Side, value: int | None = None) -> None:
        """A double, to `value` or to what follows; after a double that has no answer it is a beaver, then a raccoon."""
        last = self.pending
        if last is not None:
            expected = last.side.other if last.answer is None else last.side
            if side is not expected:
                self.note(where, phrase("doubled twice; the second time is left out"))
                return
            self.answer(where, CubeAction.BEAVER if last.answer is None else CubeAction.RACCOON)
            return
        before = self._begins_with
        self._begins_with = None
        self._add(CubeTurn(side, value or self.cube.next_value, before=before))
        self.cube = replace(self.cube, offered_by=side)

    def answer(self, where: Phrase | str, action: CubeAction) -> None:
        """What was answered to a double, or to a beaver."""
        double = self.turns[-1] if self.turns else None
        if isinstance(double, CubeTurn) and double.answer is CubeAction.BEAVER and self.result is None:
            self._after_beaver(double, action)
            return
        if not isinstance(double, CubeTurn) or double.answer is not None:
            self.note(where, _UNASKED[action])
            return
        self.turns[-1] = replace(double, answer=action)
        if action is CubeAction.PASS:
            self.result = Result(double.side, self.cube.value, "passed")
            self.cube = replace(self.cube, offered_by=None)
        else:
            value = double.value * (2 if action is CubeAction.BEAVER else 1)
            self.cube = Cube(value, double.side.other)

    @property
    def pending(self) -> CubeTurn | None:
        """The double that the next entry may answer: a new one, or one that was beavered."""
        last = self.turns[-1] if self.turns and self.result is None else None
        return last if isinstance(last, CubeTurn) and last.answer in (None, CubeAction.BEAVER) else None

    def _after_beaver(self, double: CubeTurn, action: CubeAction) -> None:
        """Who doubled answers the beaver: plays on, passes what the cube stood at before it, or doubles once more."""
        if action is CubeAction.PASS:
            self.result = Result(double.side.other, double.value, "passed")
        elif action is CubeAction.RACCOON:
            self.turns[-1] = replace(double, answer=action)
            self.cube = Cube(double.value * 4, double.side.other)

    def end(self, where: Phrase | str, winner: Side, points: int | None) -> None:
        """The result as the file has it; points None: not told. How it came about is seen from what was played."""
        how = "resigned"
        last_play = next((turn for turn in reversed(self.turns) if isinstance(turn, CheckerTurn)), None)
        won = self._won(last_play.side) if last_play else None
        told = self.cube.value * (won[1] if won else 1) if points is None else points
        double = self.turns[-1] if self.turns else None
        side: Side | None = winner
        if (
            isinstance(double, CubeTurn)
            and double.answer is None
            and (winner, told) == (double.side, self.cube.value)
        ):
            self.note(where, phrase("the double is not answered; the result says that it was passed"))
            double = self.turns[-1] = replace(double, answer=CubeAction.PASS)
        if isinstance(double, CubeTurn) and double.answer is CubeAction.PASS:
            side, how = double.side, "passed"
        elif isinstance(double, CubeTurn) and double.answer is CubeAction.BEAVER and self.result is not None:
            side, how = double.side.other, "passed"
        elif won is not None:
            side, how = won[0], won[2]
        before = self.result if self.result is not None and self.result.how != "passed" else None
        if before is not None and before.points != told:
            self.note(
                where,
                phrase(
                    "the file gives two results, {first} and {second} points",
                    first=before.points,
                    second=told,
                ),
            )
        if before is not None and before.winner is not side:
            self.note(
                where, phrase("the file gives the game to both players; the one whom it names last has it")
            )
            self.is_doubtful = True
        self.result = Result(side, told, how)
        self.is_doubtful = self.is_doubtful or (points is None and how == "resigned")

    def break_off(self, where: Phrase | str, loser: Side) -> None:
        """Leave out the beginning of a play in whose middle somebody gave up the game."""
        last = self.turns[-1] if self.turns else None
        given_up = (
            self.result is not None and self.result.how == "resigned" and len(self.turns) not in self.known
        )
        if not (
            given_up
            and isinstance(last, CheckerTurn)
            and last.side is loser
            and last.roll
            and last.play.moves
        ):
            return
        outcomes = self._ways(last)
        if outcomes and _is_begun(last.play.moves, outcomes):
            self._take_back()
            self.note(
                where,
                phrase(
                    "{roll} was thrown, and the game given up in the middle of the play {play}",
                    roll=last.roll,
                    play=play_text(last.play),
                ),
            )

    def cut_off(self, text: str) -> bool:
        """Leave out the last play, of which `text` was written, if it breaks the rules as it stands and may be a part
        of one that does not, its last number included; whether it is left out.
        """
        last = self.turns[-1] if self.turns else None
        if not isinstance(last, CheckerTurn) or last.roll is None:
            return False
        outcomes = self._ways(last)
        for ending in ("", *"0123456789") if outcomes else ():
            with suppress(EngineError):
                play = played_out(self.game, self._board_before_last, last.side, text + ending).play
                if _is_begun(play.moves, outcomes):
                    self._take_back()
                    return True
        return False

    def _ways(self, last: CheckerTurn) -> tuple[Outcome, ...]:
        """What might have been made of the last roll; nothing where what was made breaks no rule."""
        assert last.roll is not None
        found = tuple(legal_plays(self.game, self._board_before_last, last.side, last.roll))
        return () if any(each.position == last.after for each in found) else found

    @property
    def _board_before_last(self) -> Position:
        return next((turn.after for turn in self.turns[-2::-1] if isinstance(turn, CheckerTurn)), self.start)

    def _take_back(self) -> None:
        self.position = self._board_before_last
        self.turns.pop()

    def _add(self, turn: Turn) -> None:
        if len(self.turns) >= MOST_TURNS:
            raise InvalidRecord(too_long(self.number))
        self.turns.append(turn)


def _is_begun(moves: Sequence[Move], outcomes: Iterable[Outcome]) -> bool:
    """Whether these moves are a part of one of the plays, however they are written."""
    made = _moved(moves)
    return any(
        _moved(some) == made
        for outcome in outcomes
        for count in range(len(outcome.play.moves) + 1)
        for some in combinations(outcome.play.moves, count)
    )


def _moved(moves: Iterable[Move]) -> Counter[int]:
    """By how many checkers more or fewer stand anywhere after these moves."""
    more = Counter[int]()
    for each in moves:
        more[each.origin] -= 1
        more[each.target] += 1
    return Counter({place: count for place, count in more.items() if count})
