"""eXtreme Gammon's .xg files."""
