"""The command that writes a record in another format."""

import sys
from pathlib import Path

import click

from device.cli.cli_options import FILE, MATCH_OPTION
from device.cli.output import Misuse, about, say
from device.cli.writing import written_to

STANDARD_OUTPUT = Path("-")
"""The name of the standard output, as other programs have it."""


class FormatOption(click.Option):
    """Names the formats that are written in its help; what reads and writes them is loaded only for that."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        from device.library.records.record_formats import WRITTEN

        self.help = "; ".join(f"{id}: {each.name}" for id, each in WRITTEN.items()) + "."
        return super().get_help_record(ctx)


@click.command()
@click.argument("record", type=FILE, metavar="RECORD")
@click.option("--to", required=True, metavar="FORMAT", cls=FormatOption)
@click.option(
    "-o", "output", type=FILE, metavar="FILE", help="Where it is written; by default to the standard output."
)
@MATCH_OPTION
def convert(record: Path, to: str, output: Path | None, number: int | None) -> None:
    """Write a record in another format, and say what it leaves out or says oddly, and what that format cannot hold.

    json holds everything; text is for people, and for games that no other format knows.
    """
    from device.errors import RecordError
    from device.library.records.converting import converted, replace_file
    from device.library.records.record_formats import read_record
    from engine.i18n import phrase

    file = None if output == STANDARD_OUTPUT else output
    if file is not None and file.exists() and file.samefile(record):
        raise Misuse(phrase("{file} is the record itself: name another file", file=file))
    try:
        read = read_record(record, number or 1)
        written = converted(read, to)
    except RecordError as error:
        raise RecordError(about(record, error)) from error
    if number is None and read.matches > 1:
        several = phrase(
            "it holds {count} matches; this is the first (--match 2 is the next)", count=read.matches
        )
        say(about(record, several))
    for note in read.record.notes:
        say(about(record, phrase("note: {note}", note=note)))
    for remark in written.remarks:
        say(about(record, remark))
    data = written.data
    if file is None:
        if isinstance(written.content, bytes) and sys.stdout.isatty():
            raise Misuse(
                phrase("{format} is no text: name a file for it, with {option}", format=to, option="-o")
            )
        click.echo(data, nl=False)
    else:
        with written_to(file):
            replace_file(file, data)
