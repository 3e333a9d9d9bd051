"""The bench: how fast everything is on the computer at hand."""
