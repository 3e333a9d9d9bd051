"""What lasts: the log and its migrations, pictures, settings, and who may change them."""
