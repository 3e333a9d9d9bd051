"""Statistics: what many matches tell of dice, of the time that was taken, and of what went against the rules."""
