"""A game from a file: the fields of TablesGame as plain data, checked, and the game that they make.

Its id is the declaration itself, one line of JSON: whoever has a match that was played so has the game, too.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from difflib import get_close_matches
from enum import Enum
from functools import partial
from types import ModuleType, NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from engine.errors import InvalidGame, InvalidOption, Place, UnknownGame, Wrong, wrong_at
from engine.i18n import Phrase, marked, phrase, phrase_of
from engine.tables import breaking, numbers, restrictions, winning
from engine.tables.contradictions import MEN, contradictions
from engine.tables.grades import Grade
from engine.tables.moment import BreakRule, ChipRule, Deadlock, FirstTurn, StepRule, TurnRule, Win
from engine.tables.numbers import Numbers
from engine.tables.options import Option
from engine.tables.tables_game import DiceSource, Landing, Relation, TablesGame

Declared = Mapping[str, object]
"""The keys of a declaration and their values, as TOML and JSON have them."""

OWN = {
    "name": "What the game is called.",
    "rules": "What is different in it, in a sentence or more, for all who look it up.",
    "like": "The game whose rules hold wherever the file says nothing, by its id or name; backgammon by itself.",
    "source": "Where the rules come from.",
    "options": "What is agreed on of the options of that game; those are no longer offered.",
}
"""What a declaration says besides the fields of the game."""
FIELDS = {
    "men": "The checkers of each side.",
    "setup": "Where they stand at the start, each side counting for itself: points and how many; `hand` beside it.",
    "setup_black": "The same of Black, where it differs.",
    "relation": "How the ways of the two sides lie to each other.",
    "decide": "Who moves first.",
    "first_roll": "Whether the dice that decided that are the first throw.",
    "next_game": "Who begins the next game.",
    "dice": "How many dice are thrown.",
    "faces": "The numbers on their faces.",
    "numbers": "What a throw gives to play.",
    "unused": "What becomes of numbers that cannot be played.",
    "landing": "What a single checker of the opponent's means to one that would land on it.",
    "block_at": "So many checkers of the opponent's close a point.",
    "enter_first": "So many must have come in from the hand before another moves; `false`: all of them.",
    "bearoff": "Which checkers a number bears off once all are home.",
    "free_to_bear_off": "Whether none may be pinned for that.",
    "next_turn_off": "Whether a side bears off only in turns that it begins with all home.",
    "again_at_home": "Whether it throws again only after such turns.",
    "step_rules": "What every single move must satisfy.",
    "turn_rules": "What the board must satisfy at the end of a turn.",
    "first_turn": "What a step rule becomes on a side's first turn; `false`: nothing else.",
    "breaks": "When a made point may be hit like a single checker.",
    "wins": "Ways to win other than bearing off the last checker.",
    "chips": "What wins chips in the course of a game.",
    "deadlock": "When a game in which nobody gets on is over; `false`: never.",
    "grades": "What bearing off the last checker is worth, the first that fits.",
    "last_turn": "Who may finish, too, in one turn more.",
    "giveaway": "Whether who is off first loses.",
    "early_resignation": "Whether who has made no point on the second half of their way may give up singly.",
    "cube": "Whether the doubling cube is in use.",
}
"""The fields of TablesGame that a declaration may state."""

_RULES: dict[Any, tuple[ModuleType, str]] = {
    Numbers: (numbers, "plans"),
    StepRule: (restrictions, "allowed"),
    TurnRule: (restrictions, "allows"),
    BreakRule: (breaking, "breakable"),
    Win: (winning, "points"),
    ChipRule: (winning, "chips"),
    Deadlock: (winning, "progress"),
}
"""Where the rule objects of a kind are, and the method by which they are told."""
RULE_KINDS = {
    Numbers: "Numbers",
    StepRule: "Step rules",
    TurnRule: "Turn rules",
    BreakRule: "Breaks",
    Win: "Wins",
    ChipRule: "Chips",
    Deadlock: "Deadlock",
}
"""What a declaration calls the kinds of rule objects."""
_UNSAID = frozenset(("rule", "remembers", "message", "every"))
"""Fields of rule objects that are not for people to say."""
CHOICES: dict[Any, tuple[Enum, ...]] = {
    Landing: (Landing.HIT, Landing.PIN, Landing.SOLO_BLOCK),
    Relation: tuple(each for each in Relation if each is not Relation.FACING),
}
"""What may be chosen where that is not all there is."""
HAND = "hand"
"""In a set-up, the site beside the board."""
ALL_ELSE = marked("All else is as follows.")
_LONGEST = {"name": 60, "rules": 4000, "source": 200}
_LONGEST_OF_ALL = 12_000
_LACKING = {
    "name": marked("the game lacks its name: write {line}, with what it is called"),
    "rules": marked("the game lacks its rules: write {line}, with what is different in it"),
}
"""What is said where a text is missing that must be there."""
_MOST, _POINTS, _LINE = 99, 24, 60


def written_declaration(declared: Declared) -> str:
    """A declaration in one line, the same for all files that say the same."""
    return json.dumps(declared, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def is_declaration(name: str) -> bool:
    """Whether the name of a game is a declaration rather than an id."""
    return name.startswith("{")


def game_of(text: str, find: Callable[[str], object]) -> TablesGame:
    """The game that a declaration in one line makes; `find` finds the one that it is like.

    Raises InvalidGame with all that is wrong.
    """
    try:
        declared = json.loads(text) if len(text) <= _LONGEST_OF_ALL else None
    except (ValueError, RecursionError):
        declared = None
    if not isinstance(declared, dict):
        no_game = phrase(
            "this is no declaration of a game of at most {most} characters", most=_LONGEST_OF_ALL
        )
        raise InvalidGame([wrong_at((), no_game)])
    wrong: list[Wrong] = []
    game = _game(declared, text, find, wrong)
    if game is None or wrong:
        raise InvalidGame(wrong)
    return game


def kinds_of(hint: object) -> dict[str, type]:
    """The rule objects that a field of that type takes, by what they are called in a declaration."""
    module, method = _RULES[hint]
    return {
        name: each
        for name, each in vars(module).items()
        if isinstance(each, type) and is_dataclass(each) and hasattr(each, method)
    }


def said_fields(kind: Any) -> tuple[Field[Any], ...]:
    """The fields of a rule object that a declaration may state."""
    return tuple(each for each in fields(kind) if kind is FirstTurn or each.name not in _UNSAID)


class _Refused(Exception):
    """Values that make no sense: where each stands, and what is wrong with it."""

    def __init__(self, told: Iterable[Wrong]) -> None:
        self.told = list(told)
        super().__init__(self.told)


def _refused(place: Place, says: Phrase) -> _Refused:
    return _Refused([wrong_at(place, says)])


def _read_all(readings: Iterable[Callable[[], Any]]) -> list[Any]:
    """What readings give. Raises _Refused with all that is wrong in any of them."""
    found: list[Any] = []
    wrong: list[Wrong] = []
    for read in readings:
        try:
            found.append(read())
        except _Refused as error:
            wrong += error.told
    if wrong:
        raise _Refused(wrong)
    return found


def _game(
    declared: Declared, text: str, find: Callable[[str], object], wrong: list[Wrong]
) -> TablesGame | None:
    known = {**OWN, **FIELDS}
    wrong += [_unknown((key,), key, known) for key in declared if key not in known]
    wrong += _texts_wrong(declared)
    base = _base(declared, find, wrong)
    hints = get_type_hints(TablesGame)
    changes: dict[str, Any] = {}
    for name in FIELDS:
        if name in declared:
            try:
                read = _setup if name.startswith("setup") else _value
                changes[name] = read(hints[name], declared[name], (name,))
            except _Refused as error:
                wrong += error.told
    if base is None or wrong:
        return None
    if "setup" in changes:
        changes.setdefault("setup_black", None)
    rules = changes.get("step_rules", base.step_rules)
    if "first_turn" not in changes and base.first_turn and base.first_turn.rule not in rules:
        changes["first_turn"] = None
    # What the file states is settled, and what was agreed on.
    agreed = _agreed(declared)
    options = tuple(
        each for each in base.options if each.name not in agreed and not _changed_by(each) & set(changes)
    )
    game = base.variant(
        id=text,
        names=(("en", str(declared["name"])),),
        source=str(declared.get("source", f"a file; what it does not say is as in {base.name}")),
        rules="\n\n".join([str(declared["rules"]).strip(), ALL_ELSE, base.rules or ""]),
        options=options,
        **changes,
    )
    wrong += contradictions(game)
    return game


def _base(declared: Declared, find: Callable[[str], object], wrong: list[Wrong]) -> TablesGame | None:
    """The game that it is like, as agreed on."""
    like = declared.get("like", "backgammon")
    try:
        found = find(like) if isinstance(like, str) and not is_declaration(like) else None
    except UnknownGame as error:
        wrong.append(_as_told(("like",), error))
        return None
    if not isinstance(found, TablesGame) or not _is_plain(found):
        plain = phrase(
            "{place} must be a game with dice on 24 points whose rules are all data, such as {example}",
            example="portes",
        )
        wrong.append(wrong_at(("like",), plain))
        return None
    try:
        return found.with_options(_agreed(declared))
    except InvalidOption as error:
        wrong.append(_as_told(("options",), error))
        return None


def _as_told(place: Place, error: Exception) -> Wrong:
    """What an error says of that place."""
    return wrong_at(place, Phrase("{place}: {wrong}", (("wrong", phrase_of(error)),)))


def _is_plain(game: TablesGame) -> bool:
    """Whether a game is all data, on the usual board, with dice that are thrown."""
    thrown = game.source_of_dice is DiceSource.THROWN
    return game.family is None and game.points == _POINTS and thrown


def _agreed(declared: Declared) -> dict[str, Any]:
    """The options of the game that it is like."""
    found = declared.get("options", {})
    return {name: each for name, each in found.items()} if isinstance(found, dict) else {}


def _changed_by(option: Option) -> set[str]:
    """The fields that the choices of an option change."""
    return {name.lstrip("+").split(".")[0] for choice in option.choices for name, _ in choice.changes}


def _texts_wrong(declared: Declared) -> Iterator[Wrong]:
    for name, longest in _LONGEST.items():
        value = declared.get(name)
        if value is None:
            if name in _LACKING:
                yield wrong_at((), Phrase(_LACKING[name], (("line", f'{name} = "..."'),)))
        elif not isinstance(value, str) or not value.strip() or len(value) > longest:
            text = phrase("{place} must be a text in quotes, of at most {most} characters", most=longest)
            yield wrong_at((name,), text)
        elif name == "name" and "," in value:
            yield wrong_at((name,), phrase("{place} must have no comma: games are told apart by them"))
        elif not value.replace("\n", " ").isprintable() or (name != "rules" and "\n" in value):
            shown = phrase("{place} has characters that cannot be shown: write it without them, on one line")
            yield wrong_at((name,), shown)
    if not isinstance(declared.get("options", {}), dict):
        yield _no_table(("options",), "[options]")


def _value(hint: Any, value: object, place: Place) -> Any:
    """A value of that type. Raises _Refused."""
    parts = get_args(hint)
    if get_origin(hint) in (UnionType, Union):
        given = next(each for each in parts if each is not NoneType)
        return None if value is False else _value(given, value, place)
    if get_origin(hint) is tuple:
        return _several(parts, value, place)
    if hint in _RULES:
        return _rule(kinds_of(hint), value, place)
    if hint in (Grade, FirstTurn):
        return _filled(hint, value, place)
    if hint is range:
        first, last = _several((int, int), value, place)
        return range(first, last + 1)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _choice(CHOICES.get(hint, tuple(hint)), value, place)
    return _plain(hint, value, place)


def _plain(hint: Any, value: object, place: Place) -> Any:
    if hint is bool and type(value) is not bool:
        raise _refused(place, phrase("{place} must be true or false, not {value}", value=_said(value)))
    if hint is str and not (isinstance(value, str) and value.isprintable() and 0 < len(value) <= _LINE):
        says = phrase(
            "{place} must be a text in quotes, of at most {most} characters, not {value}",
            most=_LINE,
            value=_said(value),
        )
        raise _refused(place, says)
    # In a list it is a point, a number of checkers or a die.
    most = _POINTS if isinstance(place[-1], int) else _MOST
    if hint is int and not (type(value) is int and 0 <= value <= most):
        says = phrase(
            "{place} must be a whole number from 0 to {most}, not {value}", most=most, value=_said(value)
        )
        raise _refused(place, says)
    return value


def _choice(choices: Iterable[Enum], value: object, place: Place) -> Enum:
    known = {each.value: each for each in choices}
    if not isinstance(value, str) or value not in known:
        offered = ", ".join(f'"{each}"' for each in known)
        raise _refused(
            place,
            phrase("{place} must be one of {choices}, not {value}", choices=offered, value=_said(value)),
        )
    return known[value]


def _several(parts: tuple[Any, ...], value: object, place: Place) -> tuple[Any, ...]:
    if not isinstance(value, list) or len(value) > _MOST:
        says = phrase("{place} must be a list in square brackets, not {value}", value=_said(value))
        raise _refused(place, says)
    of_each = [parts[0]] * len(value) if parts[-1] is ... else list(parts)
    if len(value) != len(of_each):
        says = phrase(
            "{place} must be a list of {needed}, not of {given}", needed=len(of_each), given=len(value)
        )
        raise _refused(place, says)
    pairs = zip(of_each, value, strict=True)
    return tuple(
        _read_all(partial(_value, part, each, (*place, number)) for number, (part, each) in enumerate(pairs))
    )


def _rule(kinds: Mapping[str, type], value: object, place: Place) -> Any:
    """A rule object: a table with its `kind`, or that alone in quotes."""
    table = {"kind": value} if isinstance(value, str) else value
    if not isinstance(table, dict) or not isinstance(table.get("kind"), str):
        example = f'{{ kind = "{next(iter(kinds))}" }}'
        raise _refused(place, phrase("{place} must say its kind, such as {example}", example=example))
    kind = table["kind"]
    if kind not in kinds:
        raise _Refused([_unknown((*place, "kind"), kind, kinds)])
    return _filled(kinds[kind], {name: each for name, each in table.items() if name != "kind"}, place)


def _filled(kind: type, value: object, place: Place) -> Any:
    """A frozen dataclass with the fields of a table."""
    if not isinstance(value, dict):
        says = phrase("{place} must be a table in curly brackets, not {value}", value=_said(value))
        raise _refused(place, says)
    said, hints = {each.name: each for each in said_fields(kind)}, get_type_hints(kind)

    def read(name: str, each: object) -> Any:
        if name not in said:
            raise _Refused([_no_part((*place, name), name, kind.__name__, list(said))])
        return _value(hints[name], each, (*place, name))

    def complete() -> None:
        lacking = [name for name, each in said.items() if each.default is MISSING and name not in value]
        if lacking:
            lacks = phrase("{place} lacks what has to be said there: {fields}", fields=", ".join(lacking))
            raise _refused(place, lacks)

    *values, _ = _read_all((*(partial(read, name, each) for name, each in value.items()), complete))
    return kind(**dict(zip(value, values, strict=True)))


def _setup(_: Any, value: object, place: Place) -> tuple[tuple[int, int], ...]:
    """A set-up: a table of points, and how many stand there."""
    if not isinstance(value, dict):
        raise _Refused([_no_table(place, "[setup]")])
    points = {str(point): point for point in range(1, _POINTS + 1)} | {HAND: _POINTS + 1}

    def read(point: str, men: object) -> tuple[int, int]:
        if point not in points:
            no_point = phrase(
                "{place} is no point: they are 1 to {last}, and {hand} beside the board",
                last=_POINTS,
                hand=f'"{HAND}"',
            )
            raise _refused((*place, point), no_point)
        if type(men) is not int or men not in MEN:
            too_many = phrase(
                "{place} must be 1 to {most} checkers, not {value}", most=MEN[-1], value=_said(men)
            )
            raise _refused((*place, point), too_many)
        return points[point], men

    return tuple(_read_all(partial(read, *each) for each in value.items()))


def _said(value: object) -> str | Phrase:
    """A value as it is told back."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return phrase("a table")
    return phrase("a list") if isinstance(value, list) else repr(value)[:60]


def _no_table(place: Place, line: str) -> Wrong:
    return wrong_at(
        place, phrase("{place} must be a table: write {line} on a line, its keys below", line=line)
    )


def _unknown(place: Place, name: str, known: Iterable[str]) -> Wrong:
    """That nothing is called so, and what may have been meant."""
    names = list(known)
    near = get_close_matches(name, names, 1)
    if near:
        return wrong_at(place, phrase("{place} is not known here; did you mean {near}?", near=near[0]))
    return wrong_at(place, phrase("{place} is not known here; there are {known}", known=", ".join(names)))


def _no_part(place: Place, name: str, kind: str, parts: list[str]) -> Wrong:
    """That a rule object of a kind has no part called so, and what may have been meant."""
    near = get_close_matches(name, parts, 1)
    if near:
        says = phrase("{place} is no part of {kind}; did you mean {near}?", kind=kind, near=near[0])
    elif parts:
        says = phrase("{place} is no part of {kind}; it has {parts}", kind=kind, parts=", ".join(parts))
    else:
        says = phrase("{place} is no part of {kind}, which has none: leave it out", kind=kind)
    return wrong_at(place, says)
