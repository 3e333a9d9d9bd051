"""A record as a format gives it: the match, and what the file says, or leaves out, besides."""

from dataclasses import dataclass

from engine.match import Match

Tags = tuple[tuple[str, str], ...]
"""What is said of a match, such as ("EventDate", "2026.11.20"); the keys are those of .mat files."""


@dataclass(frozen=True, slots=True)
class Record:
    """A match as it was read, with notes on what the file left out or says oddly, each a sentence.

    `known` are the plays that the file itself calls illegal, and `lost` where it hides what was played though the game goes
    on: game and turn, both counted from 1.
    """

    match: Match
    notes: tuple[str, ...] = ()
    tags: Tags = ()
    known: tuple[tuple[int, int], ...] = ()
    lost: tuple[tuple[int, int], ...] = ()
