"""Writing OGXM: a match as the document that the format's own codec packs (OGXM 2.2, its JSON projection).

What it has no field for is in an annotation of ours, which others pass over and we read back: the tags at the head of a
record, and the scores and results as they were, whatever fits of a game.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from engine.match.cube import CubeAction
from engine.match.match import CheckerTurn, CubeTurn, Game, Match, Turn, cube_after
from engine.records.format_limits import (
    ROOMY,
    STAND_IN,
    Boards,
    FormatFit,
    Jump,
    fit_of,
    names_in,
    variation_of,
)
from engine.records.ogxm.ogxm_board import COLOURS, THROWS, WINNERS, Action, board_of, steps
from engine.records.ogxm.ogxm_reader import OWN, VARIANTS
from engine.records.record import Tags
from engine.records.result_remarks import remark_on
from engine.records.single_moves import move_by_move
from engine.records.variations import BACKGAMMON
from engine.tables.tables_game import TablesGame

Json = dict[str, Any]
VERSION = {"major": 2, "minor": 2}
_MOST_LETTERS = 4000
_MOST_GRADE = 3
_ENDED = {
    "single": "played_out",
    "gammon": "played_out",
    "backgammon": "played_out",
    "passed": "dropped",
    "resigned": "resigned",
    "flag": "forfeited",
}
"""How a game ended, by how it was won."""
_ANSWERS = {
    CubeAction.TAKE: Action.TAKE,
    CubeAction.PASS: Action.DROP,
    CubeAction.BEAVER: Action.BEAVER,
    CubeAction.RACCOON: Action.BEAVER,
}


def write_ogxm_document(match: Match, tags: Tags = ()) -> Json:
    """A match as such a document."""
    names, terms = names_in(match, ROOMY), match.terms
    own: Json = {
        "tags": [list(each) for each in tags],
        "scores": [[each.score.white, each.score.black] for each in match.games],
        "results": {str(number): remark_on(each.result) for number, each in enumerate(match.games, 1)},
    }
    turned = {turn.answer for each in match.games for turn in each.turns if isinstance(turn, CubeTurn)}
    raccoons = CubeAction.RACCOON in turned or (not match.length and terms.raccoon)
    beavers = raccoons or CubeAction.BEAVER in turned or (not match.length and terms.beaver)
    first = match.games[0].score if match.games else None
    return {
        "ogxm": VERSION,
        "checksum": "crc32",
        "match_length": match.length,
        "player_white": names.white,
        "player_black": names.black,
        "variant": _variant(match),
        **({"crawford": True} if match.length and terms.crawford else {}),
        **({"jacoby": True} if not match.length and terms.jacoby else {}),
        **({"beavers": True} if beavers else {}),
        **({"raccoons": True} if raccoons else {}),
        **(
            {"white_score_start": first.white, "black_score_start": first.black}
            if first is not None and (first.white or first.black)
            else {}
        ),
        "annotations": list(_annotations(json.dumps(own))),
        "games": [_game(match, each) for each in match.games],
    }


def _annotations(value: str) -> Iterator[Json]:
    """A text of plain letters, in pieces as long as an annotation may be."""
    for number, start in enumerate(range(0, len(value), _MOST_LETTERS)):
        piece = value[start : start + _MOST_LETTERS]
        yield {"key": f"{OWN}/{number}", "ref": 0, "scope": "match", "value": piece}


def _variant(match: Match) -> str:
    """The game that is played, as OGXM calls it."""
    found = variation_of(match.rules(match.games[0])) if match.games else BACKGAMMON
    return found if found in VARIANTS else BACKGAMMON


def _game(match: Match, each: Game) -> Json:
    fit = fit_of(match, each, Boards.ANYWHERE, VARIANTS)
    if (variation_of(match.rules(each)) or "") != _variant(match):
        fit = FormatFit((), False, ())
    told: Json = {}
    if fit.parts and each.start != match.rules(each).start:
        told["initial_board"] = board_of(each.start)
    plies = list(_all_plies(match, each, fit))
    if fit.cube.value > 1:
        told["initial_cube_value"] = fit.cube.value
        if fit.cube.owner is not None:
            told["initial_cube_owner"] = WINNERS[fit.cube.owner]
    result = each.result
    if result is not None and result.winner is not None and result.points > 0:
        told |= {"winner": WINNERS[result.winner], "points_won": result.points}
        if fit.whole and result.how in _ENDED:
            told["termination"] = _ENDED[result.how]
        grade, rest = divmod(result.points, cube_after(each).value)
        if result.how == "resigned" and fit.whole and not rest and grade <= _MOST_GRADE:
            loser = COLOURS[result.winner.other]
            plies.append({"color": loser, "action_id": Action.RESIGN_GAME, "resign_value": grade})
    return {**told, "plies": plies}


def _all_plies(match: Match, each: Game, fit: FormatFit) -> Iterator[Json]:
    """The plies of what fits of a game."""
    rules, position = match.rules(each), each.start
    for part in fit.parts:
        if isinstance(part, CheckerTurn):
            assert isinstance(rules, TablesGame)
            yield from _plies(replace(part, play=move_by_move(rules, position, part)))
        else:
            yield from _plies(part)
        turn = part.turn if isinstance(part, Jump) else part
        position = turn.after if isinstance(turn, CheckerTurn) else position


def _plies(part: Turn | Jump) -> Iterator[Json]:
    if isinstance(part, Jump):
        turn = part.turn
        dice = turn.roll.dice if turn.roll is not None and len(turn.roll.dice) == 2 else None
        yield {
            "color": COLOURS[part.next_side],
            "action_id": Action.SET_POSITION,
            **({"d1": dice[0], "d2": dice[1], "illegal": True} if dice else {}),
            "set_position": board_of(turn.after),
        }
    elif isinstance(part, CheckerTurn):
        first, second = sorted((part.roll or STAND_IN).dice)
        yield {
            "color": COLOURS[part.side],
            "action_id": THROWS[first, second],
            "d1": first,
            "d2": second,
            "moves": steps(part.play, part.side),
        }
    else:
        yield from _double(part)


def _double(turn: CubeTurn) -> Iterator[Json]:
    yield {"color": COLOURS[turn.side], "action_id": Action.DOUBLE}
    if turn.answer is not None:
        yield {"color": COLOURS[turn.side.other], "action_id": _ANSWERS[turn.answer]}
    if turn.answer is CubeAction.RACCOON:
        yield {"color": COLOURS[turn.side], "action_id": Action.RACCOON}
