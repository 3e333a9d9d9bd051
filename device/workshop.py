"""The commands of the workshop: wrong readings that become tests, and the speed figures."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click

from device.frontdoor import DATA, FILE, JSON_OPTION, print_json


@click.command()
@click.argument("pictures", nargs=-1, required=True, metavar="FRAME|EVENT...")
@click.option(
    "--truth", metavar="TEXT", help="What stands there: 'light: 24(2) bar(1) dark: 6(5)', or 'W: ... B: ...'."
)
@click.option("--dice", metavar="3-1", help="What the dice show; none: there are none.")
@click.option("--cube", metavar="'64 centre'", help="The cube's number and place; none: there is none.")
@click.option("--data", type=DATA, help="The folder of the log and the pictures.")
@click.option("--config", type=FILE, metavar="FILE", help="The settings file.")
@click.option("--simulated", is_flag=True, help="Pictures of the simulated board.")
@click.option(
    "-o",
    "output",
    type=DATA,
    default=Path("kept"),
    show_default=True,
    metavar="FOLDER",
    help="Where the test goes.",
)
@JSON_OPTION
def keep(
    pictures: Sequence[str], truth: str | None, dice: str | None, cube: str | None, data: Path | None,
    config: Path | None, simulated: bool, output: Path, as_json: bool,
) -> None:  # fmt: skip
    """Keep pictures that were read wrongly as tests, with what is right.

    FRAME and EVENT are numbers from the page /sight. Without --truth, --dice and --cube the answer is what a person
    said on the referee's page when it was put right.
    """
    from device.decisions import event_sentence
    from device.keeping import Archive
    from device.settings import find_settings_file, load_settings
    from engine.wording import Names

    settings = load_settings(config or find_settings_file())
    if data is not None:
        settings = replace(settings, table=replace(settings.table, data=data))
    archive = Archive(settings, simulated=simulated)
    for what in pictures:
        saved = archive.save(what, output, truth, dice, cube)
        said = saved.answer.said
        if as_json:
            print_json(
                {
                    "frame": saved.picture.name, "file": str(output / f"{saved.name}.json"),
                    "truth": saved.answer.truth.as_json(), "faults": list(saved.faults),
                    "said": None if said is None else said.seq,
                }
            )  # fmt: skip
            continue
        click.echo(f"{saved.picture.name} is kept as {output / saved.name}.json.")
        if said is not None:
            click.echo(f"  What is right is from No. {said.seq}: {event_sentence(said.event, Names())}")
        for fault in saved.faults or ("It is read rightly now; the test sees that it stays so.",):
            click.echo(f"  {fault}")


@click.command()
@click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    help="A folder on the log's disk.",
)
@JSON_OPTION
def bench(data: Path | None, as_json: bool) -> None:
    """Measure the speed figures of the README here."""
    from device.bench import machine, measure

    if as_json:
        print_json({"machine": machine(), "figures": [figure.as_json() for figure in measure(data)]})
        return
    click.echo(", ".join(f"{name} {value}" for name, value in machine().items()))
    for figure in measure(data):
        most = "" if figure.p95 is None else f"  (95 in 100 under {figure.p95:.2f})"
        click.echo(f"{figure.name:<10} {figure.median:>10.2f} {figure.unit}{most}  {figure.what}")
