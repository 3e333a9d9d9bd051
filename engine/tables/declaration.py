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

from engine.board import Side
from engine.errors import InvalidGame, InvalidOption, UnknownGame
from engine.i18n import marked
from engine.tables import breaking, numbers, restrictions, winning
from engine.tables.grades import Grade, Loser
from engine.tables.moment import BreakRule, ChipRule, Deadlock, FirstTurn, StepRule, TurnRule, Win
from engine.tables.numbers import Bonus, Garanguet, Numbers, Plain
from engine.tables.options import Option
from engine.tables.tables_game import BearOff, DiceSource, Landing, Relation, TablesGame

Declared = Mapping[str, object]
"""The keys of a declaration and their values, as TOML and JSON have them."""
Place = tuple[str | int, ...]
"""Where in a declaration something stands: keys, and places in lists from 0."""

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
_DICE: dict[type, tuple[int, ...]] = {Plain: (2, 3), Garanguet: (3,)}
"""With how many dice numbers can be played, where it is not two."""
_HIGHER_FIRST = "is to be written with the higher number first, like [4, 3]"
_MOST, _POINTS, _MEN, _FACES = 99, 24, range(1, 16), range(1, 7)


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
        raise InvalidGame([((), f"is no declaration of a game of at most {_LONGEST_OF_ALL} characters")])
    wrong: list[tuple[Place, str]] = []
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

    def __init__(self, told: Iterable[tuple[Place, str]]) -> None:
        self.told = list(told)
        super().__init__(self.told)


def _refused(place: Place, says: str) -> _Refused:
    return _Refused([(place, says)])


def _read_all(readings: Iterable[Callable[[], Any]]) -> list[Any]:
    """What readings give. Raises _Refused with all that is wrong in any of them."""
    found: list[Any] = []
    wrong: list[tuple[Place, str]] = []
    for read in readings:
        try:
            found.append(read())
        except _Refused as error:
            wrong += error.told
    if wrong:
        raise _Refused(wrong)
    return found


def _game(
    declared: Declared, text: str, find: Callable[[str], object], wrong: list[tuple[Place, str]]
) -> TablesGame | None:
    known = {**OWN, **FIELDS}
    wrong += [((key,), f"is not known here; {_near(key, known)}") for key in declared if key not in known]
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
    wrong += _senseless(game)
    return game


def _base(
    declared: Declared, find: Callable[[str], object], wrong: list[tuple[Place, str]]
) -> TablesGame | None:
    """The game that it is like, as agreed on."""
    like = declared.get("like", "backgammon")
    try:
        found = find(like) if isinstance(like, str) and not is_declaration(like) else None
    except UnknownGame as error:
        wrong.append((("like",), str(error)))
        return None
    if not isinstance(found, TablesGame) or not _is_plain(found):
        wrong.append(
            (("like",), "must be a game with dice on 24 points whose rules are all data, such as portes")
        )
        return None
    try:
        return found.with_options(_agreed(declared))
    except InvalidOption as error:
        wrong.append((("options",), str(error)))
        return None


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


def _texts_wrong(declared: Declared) -> Iterator[tuple[Place, str]]:
    for name, longest in _LONGEST.items():
        value = declared.get(name)
        if value is None and name == "source":
            continue
        if value is None:
            yield (), f'lacks its {name}: write {name} = "..."; {OWN[name].lower()}'
        elif not isinstance(value, str) or not value.strip() or len(value) > longest:
            yield (name,), f"must be a text in quotes, of at most {longest} characters"
        elif name == "name" and "," in value:
            yield (name,), "must have no comma: games are told apart by them"
        elif not value.replace("\n", " ").isprintable() or (name != "rules" and "\n" in value):
            yield (name,), "has characters that cannot be shown"
    if not isinstance(declared.get("options", {}), dict):
        yield ("options",), "must be a table: write [options] on a line, what is agreed on below"


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
        raise _refused(place, f"must be true or false, not {_said(value)}")
    if hint is str and not (isinstance(value, str) and value.isprintable() and 0 < len(value) <= 60):
        raise _refused(place, f"must be a text in quotes, of at most 60 characters, not {_said(value)}")
    # In a list it is a point, a number of checkers or a die.
    most = _POINTS if isinstance(place[-1], int) else _MOST
    if hint is int and not (type(value) is int and 0 <= value <= most):
        raise _refused(place, f"must be a whole number from 0 to {most}, not {_said(value)}")
    return value


def _choice(choices: Iterable[Enum], value: object, place: Place) -> Enum:
    known = {each.value: each for each in choices}
    if not isinstance(value, str) or value not in known:
        offered = ", ".join(f'"{each}"' for each in known)
        raise _refused(place, f"must be one of {offered}, not {_said(value)}")
    return known[value]


def _several(parts: tuple[Any, ...], value: object, place: Place) -> tuple[Any, ...]:
    if not isinstance(value, list) or len(value) > _MOST:
        raise _refused(place, f"must be a list in square brackets, not {_said(value)}")
    of_each = [parts[0]] * len(value) if parts[-1] is ... else list(parts)
    if len(value) != len(of_each):
        raise _refused(place, f"must be a list of {len(of_each)}, not of {len(value)}")
    pairs = zip(of_each, value, strict=True)
    return tuple(
        _read_all(partial(_value, part, each, (*place, number)) for number, (part, each) in enumerate(pairs))
    )


