"""What the points of a board look like."""
