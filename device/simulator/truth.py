"""The truth of a simulated evening: what was thrown, played and said, and when; and its JSON."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from math import ceil

from device.shape import Json
from engine.board import Shape, Side
from engine.dice import Roll
from engine.match.match import CheckerTurn, CubeTurn, Game, Turn, cube_after
from engine.play import Play
from engine.position import Position, side_parts
from engine.squares import KING, MAN, square_name


class What(Enum):
    """What can happen at the virtual table."""

    START = "start"
    ROLL = "roll"
    TIE = "tie"
    COCKED = "cocked"
    PLAY = "play"
    NO_PLAY = "no play"
    ILLEGAL = "illegal"
    BEGINS = "begins"
    DOUBLE = "double"
    TAKE = "take"
    BEAVER = "beaver"
    RACCOON = "raccoon"
    PASS = "pass"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class SimulatedEvent:
    """Something that happened, and the first moment, in seconds, at which it could be seen and everything was still."""

    time: float
    what: What
    side: Side | None = None
    roll: Roll | None = None
    play: Play | None = None
    position: Position | None = None
    value: int = 0
    corrected: bool = False
    rule: str = ""


@dataclass(frozen=True, slots=True)
class MatchTruth:
    """The games of a simulated match, the last perhaps unfinished, and for each what happened in it."""

    games: tuple[Game, ...]
    happenings: tuple[tuple[SimulatedEvent, ...], ...]

    def until(self, time: float) -> "MatchTruth":
        """What has happened by a time: the games begun, with the turns that were finished by then."""
        games, happenings = [], []
        for game, happened in zip(self.games, self.happenings, strict=True):
            seen = tuple(each for each in happened if each.time <= time)
            if not seen:
                break
            over = any(each.what is What.OVER for each in seen)
            games.append(
                replace(game, turns=game.turns[: _turns_in(seen)], result=game.result if over else None)
            )
            happenings.append(seen)
        return MatchTruth(tuple(games), tuple(happenings))


def _turns_in(happened: Sequence[SimulatedEvent]) -> int:
    """How many turns are finished by what happened, doubles among them."""
    return sum(each.what in (What.PLAY, What.NO_PLAY, What.DOUBLE) for each in happened)


_NAMES = {Side.WHITE: "near", Side.BLACK: "far"}


def position_text(position: Position) -> str:
    """A position as text: `near 24:2 13:5 8:3 6:5 | far bar:1 hand:3 24:1 pin:10 ...`, each side in its own numbering.

    A pinned checker is not told with its point.
    """
    if position.shape is Shape.TAFL:
        return " | ".join(f"{_NAMES[side]} {squares_text(position.of(side))}".rstrip() for side in Side)
    past = position.past
    aside = zip(Side, past.hand, past.pinned, strict=True)
    return " | ".join(
        f"{_NAMES[side]} {_side_text(position.of(side), hand, pinned)}".rstrip()
        for side, hand, pinned in aside
    )


def squares_text(pieces: tuple[int, ...]) -> str:
    """A side's squares, the king's first."""
    king = [f"K{square_name(number)}" for number, piece in enumerate(pieces) if piece == KING]
    return " ".join([*king, *(square_name(number) for number, piece in enumerate(pieces) if piece == MAN)])


def _side_text(men: tuple[int, ...], hand: int, pinned: int) -> str:
    return " ".join(f"{name}:{number}" for name, number in side_parts(men, hand, pinned))


def truth_json(
    truth: MatchTruth, fps: float, frames: int, corners: Sequence[Sequence[float]], length: int, game: str
) -> Json:
    """The truth of a film as JSON: the keys of the first game at the top, and every game under `games`."""
    games = [
        _game_json(each, happened, fps, frames)
        for each, happened in zip(truth.games, truth.happenings, strict=True)
    ]
    first: Json = games[0] if games else {"turns": [], "events": [], "ended": None, "cube": None}
    return {
        "fps": fps,
        "frames": frames,
        "corners": [[round(float(part), 1) for part in corner] for corner in corners],
        "note": "near = bottom player; points in each player's own numbering; corners: playing surface, far-left,"
        " far-right, near-right, near-left, in pixels; frames: the first in which it is seen and all is still",
        "game": game,
        "length": length,
        **{key: first[key] for key in ("turns", "events", "ended", "cube")},
        "games": games,
    }


def _game_json(game: Game, happened: tuple[SimulatedEvent, ...], fps: float, frames: int) -> Json:
    result = game.result
    cube = cube_after(game)
    seen = [event for event in happened if _frame(event, fps) < frames]
    return {
        "start": position_text(game.start),
        "score": {"near": game.score.white, "far": game.score.black},
        "crawford": game.crawford,
        # what is finished when the last frame is over is not seen any more
        "turns": [_turn_json(turn) for turn in game.turns[: _turns_in(seen)]],
        "events": [_happening_json(event, fps) for event in seen],
        "ended": None
        if result is None
        else {
            "winner": _NAMES[result.winner] if result.winner else None,
            "points": result.points,
            "how": result.how,
        },
        "cube": {"value": cube.value, "owner": _NAMES[cube.owner] if cube.owner else None},
    }


def _turn_json(turn: Turn) -> Json:
    match turn:
        case CheckerTurn():
            told: Json = {
                "player": _NAMES[turn.side],
                "roll": list(turn.roll.dice) if turn.roll else None,
                **played_json(turn.play),
                "result": position_text(turn.after),
            }
            if turn.roll is not None and turn.roll.carried:
                told["carried"] = True
            return told | {"illegal": True} if turn.fault else told
        case CubeTurn():
            answer = turn.answer.value if turn.answer else None
            return {"player": _NAMES[turn.side], "double": turn.value, "answer": answer}


def played_json(play: Play) -> Json:
    """The moves of a play; on squares also the men that it captured."""
    if play.shape is Shape.TABLES:
        return {"moves": [[move.origin, move.target] for move in play.moves]}
    moves = [[square_name(move.origin), square_name(move.target)] for move in play.moves]
    return {"moves": moves, "captured": [square_name(each) for each in play.captured]}


def _frame(event: SimulatedEvent, fps: float) -> int:
    return ceil(round(event.time * fps, 6))


def _happening_json(event: SimulatedEvent, fps: float) -> Json:
    told: Json = {"event": event.what.value}
    if event.side is not None:
        told["by"] = _NAMES[event.side]
    match event.what:
        case What.START:
            told["position"] = position_text(event.position) if event.position else None
        case What.ROLL:
            told["dice"] = list(event.roll.dice) if event.roll else []
        case What.PLAY:
            told |= played_json(event.play) if event.play else {"moves": []}
            told["result"] = position_text(event.position) if event.position else None
        case What.ILLEGAL:
            told["seen"] = position_text(event.position) if event.position else None
            told["corrected"] = event.corrected
            told["rule"] = event.rule
        case What.DOUBLE | What.BEAVER | What.RACCOON:
            told["value"] = event.value
        case _:
            pass
    return told | {"frame": _frame(event, fps)}
