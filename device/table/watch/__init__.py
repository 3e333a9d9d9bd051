"""The watch over a board: pictures taken, read by the eye and told to the referee; at the
table, from a film, one by one.
"""
