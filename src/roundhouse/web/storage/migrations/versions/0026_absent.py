"""Who was withdrawn from a tournament by its owner, and may come back."""
import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    op.add_column("entrants", sa.Column("absent", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    op.drop_column("entrants", "absent")
