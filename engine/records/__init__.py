"""Match records: a module per format, and the replay of a record under the rules."""
