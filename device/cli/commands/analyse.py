"""The command that has a record analysed."""

import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from device.cli.cli_options import ENGINE_OPTION, FILE, JSON_OPTION, MATCH_OPTION, engine_of
from device.cli.output import Misuse, about, one_line, print_json, progress_bar
from engine.i18n import phrase, phrase_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from click._termui_impl import ProgressBar

    from device.library.analysis.analysis_values import Analysis, Totals, TurnJudged
    from device.library.analysis.engines import Engine
    from device.library.analysis.plain_judging import PlainEngine
    from device.library.records.record_format import Read
    from device.shape import Json
    from engine.board import Side
    from engine.match.match import Match


@click.command()
@click.argument("record", type=FILE, metavar="RECORD")
@click.option(
    "--ply",
    type=click.IntRange(0, 4),
    default=2,
    show_default=True,
    metavar="N",
    help="How far it looks ahead: 0 takes a second, 2 half a minute, more very long. Plakoto, fevga and long nardy are "
    "looked at one throw ahead whatever is told; each play that may be a mistake takes up to a minute and a half.",
)
@ENGINE_OPTION
@MATCH_OPTION
@click.option(
    "-o",
    "output",
    type=FILE,
    metavar="FILE",
    help="Where the record is written with it, too: NAME.ogxm, for OpenGammon and GammonView, or NAME.json.",
)
@JSON_OPTION
def analyse(
    record: Path, ply: int, engine: str | None, number: int | None, output: Path | None, as_json: bool
) -> None:
    """Have a record analysed: error rates, luck, and the better plays."""
    from device.errors import AnalysisError, RecordError
    from device.library.analysis.analysing import known_games
    from device.library.analysis.analysis_values import hidden_from, of_analysed
    from device.library.analysis.ogxm_analysis import ANALYSIS
    from device.library.analysis.plain_judging import NO_CHOICE, PlainEngine, plain_games
    from device.library.records.record_formats import read_record

    if output is not None and output.suffix.casefold() not in (".ogxm", ".json"):
        raise Misuse(
            phrase("{file}: only {one} and {other} hold an analysis", file=output, one=".ogxm", other=".json")
        )
    try:
        found = read_record(record, number or 1)
        read = found.record
    except RecordError as error:
        raise RecordError(about(record, error)) from error
    match = read.before_hidden().match
    known, plain = known_games(match), plain_games(match)
    notes = [of_analysed(number, hidden_from(turn)) for number, turn in sorted(read.hidden.items())]
    context = click.get_current_context()
    if plain and any(
        context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE
        for name in ("engine", "ply")
    ):
        notes.append(NO_CHOICE)
    parts: list[_Part] = []
    if known:
        try:
            parts.append(_Part(engine_of(engine), known, plain))
        except AnalysisError as error:
            # Who did not name a program is at least told of the games that need none.
            if engine is not None or not plain:
                raise
            notes += [of_analysed(number, phrase_of(error)) for number in known]
    if plain or not known:
        parts.append(_Part(PlainEngine(), plain, known))
    try:
        first, *others = (_asked(match, ply, each) for each in parts)
    except AnalysisError as error:
        raise AnalysisError(about(record, error)) from error
    first = replace(first, notes=(*notes, *first.notes))
    told = first.as_json()
    if output is not None:
        _write(output, replace(found, beside={**found.beside, ANALYSIS: told}))
    if as_json:
        head = {"format": told.pop("format"), "version": told.pop("version"), "file": str(record)}
        print_json({**head, **told, **({"plain": _part_json(others[0])} if others else {})})
    else:
        click.echo("\n\n".join("\n".join(_analysis_lines(match, each)) for each in (first, *others)))


def _write(output: Path, read: "Read") -> None:
    """Writes a record with its analysis."""
    from device.cli.writing import write_bytes
    from device.library.records.converting import converted
    from device.library.records.ogxm_format import WHOLE

    # what was found is written, not what the file said before
    plain = replace(read, beside={key: value for key, value in read.beside.items() if key != WHOLE})
    written = converted(plain, output.suffix)
    write_bytes(output, written.data, written.remarks)


