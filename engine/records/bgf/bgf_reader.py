"""Reading BGBlitz's .bgf files: `read_bgf_record`. They are not written: nothing here
could try what BGBlitz makes of it.

There is no published description of what is in them. This was found out from files that BGBlitz had made
of matches that are known from their .mat files: green is player -1, the first one, and red is 1. Moves
are in the mover's own numbering, 25 the bar and 0 off, pairs up to the first -1; they are a checker's
whole way. The board a game begins with has 24 counts from red's first point, green's positive. An entry
whose green die is 7 is no play; its red die says what it is. Whatever else a file holds is met for the
first time, and is not guessed at.
"""

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from enum import IntEnum
from typing import Any

from engine.board import BAR, OFF, POINTS, Side
from engine.dice import Roll
from engine.errors import AmbiguousPlay, EngineError, InvalidRecord
from engine.games import find_game
from engine.i18n import Phrase, phrase
from engine.match.cube import CubeAction
from engine.match.match import Game, Match, Score
from engine.match.terms import CubeUse, Terms
from engine.plays.notation import parse_play
from engine.position import Position
from engine.records.bgf.container import document_of, value_of
from engine.records.record import MOST_GAMES, MOST_POINTS, Record, Tags
from engine.records.tableside.json_values import whole_text
from engine.records.transcript import ITS_RESULT, Transcript
from engine.records.unreadable import damaged, in_game, of_game, strange, too_many_games, unknown_game, unsure
from engine.tables.tables_game import TablesGame

_SIDES = {-1: Side.WHITE, 1: Side.BLACK}
_TAGS = (("Event", "event"), ("Round", "round"), ("Match ID", "extMatchID"))
_DAYS = ("%Y.%m.%d", "%b %d, %Y")
"""How BGBlitz writes the day of a match."""
_NO_PLAY = 7
"""The green die of an entry that is no play."""


class _Entry(IntEnum):
    """What an entry is that is no play, as its red die says."""

    DOUBLE = 1
    TAKE = 2
    PASS = 3
    END = 4
    DANCE = 5
    RESIGN = 9


def read_bgf_record(data: bytes) -> Record:
    """The match that a .bgf file records, with notes. Raises InvalidRecord."""
    told = document_of(data)
    length = value_of(told, "matchlen", int)
    if not 0 <= length < 1000:
        raise InvalidRecord(damaged(".bgf", phrase("a match to {points} points", points=length)))
    if value_of(told, "gameMode", int, 0) != 0:
        raise InvalidRecord(unknown_game(".bgf", told["gameMode"]))
    games = value_of(told, "games", list, [])
    if len(games) > MOST_GAMES:
        raise InvalidRecord(too_many_games(MOST_GAMES))
    backgammon = find_game("backgammon")
    assert isinstance(backgammon, TablesGame)
    scores = [_score(each, number) for number, each in enumerate(games, 1)]
    scores.append(Score(value_of(told, "finalGreen", int, 0), value_of(told, "finalRed", int, 0)))
    read, notes = [], list[Phrase]()
    for number, each in enumerate(games, 1):
        game, remarks = _game(backgammon, each, number, *scores[number - 1 : number + 1], length=length)
        read.append(game)
        notes += remarks
    terms = Terms(
        crawford=value_of(told, "useCrawford", bool, True) if length else True,
        jacoby=not length and value_of(told, "useJacoby", bool, False),
        beaver=not length and value_of(told, "useBeaver", bool, False),
        cube=CubeUse.USUAL if value_of(told, "useCube", bool, True) else CubeUse.OFF,
    )
    names = (_name(told, "nameGreen"), _name(told, "nameRed"))
    return Record(Match(length, *names, tuple(read), terms=terms), tuple(notes), _tags(told))


