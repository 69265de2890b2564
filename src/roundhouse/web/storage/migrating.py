"""Bringing a database to the schema of this version, by alembic."""
from __future__ import annotations

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection

from roundhouse.errors import UserError
from roundhouse.web.storage.database import MIGRATIONS


def upgrade(connection: Connection) -> None:
    """All steps that it has not made yet, in the transaction of that connection."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise UserError(f"the database was made by a newer Roundhouse: {error}") from error
