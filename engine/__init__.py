"""The rules: boards, dice, positions, legal plays, cube, match, records and the referee; pure values and functions."""
