"""The referee: a message in, events out (`judge`).

How a game begins: `seats`, `joined_game`, `opening_board`. A turn, in its order: `throwing`, `turn_watching`,
`flagging`, `turn_ending`, `between_turns`; without dice `diceless`; the cube `cubing`; clocks `timekeeping`. What was
not seen: `unseen`; what was misread: `turn_revision`, and `backwards` once a game is over. What people say:
`told_commands`, of the turn it is about `told_turn`, `told_board` and `told_earlier`, and `told_answers`;
`chouette_deeds`. And `reckoning`: what the rules make of all that for whoever shows it.
"""
