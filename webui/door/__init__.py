"""The door: who comes in from the network, how many, how often, by which name."""
