"""The club: what tables and their hub tell each other over MQTT, at both ends.

A table publishes its snapshots and sends its log to a hub that asks for it (`publishing`); a hub takes
what comes into one archive (`receiver`, `archive`). What goes over the wire is declared in `wire`,
under which names in `topics`.
"""
