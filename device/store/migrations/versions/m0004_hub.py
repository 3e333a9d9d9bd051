"""What a hub keeps beside the logs of its tables."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "hub_logs",
        sa.Column("log", sa.String(40), primary_key=True),
        sa.Column("table", sa.String(80), nullable=False, unique=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("page", sa.Text, nullable=False),
        sa.Column("version", sa.String(40), nullable=False),
        sa.Column("simulated", sa.Boolean, nullable=False),
        sa.Column("current", sa.Boolean, nullable=False),
        sa.Column("upto", sa.Integer, nullable=False),
        sa.Column("seen", sa.Float(53), nullable=True),
        sa.Column("notice", sa.Text, nullable=True),
    )
    op.create_table(
        "hub_matches",
        sa.Column("log", sa.String(40), primary_key=True),
        sa.Column("match", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("first", sa.Integer, nullable=False),
        sa.Column("last", sa.Integer, nullable=False),
        sa.Column("events", sa.Integer, nullable=False),
        sa.Column("anonymous", sa.Boolean, nullable=False),
    )
    op.create_table(
        "event_entries",
        sa.Column("event", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("wall", sa.Float(53), nullable=False),
        sa.Column("who", sa.String(80), nullable=True),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
