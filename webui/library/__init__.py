"""The library's pages: matches listed, told and counted, at a table and at a hub."""
