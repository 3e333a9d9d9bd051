"""The command that makes tests of wrong readings."""

from collections.abc import Sequence
from pathlib import Path

import click

from device.cli.cli_options import CONFIG_OPTION, FOLDER, JSON_OPTION, data_option, settings_of
from device.cli.output import print_json


@click.command()
@click.argument("pictures", nargs=-1, required=True, metavar="FRAME|EVENT...")
@click.option(
    "--truth", metavar="TEXT", help="What stands there: 'light: 24(2) bar(1) dark: 6(5)', or 'W: ... B: ...'."
)
@click.option("--dice", metavar="3-1", help="What the dice show; none: there are none.")
@click.option("--cube", metavar="'64 centre'", help="The cube's number and place; none: there is none.")
@data_option("The folder of the log and the pictures.")
@CONFIG_OPTION
@click.option("--simulated", is_flag=True, help="Pictures of the simulated board.")
@click.option(
    "-o",
    "output",
    type=FOLDER,
    default=Path("kept"),
    show_default=True,
    metavar="FOLDER",
    help="Where the test goes.",
)
@JSON_OPTION
def keep(
    pictures: Sequence[str],
    truth: str | None,
    dice: str | None,
    cube: str | None,
    data: Path | None,
    config: Path | None,
    simulated: bool,
    output: Path,
    as_json: bool,
) -> None:
    """Keep pictures that were read wrongly as tests, with what is right.

    FRAME and EVENT are numbers from the page /sight. Without --truth, --dice and --cube the answer is what a person
    said on the referee's page when it was put right.
    """
    from device.ops.picture_cases import TablePictures
    from device.status.text.narrator import event_sentence
    from engine.words.wording import Names

    archive = TablePictures(settings_of(config, data), simulated=simulated)
    for what in pictures:
        saved = archive.save(what, output, truth, dice, cube)
        said = saved.answer.said
        if as_json:
            print_json(
                {
                    "frame": saved.picture.name,
                    "file": str(output / f"{saved.name}.json"),
                    "truth": saved.answer.truth.as_json(),
                    "faults": list(saved.faults),
                    "said": None if said is None else said.seq,
                }
            )
            continue
        click.echo(f"{saved.picture.name} is kept as {output / saved.name}.json.")
        if said is not None:
            click.echo(f"  What is right is from No. {said.seq}: {event_sentence(said.event, Names())}")
        for fault in saved.faults or ("It is read rightly now; the test sees that it stays so.",):
            click.echo(f"  {fault}")
