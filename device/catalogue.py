"""The catalogue of the games, for `tableside games`."""

import inspect
from collections.abc import Iterable

from engine.tables import TablesGame

Json = dict[str, object]


def game_json(game: TablesGame, *, with_rules: bool = False) -> Json:
    """A game as `tableside games --json` tells it."""
    told: Json = {
        "id": game.id,
        "name": game.name,
        "names": dict(game.names),
        "aliases": list(game.aliases),
        "family": "tables",
        "men": game.men,
        "start": str(game.start),
        "cube": game.cube,
        "options": [
            {
                "name": option.name,
                "default": option.default,
                "values": [choice.value for choice in option.choices],
                "text": option.sentence,
            }
            for option in game.options
        ],
        "source": game.source,
    }
    if with_rules:
        told["rules"] = inspect.cleandoc(game.rules or "")
    return told


def game_lines(games: Iterable[TablesGame]) -> str:
    """All games, a line each: id, name, and what else they are called."""
    lines = []
    for game in games:
        others = dict.fromkeys([*(name for _, name in game.names if name != game.name), *game.aliases])
        also = f" ({', '.join(others)})" if others else ""
        lines.append(f"{game.id:<16} {game.name}{also}")
    return "\n".join(lines)


def game_text(game: TablesGame) -> str:
    """A game's rules in prose, with its options."""
    lines = [inspect.cleandoc(game.rules or game.name), "", f"Start: {game.start}"]
    if game.options:
        lines.append("Options:")
    for option in game.options:
        values = ", ".join(str(choice.value).lower() for choice in option.choices)
        lines.append(f"  {option.name} ({values}): {option.sentence}")
    lines.append(f"Source: {game.source}")
    return "\n".join(lines)
