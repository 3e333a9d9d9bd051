"""BGBlitz's .bgf files."""
