"""The page docs/games.md: every game with its start drawn, its rules, its options, and where its sources disagree."""

from collections.abc import Mapping

from device.library.games.catalogue import departures, kind_title, listed_games, option_lines, paragraphs
from engine.board import Side
from engine.games import all_games
from engine.match_format import Series
from engine.match_formats import all_series
from engine.rules import Rules
from engine.squares import KING
from engine.tables.tables_game import TablesGame

HEAD = """# Games

All that can be played, as the program itself has it; written by `python tests/test_docs.py`. Boards are drawn as White
sees them, with White's numbers: `W5` are five checkers of White's. `tableside games ID` tells the same of one game.
"""


def games_page() -> str:
    """The whole page as Markdown."""
    games = listed_games(all_games(), all_series())
    index = "".join(f"- [{each.name}](#{each.id}) `{each.id}`\n" for each in games)
    return f"{HEAD}\n{index}" + "".join(f"\n{_entry(each)}" for each in games)


def _entry(game: Rules | Series) -> str:
    names = dict.fromkeys(name for _, name in game.names if name != game.name)
    also = ", ".join([*names, *game.aliases])
    parts = [
        f'<a id="{game.id}"></a>\n## {game.name}',
        f"*{kind_title(game)}.*" + (f" Also: {also}." if also else ""),
    ]
    if not isinstance(game, Series):
        parts.append(f"```\n{drawn(game)}\n```")
    parts += [*paragraphs(game.rules), *(str(each) for each in departures(game))]
    if game.options:
        told = "\n".join(line for option in game.options for line in option_lines(option))
        parts.append(f"```\n{told}\n```")
    return "\n\n".join([*parts, f"Source: {game.source}."]) + "\n"


def drawn(game: Rules) -> str:
    """The start of a game as a board of letters, White near.

    >>> from engine.games import find_game
    >>> print(drawn(find_game("hypergammon")))
     13  14  15  16  17  18 |  19  20  21  22  23  24
      .   .   .   .   .   . |   .   .   .  W1  W1  W1
      .   .   .   .   .   . |   .   .   .  B1  B1  B1
     12  11  10   9   8   7 |   6   5   4   3   2   1
    """
    if not isinstance(game, TablesGame):
        return _squares(game)
    there: dict[int, str] = {}
    for side in Side:
        lying = game.lying(side)
        for site in range(1, game.bar):
            if men := game.start.of(side)[site]:
                there[lying[site]] = f"{side.value}{men}"
    numbers = {lies: str(site) for site, lies in enumerate(game.lying(Side.WHITE)[: game.bar]) if site}
    far, near = list(range(13, 25)), list(range(12, 0, -1))
    lines = [_line(numbers, far), _line(there, far, ".")]
    if game.points == 36:
        middle = list(range(36, 24, -1))
        lines += [_line(numbers, middle), _line(there, middle, ".")]
    lines += [_line(there, near, "."), _line(numbers, near)]
    hand = [
        f"{men} of {name}" for name, men in zip(("White", "Black"), game.start.past.hand, strict=True) if men
    ]
    return "\n".join([*lines, *([f"in hand: {' and '.join(hand)}"] if hand else [])])


def _line(texts: Mapping[int, str], points: list[int], otherwise: str = "") -> str:
    cells = [f"{texts.get(point, otherwise):>4}" for point in points]
    return f"{''.join(cells[:6])[1:]} | {''.join(cells[6:])[1:]}"


def _squares(game: Rules) -> str:
    """The squares of Tablut: K the king, W his men, B those who attack."""
    white, black = game.start.white, game.start.black

    def man(square: int) -> str:
        return "B" if black[square] else "." if not white[square] else "K" if white[square] >= KING else "W"

    ranks = [
        f"{rank + 1} " + " ".join(man(rank * 9 + file) for file in range(9)) for rank in range(8, -1, -1)
    ]
    return "\n".join([*ranks, "  a b c d e f g h i"])
