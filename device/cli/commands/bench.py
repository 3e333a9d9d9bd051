"""The command that measures the speed figures."""

from pathlib import Path

import click

from device.cli.cli_options import JSON_OPTION
from device.cli.output import print_json


@click.command()
@click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    help="A folder on the log's disk.",
)
@JSON_OPTION
def bench(data: Path | None, as_json: bool) -> None:
    """Measure the speed figures of docs/accuracy.md here."""
    from device.ops.bench.speed_figures import machine, measure

    if as_json:
        print_json({"machine": machine(), "figures": [figure.as_json() for figure in measure(data)]})
        return
    click.echo(", ".join(f"{name} {value}" for name, value in machine().items()))
    for figure in measure(data):
        most = "" if figure.p95 is None else f"  (95 in 100 under {figure.p95:.2f})"
        click.echo(f"{figure.name:<10} {figure.median:>10.2f} {figure.unit}{most}  {figure.what}")
