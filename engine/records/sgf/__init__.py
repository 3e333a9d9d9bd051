"""SGF files of backgammon: trees of properties with values."""
