"""What is wrong with a board that no legal play reaches: how the checkers seem to have
moved, and which rule that breaks.
"""
