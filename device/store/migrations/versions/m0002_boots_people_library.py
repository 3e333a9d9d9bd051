"""When the computer was switched on and who put something right; what the library keeps.

Releases before there were migrations added these one after the other without counting, so that a database may have any
of them.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add what there is not."""
    inspector = sa.inspect(op.get_bind())
    tables = inspector.get_table_names()
    columns = {column["name"] for column in inspector.get_columns("events")}
    for name, length in (("boot", 40), ("who", 80)):
        if name not in columns:
            op.add_column("events", sa.Column(name, sa.String(length), nullable=True))
    if "deleted" not in tables:
        op.create_table(
            "deleted",
            sa.Column("table", sa.String(80), primary_key=True),
            sa.Column("match", sa.Integer, primary_key=True, autoincrement=False),
            sa.Column("at", sa.Float(53), nullable=True),
            sa.Column("for_good", sa.Boolean, nullable=False),
        )
    if "heads" not in tables:
        op.create_table(
            "heads",
            sa.Column("table", sa.String(80), primary_key=True),
            sa.Column("match", sa.Integer, primary_key=True, autoincrement=False),
            sa.Column("first", sa.Integer, nullable=False),
            sa.Column("last", sa.Integer, nullable=False),
            sa.Column("body", sa.Text, nullable=False),
        )
