"""The pictures of the table: of now, of decisions, and of turns that a person puts right."""
