"""What the pages of a tournament say of it."""

from collections.abc import Mapping
from typing import Any

from webui.language import translator

Told = Mapping[str, Any]
"""A part of a tournament as `GET /api/tournaments/N` tells it."""


def round_pairings(event: Told, round: int) -> list[Told]:
    """The pairings of a round of the main stage, those who rest last."""
    return [each for each in event["pairings"] if each["stage"] == "main" and each["round"] == round]


def cell_of(row: Told, *, round: int | None = None, opponent: int | None = None) -> list[Told]:
    """A player's results of a round, or against an opponent."""
    return [
        each
        for each in row["cells"]
        if (round is None or each["round"] == round)
        and (opponent is None or (each["opponent"] or {}).get("number") == opponent)
    ]


def bracket_rounds(rounds: list[list[Told]], *, late: bool = False) -> list[tuple[int, list[Told]]]:
    """The rounds of a bracket, each with its place; `late`: from the one before the first that is not over."""
    if not late:
        return list(enumerate(rounds))
    over = [
        all(node["winner"] or (node["bye"] and not node["pairing"]) for node in round) for round in rounds
    ]
    first = over.index(False) if False in over else len(rounds)
    return list(enumerate(rounds))[max(0, min(first - 1, len(rounds) - 3)) :]


def points_text(points: float) -> str:
    """Match points as people write them: `3`, `2½`."""
    whole, half = divmod(abs(points), 1)
    sign = "\u2212" if points < 0 else ""
    return f"{sign}{int(whole) or ''}½" if half == 0.5 else f"{sign}{abs(points):g}"


def telling_ties(event: Told) -> list[str]:
    """The tie-breaks that tell anybody apart so far."""
    return [tie for tie in event["ties"] if any(each["ties"].get(tie) for each in event["standings"])]


def stage_title(stage: str, rounds: int, left: int) -> str:
    """What a round of a bracket is called; `left` rounds are after it in its bracket."""
    _ = translator()
    if stage == "third":
        return _("Third place")
    if left == 0:
        return _("Final")
    if left == 1:
        return _("Half-finals")
    if left == 2:
        return _("Quarter-finals")
    return _("Round {round}", round=rounds - left)


def tie_title(tie: str) -> tuple[str, str]:
    """What a tie-break is called at the head of a column, as result lists everywhere have it, and in full."""
    _ = translator()
    return {
        "head_to_head": ("DE", _("Head to head: points against those who have as many")),
        "solkoff": ("BH", _("Solkoff or Buchholz: the opponents' points added up")),
        "sonneborn_berger": ("SB", _("Sonneborn-Berger: the points of those who were beaten")),
        "difference": ("\u00b1", _("Points won less points lost")),
    }[tie]