def _game(
    rules: TablesGame, told: dict[str, Any], number: int, before: Score, after: Score, *, length: int
) -> tuple[Game, list[Phrase]]:
    """One game, and notes on it; `after` is the score that the file has behind it."""
    taken = Transcript(rules, number)
    taken.begin(_start(value_of(told, "initial", dict, {}), number, rules))
    named = _turns(taken, value_of(told, "moves", list, []))
    won = {Side.WHITE: after.white - before.white, Side.BLACK: after.black - before.black}
    winner = _winner(named, won, number)
    points = value_of(told, "wonPoints", int, 0) or (won[winner] if winner else 0)
    if points > MOST_POINTS:
        raise InvalidRecord(
            damaged(".bgf", phrase("the points of game {number} are beyond all measure", number=number))
        )
    if winner is not None and points > 0:
        taken.end(ITS_RESULT, winner, points)
    elif winner is not None:
        taken.note(ITS_RESULT, phrase("the file does not tell how many points it was worth; left out"))
    result = taken.result
    if result is not None and result.how == "resigned" and value_of(told, "lostOnTime", bool, False):
        result = replace(result, how="flag")
    crawford = bool(length) and value_of(told, "isCrawford", bool, False)
    return Game(taken.start, before, crawford, tuple(taken.turns), result), taken.notes


def _turns(taken: Transcript, entries: list[Any]) -> Side | None:
    """Take down the entries of a game; whom the last of them names as its winner, None: nobody."""
    winner: Side | None = None
    for at, entry in enumerate(entries, 1):
        where = phrase("entry {number}", number=at)
        if (
            not isinstance(entry, dict)
            or entry.get("type") != "amove"
            or value_of(entry, "player", int) not in _SIDES
        ):
            raise InvalidRecord(in_game(taken.number, where, strange()))
        side = _SIDES[entry["player"]]
        if winner is not None:
            taken.note(where, phrase("something follows the end of the game; left out"))
        elif value_of(entry, "green", int) != _NO_PLAY:
            _turn(taken, entry, side, where)
        elif _no_play(taken, entry, side, where):
            winner = side
    return winner


def _turn(taken: Transcript, entry: dict[str, Any], side: Side, where: Phrase) -> None:
    roll = _roll(entry["green"], entry.get("red"), taken.number, where)
    text = _play(taken, entry, side, where)
    if _is_ambiguous(taken, side, roll, text):
        raise InvalidRecord(
            in_game(
                taken.number, where, unsure(phrase("{text} does not tell what was hit on the way", text=text))
            )
        )
    taken.play(where, side, roll, text)


def _winner(named: Side | None, won: Mapping[Side, int], number: int) -> Side | None:
    """The winner, by an entry that names them and by the points that each side `won` in the score."""
    scored = next((side for side in Side if won[side] > 0 and won[side.other] == 0), None)
    if None not in (named, scored) and named is not scored:
        raise InvalidRecord(
            of_game(number, unsure(phrase("the file gives it to one player and the score to the other")))
        )
    return named or scored


def _no_play(taken: Transcript, entry: dict[str, Any], side: Side, where: Phrase) -> bool:
    """Take down an entry that is no play; whether it is the end of the game, which names the winner."""
    match value_of(entry, "red", int):
        case _Entry.DOUBLE | _Entry.TAKE | _Entry.PASS as what:
            _cube(taken, _Entry(what), side, where)
        case _Entry.DANCE:
            one, other = ([*value_of(entry, name, list), None][0] for name in ("from", "to"))
            taken.play(where, side, _roll(one, other, taken.number, where), "-")
        case _Entry.END:
            return True
        case _Entry.RESIGN:
            pass
        case other:
            raise InvalidRecord(in_game(taken.number, where, strange()))
    return False


def _cube(taken: Transcript, what: _Entry, side: Side, where: Phrase) -> None:
    """A double, or its answer. Raises InvalidRecord where they follow each other in another way, as with beavers."""
    pending = taken.pending
    answers = pending is not None and pending.side is side.other
    if answers is (what is _Entry.DOUBLE) or (pending is not None and not answers):
        raise InvalidRecord(
            in_game(taken.number, where, unsure(phrase("the cube is used in a way that is not known here")))
        )
    if what is _Entry.DOUBLE:
        taken.double(where, side)
    else:
        taken.answer(where, CubeAction.TAKE if what is _Entry.TAKE else CubeAction.PASS)


