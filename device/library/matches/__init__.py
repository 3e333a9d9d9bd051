"""The library: every match of a table, to be looked for, replayed, taken away and deleted."""