def _rule(kinds: Mapping[str, type], value: object, place: Place) -> Any:
    """A rule object: a table with its `kind`, or that alone in quotes."""
    table = {"kind": value} if isinstance(value, str) else value
    if not isinstance(table, dict) or not isinstance(table.get("kind"), str):
        raise _refused(place, f'must say its kind, such as {{ kind = "{next(iter(kinds))}" }}')
    kind = table["kind"]
    if kind not in kinds:
        raise _refused((*place, "kind"), f"is not known here; {_near(kind, kinds)}")
    return _filled(kinds[kind], {name: each for name, each in table.items() if name != "kind"}, place)


def _filled(kind: type, value: object, place: Place) -> Any:
    """A frozen dataclass with the fields of a table."""
    if not isinstance(value, dict):
        raise _refused(place, f"must be a table in curly brackets, not {_said(value)}")
    said, hints = {each.name: each for each in said_fields(kind)}, get_type_hints(kind)

    def read(name: str, each: object) -> Any:
        if name not in said:
            raise _refused((*place, name), f"is no part of {kind.__name__}; {_near(name, said)}")
        return _value(hints[name], each, (*place, name))

    def complete() -> None:
        lacking = [name for name, each in said.items() if each.default is MISSING and name not in value]
        if lacking:
            raise _refused(place, f"lacks {' and '.join(lacking)}")

    *values, _ = _read_all((*(partial(read, name, each) for name, each in value.items()), complete))
    return kind(**dict(zip(value, values, strict=True)))


def _setup(_: Any, value: object, place: Place) -> tuple[tuple[int, int], ...]:
    """A set-up: a table of points, and how many stand there."""
    if not isinstance(value, dict):
        raise _refused(place, "must be a table: write [setup] on a line, below it points like 24 = 2")
    points = {str(point): point for point in range(1, _POINTS + 1)} | {HAND: _POINTS + 1}

    def read(point: str, men: object) -> tuple[int, int]:
        if point not in points:
            raise _refused(
                (*place, point), f'is no point: they are 1 to {_POINTS}, and "{HAND}" beside the board'
            )
        if type(men) is not int or men not in _MEN:
            raise _refused((*place, point), f"must be 1 to {_MEN[-1]} checkers, not {_said(men)}")
        return points[point], men

    return tuple(_read_all(partial(read, *each) for each in value.items()))


def _senseless(game: TablesGame) -> Iterator[tuple[Place, str]]:
    """What makes no sense together."""
    for name, setup in (("setup", game.setup), ("setup_black", game.setup_black)):
        if setup is not None and sum(men for _, men in setup) != game.men:
            total = sum(men for _, men in setup)
            yield (name,), f"has {total} checkers, and each side has {game.men}: say `men` or put it right"
    if game.men not in _MEN:
        yield ("men",), f"must be {_MEN[0]} to {_MEN[-1]}"
    counts = _DICE.get(type(game.numbers), (2,))
    if game.dice not in counts:
        told = " or ".join(map(str, counts))
        yield ("dice",), f"must be {told} where numbers are {type(game.numbers).__name__}"
    if not game.faces or not set(game.faces) <= set(_FACES) or len(set(game.faces)) < len(game.faces):
        yield ("faces",), "must be different numbers from 1 to 6"
    if (game.landing is Landing.SOLO_BLOCK) != (game.block_at == 1) or game.block_at < 1:
        yield ("block_at",), 'is 1 where one checker closes a point (landing = "solo_block"), else 2 or more'
    if game.landing is not Landing.PIN and _together(game):
        points = ", ".join(map(str, _together(game)))
        yield (
            ("setup",),
            f"puts both sides on one point (White's {points}): only where they pin can they stand so",
        )
    if not game.grades or game.grades[-1].loser is not Loser.ANY or game.grades[-1].points < 1:
        yield ("grades",), 'must end with one that always fits, such as { how = "single", points = 1 }'
    if game.bearoff is BearOff.NONE and not game.wins:
        yield ("bearoff",), "leaves no way to win: say one in `wins`"
    if game.first_turn is not None and game.first_turn.rule not in game.step_rules:
        yield ("first_turn", "rule"), "must be one of `step_rules`, written alike"
    if isinstance(game.numbers, Bonus) and not _is_roll(game.numbers.roll):
        yield ("numbers", "roll"), _HIGHER_FIRST
    if game.first_turn is not None and not all(map(_is_roll, game.first_turn.rolls)):
        yield ("first_turn", "rolls"), _HIGHER_FIRST


def _is_roll(numbers: tuple[int, ...]) -> bool:
    """Whether numbers are written as rolls are compared."""
    return numbers == tuple(sorted(numbers, reverse=True))


def _together(game: TablesGame) -> list[int]:
    """The points, as White counts, on which both sides stand at the start."""
    facing = game.same_place(Side.WHITE)
    white, black = game.start.white, game.start.black
    return [point for point in range(1, game.bar) if white[point] and black[facing[point]]]


def _said(value: object) -> str:
    """A value as it is told back."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float | str):
        return repr(value)[:60].replace("{", "(").replace("}", ")")
    return "a table" if isinstance(value, dict) else "a list" if isinstance(value, list) else "a date"


def _near(name: str, known: Iterable[str]) -> str:
    """What may have been meant."""
    names = list(known)
    near = get_close_matches(str(name), names, 1)
    return f"did you mean {near[0]}?" if near else f"there are {', '.join(names)}"
