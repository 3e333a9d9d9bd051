"""The table as it is now: the pages that show it, the stream that keeps them so, and the API behind both."""
