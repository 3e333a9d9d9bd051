"""Trictrac and its relatives (rules A29): movement without hitting, and scores for what the dice would have done."""

from engine.trictrac.jans import JanScore, ScoringEvent, Tariff
from engine.trictrac.marks import MOST_CLAIMED, Count, Marks, marks_of
from engine.trictrac.movement import EntryObstacle
from engine.trictrac.trictrac_family import (
    JanClaim,
    Trictrac,
    claimed,
    claims_between,
    may_claim,
    score_sentence,
    scored,
    takes_claims,
)

__all__ = [
    "MOST_CLAIMED",
    "Count",
    "EntryObstacle",
    "JanClaim",
    "JanScore",
    "Marks",
    "ScoringEvent",
    "Tariff",
    "Trictrac",
    "claimed",
    "claims_between",
    "marks_of",
    "may_claim",
    "score_sentence",
    "scored",
    "takes_claims",
]
