"""Hooks: what happens at the table, told to people's own scripts, to web addresses and to an MQTT broker."""
