"""The hub: one computer that shows and keeps all tables of a club."""
