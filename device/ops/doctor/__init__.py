"""The doctor: what of the hardware and software is there, what is missing, and what to do about it."""
