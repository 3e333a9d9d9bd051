"""One turn of a listing as it is written, and what it is read as: the writer asks the reader, so that both agree."""

from collections.abc import Iterator
from dataclasses import replace

from engine.board import Side
from engine.dice import Roll
from engine.errors import EngineError, InvalidPlay, InvalidRecord
from engine.i18n import phrase, phrase_of
from engine.match.match import CheckerTurn
from engine.play import Play
from engine.plays.notation import GO, parse_play, play_text, played_out, written
from engine.plays.turn_end import after_turn
from engine.position import Position
from engine.records.format_limits import steps_text
from engine.records.replay import fault_of
from engine.rules import Rules
from engine.tafl.tafl_game import TaflGame

NO_PLAY = "no play"


def notation(rules: Rules, position: Position, turn: CheckerTurn) -> str:
    """A turn's play from a position, as people write it."""
    play = turn.play
    if not play.moves and turn.roll is not None and turn.after != position and turn.fault is None:
        try:
            went = parse_play(rules, position, turn.side, turn.roll, GO)
        except EngineError:
            pass
        else:
            return GO if went.position == turn.after else NO_PLAY
    return written(rules, position, turn.side, play) or NO_PLAY


def notations(rules: Rules, position: Position, turn: CheckerTurn) -> Iterator[str]:
    """The ways in which a turn's play can be written, the customary one first, the one that says every step last."""
    yield notation(rules, position, turn)
    if not isinstance(rules, TaflGame):
        yield play_text(turn.play) or NO_PLAY
        yield steps_text(turn.play) or NO_PLAY
        yield " ".join(steps_text(Play((move,))) for move in turn.play.moves) or NO_PLAY


def exact_notation(rules: Rules, position: Position, turn: CheckerTurn) -> str | None:
    """How a turn is written so that it is read as it was; None where no way of writing the play tells all of it."""
    for text in dict.fromkeys(notations(rules, position, turn)):
        try:
            found = read_turn(
                rules,
                position,
                turn.side,
                turn.roll,
                text,
                illegal=turn.fault is not None,
                inferred=turn.inferred,
            )
        except EngineError:
            continue
        if same_turn(found, turn):
            return text
    return None


def same_turn(one: CheckerTurn, other: CheckerTurn) -> bool:
    """Whether two turns are the same, what is remembered after them included, but for how they were seen."""
    plain = replace(one, frame=other.frame, before=other.before)
    return plain == other and one.after.past == other.after.past and _carried(one) == _carried(other)


def _carried(turn: CheckerTurn) -> bool:
    return turn.roll is not None and turn.roll.carried


def read_turn(
    rules: Rules,
    position: Position,
    side: Side,
    roll: Roll | None,
    text: str,
    *,
    illegal: bool,
    inferred: bool,
) -> CheckerTurn:
    """The turn that is written so, from a position; a play that the rules forbid is made as it is written.

    Numbers that the opponent could not play are known as such. Raises InvalidPlay for what is no play at all,
    InvalidRecord where a legal play is called illegal.
    """
    past = position.past
    if roll is not None and past.owed == roll.dice and not past.again:
        roll = past.owed_roll
    play, after = _played(rules, position, side, roll, text)
    turn = CheckerTurn(side, roll, play, after, None, inferred)
    if not illegal:
        return turn
    fault = fault_of(rules, position, turn)
    if fault is None:
        raise InvalidRecord(
            phrase("{text} is legal here, though the line below says that it is not", text=text)
        )
    return replace(turn, fault=fault)


def _played(
    rules: Rules, position: Position, side: Side, roll: Roll | None, text: str
) -> tuple[Play, Position]:
    """The play of that text, and the board after it.

    Where every step is written they are taken in that order, else as the rules lead there.
    """
    if isinstance(rules, TaflGame):
        found = played_out(rules, position, side, text)
        return found.play, found.position
    legal = None
    if roll is not None:
        try:
            legal = parse_play(rules, position, side, roll, text)
        except EngineError as error:
            if text.casefold() == GO:
                raise InvalidPlay(phrase_of(error)) from error
    if legal is not None and text.casefold() == GO:
        return legal.play, legal.position
    made = played_out(rules, position, side, text)
    if legal is None:
        return made.play, after_turn(rules, position, side, roll, made.position)
    return made.play if len(made.play.moves) == len(legal.play.moves) else legal.play, legal.position
