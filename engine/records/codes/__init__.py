"""Position codes: a standing, and how every program writes it in a line."""
