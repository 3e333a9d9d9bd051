"""Tableside's own JSON read back: the very same match, and one sentence with its place for whatever is damaged.

Keys that are not known are ignored, so that newer programs may add some; a newer version is refused. Version
1 told less: plays are found from their text, and what is remembered from the rules.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.board import Side
from engine.errors import EngineError, InvalidRecord
from engine.i18n import marked, phrase
from engine.match.match import Game, Match, Result, Score
from engine.match.terms import Terms
from engine.match_format import Chosen, MatchFormat
from engine.position import Position
from engine.records.record import MOST_GAMES, Record, Tags
from engine.records.tableside.agreement import term_value
from engine.records.tableside.first import FirstGameReader
from engine.records.tableside.json_game import MOST, GameReader, cube_from
from engine.records.tableside.json_values import Values, is_whole, shown, whole_text
from engine.records.tableside.json_writer import FORMAT, VERSION, as_it_stands

_FIRST = 1


def record_from(data: Mapping[str, Any]) -> Record:
    """The record that an object of JSON holds. Raises InvalidRecord."""
    values = Values(data)
    if data.get("format") != FORMAT:
        raise InvalidRecord(
            phrase(
                "this is no record of a match by Tableside: its 'format' is not {format}", format=repr(FORMAT)
            )
        )
    version = values.whole("version", 0, MOST)
    if version > VERSION:
        raise InvalidRecord(
            phrase(
                "this was written by a newer Tableside (version {version} of its format, this one knows {known}): "
                "install the newer version",
                version=version,
                known=VERSION,
            )
        )
    if version < _FIRST:
        raise InvalidRecord(phrase("there is no version {version} of this format", version=version))
    return Record(
        _match(values, version),
        values.texts("notes"),
        _tags(values),
        _turns(values, "known"),
        _turns(values, "lost"),
    )


def _turns(values: Values, name: str) -> tuple[tuple[int, int], ...]:
    """Some turns of the match, each told by the number of its game and its own in it."""
    found = []
    for each in values.listed(name):
        if not (isinstance(each, list) and len(each) == 2 and all(is_whole(number) for number in each)):
            raise values.bad(name, phrase("pairs of a game and a turn, like [1, 17]"), each)
        found.append((each[0], each[1]))
    return tuple(found)


def _tags(values: Values) -> Tags:
    tags = []
    for tag in values.listed("tags"):
        if not (isinstance(tag, list) and len(tag) == 2 and all(isinstance(each, str) for each in tag)):
            raise values.bad("tags", phrase('pairs of texts, like ["EventDate", "2026.11.20"]'), tag)
        tags.append((whole_text(tag[0]), whole_text(tag[1])))
    return tuple(tags)


def _match(values: Values, version: int) -> Match:
    told = values.at("match")
    length = told.whole("length", 0, MOST)
    match_format = told.maybe_at("programme")
    match = Match(
        length,
        told.text("white"),
        told.text("black"),
        (),
        told.text("game"),
        None if match_format is None else _match_format(match_format),
        _terms(told),
        told.text("dice", ""),
    )
    return replace(
        match,
        games=tuple(
            _game(match, each, version)
            for each in values.objects("games", marked("game {number}"), MOST_GAMES)
        ),
    )


def _terms(told: Values) -> Terms:
    """The terms, those that are not known here left out; whether they go together is not asked of what is over."""
    values, changes = told.maybe_at("terms"), dict[str, object]()
    for name, value in values.data.items() if values else ():
        found = term_value(name, value)
        if found is None:
            raise told.wrong(phrase("{name} cannot be {value}", name=f"terms: {name!r}", value=shown(value)))
        changes |= found
    return Terms(**changes)  # type: ignore[arg-type]


def _match_format(told: Values) -> MatchFormat:
    decider = told.maybe_at("decider")
    games = tuple(_chosen(each) for each in told.objects("games", marked("game {number}")))
    if not games:
        raise told.wrong(phrase("there is no game in it"))
    decided_by = None if decider is None else _chosen(decider)
    return MatchFormat(told.text("id"), games, decided_by, told.flag("best_win"))


def _chosen(told: Values) -> Chosen:
    options = told.maybe_at("options")
    agreed = []
    for name, value in options.data.items() if options else ():
        if not isinstance(value, bool | int | str):
            raise told.wrong(
                phrase("the option {name} cannot be {value}", name=shown(name), value=shown(value))
            )
        agreed.append((name, value))
    chosen = Chosen(told.text("game"), tuple(agreed))
    try:
        chosen.rules()
    except EngineError as error:
        raise told.wrong(error) from error
    return chosen


def _game(match: Match, told: Values, version: int) -> Game:
    place = told.whole("place", 0, MOST, 0)
    chosen = None if told.flag("as_agreed") else _chosen(told)
    score = told.at("score")
    try:
        empty = Game(Position((), ()), Score(), chosen=chosen, place=place)
        rules = match.rules(empty)
    except EngineError as error:
        raise told.wrong(error) from error
    except ZeroDivisionError:
        raise told.wrong(phrase("it is not said which game it was")) from None
    reader = FirstGameReader(rules) if version == _FIRST else GameReader(rules)
    start = reader.board(told, "start", as_it_stands)
    cube, result = told.maybe_at("cube"), told.maybe_at("result")
    return replace(
        empty,
        start=start,
        score=Score(score.whole("W", 0, MOST), score.whole("B", 0, MOST)),
        crawford=told.flag("crawford"),
        turns=reader.turns(told, start),
        result=None if result is None else _result(result),
        cube=None if cube is None else cube_from(cube),
    )


def _result(told: Values) -> Result:
    return Result(told.maybe_one_of("winner", Side), told.whole("points", 0, MOST), told.text("how"))
