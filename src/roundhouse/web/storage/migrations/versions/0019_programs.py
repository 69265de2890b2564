"""Bots of others: accounts that are programs, whose they are, and their tokens."""
import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    op.add_column("players", sa.Column("keeper", sa.Integer()))
    op.add_column("players", sa.Column("about", sa.String(400), nullable=False, server_default=""))
    op.create_index("ix_players_keeper", "players", ["keeper"])
    op.create_table(
        "program_tokens",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("token", sa.String(64), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("label", sa.String(40), nullable=False),
        sa.Column("scopes", sa.String(60), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_program_tokens_player_players"),
        sa.PrimaryKeyConstraint("id", name="pk_program_tokens"),
    )
    op.create_index("ix_program_tokens_token", "program_tokens", ["token"], unique=True)
    op.create_index("ix_program_tokens_player", "program_tokens", ["player"])


def downgrade() -> None:
    op.drop_table("program_tokens")
    op.drop_index("ix_players_keeper", table_name="players")
    op.drop_column("players", "about")
    op.drop_column("players", "keeper")
