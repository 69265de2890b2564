"""Games that wait for a review are kept, so that a server that starts goes on with them."""
import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    op.create_table(
        "reviews_asked",
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("table", sa.String(16), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("asked", sa.Double(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("lease_until", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_reviews_asked_player_players"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_reviews_asked_table_tables"),
        sa.PrimaryKeyConstraint("player", "table", name="pk_reviews_asked"),
    )
    op.create_index("ix_reviews_asked_place", "reviews_asked", ["place", "asked"])


def downgrade() -> None:
    op.drop_table("reviews_asked")
