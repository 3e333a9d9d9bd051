"""The command that makes the sheet of markers to stick on a board's frame."""

from pathlib import Path

import click

from device.cli.cli_options import FILE
from device.cli.output import Misuse
from device.cli.writing import write_bytes
from engine.i18n import phrase_of


@click.command()
@click.option(
    "-o", "output", type=FILE, required=True, metavar="sheet.pdf", help="Where the sheet is written."
)
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
@click.option(
    "--side",
    type=click.FloatRange(12, 50),
    default=24,
    show_default=True,
    metavar="MM",
    help="The side of a marker, no wider than the frame it is stuck on.",
)
def markers(output: Path, paper: str, side: float) -> None:
    """Make a sheet of markers to print and stick on the board's frame, by which it is found wherever it is moved."""
    from calibration.sheet import sheet_pdf

    try:
        sheet = sheet_pdf(paper, side)
    except ValueError as error:
        raise Misuse(phrase_of(error)) from error
    write_bytes(output, sheet)
    click.echo(f"The sheet is in {output}: print it at 100 %, then do what stands on it.")
