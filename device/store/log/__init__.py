"""The log: every event of a table in a database, written before it is shown, and how it
is read, mended and taken out.
"""
