"""Alembic's environment: the steps run over the connection, and in the transaction, that
`device.store.log.migrating` hands over.
"""

from alembic import context

from device.store.log.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
