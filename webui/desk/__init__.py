"""The referee's desk: who may change anything, and what is put right there."""
