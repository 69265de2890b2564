"""Seats that are kept for a player are found by that player."""
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.create_index("ix_seats_reserved", "seats", ["reserved"])


def downgrade() -> None:
    op.drop_index("ix_seats_reserved", table_name="seats")
