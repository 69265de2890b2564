"""Which seats agree that a bot plays in the place of somebody who stays away."""
import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    op.add_column("seats", sa.Column("unseat", sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    op.drop_column("seats", "unseat")
