"""A match as Tableside's own JSON, the one format that holds all of it, whatever game was played: `match_data`.

What a program needs stands in plain sight; what only the very same match needs besides is
left out where it says nothing.
"""

from collections.abc import Callable
from typing import Any

from engine.board import Side
from engine.match.cube import Cube
from engine.match.match import CheckerTurn, CubeTurn, Game, Match
from engine.match_format import Chosen, MatchFormat
from engine.past import Pair, Past
from engine.play import Fault, Play
from engine.plays.notation import play_text
from engine.plays.turn_end import after_turn
from engine.position import Position
from engine.records.chouette_tags import chouette_data
from engine.records.record import Record
from engine.records.tableside.exact import is_told, read_board
from engine.rules import Rules
from engine.squares import square_name
from engine.tafl.tafl_game import TaflGame
from engine.words.wording import Names, sentence

FORMAT = "tableside-match"
VERSION = 2
"""1 had the rule alone of an illegal play, plays as text alone, and nothing of what a game remembers."""
KEYS = ("format", "version", "tags", "notes", "known", "lost", "match", "games", "chouette")
"""What there is of a record; what stands beside it is for others to read."""
Json = dict[str, Any]
Expected = Callable[[Position], Past]
"""The past that a reader gives a board of which nothing else is told."""


def record_data(record: Record) -> Json:
    """A record as JSON: what format it is, what is said of the match, and the match."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "tags": [list(tag) for tag in record.tags],
        "notes": list(map(str, record.notes)),
        "known": [list(each) for each in record.known],
        "lost": [list(each) for each in record.lost],
        **match_data(record.match),
        **({} if (chouette := chouette_data(record.tags)) is None else {"chouette": chouette}),
    }


def match_data(match: Match) -> Json:
    """What was agreed on for a match (`match`), and its `games`."""
    return {
        "match": {
            "white": match.white,
            "black": match.black,
            "length": match.length,
            "game": match.game_id,
            "programme": None if match.match_format is None else _match_format(match.match_format),
            "terms": match.terms.values,
            **({"dice": match.dice} if match.dice else {}),
        },
        "games": [GameWriter(match, each).data(number) for number, each in enumerate(match.games, 1)],
    }


def cube_data(cube: Cube) -> Json:
    """A doubling cube."""
    return {
        "value": cube.value,
        "owner": cube.owner and cube.owner.value,
        "offered_by": cube.offered_by and cube.offered_by.value,
        "in_play": cube.in_play,
        "progression": cube.progression.value,
    }


class GameWriter:
    """The writing of one game, turn by turn."""

    def __init__(self, match: Match, game: Game) -> None:
        self.match, self.game = match, game
        self.rules = match.rules(game)
        self.names = Names(match.white, match.black)

    def data(self, number: int) -> Json:
        """The game as JSON."""
        game, chosen = self.game, self.match.chosen(self.game)
        result = game.result
        turns: list[Json] = []
        position = game.start
        for turn in game.turns:
            if isinstance(turn, CubeTurn):
                turns.append(self._double(turn))
            else:
                turns.append(self.turn(turn, position))
                position = turn.after
        return {
            "number": number,
            **_chosen(chosen),
            **({"as_agreed": True} if game.chosen is None else {}),
            "place": game.place,
            **self.board("start", game.start, as_it_stands),
            "score": {"W": game.score.white, "B": game.score.black},
            "crawford": game.crawford,
            "turns": turns,
            "cube": None if game.cube is None else cube_data(game.cube),
            "result": result
            and {
                "winner": result.winner and result.winner.value,
                "points": result.points,
                "how": result.how,
            },
        }

    def _double(self, turn: CubeTurn) -> Json:
        return {
            "side": turn.side.value,
            "double": turn.value,
            "answer": turn.answer and turn.answer.value,
            **({"frame": turn.frame} if turn.frame else {}),
            **({} if turn.before is None else {"before": cube_data(turn.before)}),
        }

    def turn(self, turn: CheckerTurn, position: Position) -> Json:
        """A roll and what was played with it, from a position."""
        before, after = turn.before, past_after(self.rules, position, turn.side)
        return {
            "side": turn.side.value,
            "roll": None if turn.roll is None else list(turn.roll.dice),
            **({"carried": True} if turn.roll is not None and turn.roll.carried else {}),
            **self._play(turn.play),
            "play": play_text(turn.play),
            **({} if before is None else self.board("before", before, past_of(position))),
            **self.board("after", turn.after, after),
            "illegal": None if turn.fault is None else self._fault(turn.fault),
            "inferred": turn.inferred,
            **({"frame": turn.frame} if turn.frame else {}),
        }

    def _play(self, play: Play) -> Json:
        """The moves of a play, in the mover's own numbering or as squares."""
        squares = isinstance(self.rules, TaflGame)
        site = square_name if squares else int
        hits = [index for index, move in enumerate(play.moves) if move.hit]
        return {
            "moves": [[site(move.origin), site(move.target)] for move in play.moves],
            **({"hits": hits} if hits else {}),
            **({"captured": [site(each) for each in play.captured]} if play.captured else {}),
            **({} if play.shape is self.rules.shape else {"shape": play.shape.value}),
        }

    def _fault(self, fault: Fault) -> Json:
        """A fault with its sentence, and what it takes to say it in another language."""
        return {
            "rule": fault.rule,
            "text": sentence(fault, self.names),
            "message": fault.message,
            "args": dict(fault.args),
            "points": list(fault.points),
            "nearest": None if fault.nearest is None else self._play(fault.nearest),
            "also": [self._fault(each) for each in fault.also],
        }

    def board(self, name: str, position: Position, expected: Expected) -> Json:
        """A board as text; its past where a reader would not expect it, and its counts where text cannot tell them."""
        told: Json = {name: str(position)}
        if is_told(position, self.rules):
            board = read_board(told[name], self.rules)
        else:
            told[f"{name}_counts"] = {"W": list(position.white), "B": list(position.black)}
            board = Position(position.white, position.black)
        if position.past != expected(board):
            told[f"{name}_past"] = _past(position.past, board.past)
        return told


