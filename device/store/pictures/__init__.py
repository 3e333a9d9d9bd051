"""The pictures that are kept, and the decisions that were read from them."""
