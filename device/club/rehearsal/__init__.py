"""The rehearsal: an evening at a club without boards or people, to try a hub with.

Each simulated table has a real referee, who is told what is played, and publishes as every table does. What
the load test (`tests/bench/club.py`) measures is of the same making.
"""
