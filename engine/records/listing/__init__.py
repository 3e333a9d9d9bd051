"""Listings: matches as people write them down, turn by turn; ours, and GNU Backgammon's."""
