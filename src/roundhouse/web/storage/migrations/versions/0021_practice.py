"""Mistakes that come back as puzzles."""
import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    op.create_table(
        "practice",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("table", sa.String(16), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("better", sa.String(80), nullable=False),
        sa.Column("found", sa.Double(), nullable=False),
        sa.Column("asked", sa.Integer(), nullable=False),
        sa.Column("right", sa.Integer(), nullable=False),
        sa.Column("due", sa.Double()),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_practice_player_players"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_practice_table_tables"),
        sa.PrimaryKeyConstraint("id", name="pk_practice"),
    )
    op.create_index("ix_practice_step", "practice", ["player", "table", "step"], unique=True)
    op.create_index("ix_practice_due", "practice", ["player", "due", "id"])


def downgrade() -> None:
    op.drop_table("practice")
