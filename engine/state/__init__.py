"""The match state: messages, the events that come of them, and the referee's whole state, which is their fold."""
