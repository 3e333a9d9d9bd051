"""Trictrac and its relatives (rules A29): movement without hitting, and scores for what the dice would have done."""

from engine.trictrac.jans import JanScore, ScoringEvent, Tariff
from engine.trictrac.marks import Count, Marks, marks_of
from engine.trictrac.movement import EntryObstacle
from engine.trictrac.trictrac_family import Trictrac, claimed, may_claim, scored, takes_claims, told

__all__ = [
    "Count",
    "EntryObstacle",
    "JanScore",
    "Marks",
    "ScoringEvent",
    "Tariff",
    "Trictrac",
    "claimed",
    "marks_of",
    "may_claim",
    "scored",
    "takes_claims",
    "told",
]
