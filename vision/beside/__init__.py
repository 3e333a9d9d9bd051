"""What lies beside the playing surface: checkers that were borne off, flat or on edge."""
