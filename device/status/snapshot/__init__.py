"""The snapshot for pages and lamps, its parts as they are shown, and the broadcaster that publishes it."""
