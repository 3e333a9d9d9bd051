"""Jellyfish .mat files, which GNU Backgammon, XG and the servers exchange: `write_mat` and `read_mat`."""

from engine.records.mat.mat_reader import read_mat, read_mat_record
from engine.records.mat.mat_writer import write_mat

__all__ = ["read_mat", "read_mat_record", "write_mat"]
