"""The referee: a message in, events out; a module for each thing that they watch."""
