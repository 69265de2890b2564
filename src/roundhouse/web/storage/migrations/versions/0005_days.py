"""Clocks, notifications, visits, and what accounts and tables need to last for a year."""
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0003"

TABLES: tuple[sa.Column[Any], ...] = (
    sa.Column("closed", sa.String(length=12), nullable=True),
    sa.Column("invite", sa.String(length=64), nullable=True),
    sa.Column("watched", sa.Boolean(), server_default=sa.true(), nullable=False),
    sa.Column("each", sa.Double(), nullable=True),
    sa.Column("bank", sa.Double(), nullable=True),
    sa.Column("at_zero", sa.String(length=8), server_default="move", nullable=False),
    sa.Column("since", sa.Double(), server_default="0", nullable=False),
    sa.Column("deadline", sa.Double(), nullable=True),
    sa.Column("remind", sa.Double(), nullable=True),
    sa.Column("overdue", sa.Boolean(), server_default=sa.false(), nullable=False),
)
SEATS: tuple[sa.Column[Any], ...] = (
    sa.Column("bank", sa.Double(), nullable=True),
    sa.Column("ends", sa.Boolean(), server_default=sa.false(), nullable=False),
)


def upgrade() -> None:
    op.add_column("players", sa.Column("email", sa.String(length=254), nullable=True))
    op.add_column("players", sa.Column("deleted", sa.Double(), nullable=True))
    op.create_index("ix_players_email", "players", ["email"], unique=True)
    op.add_column("sessions", sa.Column("device", sa.String(length=80), nullable=True))
    for column in TABLES:
        op.add_column("tables", column)
    op.create_index("ix_tables_deadline", "tables", ["deadline"])
    op.create_index("ix_tables_remind", "tables", ["remind"])
    op.create_index("ix_tables_invite", "tables", ["invite"], unique=True)
    for column in SEATS:
        op.add_column("seats", column)
    _at_tables()
    _to_people()


def _at_tables() -> None:
    op.create_table(
        "visits",
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("table", sa.String(length=16), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("talk", sa.Integer(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("notes", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_visits_player_players")),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name=op.f("fk_visits_table_tables")),
        sa.PrimaryKeyConstraint("player", "table", name=op.f("pk_visits")),
    )
    op.create_table(
        "knocks",
        sa.Column("table", sa.String(length=16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_knocks_player_players")),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name=op.f("fk_knocks_table_tables")),
        sa.PrimaryKeyConstraint("table", "seat", "player", name=op.f("pk_knocks")),
    )


def _to_people() -> None:
    op.create_table(
        "links",
        sa.Column("token", sa.String(length=64), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("purpose", sa.String(length=8), nullable=False),
        sa.Column("leads_to", sa.String(length=80), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=True),
        sa.Column("until", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_links_player_players")),
        sa.PrimaryKeyConstraint("token", name=op.f("pk_links")),
    )
    op.create_index(op.f("ix_links_player"), "links", ["player"])
    op.create_table(
        "preferences",
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("zone", sa.String(length=64), nullable=False),
        sa.Column("quiet_from", sa.Integer(), nullable=True),
        sa.Column("quiet_until", sa.Integer(), nullable=True),
        sa.Column("digest", sa.Integer(), nullable=False),
        sa.Column("also", sa.String(length=40), nullable=False),
        sa.Column("away_from", sa.Double(), nullable=True),
        sa.Column("away_until", sa.Double(), nullable=True),
        sa.Column("feed", sa.String(length=64), nullable=True),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_preferences_player_players")),
        sa.PrimaryKeyConstraint("player", name=op.f("pk_preferences")),
    )
    op.create_index("ix_preferences_feed", "preferences", ["feed"], unique=True)
    op.create_table(
        "endpoints",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("keys", sa.Text(), nullable=True),
        sa.Column("created", sa.Double(), nullable=False),
        sa.Column("told", sa.Integer(), nullable=False),
        sa.Column("sent", sa.Double(), nullable=True),
        sa.Column("due", sa.Double(), nullable=True),
        sa.Column("lease_until", sa.Double(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("failing_since", sa.Double(), nullable=True),
        sa.Column("dropped", sa.Double(), nullable=True),
        sa.Column("why", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_endpoints_player_players")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_endpoints")),
    )
    op.create_index(op.f("ix_endpoints_player"), "endpoints", ["player"])
    op.create_index("ix_endpoints_due", "endpoints", ["due"])
    op.create_table(
        "news",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("table", sa.String(length=16), nullable=True),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_news_player_players")),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name=op.f("fk_news_table_tables")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_news")),
    )
    op.create_index("ix_news_player", "news", ["player", "id"])
    op.create_table(
        "house_keys",
        sa.Column("name", sa.String(length=16), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_house_keys")),
    )


def downgrade() -> None:
    for table in ("house_keys", "news", "endpoints", "preferences", "links", "knocks", "visits"):
        op.drop_table(table)
    for column in SEATS:
        op.drop_column("seats", column.name)
    for index in ("ix_tables_invite", "ix_tables_remind", "ix_tables_deadline"):
        op.drop_index(index, table_name="tables")
    for column in TABLES:
        op.drop_column("tables", column.name)
    op.drop_column("sessions", "device")
    op.drop_index("ix_players_email", table_name="players")
    op.drop_column("players", "email")
    op.drop_column("players", "deleted")