@dataclass(frozen=True, slots=True)
class _Part:
    """The games of a match that an engine is asked about, or the plain player, and those that another is, by their
    numbers.
    """

    engine: "Engine | PlainEngine"
    mine: tuple[int, ...]
    elsewhere: tuple[int, ...]


def _asked(match: "Match", ply: int, part: _Part) -> "Analysis":
    """What is said of a part of a match."""
    from device.library.analysis.analysing import analyse as ask
    from device.library.analysis.plain_judging import PlainEngine

    plain = isinstance(part.engine, PlainEngine)
    turns = sum(len(match.games[number - 1].turns) for number in part.mine)
    with progress_bar(turns, "clear mistakes" if plain else f"analysing, {ply}-ply") as bar:
        analysis = ask(
            match,
            ply,
            engine=part.engine,
            numbers=part.mine,
            elsewhere=part.elsewhere,
            threads=os.cpu_count() or 1,
            progress=_advancing(bar),
        )
        bar.update((bar.length or 0) - bar.pos)
    return analysis


def _part_json(analysis: "Analysis") -> "Json":
    """What the plain player says of its part of a match of several games."""
    told = analysis.as_json()
    return {key: told[key] for key in told if key not in ("format", "version")}


def _advancing(bar: "ProgressBar[int]") -> "Callable[[int, int], None]":
    """What tells a bar how far the analysis has come, whatever the engine counts as a turn."""
    return lambda done, total: bar.update(done * (bar.length or 0) // max(1, total) - bar.pos)


def _analysis_lines(match: "Match", analysis: "Analysis") -> list[str]:
    """An analysis as people read it."""
    from device.library.analysis.plain_judging import PROGRAM
    from engine.board import Side

    names = {Side.WHITE: match.white or "White", Side.BLACK: match.black or "Black"}
    lines = [f"{analysis.program}, {analysis.ply}-ply"]
    for side in Side:
        totals = analysis.players[side]
        told = _clear_lines(totals) if analysis.program == PROGRAM else _totals_lines(totals)
        lines += ["", names[side], *told]
    for game in analysis.games:
        worst = [line for turn in game.turns for line in _mistakes(turn, names)]
        if worst:
            lines += ["", f"Game {game.number}", *worst]
    if analysis.notes:
        lines += ["", *map(one_line, analysis.notes)]
    return lines


def _clear_lines(totals: "Totals") -> list[str]:
    """What the plain player tells of a player."""
    return [f"  clear mistakes  {totals.blunders} in {totals.decisions} plays"]


def _totals_lines(totals: "Totals") -> list[str]:
    def told(value: float | None, form: str) -> str:
        return "-" if value is None else format(value, form)

    lost = "" if totals.chance_lost is None else f", {100 * totals.chance_lost:.1f} % of winning chances"
    return [
        (
            f"  error rate  {told(totals.rate, '.1f')} mEMG in {totals.decisions} decisions (Snowie "
            f"{told(totals.snowie, '.1f')})"
        ),
        f"  lost        {totals.error:.3f} (plays {totals.error_play:.3f}, cube {totals.error_cube:.3f}){lost}",
        f"  luck        {totals.luck:+.3f}",
        f"  marked      {totals.blunders} blunders, {totals.bad} bad, {totals.doubtful} doubtful",
    ]


def _mistakes(turn: "TurnJudged", names: "dict[Side, str]") -> list[str]:
    """What was not best in a turn, as far as it is marked."""
    from device.library.analysis.analysis_values import mark_of

    found: list[tuple[str, str, str, float]] = []
    if turn.cube is not None:
        found.append((names[turn.side], turn.cube.made, turn.cube.right, turn.cube.loss))
    if turn.answer is not None:
        found.append((names[turn.side.other], turn.answer.made, turn.answer.right, turn.answer.loss))
    if turn.play is not None:
        dice = "-".join(map(str, turn.play.roll))
        found.append(
            (names[turn.side], f"{dice} {turn.play.made}", turn.play.best or turn.play.made, turn.play.loss)
        )
    return [
        f"{turn.turn:5}. {who}: {made}; better {right}  -{loss:.3f}  {mark.value}"
        for who, made, right, loss in found
        if (mark := mark_of(loss)) is not None
    ]
