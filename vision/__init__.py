"""The eye: pictures in, observations with probabilities out; it knows the shape of a board and no rules."""
