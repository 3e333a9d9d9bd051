"""Whether and how the picture moves: what stands still, where the board lies in each frame, and where it has gone."""
