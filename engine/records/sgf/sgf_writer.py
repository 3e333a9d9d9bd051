"""Writing SGF files that GNU Backgammon reads as they were meant (GM[6], red-bean.com/sgf/backgammon.html).

One tree for every game. White is W and moves down the alphabet: a to x are their points 1 to 24, y the bar, z
the tray. After a turn that no program could follow (engine.records.format_limits) the board is put up as it
stood, with a comment; there the property XI, which is Tableside's own and which others pass over, has the
turn as it was played: W61hcfe. So has XR, in a root, a result that would be read as another.
"""

from collections.abc import Iterator, Sequence

from engine.match.cube import CubeAction
from engine.match.match import CheckerTurn, CubeTurn, Game, Match, Result, Turn
from engine.match.terms import CubeUse
from engine.records.chouette_tags import CHOUETTE_TAGS
from engine.records.format_limits import (
    STAND_IN,
    Boards,
    FormatFit,
    Jump,
    fit_of,
    names_in,
    remark_line,
    variation_of,
)
from engine.records.result_remarks import Told, remark_on, with_results_told
from engine.records.scoring import passed_beaver
from engine.records.sgf.sgf_board import moves_written, written_up
from engine.records.sgf.sgf_reader import OWN_RESULT, OWN_TAGS, TAGS, VARIATIONS, read_sgf_record

_MOST_MOVES = 8
_ANSWERS = {CubeAction.TAKE: "take", CubeAction.PASS: "drop"}


def write_sgf(match: Match, tags: Sequence[tuple[str, str]] = ()) -> str:
    """A match as an SGF file; `tags` such as ("EventDate", "2026.11.20") are about all of it.

    A match without games is one game that has not begun.
    """
    return with_results_told(match, lambda told: _written_out(match, tags, told), read_sgf_record)


def _written_out(match: Match, tags: Sequence[tuple[str, str]], told: Told) -> str:
    about = [
        (TAGS[key], value.replace(".", "-") if key == "EventDate" else value)
        for key, value in tags
        if key in TAGS
    ]
    chouette = [_escaped(remark_line(f"{key}: {value}")) for key, value in tags if key in CHOUETTE_TAGS]
    about += [(OWN_TAGS, "][".join(chouette))] if chouette else []
    if not match.games:
        return _tree([*_head(match, 0, (0, 0)), *about], ())
    trees = []
    for number, each in enumerate(match.games):
        fit = fit_of(match, each, Boards.ANYWHERE)
        remarks = " ".join(remark_line(str(each)) for each in fit.remarks)
        head = [
            *_head(match, number, (each.score.white, each.score.black)),
            *(about if number == 0 else ()),
        ]
        head.append(("RU", _rules(match, each)))
        if fit.cube.value > 1 and fit.cube.owner is None:
            head.append(("CV", str(fit.cube.value)))
        if fit.points is not None and each.result is not None:
            head.append(("RE", _result(each.result, fit.points)))
        if number + 1 in told:
            head.append((OWN_RESULT, remark_on(told[number + 1])))
        nodes = _nodes(match, each, fit)
        if remarks and nodes and "C[" not in nodes[-1]:
            nodes[-1] += _comment(remarks)
        elif remarks:
            head.append(("GC", remarks))
        trees.append(_tree(head, nodes))
    return "".join(trees)


def _head(match: Match, number: int, score: tuple[int, int]) -> list[tuple[str, str]]:
    names = names_in(match)
    info = (("length", match.length), ("game", number), ("ws", score[0]), ("bs", score[1]))
    return [
        ("FF", "4"),
        ("GM", "6"),
        ("CA", "UTF-8"),
        ("AP", "Tableside"),
        ("MI", "][".join(f"{key}:{value}" for key, value in info)),
        ("PW", names.white),
        ("PB", names.black),
    ]


def _rules(match: Match, each: Game) -> str:
    rules = ["NoCube"] if match.terms.cube is CubeUse.OFF else []
    rules += ["Crawford"] if match.length and match.terms.crawford else []
    rules += ["CrawfordGame"] if each.crawford else []
    rules += ["Jacoby"] if not match.length and match.terms.jacoby else []
    variation = VARIATIONS.get(variation_of(match.rules(each)) or "")
    return ":".join([*rules, variation] if variation else rules)


