"""What a doctor has found, as a command tells it."""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from device.cli.output import NO, one_line, print_json

if TYPE_CHECKING:
    from device.finding import Finding


@contextmanager
def told_once() -> Iterator[None]:
    """Keeps what is wrong with a broker, which is a finding, from being told to the terminal beside."""
    link = logging.getLogger("device.club.link.mqtt_link")
    before = link.level
    if not link.isEnabledFor(logging.DEBUG):
        link.setLevel(logging.ERROR)
    try:
        yield
    finally:
        link.setLevel(before)


def print_findings(findings: "Sequence[Finding]", *, as_json: bool) -> int:
    """Prints findings; the exit status, which tells whether there is a failure among them."""
    from device.finding import Health

    sick = any(finding.health is Health.FAILURE for finding in findings)
    if as_json:
        print_json({"well": not sick, "findings": [finding.as_json() for finding in findings]})
    else:
        marks = {Health.OK: "ok", Health.WARNING: "--", Health.FAILURE: "!!"}
        for finding in findings:
            click.echo(f"{marks[finding.health]}  {finding.check:<12} {one_line(finding.found)}")
            if finding.advice:
                click.echo(f"                 {one_line(finding.advice)}")
    return NO if sick else 0
