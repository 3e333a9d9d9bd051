"""The page docs/own-games.md: how to write a game of one's own, with an example, and all that can be said in it."""

import inspect
import types
from dataclasses import MISSING
from enum import Enum
from typing import Any, Union, get_args, get_origin, get_type_hints

from engine.tables.declaration import CHOICES, FIELDS, HAND, OWN, RULE_KINDS, kinds_of, said_fields
from engine.tables.grades import Grade
from engine.tables.moment import FirstTurn
from engine.tables.tables_game import TablesGame

EXAMPLE = '''name = "Sunday tables"
like = "portes"
rules = """
Everybody begins with three checkers on the 24 and four on the 13. Who has thrown a doublet and played it whole throws
again; and a checker that has hit on one of its last six points stays there for the turn."""

setup = { 24 = 3, 13 = 4, 8 = 3, 6 = 5 }

[numbers]                       # a doublet is four moves, and earns another throw
kind = "Twice"
again = "if all compulsory numbers were played"

[[step_rules]]
kind = "NoHitAndRun"
within = 6

[[grades]]                      # the first that fits: two points if the loser has borne off none
how = "gammon"
points = 2
loser = "none off"

[[grades]]
how = "single"
points = 1
'''

HEAD = f"""# Games of one's own

A house rule needs no program: a file says what is different from a game that Tableside knows. This is a whole one,
`sunday.toml`:

```toml
{EXAMPLE}```

    tableside games sunday.toml                  how it reads: rules, start, options
    tableside plays --game sunday.toml --position "W: 24(3) 13(4) 8(3) 6(5) B: 24(3) 13(4) 8(3) 6(5)" --roll 6-6
    tableside run --game sunday.toml             played before the camera; `watch`, `read` and `calibrate` take it, too

In the settings, `game = "sunday.toml"` names it for good; the file lies beside the settings, or is named by its whole
path. The desk and the set-up page then offer it beside all other games.

What is wrong in a file is told by line, all at once:
`sunday.toml, line 16: step_rules, entry 1, within must be a whole number from 0 to 99, not 'six'`.

The game's id is the declaration itself, and so every event, record and copy of the log holds it: a match outlives its
file, a file that is changed changes no match that was played before, a hub knows the game, and `tableside check`
replays such a record (`.json` or text; the formats of backgammon cannot hold it) without being told anything. Options
of the game it is like are offered as they are there, but for those that change what the file states.

The sentences of its rules stand before those of the game it is like, and are not translated.

## What can be said

Points are counted by each side for itself, from 24 to 1. What is left out is as in the game that it is `like`.
"""


def own_games_page() -> str:
    """The whole page as Markdown."""
    hints = get_type_hints(TablesGame)
    lines = [HEAD, "| key | value | is |", "|---|---|---|"]
    lines += [f"| `{name}` | {_OWN_TYPES.get(name, 'text')} | {says} |" for name, says in OWN.items()]
    lines += [f"| `{name}` | {_field_type(name, hints[name])} | {says} |" for name, says in FIELDS.items()]
    for hint, title in RULE_KINDS.items():
        lines += ["", f"### {title}", ""]
        lines += [_kind(name, kind) for name, kind in kinds_of(hint).items()]
    lines += [
        "",
        "### Grades, and the first turn",
        "",
        _kind("a grade", Grade),
        _kind("first_turn", FirstTurn),
    ]
    return "\n".join(lines) + "\n"


_OWN_TYPES = {"options": "table"}


def _field_type(name: str, hint: Any) -> str:
    if name.startswith("setup"):
        return f"table: points, or `{HAND}`, and how many"
    return _type(hint)


def _kind(name: str, kind: type) -> str:
    """A rule object: what it is, and what can be said of it."""
    hints = get_type_hints(kind)
    parts = [
        f"`{each.name}`: {_type(hints[each.name])}"
        + ("" if each.default is MISSING else f" ({_told(each.default)})")
        for each in said_fields(kind)
    ]
    says = " ".join((inspect.getdoc(kind) or "").split())
    return f"- **{name}**: {says}" + (f" *{'; '.join(parts)}.*" if parts else "")


def _type(hint: Any) -> str:
    """What a value is, in words."""
    parts = get_args(hint)
    if get_origin(hint) in (types.UnionType, Union):
        return f"{_type(parts[0])}, or `false`"
    if get_origin(hint) is tuple and parts[-1] is ...:
        return f"list of {_PLURALS.get(_type(parts[0]), _type(parts[0]))}"
    if get_origin(hint) is tuple:
        return f"[{', '.join(map(_type, parts))}]"
    if hint in RULE_KINDS:
        return f"[{RULE_KINDS[hint].lower()}](#{RULE_KINDS[hint].lower().replace(' ', '-')})"
    if isinstance(hint, type) and issubclass(hint, Enum):
        return ", ".join(f"`{each.value}`" for each in CHOICES.get(hint, tuple(hint)))
    return _WORDS[hint]


_WORDS: dict[Any, str] = {
    bool: "`true` or `false`", int: "number", str: "text", Grade: "grade", FirstTurn: "table",
    range: "[first, last]",
}  # fmt: skip
_PLURALS = {"number": "numbers", "text": "texts", "grade": "[grades](#grades-and-the-first-turn)"}


def _told(value: object) -> str:
    """A default, as it would be written."""
    if isinstance(value, bool) or value is None:
        return str(bool(value)).lower()
    if isinstance(value, Enum):
        return str(value.value)
    return f"[{', '.join(map(str, value))}]" if isinstance(value, tuple) else str(value)