def _result(result: Result, points: int) -> str:
    """The result; of a resignation GNU Backgammon would count fewer points yet than a site
    wrote, and the match as not won.
    """
    assert result.winner is not None
    if result.how == "resigned":
        return f"{result.winner.value}+{points}R"
    return f"{result.winner.value}+{result.points}"


def _nodes(match: Match, each: Game, fit: FormatFit) -> list[str]:
    """The nodes of a game: how it stood where that is not the usual start, and every turn."""
    nodes: list[str] = []
    if fit.parts and each.start != match.rules(each).start:
        first = fit.parts[0]
        side = first.turn.side if isinstance(first, Jump) else first.side
        # Who is on turn comes first: GNU Backgammon turns a board round that it has read before.
        nodes.append(f"PL[{side.value}]{written_up(each.start)}")
    if fit.cube.owner is not None:
        nodes += [f"CV[{fit.cube.value}]", f"CP[{fit.cube.owner.value.lower()}]"]
    for index, part in enumerate(fit.parts):
        if isinstance(part, Jump) and nodes and "AE[" in nodes[-1]:
            # GNU Backgammon keeps only the last of several boards put up on end; the cube as it is parts them.
            nodes.append(f"CV[{_cube_before(fit, index)}]")
        nodes += [_jump(part)] if isinstance(part, Jump) else _turn(part)
        if isinstance(part, CubeTurn) and part.answer in (CubeAction.BEAVER, CubeAction.RACCOON):
            nodes += _after_beaver(each, part, index == len(fit.parts) - 1)
    return nodes


def _cube_before(fit: FormatFit, index: int) -> int:
    """The value of the cube before a part of a game."""
    raised = {CubeAction.TAKE: 1, CubeAction.BEAVER: 2, CubeAction.RACCOON: 4}
    values = [
        part.value * raised[part.answer]
        for part in fit.parts[:index]
        if isinstance(part, CubeTurn) and part.answer in raised
    ]
    return values[-1] if values else fit.cube.value


def _turn(turn: Turn) -> Iterator[str]:
    side = turn.side
    if isinstance(turn, CheckerTurn):
        roll = turn.roll or STAND_IN
        yield f"{side.value}[{''.join(map(str, roll.dice))}{moves_written(turn.play, side)}]"
        return
    yield f"{side.value}[double]"
    if turn.answer in (CubeAction.BEAVER, CubeAction.RACCOON):
        yield f"{side.other.value}[double]"
    elif turn.answer is not None:
        yield f"{side.other.value}[{_ANSWERS[turn.answer]}]"


def _after_beaver(each: Game, turn: CubeTurn, last: bool) -> Iterator[str]:
    """What who doubled says to a beaver; the cube does not turn before they have spoken, not even by silence."""
    if turn.answer is CubeAction.RACCOON:
        yield f"{turn.side.value}[double]"
        yield f"{turn.side.other.value}[take]"
    elif passed_beaver(each, turn):
        yield f"{turn.side.value}[drop]"
    elif not last or each.result is not None:
        yield f"{turn.side.value}[take]"


def _jump(jump: Jump) -> str:
    turn = jump.turn
    roll = "".join(map(str, turn.roll.dice)) if turn.roll and len(turn.roll.dice) == 2 else ""
    played = (
        f"{roll}{moves_written(turn.play, turn.side)}"
        if roll and len(turn.play.moves) <= _MOST_MOVES
        else "-"
    )
    return (
        f"PL[{jump.next_side.value}]{written_up(turn.after)}XI[{turn.side.value}{played}]"
        f"{_comment(remark_line(str(jump.why)))}"
    )


def _comment(text: str) -> str:
    return f"C[{_escaped(text)}]"


def _tree(head: Sequence[tuple[str, str]], nodes: Sequence[str]) -> str:
    root = "".join(
        f"{key}[{value if key in ('MI', OWN_TAGS) else _escaped(remark_line(value))}]"
        for key, value in head
        if value
    )
    return f"(;{root}" + "".join(f"\n;{node}" for node in nodes) + ")\n"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")
