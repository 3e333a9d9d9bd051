"""SGF files of backgammon (GM[6]), as GNU Backgammon exchanges them: `write_sgf`, `read_sgf` and `read_sgf_record`."""

from engine.records.sgf.sgf_reader import read_sgf, read_sgf_record
from engine.records.sgf.sgf_writer import write_sgf

__all__ = ["read_sgf", "read_sgf_record", "write_sgf"]
