"""Match records as files: their formats, and Tableside's own JSON with the events of the log."""
