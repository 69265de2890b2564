"""Letters have a queue of their own; whoever sends to an endpoint says so, and hosts can be told apart."""
from urllib.parse import urlsplit

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "letters",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("recipient", sa.String(length=64), nullable=False),
        sa.Column("address", sa.String(length=254)),
        sa.Column("subject", sa.Text()),
        sa.Column("text", sa.Text()),
        sa.Column("link", sa.String(length=64)),
        sa.Column("notice", sa.Boolean(), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.Column("until", sa.Double(), nullable=False),
        sa.Column("due", sa.Double()),
        sa.Column("lease_by", sa.String(length=32)),
        sa.Column("lease_until", sa.Double(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
    )
    op.create_index("ix_letters_due", "letters", ["due"])
    op.create_index("ix_letters_recipient", "letters", ["recipient", "created"])
    op.add_column("endpoints", sa.Column("lease_by", sa.String(length=32)))
    op.add_column("endpoints", sa.Column("host", sa.String(length=255), nullable=False, server_default=""))
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
    op.drop_column("endpoints", "host")
    op.drop_column("endpoints", "lease_by")
    op.drop_table("letters")
