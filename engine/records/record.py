"""A record as a format gives it: the match, and what the file says, or leaves out, besides."""

from dataclasses import dataclass

from engine.match import Match

Tags = tuple[tuple[str, str], ...]
"""What is said of a match, such as ("EventDate", "2026.11.20"); the keys are those of .mat files."""


@dataclass(frozen=True, slots=True)
class Record:
    """A match as it was read, with notes on what the file left out or says oddly, each a sentence."""

    match: Match
    notes: tuple[str, ...] = ()
    tags: Tags = ()
