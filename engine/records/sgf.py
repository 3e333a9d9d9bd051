"""SGF files as GNU Backgammon writes and reads them (GM[6], red-bean.com/sgf/backgammon.html): `write_sgf`.

One tree for every game. White is W and moves down the alphabet: a to x are his points 1 to 24, y the bar, z the tray. A
game is written up to the first thing that the format does not know (engine.records.fitting); a comment at its end, and
at the head of the game, says why.
"""

from collections.abc import Iterator, Sequence

from engine.board import BAR, OFF, Side
from engine.cube import CubeAction
from engine.match import CheckerTurn, CubeTurn, Game, Match, Result, Turn
from engine.play import Play
from engine.position import Position
from engine.records.fitting import STAND_IN, Fit, clean_name, fit_of, one_line, passed_beaver
from engine.wording import Names

_TAGS = {"EventDate": "DT", "Event": "EV", "Site": "PC", "Round": "RO", "Transcriber": "AN"}
"""The tags of other formats, and what they are here."""
_ANSWERS = {CubeAction.TAKE: "take", CubeAction.PASS: "drop"}


def write_sgf(match: Match, tags: Sequence[tuple[str, str]] = ()) -> str:
    """A match as an SGF file; `tags` such as ("EventDate", "2026.11.20") are about all of it.

    A match without games is one game that has not begun.
    """
    names = Names(clean_name(match.white, "White"), clean_name(match.black, "Black"))
    about = [
        (_TAGS[key], _date(value) if key == "EventDate" else value) for key, value in tags if key in _TAGS
    ]
    if not match.games:
        return _tree([*_head(match, 0, (0, 0), names), *about], ())
    trees = []
    for number, each in enumerate(match.games):
        fit = fit_of(match.rules(each), each, names, from_anywhere=True)
        remarks = " ".join(map(one_line, fit.remarks))
        head = [
            *_head(match, number, (each.score.white, each.score.black), names),
            *(about if number == 0 else ()),
        ]
        head.append(("RU", _rules(match, each)))
        if fit.whole and each.result is not None and each.result.winner is not None:
            head.append(("RE", _result(each.result)))
        nodes = _nodes(match, each, fit)
        if remarks and nodes:
            nodes[-1] += f"C[{_escaped(remarks)}]"
        elif remarks:
            head.append(("GC", remarks))
        trees.append(_tree(head, nodes))
    return "".join(trees)


def _head(match: Match, number: int, score: tuple[int, int], names: Names) -> list[tuple[str, str]]:
    info = (("length", match.length), ("game", number), ("ws", score[0]), ("bs", score[1]))
    return [
        ("FF", "4"), ("GM", "6"), ("CA", "UTF-8"), ("AP", "Tableside"),
        ("MI", "][".join(f"{key}:{value}" for key, value in info)),
        ("PW", names.white), ("PB", names.black),
    ]  # fmt: skip


def _rules(match: Match, each: Game) -> str:
    rules = ["Crawford"] if match.length and match.terms.crawford else []
    rules += ["CrawfordGame"] if each.crawford else []
    rules += ["Jacoby"] if not match.length and match.terms.jacoby else []
    return ":".join(rules)


def _result(result: Result) -> str:
    assert result.winner is not None
    return f"{result.winner.value}+{result.points}{'R' if result.how == 'resigned' else ''}"


def _nodes(match: Match, each: Game, fit: Fit) -> list[str]:
    """The nodes of a game: how it stood where that is not the usual start, and every turn."""
    nodes: list[str] = []
    if fit.turns and each.start != match.rules(each).start:
        nodes.append(_set_up(each.start, fit.turns[0].side))
    for turn in fit.turns:
        nodes += _turn(turn)
        if isinstance(turn, CubeTurn) and passed_beaver(each, turn):
            nodes.append(f"{turn.side.value}[drop]")
    return nodes


def _set_up(position: Position, side: Side) -> str:
    """A node that puts up a position, with who is on turn."""
    stones = {
        each_side: [
            letter
            for site, men in enumerate(position.of(each_side))
            if site != OFF
            for letter in [_letter(site, each_side)] * men
        ]
        for each_side in Side
    }
    put = "".join(
        f"A{each_side.value}[{']['.join(letters)}]" for each_side, letters in stones.items() if letters
    )
    # Who is on turn comes first: GNU Backgammon turns a board round that it has read before.
    return f"PL[{side.value}]AE[a:y]{put}"


def _turn(turn: Turn) -> Iterator[str]:
    side = turn.side
    if isinstance(turn, CheckerTurn):
        roll = turn.roll or STAND_IN
        yield f"{side.value}[{''.join(map(str, roll.dice))}{_moves(turn.play, side)}]"
        return
    yield f"{side.value}[double]"
    if turn.answer is CubeAction.BEAVER:
        yield f"{side.other.value}[double]"
    elif turn.answer is not None:
        yield f"{side.other.value}[{_ANSWERS[turn.answer]}]"


def _moves(play: Play, side: Side) -> str:
    return "".join(_letter(move.origin, side) + _letter(move.target, side) for move in play.moves)


def _letter(site: int, side: Side) -> str:
    if site == OFF:
        return "z"
    if site == BAR:
        return "y"
    return chr(ord("a") - 1 + (site if side is Side.WHITE else 25 - site))


def _tree(head: Sequence[tuple[str, str]], nodes: Sequence[str]) -> str:
    root = "".join(
        f"{key}[{value if key == 'MI' else _escaped(one_line(value))}]" for key, value in head if value
    )
    return f"(;{root}" + "".join(f"\n;{node}" for node in nodes) + ")\n"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")


def _date(text: str) -> str:
    """A date as this format has it."""
    return text.replace(".", "-")
