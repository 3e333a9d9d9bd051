"""The tournaments of a club: their logs in the hub's database, results that come by
themselves, and what is told of them.
"""
