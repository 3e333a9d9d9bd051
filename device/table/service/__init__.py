"""The running service: letters judged by the referee, written down and pinned up."""
