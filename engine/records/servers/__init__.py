"""What servers on the internet write of the games that are played there."""
