"""Analyses in OGXM: what a document says of how good plays were, as an analysis of ours, and one of ours in a document.

OGXM counts in match winning chances where there is a match; here everything is equity, normalised, so that each number
is turned into the other at the score and cube of its turn.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from device.library.analysis.analysis_values import (
    Analysis,
    GameJudged,
    PlayJudged,
    TurnJudged,
)
from device.library.analysis.cube_analysis import answered, doubled, is_close, no_double
from device.library.analysis.money_stakes import NOT_TOLD, Stakes, as_whites, stakes_of
from device.library.analysis.studying import studied
from device.library.analysis.sums import GameTally
from engine.board import Side
from engine.errors import EngineError
from engine.match.cube import CubeAction
from engine.match.equity import chance_at
from engine.match.match import CheckerTurn, CubeTurn, Game, Match
from engine.plays.legal import legal_plays
from engine.plays.notation import parse_play, written
from engine.position import Position
from engine.records.ogxm.ogxm_board import Action, play_text, point_of
from engine.records.ogxm.ogxm_reader import OgxmMatch
from engine.tables.tables_game import TablesGame

Json = dict[str, Any]
ANALYSIS = "analysis"
"""The key under which an analysis stands beside a match."""
_TABLE = "kazaross-xg2"
"""How OGXM calls the match equity table that is ours."""
_IN_CHANCES = ("cubeful_match", "cubeless_match")
_ALIKE = 1e-6
"""Equities that differ by no more than this are the same."""
_DIGITS = 6
"""OGXM keeps millionths."""


def analysis_in(document: Json, found: OgxmMatch) -> Analysis | None:
    """The first analysis in a document; None where there is none, or it makes no sense."""
    info = document.get("analysis_info")
    match = found.record.match
    judged = [
        number
        for number, game in enumerate(document["games"], 1)
        if any(ANALYSIS in ply for ply in game["plies"])
    ]
    if not isinstance(info, dict) or not judged:
        return None
    program = str(info.get("model_name") or info.get("model_id") or info.get("producer") or "OGXM")
    in_chances = info.get("currency") in _IN_CHANCES
    try:
        games = []
        for number, stakes in zip(judged, stakes_of(match, tuple(judged)), strict=True):
            plies = document["games"][number - 1]["plies"]
            scale = _Scale(in_chances, info.get("met_id") == _TABLE)
            games.append(_judged(match, number, stakes, _by_turn(plies, found.turns[number - 1]), scale))
        return studied(match, Analysis(program, int(info.get("ply") or 0), tuple(games)))
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, ArithmeticError, EngineError):
        return None


def _by_turn(plies: Iterable[Json], turns: Iterable[int]) -> dict[int, list[Json]]:
    found: dict[int, list[Json]] = {}
    for ply, turn in zip(plies, turns, strict=True):
        if turn and isinstance(ply.get(ANALYSIS), dict):
            found.setdefault(turn, []).append(ply)
    return found


@dataclass(frozen=True, slots=True)
class _Scale:
    """In what a document counts: match winning chances, by a table that is ours or by its own; else equity."""

    in_chances: bool
    is_ours: bool

    def ends(self, told: Json, stakes: Stakes, side: Side) -> tuple[float, float]:
        """What a side has at an equity of -1 and of 1."""
        if not self.in_chances:
            return -1.0, 1.0
        known = stakes.ends(side) if self.is_ours else None
        low, high = known or told["emg_anchors"]
        return float(low), float(high)

    def equity(self, value: float, told: Json, stakes: Stakes, side: Side) -> float:
        """A number as equity."""
        low, high = self.ends(told, stakes, side)
        return (2 * float(value) - low - high) / (high - low)


@dataclass(slots=True)
class _Walk:
    """Where one is in a game, and what is told of it so far."""

    rules: TablesGame
    position: Position
    stakes: Stakes
    scale: _Scale
    tally: GameTally = field(default_factory=GameTally)

    def double(self, number: int, turn: CubeTurn, plies: list[Json]) -> None:
        """A double and its answer."""
        side, stakes = turn.side, self.stakes
        self.stakes = stakes.turned(turn)
        if not plies:
            return
        told = plies[0][ANALYSIS]
        nothing, take = (
            self.scale.equity(told[key], told, stakes, side)
            for key in ("no_double_equity", "double_take_equity")
        )
        judged = TurnJudged(number, side, cube=doubled(nothing, take))
        after = NOT_TOLD
        if turn.answer in (CubeAction.TAKE, CubeAction.PASS):
            took = turn.answer is CubeAction.TAKE
            judged = replace(judged, answer=answered(take, took=took))
            after = stakes.taken(as_whites(side, take), self.stakes) if took else stakes.passed(side)
        equity, chance, points = after
        self._keep(replace(judged, equity=equity, chance=chance, points=points), stakes)

    def play(self, number: int, turn: CheckerTurn, plies: list[Json]) -> None:
        """A throw, and what was played with it."""
        before, side = self.position, turn.side
        self.position = turn.after
        if not plies or turn.roll is None:
            return
        told = plies[0][ANALYSIS]
        self.tally.moves[side] += 1
        judged = TurnJudged(number, side, luck=self._luck(told, side), cube=None)
        held = told.get("missed_double") or told.get("cube_decision")
        if held:
            nothing, take = (
                self.scale.equity(held[key], held if "emg_anchors" in held else told, self.stakes, side)
                for key in ("no_double_equity", "double_take_equity")
            )
            judged = replace(judged, cube=no_double(nothing, take))
        play = self._play(before, turn, told)
        if play is not None:
            equity, chance, points = self.stakes.after(as_whites(side, play.equity))
            judged = replace(judged, play=play, equity=equity, chance=chance, points=points)
            self.tally.decisions[side] += len(legal_plays(self.rules, before, side, turn.roll)) > 1
        self._keep(judged, self.stakes)

    def _luck(self, told: Json, side: Side) -> float | None:
        luck = (told.get("roll") or {}).get("luck")
        if luck is None:
            return None
        low, high = self.scale.ends(told, self.stakes, side)
        return 2 * float(luck) / (high - low)

    def _play(self, before: Position, turn: CheckerTurn, told: Json) -> PlayJudged | None:
        plays = told.get("alternatives") or []
        made = next((each for each in plays if each.get("is_played")), None)
        if not plays or (made is None and told.get("equity_loss") is None):
            return None
        best_equity = self.scale.equity(plays[0]["equity"], told, self.stakes, turn.side)
        value = plays[0]["equity"] - told["equity_loss"] if made is None else made["equity"]
        equity = self.scale.equity(value, told, self.stakes, turn.side)
        lost = best_equity - equity
        loss = lost if lost > _ALIKE else 0.0
        text: str | None = None
        moves: tuple[tuple[int, int], ...] = ()
        assert turn.roll is not None
        if loss:
            steps = play_text(plays[0].get("move"), turn.side)
            better = parse_play(self.rules, before, turn.side, turn.roll, steps).play
            text = written(self.rules, before, turn.side, better)
            moves = tuple((each.origin, each.target) for each in better.moves)
        made_text = written(self.rules, before, turn.side, turn.play)
        return PlayJudged(turn.roll.dice, made_text, equity, text, best_equity, loss, moves)

    def _keep(self, judged: TurnJudged, stakes: Stakes) -> None:
        self.tally.turns.append(judged)
        if judged.cube is not None:
            self.tally.decisions[judged.side] += judged.cube.made == "double" or is_close(judged.cube)
        if judged.answer is not None:
            self.tally.decisions[judged.side.other] += 1
        for side, loss in judged.losses():
            self.tally.lose(side, stakes, loss)


def _judged(
    match: Match, number: int, stakes: Stakes, plies: Mapping[int, list[Json]], scale: _Scale
) -> GameJudged:
    each: Game = match.games[number - 1]
    rules = match.rules(each)
    assert isinstance(rules, TablesGame)
    walk = _Walk(rules, each.start, stakes, scale)
    for index, turn in enumerate(each.turns, 1):
        if isinstance(turn, CubeTurn):
            walk.double(index, turn, plies.get(index, []))
        else:
            walk.play(index, turn, plies.get(index, []))
    return GameJudged(
        number,
        walk.tally.totals(match.length),
        tuple(walk.tally.turns),
        chance_at(stakes.length, stakes.score, stakes.crawford),
    )


def with_analysis(
    document: Json, found: OgxmMatch, beside: Mapping[str, Any], fits: Callable[[Json], bool]
) -> Json:
    """The document of a match with the analysis that stands beside it, in the shape of docs/analysis.md: of every game
    of which it `fits`. The same document where there is none, or it makes no sense.
    """
    told = beside.get(ANALYSIS)
    match = found.record.match
    try:
        judged = {int(each["number"]): each["turns"] for each in told["games"]} if told else {}
        numbers = tuple(number for number in sorted(judged) if 0 < number <= len(match.games))
        games = {
            number: _with_turns(document["games"][number - 1], found, number, stakes, judged[number])
            for number, stakes in zip(numbers, stakes_of(match, numbers), strict=True)
        }
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, ArithmeticError, EngineError):
        return document
    if not any(ANALYSIS in ply for game in games.values() for ply in game["plies"]):
        return document
    assert told is not None
    info = {
        "analysis_id": str(uuid5(NAMESPACE_URL, json.dumps(told, sort_keys=True))),
        "model_name": str(told.get("program")),
        "producer": "external",
        "ply": told.get("ply") or 0,
        **({"currency": _IN_CHANCES[0], "met_id": _TABLE} if match.length else {"currency": "cubeful"}),
    }
    whole = _with_games(document, info, games)
    if fits(whole):
        return whole
    kept: dict[int, Json] = {}
    for number, game in games.items():
        if fits(_with_games(document, info, kept | {number: game})):
            kept[number] = game
    return _with_games(document, info, kept) if kept else document


def _with_games(document: Json, info: Json, games: Mapping[int, Json]) -> Json:
    all_games = [games.get(number, game) for number, game in enumerate(document["games"], 1)]
    return {**document, "analysis_info": info, "games": all_games}


def _with_turns(game: Json, found: OgxmMatch, number: int, stakes: Stakes, judged: Iterable[Json]) -> Json:
    """A game with what is thought of its turns at its plies."""
    by_number = {int(each["turn"]): each for each in judged}
    plies: list[Json] = []
    turns = found.record.match.games[number - 1].turns
    for ply, at in zip(game["plies"], found.turns[number - 1], strict=True):
        turn = turns[at - 1] if at else None
        told = by_number.get(at)
        if told is not None and turn is not None and (ends := stakes.ends(turn.side)) is not None:
            analysis = (
                _of_play(ply, told, turn.side, ends)
                if isinstance(turn, CheckerTurn)
                else _of_cube(ply, told, ends)
            )
            plies.append({**ply, ANALYSIS: analysis} if analysis else ply)
        else:
            plies.append(ply)
        if isinstance(turn, CubeTurn) and ply["action_id"] != Action.DOUBLE:
            stakes = stakes.turned(turn)
    return {**game, "plies": plies}


def _of_play(ply: Json, told: Json, side: Side, ends: tuple[float, float]) -> Json:
    """What is thought of a play, of not doubling before it, and of the throw."""
    found: Json = {}
    play, cube, luck = told.get("play"), told.get("cube"), told.get("luck")
    if play and "moves" in ply:
        made = {"equity": _value(play["equity"], ends), "is_played": True, "move": ply["moves"]}
        found["alternatives"] = [made]
        if play["best"] is not None:
            steps = [
                {"from": point_of(origin, side), "pips": origin - target}
                for origin, target in play["best_moves"]
            ]
            best = {"equity": _value(play["best_equity"], ends), "is_played": False, "move": steps}
            found["alternatives"] = [best, made]
    if luck is not None:
        found["roll"] = {"luck": round(luck * (ends[1] - ends[0]) / 2, _DIGITS)}
    if cube:
        right = _doubling(cube)
        name = "missed_double" if right == "double" else "cube_decision"
        found[name] = _cube(cube, ends, right)
    return found


def _of_cube(ply: Json, told: Json, ends: tuple[float, float]) -> Json:
    """What is thought of a double, or of its answer; both in the equities of who doubled."""
    cube, answer = told.get("cube"), told.get("answer")
    if not cube:
        return {}
    if ply["action_id"] == Action.DOUBLE:
        return _cube(cube, ends, _doubling(cube))
    return _cube(cube, ends, answer["right"]) if answer else {}


def _doubling(cube: Json) -> str:
    """Whether a double was right, as OGXM calls it."""
    return {"no double": "no_double", "too good": "too_good"}.get(cube["right"], "double")


def _cube(cube: Json, ends: tuple[float, float], right: str) -> Json:
    return {
        "no_double_equity": _value(cube["no_double"], ends),
        "double_take_equity": _value(cube["take"], ends),
        "double_pass_equity": _value(1.0, ends),
        "correct_action": right,
    }


def _value(equity: float, ends: tuple[float, float]) -> float:
    """An equity as OGXM counts it."""
    low, high = ends
    return round(low + (equity + 1) * (high - low) / 2, _DIGITS)
