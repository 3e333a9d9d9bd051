"""The log as it was first released: what it is, and its events.

A program that was killed while it made a database may have left either table out.
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision: str | None = None


def upgrade() -> None:
    """Make the tables that there are not."""
    there = sa.inspect(op.get_bind()).get_table_names()
    if "events" not in there:
        op.create_table(
            "events",
            sa.Column("table", sa.String(80), primary_key=True),
            sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
            sa.Column("match", sa.Integer, nullable=False),
            sa.Column("game", sa.Integer, nullable=False),
            sa.Column("schema", sa.Integer, nullable=False),
            sa.Column("wall", sa.Float(53), nullable=False),
            sa.Column("monotonic", sa.Float(53), nullable=False),
            sa.Column("clock_set", sa.Boolean, nullable=False),
            sa.Column("source", sa.String(20), nullable=False),
            sa.Column("frames", sa.Text, nullable=False),
            sa.Column("kind", sa.String(40), nullable=False),
            sa.Column("body", sa.Text, nullable=False),
        )
    if "meta" not in there:
        op.create_table(
            "meta",
            sa.Column("key", sa.String(40), primary_key=True),
            sa.Column("value", sa.Text, nullable=False),
        )
