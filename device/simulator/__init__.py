"""The simulator: two people who play at a board that there is not, with hands, dice, mistakes and troubles."""
