"""How alembic runs a migration: on the connection that the store hands over."""

from alembic import context

from onitama.server.store.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
