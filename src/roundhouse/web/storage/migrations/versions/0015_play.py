"""How a player plays: which of their moves wait for a second press, and who makes those to which there is no other."""
import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.add_column("players", sa.Column("confirms", sa.String(8)))
    op.add_column("players", sa.Column("forced", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    op.drop_column("players", "forced")
    op.drop_column("players", "confirms")
