"""What is pinned up: the snapshot for pages and lamps, its parts as they are shown, and the board that it hangs on."""
