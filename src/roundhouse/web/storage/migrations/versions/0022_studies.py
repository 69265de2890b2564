"""What reviews found of each player's moves."""
import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    op.create_table(
        "studies",
        sa.Column("table", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("ended", sa.Double(), nullable=False),
        sa.Column("made", sa.Double(), nullable=False),
        sa.Column("moves", sa.Integer(), nullable=False),
        sa.Column("good", sa.Integer(), nullable=False),
        sa.Column("told", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_studies_table_tables"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_studies_player_players"),
        sa.PrimaryKeyConstraint("table", "seat", name="pk_studies"),
    )
    op.create_index("ix_studies_player", "studies", ["player", "ended"])
    op.create_index("ix_studies_game", "studies", ["player", "game", "moves", "good"])


def downgrade() -> None:
    op.drop_table("studies")
