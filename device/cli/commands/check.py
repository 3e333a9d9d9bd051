"""The command that holds records against the rules."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from device.cli.cli_options import JSON_OPTION
from device.cli.output import FAILED, NO, about, is_ours, one_line, print_json, reader, say
from engine.i18n import Phrase, phrase, phrase_of

if TYPE_CHECKING:
    from device.library.records.record_format import Read
    from engine.records.record_audit import Audit


@click.command()
@click.argument("records", type=click.Path(path_type=Path), nargs=-1, required=True, metavar="RECORD...")
@JSON_OPTION
def check(records: tuple[Path, ...], as_json: bool) -> None:
    """Replay records under the rules, and tell every play that breaks one.

    Ends with 0 where nothing is wrong, 1 where there is a fault, 2 where a file could not be read.
    """
    from device.library.records.converting import audited
    from device.library.records.files import read_bytes
    from device.library.records.record_formats import parts_of, record_of

    status = 0
    for path in records:
        try:
            parts = parts_of(read_bytes(path))
        except Exception as error:  # noqa: BLE001 - one odd file must not keep the others from being checked
            say(about(path, _why(error)))
            status = FAILED
            continue
        for number, part in enumerate(parts, 1):
            of = number if len(parts) > 1 else None
            name = str(path) if of is None else f"{path}, match {of}"
            try:
                read = record_of(part)
                audit = audited(read)
            except Exception as error:  # noqa: BLE001 - nor one odd match the others of its file
                say(about(name, _why(error)))
                status = FAILED
                continue
            if as_json:
                print_json(_audit_json(path, of, read, audit))
            else:
                click.echo("\n".join(_audit_lines(name, read, audit)))
            status = max(status, NO if audit.faults else 0)
    sys.exit(status)


def _audit_json(path: Path, number: int | None, read: "Read", audit: "Audit") -> dict[str, object]:
    """The line of `tableside check --json` for a record."""
    from engine.match.match import CheckerTurn
    from engine.plays.notation import play_text

    games = read.record.match.games
    faults = []
    for each in audit.faults:
        turn = games[each.game - 1].turns[each.turn - 1]
        fault: dict[str, object] = {
            "game": each.game,
            "turn": each.turn,
            "rule": each.rule,
            "text": each.text,
            "player": turn.side.value,
        }
        if isinstance(turn, CheckerTurn):
            fault["roll"] = list(turn.roll.dice) if turn.roll else None
            fault["play"] = play_text(turn.play)
        if each.fault is not None and each.fault.nearest is not None:
            fault["nearest"] = play_text(each.fault.nearest)
        faults.append(fault)
    return {
        "file": str(path),
        **({} if number is None else {"match": number}),
        "format": read.format,
        "games": len(games),
        "plays": _plays(read),
        "faults": faults,
        "notes": [str(note) for note in audit.notes],
    }


def _audit_lines(name: str, read: "Read", audit: "Audit") -> Iterator[str]:
    """What `tableside check` says of a record."""
    from device.library.brought import fault_text
    from engine.match.match import CheckerTurn
    from engine.plays.notation import play_text
    from engine.words.wording import Names

    match, _ = read.record.match, reader()
    names = Names(match.white, match.black, _)
    faults = len(audit.faults)
    found = _.many("{count} fault", "{count} faults", faults) if faults else _("no fault")
    games = _.many("{count} game", "{count} games", len(match.games))
    plays = _.many("{count} play", "{count} plays", _plays(read))
    yield f"{name}: {games}, {plays}: {found}"
    for each in audit.faults:
        turn = match.games[each.game - 1].turns[each.turn - 1]
        what = names.of(turn.side)
        if isinstance(turn, CheckerTurn) and turn.roll is not None:
            what += f", {turn.roll}: {play_text(turn.play) or _('no play')}"
        where = _("game {game}, turn {turn}", game=each.game, turn=each.turn)
        yield f"  {one_line(f'{where} ({what}): {fault_text(each, names)} [{each.rule}]')}"
    for note in audit.notes:
        said = phrase("note: {note}", note=note)
        yield f"  {one_line(said)}"


def _plays(read: "Read") -> int:
    from engine.match.match import CheckerTurn

    return sum(isinstance(turn, CheckerTurn) for game in read.record.match.games for turn in game.turns)


def _why(error: Exception) -> Phrase:
    if is_ours(error):
        return phrase_of(error)
    return phrase(
        "it could not be checked, by an error in Tableside itself ({error}): please report it with the file",
        error=repr(error),
    )
