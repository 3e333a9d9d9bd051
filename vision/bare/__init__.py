"""What the bare board looks like, and what teaches it."""
