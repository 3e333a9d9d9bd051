"""Auditing a record: what was done at the board against the rules, and what the file says oddly or leaves out.

A fault is what a player did against the rules, and the record proves it. How a result was written down proves nothing
of the kind: servers cap points, transcribers skip games, players shake hands. Such things are notes.
"""

from collections.abc import Container
from dataclasses import dataclass, field, replace

from engine.board import Side
from engine.i18n import Phrase, phrase
from engine.match.cube import Cube, CubeAction
from engine.match.match import CheckerTurn, CubeTurn, Game, Turn
from engine.match.terms import CubeUse
from engine.play import Fault
from engine.plays.legal import can_play
from engine.plays.turn_end import win_of
from engine.position import Position
from engine.records.bookkeeping import called, odd_result, odd_scores, score_after
from engine.records.record import Record
from engine.records.replay import fault_of, led_to
from engine.records.unreadable import of_game
from engine.rules import Rules
from engine.tables.tables_game import TablesGame
from engine.words.wording import Names, SpeakableFault, sentence

CUBE, TURN, OVER = "R.cube", "R.turn", "R.over"
"""The rules on doubling, on whose turn it is, and on what is done once a game is over."""


@dataclass(frozen=True, slots=True)
class AuditedFault:
    """A fault of a record: the game and the turn in it, both counted from 1, the rule, and a sentence."""

    game: int
    turn: int
    rule: str
    text: str
    fault: Fault | None = None
    """Of an illegal play: its fault, with the nearest legal play."""


@dataclass(frozen=True, slots=True)
class Audit:
    """What is wrong in a record, in order, and notes on what is odd, each a sentence."""

    faults: tuple[AuditedFault, ...]
    notes: tuple[Phrase | str, ...]
    """A plugin's may be text."""


def audit(
    record: Record, *, in_rows: bool = False, turns_told: Container[tuple[int, int]] = frozenset()
) -> Audit:
    """Replay a record under the rules. After an illegal play it goes on from the board as it was left.

    `in_rows`: the format is rows of two cells, in which a turn that nobody wrote down is only an empty cell.
    `turns_told`: the games and turns before which a person said whose turn it was.
    """
    match, faults, notes = record.match, [], list[Phrase | str](record.notes)
    for number, each in enumerate(match.games, 1):
        game = _GameAudit(record, number, each, in_rows, turns_told)
        game.run()
        faults += game.faults
        notes += [of_game(number, why) for why in game.notes]
    notes += odd_scores(match)
    if not any(game.turns for game in match.games):
        nothing = phrase("no game was found in it: there was nothing to check")
        notes.append(
            phrase("no play was found in it: there was nothing to check") if match.games else nothing
        )
    return Audit(tuple(faults), tuple(notes))


