"""When somebody asked to take back, and whose words a player does not wish to read."""
import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    # A question from before this is as old as can be: nobody is kept waiting for it anew.
    op.add_column("asks", sa.Column("at", sa.Double(), nullable=False, server_default="0"))
    op.create_table(
        "mutes",
        sa.Column("table", sa.String(length=16), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name=op.f("fk_mutes_table_tables")),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_mutes_player_players")),
        sa.PrimaryKeyConstraint("table", "player", "seat", name=op.f("pk_mutes")),
    )


def downgrade() -> None:
    op.drop_table("mutes")
    op.drop_column("asks", "at")
