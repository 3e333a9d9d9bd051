"""The running service: envelopes judged by the referee, written down and published."""
