"""The pages of a hub: the wall of all tables, each of them live, the matches of all, the results of an evening."""
