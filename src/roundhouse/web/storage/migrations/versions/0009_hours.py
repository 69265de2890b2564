"""An endpoint counts what it had within an hour, a webhook has a secret, and nothing that a receiver said is kept."""
from urllib.parse import urlsplit

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("endpoints", sa.Column("hour_began", sa.Double()))
    op.add_column("endpoints", sa.Column("hour_sent", sa.Integer(), nullable=False, server_default="0"))
    op.drop_column("endpoints", "why")
    endpoints = sa.table("endpoints", *map(sa.column, ("id", "kind", "address", "host")))
    for row in op.get_bind().execute(sa.select(endpoints.c.id, endpoints.c.kind, endpoints.c.address)).all():
        host = "" if row.kind == "mail" else _host(row.address)
        op.get_bind().execute(sa.update(endpoints).where(endpoints.c.id == row.id).values(host=host))


def _host(address: str) -> str:
    try:
        return (urlsplit(address).hostname or "")[:255]
    except ValueError:
        return ""


def downgrade() -> None:
    op.add_column("endpoints", sa.Column("why", sa.Text()))
    op.drop_column("endpoints", "hour_sent")
    op.drop_column("endpoints", "hour_began")
