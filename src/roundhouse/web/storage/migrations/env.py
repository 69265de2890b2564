"""Alembic's entry: the server hands over the connection, inside a transaction that it keeps or drops as a whole."""
from alembic import context

from roundhouse.web.storage.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
