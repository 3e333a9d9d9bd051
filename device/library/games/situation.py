"""The situation beside a position: what a game must remember of its course, as the `state` of the command line's JSON.

What is left out is as it would be in the middle of a game; for a side whose checkers all stand where they began, as at
its beginning.
"""

import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace

from device.shape import Json
from engine.board import OFF, Side
from engine.errors import EngineError, InvalidPosition
from engine.past import Pair, Past, one_of, with_one
from engine.plays.turn_end import chips_of
from engine.position import Position
from engine.rabattues import Rabattues, RabattuesStage
from engine.rules import Rules
from engine.tables.tables_game import LastTurn, TablesGame, Unused
from engine.trictrac.marks import Marks, marks_of, tally_of
from engine.trictrac.trictrac_family import Trictrac

_UNDER_WAY = 9
"""Turns and doublets that a side is taken to have had in the middle of a game: more than any rule counts."""
_PAIRS = ("turns", "doublets", "points", "holes", "chips", "stages")
_OF_A_SIDE = {
    "last_turn": "the side that has one turn left",
    "opener": "the side that moved first",
    "throws_next": "the side that throws once the numbers owed have been played",
    "bredouille": "the side whose points began last and have not been interrupted",
}
_KEYS = (*_PAIRS, *_OF_A_SIDE, "first_turn", "owed", "owed_one", "king_has_moved", "idle")


def remembered(game: Rules, position: Position, side: Side, state: Mapping[str, object]) -> Position:
    """The position with the past that a state tells. Raises InvalidPosition with all that is wrong with it."""
    wrong = [
        f"there is no {name!r} to remember, only {', '.join(_KEYS)}" for name in state if name not in _KEYS
    ]
    pairs: dict[str, Pair | None] = {}
    for name in _PAIRS:
        try:
            pairs[name] = _pair(name, state.get(name), side)
        except EngineError as error:
            wrong.append(str(error))
    wrong += _wrong_beside(state, pairs.get("stages"), side)
    if wrong:
        raise InvalidPosition("; ".join(wrong))
    if not isinstance(game, TablesGame):
        return position
    past = _told_past(game, position, side, state, pairs)
    if isinstance(game.family, Rabattues) and game.family.restack:
        # Who has borne off a checker has piled up all again before.
        usual = [RabattuesStage.LIFT if position.of(each)[OFF] else RabattuesStage.LAY for each in Side]
        past = replace(past, tally=pairs["stages"] or (usual[0], usual[1]))
    if isinstance(game.family, Trictrac):
        points, holes = pairs["points"] or (0, 0), pairs["holes"] or (0, 0)
        marks = Marks(
            points=points,
            holes=holes,
            run=_side(state, "bredouille") or _alone(points),
            hole_run=_alone(holes),
            throws=past.turns,
            first=-1 if any(past.turns) else 0,
        )
        past = replace(past, tally=tally_of(marks))
    return Position(position.white, position.black, past)


def _wrong_beside(state: Mapping[str, object], stages: Pair | None, side: Side) -> Iterator[str]:
    """What is wrong with all that a state tells beside its numbers for each side."""
    owed = state.get("owed") or []
    if any(each not in tuple(RabattuesStage) for each in stages or ()):
        yield "'stages' are 0 laying down, 1 piling up again or 2 bearing off, for each side"
    if not isinstance(owed, list) or not all(type(each) is int and 1 <= each <= 6 for each in owed):
        yield f"'owed' are numbers from 1 to 6, like [5, 5], not {owed!r}"
    one = state.get("owed_one") or False
    if not isinstance(one, bool):
        yield f"'owed_one' is true where just one of the numbers owed is to be played, not {one!r}"
    if not owed and state.get("throws_next") not in (None, side.value):
        yield "'throws_next' is the side to play, unless numbers are 'owed'"
    first = state.get("first_turn")
    if first is not None and not isinstance(first, bool):
        yield f"'first_turn' is true or false, not {first!r}"
    for name, what in _OF_A_SIDE.items():
        if state.get(name) not in (None, "W", "B"):
            yield f"{name!r} is W or B, {what}, not {state[name]!r}"
    idle = state.get("idle") or 0
    if type(idle) is not int or idle < 0:
        yield f"'idle' is how many turns nobody has got on, not {idle!r}"


