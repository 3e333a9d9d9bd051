"""The front door: what the commands of `tableside` have in common."""
