"""Words for what the referee has to say: a sentence each for the people at the table."""
