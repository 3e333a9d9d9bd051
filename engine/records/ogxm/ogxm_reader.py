"""Reading OGXM: the document that the format's own codec unpacks (OGXM 2.2, its JSON projection)."""

import json
from dataclasses import dataclass
from typing import Any

from engine.board import Side
from engine.errors import InvalidOption, InvalidRecord
from engine.games import find_game
from engine.i18n import Phrase, phrase
from engine.match.cube import CubeAction
from engine.match.match import Game, Match, Score
from engine.match.terms import Terms, terms_of
from engine.records.bookkeeping import with_results
from engine.records.ogxm.ogxm_board import (
    COLOURS,
    THROWS,
    WINNERS,
    Action,
    play_text,
    position_of,
    roll_of,
)
from engine.records.record import MOST_GAMES, Record
from engine.records.result_remarks import results_told
from engine.records.transcript import ITS_RESULT, MOST_ENTRIES, Transcript
from engine.records.unreadable import damaged, in_game, strange, too_long, too_many_games
from engine.tables.tables_game import TablesGame

Json = dict[str, Any]
OWN = "x-tableside"
"""What the annotations of ours are called, with the number of each piece behind."""
VARIANTS = ("backgammon", "nackgammon", "hypergammon", "longgammon")
"""The games that OGXM knows, which are called the same here."""
MOST_POINTS = 10**9
OF_A_TURN = {
    *THROWS.values(),
    Action.DOUBLE,
    Action.TAKE,
    Action.DROP,
    Action.BEAVER,
    Action.RACCOON,
    Action.SET_POSITION,
}
"""What happens in a ply that a turn is made of."""
_SIDES = {number: side for side, number in COLOURS.items()}
_WINNERS = {number: side for side, number in WINNERS.items()}
_OWNERS = {side: (side.name.lower(), number) for side, number in WINNERS.items()}
_ANSWERS = {
    Action.TAKE: CubeAction.TAKE,
    Action.DROP: CubeAction.PASS,
    Action.BEAVER: CubeAction.BEAVER,
    Action.RACCOON: CubeAction.RACCOON,
}


@dataclass(frozen=True, slots=True)
class OgxmMatch:
    """The match of a document, and for every ply of every game the number of its turn, from 1; 0: it is none."""

    record: Record
    turns: tuple[tuple[int, ...], ...]


def read_ogxm_document(document: Json) -> OgxmMatch:
    """The match of such a document, with notes. Raises InvalidRecord."""
    try:
        return _read(document)
    except (KeyError, TypeError, AttributeError, ValueError, IndexError, AssertionError) as error:
        raise InvalidRecord(damaged(".ogxm", strange())) from error


def _read(document: Json) -> OgxmMatch:
    games = document["games"]
    if len(games) > MOST_GAMES:
        raise InvalidRecord(too_many_games(MOST_GAMES))
    variant = str(document.get("variant") or VARIANTS[0])
    if variant not in VARIANTS:
        raise InvalidRecord(strange())
    rules = find_game(variant)
    assert isinstance(rules, TablesGame)
    length = int(document["match_length"])
    own = _own(document)
    score = Score(int(document.get("white_score_start", 0)), int(document.get("black_score_start", 0)))
    if max(score.white, score.black) >= length:
        # older programs have written something else there, such as the limit of the cube in single games
        score = Score()
    notes: list[Phrase] = []
    found: list[Game] = []
    turns: list[tuple[int, ...]] = []
    for number, each in enumerate(games, 1):
        taken, numbers = _taken_down(rules, each, number)
        turns.append(numbers)
        if "scores" in own:
            score = Score(*map(int, own["scores"][number - 1]))
        crawford = bool(each.get("is_crawford"))
        found.append(Game(taken.start, score, crawford, tuple(taken.turns), taken.result))
        notes += taken.notes
        score = _score_after(score, found[-1], length)
    terms = Terms(
        crawford=bool(document.get("crawford")) if length else True,
        jacoby=not length and bool(document.get("jacoby")),
        beaver=not length and bool(document.get("beavers")),
        raccoon=not length and bool(document.get("raccoons")),
    )
    terms = _timed(terms, length, document.get("clock_info") or {})
    tags = tuple((str(key), str(value)) for key, value in own.get("tags", ()))
    said = {int(number): str(remark) for number, remark in own.get("results", {}).items()}
    names = (str(document.get("player_white", "")), str(document.get("player_black", "")))
    match = Match(length, *names, tuple(found), rules.id, terms=terms)
    match, more = with_results(match, said=results_told(said))
    return OgxmMatch(Record(match, (*notes, *more), tags), tuple(turns))


