"""The words: sentences of the rules, and names of rolls."""
