"""Trictrac and its relatives (rules A29): movement without hitting, and scores for what the dice would have done."""

from engine.trictrac.family import Trictrac, scored, told
from engine.trictrac.jans import Event, Scored, Tariff
from engine.trictrac.marks import Count, Marks, marks_of
from engine.trictrac.movement import Entry

__all__ = ["Count", "Entry", "Event", "Marks", "Scored", "Tariff", "Trictrac", "marks_of", "scored", "told"]
