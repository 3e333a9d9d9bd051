"""A Mosquitto that is safe: set up by the hub, with a name, a password and rights of its own for each table that is
paired with a code.
"""