def _timed(terms: Terms, length: int, told: Json) -> Terms:
    """The terms with the clock that a document tells, where ours counts like it: minutes for a point, free seconds."""
    reserve, delay = told.get("reserve_ms") or 0, told.get("delay_ms") or 0
    minutes, rest = divmod(reserve, 60_000 * max(1, length))
    if rest or delay % 1000 or told.get("increment_ms"):
        return terms
    agreed = {"clock": "delay", "clock_delay": delay // 1000} if delay else {"clock": "plain"}
    try:
        return terms_of({**agreed, "clock_minutes": minutes}, length, terms)
    except InvalidOption:
        return terms


def _own(document: Json) -> Json:
    """What our annotations tell: tags, scores, and remarks on results."""
    annotations = document.get("annotations") or ()
    pieces = sorted(
        (int(key.rpartition("/")[2]), str(each["value"]))
        for each in annotations
        if (key := str(each.get("key"))).startswith(f"{OWN}/")
    )
    found = json.loads("".join(piece for _, piece in pieces) or "{}")
    assert isinstance(found, dict)
    return found


def _score_after(score: Score, game: Game, length: int) -> Score:
    """A match is over with the points that it is played to, whatever more was won."""
    if game.result is None or game.result.winner is None:
        return score
    won = game.result.points
    most = length - score.of(game.result.winner) if length else won
    return score.plus(game.result.winner, min(won, most))


def _taken_down(rules: TablesGame, game: Json, number: int) -> tuple[Transcript, tuple[int, ...]]:
    taken = Transcript(rules, number)
    men = sum(rules.start.white)
    plies = game["plies"]
    if len(plies) > MOST_ENTRIES:
        raise InvalidRecord(too_long(number))
    if "initial_board" in game:
        taken.begin(position_of(game["initial_board"], men))
    value = int(game.get("initial_cube_value") or 1) * 2 ** min(int(game.get("auto_doubles") or 0), 10)
    owner = game.get("initial_cube_owner")
    if value > 1:
        taken.put_cube(value, _owner(owner))
    turns: list[int] = []
    for index, ply in enumerate(plies, 1):
        where = phrase("node {number}", number=index)
        try:
            _take(taken, ply, men, index)
        except InvalidRecord as error:
            raise InvalidRecord(in_game(number, where, error)) from error
        is_turn = int(ply["action_id"]) in OF_A_TURN
        turns.append(len(taken.turns) if is_turn else 0)
    winner, points = game.get("winner"), game.get("points_won")
    if winner in _WINNERS and type(points) is int and 0 < points <= MOST_POINTS:
        taken.end(ITS_RESULT, _WINNERS[winner], points)
    return taken, tuple(turns)


def _owner(told: object) -> Side | None:
    """Whose the cube is, by a word or, in older documents, a number; None: it is in the middle."""
    return next((side for side, names in _OWNERS.items() if told in names), None)


def _take(taken: Transcript, ply: Json, men: int, index: int) -> None:
    where, action = phrase("node {number}", number=index), int(ply["action_id"])
    side = _SIDES[ply.get("color", 0)]
    if action in THROWS.values():
        roll = roll_of(ply.get("d1"), ply.get("d2"))
        if roll is None:
            raise InvalidRecord(strange())
        taken.play(where, side, roll, play_text(ply.get("moves"), side))
    elif action == Action.SET_POSITION:
        position = position_of(ply["set_position"], men)
        roll = roll_of(ply.get("d1"), ply.get("d2"))
        if not taken.turns and roll is None:
            taken.begin(position)
        else:
            # who is named is on turn then
            taken.jump(where, position, side.other, roll)
    elif action == Action.DOUBLE:
        taken.double(where, side)
    elif action in (Action.TAKE, Action.DROP, Action.BEAVER, Action.RACCOON):
        taken.answer(where, _ANSWERS[Action(action)])
    elif action == Action.CUBE_SET:
        taken.put_cube(int(ply["cube_value"]), _owner(ply.get("cube_owner")))