def as_it_stands(board: Position) -> Past:
    """The past of a board of which only its text is known."""
    return board.past


def past_of(position: Position) -> Expected:
    """The past of a board: that of a position, if the checkers stand as they do in it."""
    return lambda board: position.past if board == position else board.past


def past_after(rules: Rules, position: Position, side: Side) -> Expected:
    """The past of a board after a turn from a position: in a game without dice it is what boards there have been."""
    if not isinstance(rules, TaflGame):
        return as_it_stands
    return lambda board: after_turn(rules, position, side, None, board).past


def _past(past: Past, on_board: Past) -> Json:
    """What is remembered, as far as there is anything; the hand and pinned checkers where
    the board's text does not tell.
    """
    told: Json = {}
    if past.hand != on_board.hand:
        told["hand"] = _pair(past.hand)
    if past.pinned != on_board.pinned:
        white, black = past.pinned
        told["pinned"] = {"W": _points(white), "B": _points(black)}
    for name, pair in (("turns", past.turns), ("doublets", past.doublets)):
        if any(pair):
            told[name] = _pair(pair)
    for name, numbers in (("owed", past.owed), ("tally", past.tally), ("history", past.history)):
        if numbers:
            told[name] = list(numbers)
    if past.idle:
        told["idle"] = past.idle
    if past.again:
        told["again"] = True
    if past.either:
        told["either"] = True
    if past.thrower_again:
        told["thrower_again"] = True
    if past.broken:
        told["broken"] = _points(past.broken)
    for name, side in (("last_turn", past.last_turn), ("opener", past.opener)):
        if side is not None:
            told[name] = side.value
    return told


def _pair(pair: Pair) -> Json:
    return {"W": pair[0], "B": pair[1]}


def _points(bits: int) -> list[int]:
    return [point for point in range(bits.bit_length()) if bits >> point & 1]


def _match_format(match_format: MatchFormat) -> Json:
    return {
        "id": match_format.id,
        "games": [_chosen(each) for each in match_format.games],
        "decider": None if match_format.decider is None else _chosen(match_format.decider),
        **({"best_win": True} if match_format.best_win else {}),
    }


def _chosen(chosen: Chosen) -> Json:
    return {"game": chosen.game_id, "options": dict(chosen.options)}
