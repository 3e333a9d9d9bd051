"""The steps, each from the one before; once released, a step is never changed."""
