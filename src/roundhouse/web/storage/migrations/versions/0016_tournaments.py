"""Tournaments, who takes part in them, and their rounds."""
import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("owner", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("system", sa.String(8), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("pace", sa.String(8), nullable=False),
        sa.Column("each", sa.Double(), nullable=False),
        sa.Column("bank", sa.Double(), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.Column("ended", sa.Double()),
        sa.ForeignKeyConstraint(["owner"], ["players.id"], name="fk_tournaments_owner_players"),
        sa.PrimaryKeyConstraint("id", name="pk_tournaments"),
    )
    op.create_index("ix_tournaments_status", "tournaments", ["status"])
    op.create_index("ix_tournaments_owner", "tournaments", ["owner", "status"])
    op.create_index("ix_tournaments_created", "tournaments", ["created", "id"])
    op.create_table(
        "entrants",
        sa.Column("tournament", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("player", sa.Integer()),
        sa.Column("bot", sa.String(20)),
        sa.Column("withdrawn", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["tournament"], ["tournaments.id"], name="fk_entrants_tournament_tournaments"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_entrants_player_players"),
        sa.PrimaryKeyConstraint("tournament", "number", name="pk_entrants"),
    )
    op.create_index("ix_entrants_player", "entrants", ["player", "tournament"], unique=True)
    op.create_table(
        "pairings",
        sa.Column("tournament", sa.String(16), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("entrant", sa.Integer(), nullable=False),
        sa.Column("board", sa.Integer()),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("table", sa.String(16)),
        sa.Column("points", sa.Double()),
        sa.Column("share", sa.Double(), nullable=False),
        sa.Column("part", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["tournament"], ["tournaments.id"], name="fk_pairings_tournament_tournaments"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_pairings_table_tables"),
        sa.PrimaryKeyConstraint("tournament", "round", "entrant", name="pk_pairings"),
    )
    op.create_index("ix_pairings_table", "pairings", ["table", "seat"])


def downgrade() -> None:
    for name in ("pairings", "entrants", "tournaments"):
        op.drop_table(name)
