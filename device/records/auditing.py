"""Auditing a record that was read, as its format allows."""

from device.records.formats import Read
from engine.records.auditing import Audit, audit

IN_ROWS = frozenset(("mat", "txt", "snowie"))
"""Formats of rows with two cells, in which a turn that nobody wrote down is only an empty cell."""


def audited(read: Read) -> Audit:
    """What is wrong in a record, and what is odd. Raises EngineError where its game is not known here."""
    return audit(read.record, in_rows=read.format in IN_ROWS)