def _told_past(
    game: TablesGame,
    position: Position,
    side: Side,
    state: Mapping[str, object],
    pairs: Mapping[str, Pair | None],
) -> Past:
    """What came before by a state that has been looked at."""
    began = tuple(0 if position.of(each) == game.start.of(each) else _UNDER_WAY for each in Side)
    turns = pairs["turns"] or (began[0], began[1])
    first, owed, idle = state.get("first_turn"), state.get("owed"), state.get("idle")
    if first is not None:
        turns = with_one(turns, side, 0 if first else max(1, one_of(turns, side)))
    return replace(
        position.past,
        turns=turns,
        doublets=pairs["doublets"] or (began[0], began[1]),
        owed=tuple(sorted(owed, reverse=True)) if isinstance(owed, list) else (),
        opener=_side(state, "opener") or (Side.WHITE if any(turns) else None),
        last_turn=_side(state, "last_turn"),
        tally=pairs["chips"] or () if game.chips else (),
        idle=idle if isinstance(idle, int) else 0,
        either=bool(owed) and state.get("owed_one") is True,
        thrower_again=bool(owed) and _side(state, "throws_next") is side.other,
    )


def state_of(game: Rules, position: Position, moved: Side) -> Json:
    """What a game remembers at a position after a side has moved, as far as its rules ask for it; the inverse of
    `remembered`.
    """
    if not isinstance(game, TablesGame):
        return {}
    past = position.past
    told: Json = {}
    if game.numbers.remembers or game.first_turn is not None:
        told["turns"], told["doublets"] = _sides(past.turns), _sides(past.doublets)
    if past.owed:
        told["owed"] = list(past.owed)
    if past.owed and game.unused is Unused.OPPONENT_PLAYS:
        told["throws_next"] = (moved if past.thrower_again else moved.other).value
    if past.either:
        told["owed_one"] = True
    if past.last_turn is not None:
        told["last_turn"] = past.last_turn.value
    if game.last_turn is not LastTurn.NOBODY and past.opener is not None:
        told["opener"] = past.opener.value
    if game.chips:
        told["chips"] = _sides((chips_of(game, past, Side.WHITE), chips_of(game, past, Side.BLACK)))
    if isinstance(game.family, Rabattues) and game.family.restack:
        told["stages"] = _sides(game.family.stages(position))
    if game.deadlock is not None:
        told["idle"] = past.idle
    if isinstance(game.family, Trictrac):
        marks = marks_of(past)
        told["turns"], told["points"], told["holes"] = (
            _sides(marks.throws),
            _sides(marks.points),
            _sides(marks.holes),
        )
        if marks.run is not None:
            told["bredouille"] = marks.run.value
    return told


def _side(state: Mapping[str, object], name: str) -> Side | None:
    """A side that a state names; it has been looked at."""
    return None if state.get(name) is None else Side(state[name])


def _alone(pair: Pair) -> Side | None:
    """Who alone has any: what wipes out the other side's begins theirs anew, so that nothing has interrupted them."""
    return next((side for side in Side if one_of(pair, side) and not one_of(pair, side.other)), None)


def _sides(pair: Pair) -> dict[str, int]:
    return {"W": pair[0], "B": pair[1]}


def _pair(name: str, value: object, side: Side) -> Pair | None:
    """A number for each side; one number alone is that of the side to play."""
    if value is None:
        return None
    least = -sys.maxsize if name == "chips" else 0
    if type(value) is int and value >= least:
        return with_one((0, 0), side, value)
    if isinstance(value, dict) and set(value) <= {"W", "B"}:
        numbers = [value.get("W", 0), value.get("B", 0)]
    else:
        numbers = value if isinstance(value, list) else []
    if len(numbers) != 2 or not all(type(each) is int and each >= least for each in numbers):
        raise InvalidPosition(f'{name!r} is a number for each side, like {{"W": 2, "B": 1}}, not {value!r}')
    return numbers[0], numbers[1]
