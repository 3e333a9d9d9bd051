"""Whole pictures to find boards in, drawn fast, and the network that learns from them."""
