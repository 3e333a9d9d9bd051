"""The migrations of the database: Alembic's environment, and in `versions` a module for each step."""
