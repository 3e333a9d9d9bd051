"""One game of the first version of Tableside's own JSON: plays as text alone, and of an
illegal one nothing but its rule.
"""

from dataclasses import replace

from engine.board import Side
from engine.dice import Roll
from engine.errors import EngineError, InvalidPlay
from engine.faults.explain import likely_play
from engine.match.match import CheckerTurn
from engine.play import Fault, Play
from engine.plays.notation import parse_play, played_out
from engine.plays.turn_end import after_turn
from engine.position import Position
from engine.records.replay import fault_of
from engine.records.tableside.json_game import GameReader
from engine.records.tableside.json_values import Values
from engine.records.tableside.json_writer import as_it_stands
from engine.tafl.tafl_game import TaflGame


class FirstGameReader(GameReader):
    """The reading of a game in which the rules tell what was not written down."""

    def turn(self, told: Values, side: Side, position: Position) -> CheckerTurn:
        """A roll and what was played with it, from a position."""
        roll, board, text = (
            self.roll(told, position),
            self.board(told, "after", as_it_stands),
            told.text("play"),
        )
        if roll is not None and position.past.owed == roll.dice and not position.past.again:
            roll = position.past.owed_roll
        play, after = self._played(position, side, roll, text, board)
        turn = CheckerTurn(side, roll, play, after, None, told.flag("inferred"))
        rule = told.maybe_text("illegal")
        return turn if rule is None else replace(turn, fault=self._why(rule, position, turn))

    def _played(
        self, position: Position, side: Side, roll: Roll | None, text: str, board: Position
    ) -> tuple[Play, Position]:
        """The play of that text, and the board after it with its past."""
        if roll is not None or isinstance(self.rules, TaflGame):
            try:
                found = parse_play(self.rules, position, side, roll, text)
            except InvalidPlay:
                pass
            else:
                if found.position == board:
                    return found.play, found.position
        try:
            play = played_out(self.rules, position, side, text).play
        except InvalidPlay:
            play = likely_play(self.rules, position, side, board, roll)
        return play, after_turn(self.rules, position, side, roll, board)

    def _why(self, rule: str, position: Position, turn: CheckerTurn) -> Fault:
        """The fault of a turn by its rule; where the rules see another in it today, with the plainest sentence."""
        try:
            found = fault_of(self.rules, position, turn)
        except EngineError:
            found = None
        if found is not None and found.rule == rule:
            return found
        return Fault(rule, "recorded", (("roll", str(turn.roll or "")),))
