"""The tables games: how one is declared, and the rule objects that it may be made of."""
