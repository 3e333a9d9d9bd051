"""The commands on records: check them under the rules, and write them in another format."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from device.frontdoor import FAILED, FILE, JSON_OPTION, NO, one_line, print_json, say

if TYPE_CHECKING:
    from device.records.formats import Read
    from engine.records.auditing import Audit

STRAIGHT = "-"
"""The name of the standard output, as other programs have it."""


@click.command()
@click.argument("records", type=click.Path(path_type=Path), nargs=-1, required=True, metavar="RECORD...")
@JSON_OPTION
def check(records: tuple[Path, ...], as_json: bool) -> None:
    """Replay records under the rules, and tell every play that breaks one.

    Ends with 0 where nothing is wrong, 1 where there is a fault, 2 where a file could not be read.
    """
    from device.records.auditing import audited
    from device.records.formats import read_record

    status = 0
    for path in records:
        try:
            read = read_record(path)
            audit = audited(read)
        except Exception as error:  # noqa: BLE001 - one odd file must not keep the others from being checked
            say(f"{path}: {_why(error)}")
            status = FAILED
            continue
        if as_json:
            print_json(check_json(path, read, audit))
        else:
            click.echo("\n".join(check_lines(path, read, audit)))
        status = max(status, NO if audit.flaws else 0)
    sys.exit(status)


@click.command()
@click.argument("record", type=FILE, metavar="RECORD")
@click.option(
    "--to", "to", required=True, metavar="FORMAT", help="mat, sgf, json, txt (as Snowie has it) or text."
)
@click.option(
    "-o", "output", type=FILE, metavar="FILE", help="Where it is written; by default to the standard output."
)
def convert(record: Path, to: str, output: Path | None) -> None:
    """Write a record in another format, and say what that format cannot hold.

    mat is Jellyfish's, sgf GNU Backgammon's, txt Snowie's; json is Tableside's own and holds everything; text is for people,
    and for games that no other format knows.
    """
    from device.records.converting import converted
    from device.records.formats import read_record
    from device.records.replacing import replace_file

    if output is not None and str(output) != STRAIGHT and output.exists() and output.samefile(record):
        raise click.UsageError(f"{output} is the record itself: name another file")
    from device.errors import RecordError

    try:
        written = converted(read_record(record), to)
    except RecordError as error:
        raise RecordError(f"{record}: {error}") from error
    for remark in written.remarks:
        say(f"{record}: {remark}")
    data = written.text.encode("utf-8")
    if output is None or str(output) == STRAIGHT:
        click.echo(data, nl=False)
    else:
        try:
            replace_file(output, data)
        except OSError as error:
            raise click.ClickException(f"{output} cannot be written: {error.strerror or error}") from error


def check_json(path: Path, read: "Read", audit: "Audit") -> dict[str, object]:
    """The line of `tableside check --json` for a record."""
    from engine.match import CheckerTurn
    from engine.notation import play_text

    games = read.record.match.games
    faults = []
    for flaw in audit.flaws:
        turn = games[flaw.game - 1].turns[flaw.turn - 1]
        fault: dict[str, object] = {
            "game": flaw.game, "turn": flaw.turn, "rule": flaw.rule, "text": flaw.text, "player": turn.side.value,
        }  # fmt: skip
        if isinstance(turn, CheckerTurn):
            fault["roll"] = list(turn.roll.dice) if turn.roll else None
            fault["play"] = play_text(turn.play)
        if flaw.fault is not None and flaw.fault.nearest is not None:
            fault["nearest"] = play_text(flaw.fault.nearest)
        faults.append(fault)
    return {
        "file": str(path), "format": read.format, "games": len(games), "plays": _plays(read), "faults": faults,
        "notes": list(audit.notes),
    }  # fmt: skip


def check_lines(path: Path, read: "Read", audit: "Audit") -> Iterator[str]:
    """What `tableside check` says of a record."""
    from engine.match import CheckerTurn
    from engine.notation import play_text
    from engine.wording import Names

    match = read.record.match
    names = Names(match.white, match.black)
    found = "no fault" if not audit.flaws else _counted(len(audit.flaws), "fault")
    yield f"{path}: {_counted(len(match.games), 'game')}, {_counted(_plays(read), 'play')}: {found}"
    for flaw in audit.flaws:
        turn = match.games[flaw.game - 1].turns[flaw.turn - 1]
        what = names.of(turn.side)
        if isinstance(turn, CheckerTurn) and turn.roll is not None:
            what += f", {turn.roll}: {play_text(turn.play) or 'nothing played'}"
        yield f"  game {flaw.game}, turn {flaw.turn} ({what}): {flaw.text} [{flaw.rule}]"
    for note in audit.notes:
        yield f"  note: {one_line(note)}"


def _plays(read: "Read") -> int:
    from engine.match import CheckerTurn

    return sum(isinstance(turn, CheckerTurn) for game in read.record.match.games for turn in game.turns)


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _why(error: Exception) -> str:
    from device.errors import DeviceError
    from engine.errors import EngineError

    if isinstance(error, DeviceError | EngineError):
        return str(error)
    return f"it could not be checked, by an error in Tableside itself ({error!r}): please report it with the file"
