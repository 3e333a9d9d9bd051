"""The certificates by which the pages are served over HTTPS: the box's own, or one that was brought."""