@dataclass(slots=True)
class _GameAudit:
    """The audit of one game; afterwards `faults` and `notes`."""

    record: Record
    number: int
    game: Game
    in_rows: bool
    turns_told: Container[tuple[int, int]]
    faults: list[AuditedFault] = field(default_factory=list)
    notes: list[Phrase] = field(default_factory=list)
    rules: Rules = field(init=False)
    names: Names = field(init=False)
    position: Position = field(init=False)
    cube: Cube = field(init=False)
    due: Side | None = None
    """Whose turn it is; None: that is not known."""
    ended: str = ""
    """How the game has ended already."""
    unsure_cube: bool = False
    known_in_play: bool = False

    def __post_init__(self) -> None:
        match = self.record.match
        self.rules, self.names = match.rules(self.game), Names(match.white, match.black)
        self.position = self.game.start
        self.cube = Cube(progression=match.terms.stake_progression)

    def run(self) -> None:
        """Judge every turn, then the result."""
        for index, turn in enumerate(self.game.turns, 1):
            if (self.number, index) in self.record.lost:
                self.notes.append(
                    phrase("turn {turn} is not written, so nothing after it can be judged", turn=index)
                )
                return
            if self.ended:
                self._note_fault(
                    index, OVER, f"{self.ended}, but {self._name(turn.side)} {_does(turn)} after that."
                )
                return
            self._judge_whose_turn(index, turn)
            if isinstance(turn, CheckerTurn):
                self._judge_play(index, turn)
            else:
                self._judge_cube(index, turn)
        self._look_at_result()

    def _note_fault(self, index: int, rule: str, text: str, fault: Fault | None = None) -> None:
        self.faults.append(AuditedFault(self.number, index, rule, text, fault))

    def _note(self, index: int, why: Phrase) -> None:
        self.notes.append(phrase("turn {turn}: {why}", turn=index, why=why))

    def _name(self, side: Side) -> str:
        return self.names.of(side)

    def _who(self, side: Side) -> Phrase | str:
        return called(self.record.match, side)

    def _judge_whose_turn(self, index: int, turn: Turn) -> None:
        due = self.due
        if due is None or due is turn.side:
            return
        if (self.number, index) in self.turns_told:
            self._note(index, phrase("a person said that it was {name}'s turn", name=self._who(turn.side)))
            return
        text = f"It was {self._name(due)}'s turn, but {self._name(turn.side)} {_does(turn)}."
        stuck = not all(can_play(self.rules, self.position, due, roll) for roll in self.rules.rolls)
        if stuck or self.in_rows:
            self._note(index, phrase("no turn of {name}'s is written before it", name=self._who(due)))
        else:
            self._note_fault(index, TURN, text)

    def _judge_play(self, index: int, turn: CheckerTurn) -> None:
        if self.cube.offered_by is not None:
            self._note(index - 1, phrase("the double is not answered; the game went on as if it was taken"))
            self.cube = self.cube.taken()
            self.unsure_cube = True
        if turn.before is not None and turn.before != self.position:
            self._note(index, phrase("the board was set by hand before it"))
            self.position = turn.before
        fault = fault_of(self.rules, self.position, turn)
        if fault is not None:
            if (self.number, index) in self.record.known:
                why = SpeakableFault(fault, self.names)
                self._note(index, phrase("the file itself calls this play illegal: {why}.", why=why))
            else:
                self._note_fault(index, fault.rule, sentence(fault, self.names), fault)
        elif turn.roll is not None and led_to(self.rules, self.position, turn) != turn.after:
            self._note(index, phrase("its moves do not lead to the board that is told after it"))
        self.position, self.due = turn.after, turn.next_side
        won = win_of(self.rules, self.position, turn.side)
        if won is not None:
            winner, _, how = won
            self.ended = "The game was a draw" if winner is None else f"{self._name(winner)} had won ({how})"

    def _judge_cube(self, index: int, turn: CubeTurn) -> None:
        self.cube = turn.before or self.cube
        self.known_in_play = turn.before is not None and turn.before.in_play
        who = self._name(turn.side)
        wrong = self._why_no_double(turn.side)
        if wrong is not None and self._is_sure(turn):
            self._note_fault(index, CUBE, f"{who} doubled, but {wrong}.")
        elif wrong is not None:
            self._note(index, phrase("{name} doubled, though {why}", name=self._who(turn.side), why=wrong))
        offered = replace(self.cube, in_play=True, owner=None).offered(turn.side)
        if turn.value != offered.next_value:
            self._note(
                index,
                phrase(
                    "{name} doubled to {value}; from {cube} it should be {due}",
                    name=self._who(turn.side),
                    value=turn.value,
                    cube=self.cube.value,
                    due=offered.next_value,
                ),
            )
            if offered.progression is Cube().progression and turn.value > 1:
                offered = replace(offered, value=turn.value // 2)
        self.due = turn.side
        match turn.answer:
            case CubeAction.TAKE | CubeAction.BEAVER | CubeAction.RACCOON:
                self.cube = offered.answered(turn.answer)
            case CubeAction.PASS:
                self.ended = f"{self._name(turn.side.other)} had passed the double"
            case _:
                self.cube = offered
        if turn.answer is CubeAction.BEAVER and self._ends_with(index, "passed"):
            self.ended = f"{who} had passed the beaver"

    def _ends_with(self, index: int, how: str) -> bool:
        result = self.game.result
        return index == len(self.game.turns) and result is not None and result.how == how

    def _why_no_double(self, side: Side) -> Phrase | None:
        """Why a side could not double here; None where it could. Which rules were agreed on
        beyond these, files do not say.
        """
        # A cube that was known to be in play when it was turned had been given to the players, whatever was agreed on.
        if self.game.crawford and not self.known_in_play:
            return phrase("the Crawford game is played without the cube")
        if self.record.match.terms.cube is CubeUse.OFF and not self.known_in_play:
            return phrase("the match is played without the cube")
        if self.cube.owner is side.other:
            return phrase("the cube belongs to {name}", name=self._who(side.other))
        return None

    def _is_sure(self, turn: CubeTurn) -> bool:
        """Whether it is sure that a double was not allowed: in rows only if the file says so
        and its games follow each other.
        """
        if self.game.crawford and self.in_rows:
            said = any(
                key.casefold() == "crawford" and value.casefold() == "on" for key, value in self.record.tags
            )
            return said and self._follows()
        return turn.before is not None or not self.unsure_cube

    def _follows(self) -> bool:
        games = self.record.match.games
        if self.number < 2:
            return False
        before = games[self.number - 2]
        return score_after(before) == self.game.score

    def _look_at_result(self) -> None:
        result = self.game.result
        if self.cube.offered_by is not None and result is None:
            self.notes.append(phrase("the game ends with a double that is not answered"))
        last = next((turn for turn in reversed(self.game.turns) if isinstance(turn, CheckerTurn)), None)
        won = win_of(self.rules, self.position, last.side) if last is not None else None
        if result is None:
            if self.game.turns:
                unfinished = phrase("it was not finished, or its result is not written")
                self.notes.append(unfinished if won is None else phrase("its result is not written"))
            return
        if won is None or not isinstance(self.rules, TablesGame) or self.rules.family is not None:
            return
        cube = None if self.unsure_cube else self.cube.value
        self.notes += odd_result(self.record.match, self.game, won, result, cube)


def _does(turn: Turn) -> str:
    if isinstance(turn, CubeTurn):
        return "doubled"
    return f"played {turn.roll}" if turn.roll is not None else "played"
