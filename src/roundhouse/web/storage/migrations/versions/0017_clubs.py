"""Groups of people who play together, and the tables that are made for them."""
import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.add_column("tables", sa.Column("club", sa.String(16)))
    op.create_index("ix_tables_club", "tables", ["club"])
    op.add_column("results", sa.Column("club", sa.String(16)))
    op.create_index("ix_results_club", "results", ["club", "ended"])
    op.create_table(
        "clubs",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("invite", sa.String(64), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_clubs"),
    )
    op.create_index("ix_clubs_invite", "clubs", ["invite"], unique=True)
    op.create_table(
        "club_members",
        sa.Column("club", sa.String(16), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(8), nullable=False),
        sa.Column("joined", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["club"], ["clubs.id"], name="fk_club_members_club_clubs"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_club_members_player_players"),
        sa.PrimaryKeyConstraint("club", "player", name="pk_club_members"),
    )
    op.create_index("ix_club_members_player", "club_members", ["player", "club"])


def downgrade() -> None:
    op.drop_table("club_members")
    op.drop_table("clubs")
    op.drop_index("ix_results_club", table_name="results")
    op.drop_column("results", "club")
    op.drop_index("ix_tables_club", table_name="tables")
    op.drop_column("tables", "club")
