"""Alembic's environment: the steps run over the connection, and in the transaction, that `device.migrating` hands over."""

from alembic import context

from device.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
