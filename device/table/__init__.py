"""The table itself: the watcher who looks, the referee's thread, and the pictures of what it decided."""