def _play(taken: Transcript, entry: dict[str, Any], side: Side, where: Phrase) -> str:
    """What was played, as people write it. Raises InvalidRecord where a checker moves that is not there."""
    pairs = []
    for origin, target in zip(value_of(entry, "from", list), value_of(entry, "to", list), strict=False):
        if origin == -1:
            break
        if not (_is_site(origin) and origin > OFF and _is_site(target) and target < BAR):
            raise InvalidRecord(
                damaged(".bgf", in_game(taken.number, where, phrase("a move without points")))
            )
        pairs.append((origin, target))
    if not pairs:
        raise InvalidRecord(in_game(taken.number, where, phrase("a roll, but no play")))
    men = list(taken.position.of(side))
    for origin, target in sorted(pairs, reverse=True):
        if not men[origin]:
            raise InvalidRecord(
                in_game(taken.number, where, unsure(phrase("no checker is where it is moved from")))
            )
        men[origin] -= 1
        men[target] += 1
    return " ".join(f"{origin}/{target}" for origin, target in pairs)


def _is_ambiguous(taken: Transcript, side: Side, roll: Roll, text: str) -> bool:
    try:
        parse_play(taken.game, taken.position, side, roll, text)
    except AmbiguousPlay:
        return True
    except EngineError:
        return False
    return False


def _roll(one: object, other: object, number: int, where: Phrase) -> Roll:
    if isinstance(one, int) and isinstance(other, int):
        with suppress(EngineError):
            return Roll.of(one, other)
    raise InvalidRecord(damaged(".bgf", in_game(number, where, phrase("no roll of two dice"))))


def _start(told: Mapping[str, Any], number: int, rules: TablesGame) -> Position:
    """The board that a game begins with; the usual one where the file has none."""
    counts = told.get("points")
    if counts is None:
        return rules.start
    men = sum(rules.start.white)
    if not isinstance(counts, list) or len(counts) < len(POINTS) or not all(map(_is_count, counts)):
        raise InvalidRecord(damaged(".bgf", of_game(number, phrase("there cannot be such a board"))))
    white, black = [0] * (BAR + 1), [0] * (BAR + 1)
    for point, count in enumerate(counts[: len(POINTS)], 1):
        white[BAR - point], black[point] = max(0, count), max(0, -count)
    plain = told.get("cube", 1) == 1 and told.get("cubeOwner", 0) == 0 and not told.get("egyptian")
    if sum(white) != men or sum(black) != men or any(counts[len(POINTS) :]) or not plain:
        raise InvalidRecord(of_game(number, unsure(phrase("it begins in a way that is not known here"))))
    return Position(tuple(white), tuple(black))


def _score(told: object, number: int) -> Score:
    if not isinstance(told, dict):
        raise InvalidRecord(damaged(".bgf", of_game(number, strange())))
    score = Score(value_of(told, "scoreGreen", int, 0), value_of(told, "scoreRed", int, 0))
    if not (0 <= score.white <= MOST_POINTS and 0 <= score.black <= MOST_POINTS):
        raise InvalidRecord(
            damaged(
                ".bgf",
                of_game(
                    number, phrase("it is said to begin at {score}", score=f"{score.white}:{score.black}")
                ),
            )
        )
    return score


def _tags(told: dict[str, Any]) -> Tags:
    """What the file says besides, under the keys of .mat files."""
    tags = [(key, _words(told.get(name))) for key, name in _TAGS]
    tags.append(("Site", _words(told.get("site")) or _words(told.get("location"))))
    for form in _DAYS:
        with suppress(ValueError):
            tags.append(("EventDate", datetime.strptime(_words(told.get("date")), form).strftime("%Y.%m.%d")))
            break
    return tuple((key, text) for key, text in tags if text)


def _name(told: Mapping[str, Any], key: str) -> str:
    return whole_text(value_of(told, key, str, "")).strip()


def _words(told: object) -> str:
    return re.sub(r"\s+", " ", whole_text(told)).strip() if isinstance(told, str) else ""


def _is_site(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and OFF <= value <= BAR


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= 15
