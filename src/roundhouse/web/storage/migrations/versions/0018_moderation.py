"""Hosts and moderators: roles, bans, hidden tables, reports, blocks, invitations, and a log that nobody can change."""
import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
KEPT = "what hosts and moderators did is never changed"
# Whatever ends a session, a command typed into the database too: all servers see another word at their next question.
TRIGGERS = {
    "audit_unchanged": ("BEFORE UPDATE ON audit", f"SELECT RAISE(ABORT, '{KEPT}');", f"RAISE EXCEPTION '{KEPT}';"),
    "audit_kept": ("BEFORE DELETE ON audit", f"SELECT RAISE(ABORT, '{KEPT}');", f"RAISE EXCEPTION '{KEPT}';"),
    "sessions_ended": (
        "AFTER DELETE ON sessions",
        "INSERT OR REPLACE INTO house_settings (name, value) VALUES ('sessions', lower(hex(randomblob(8))));",
        """INSERT INTO house_settings (name, value) VALUES ('sessions', md5(random()::text || clock_timestamp()::text))
        ON CONFLICT (name) DO UPDATE SET value = excluded.value;
        PERFORM pg_notify('roundhouse_tables', 'tokens');
        RETURN NULL;""",
    ),
}
"""By name: the event, what SQLite does at it and what PostgreSQL does."""


def upgrade() -> None:
    for table, *columns in (
        (
            "players", sa.Column("role", sa.String(10), nullable=False, server_default=""),
            sa.Column("banned", sa.Double()), sa.Column("banned_until", sa.Double()),
            sa.Column("banned_why", sa.String(200), nullable=False, server_default=""),
        ),
        ("tables", sa.Column("hidden", sa.Boolean(), nullable=False, server_default=sa.false())),
    ):
        for column in columns:
            op.add_column(table, column)
    op.create_table(
        "house_settings",
        sa.Column("name", sa.String(16), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_house_settings"),
    )
    _audit()
    _from_people()
    for name in TRIGGERS:
        add_trigger(name)


def _audit() -> None:
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("by", sa.Integer()),
        sa.Column("by_name", sa.String(40), nullable=False),
        sa.Column("action", sa.String(24), nullable=False),
        sa.Column("about", sa.String(40), nullable=False),
        sa.Column("detail", sa.String(400), nullable=False),
        sa.Column("network", sa.String(64), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_audit"),
    )
    op.create_index("ix_audit_about", "audit", ["about", "id"])


def _from_people() -> None:
    op.create_table(
        "sign_up_invitations",
        sa.Column("token", sa.String(64), nullable=False),
        sa.Column("note", sa.String(80), nullable=False),
        sa.Column("by", sa.Integer()),
        sa.Column("created", sa.Double(), nullable=False),
        sa.Column("until", sa.Double(), nullable=False),
        sa.Column("uses", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("token", name="pk_sign_up_invitations"),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("by", sa.Integer(), nullable=False),
        sa.Column("about", sa.Integer()),
        sa.Column("table", sa.String(16)),
        sa.Column("words", sa.String(1000), nullable=False),
        sa.Column("settled", sa.Double()),
        sa.Column("settled_by", sa.Integer()),
        sa.Column("outcome", sa.String(200), nullable=False, server_default=""),
        sa.ForeignKeyConstraint(["by"], ["players.id"], name="fk_reports_by_players"),
        sa.ForeignKeyConstraint(["about"], ["players.id"], name="fk_reports_about_players"),
        sa.PrimaryKeyConstraint("id", name="pk_reports"),
    )
    op.create_index("ix_reports_open", "reports", ["settled", "id"])
    op.create_index("ix_reports_by", "reports", ["by", "at"])
    op.create_index("ix_reports_about", "reports", ["about"])
    op.create_table(
        "blocks",
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("other", sa.Integer(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_blocks_player_players"),
        sa.ForeignKeyConstraint(["other"], ["players.id"], name="fk_blocks_other_players"),
        sa.PrimaryKeyConstraint("player", "other", name="pk_blocks"),
    )
    op.create_index("ix_blocks_other", "blocks", ["other"])


def add_trigger(name: str) -> None:
    event, sqlite, postgres = TRIGGERS[name]
    if op.get_context().dialect.name == "sqlite":
        op.execute(f"CREATE TRIGGER {name} {event} BEGIN {sqlite} END")
        return
    op.execute(f"CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {postgres} END $$")
    op.execute(f"CREATE TRIGGER {name} {event} FOR EACH STATEMENT EXECUTE FUNCTION {name}()")


def downgrade() -> None:
    for name, (event, *_) in TRIGGERS.items():
        sqlite = op.get_context().dialect.name == "sqlite"
        op.execute(f"DROP TRIGGER {name}" + ("" if sqlite else f" ON {event.rpartition(' ')[2]}"))
        if not sqlite:
            op.execute(f"DROP FUNCTION {name}()")
    for table in ("blocks", "reports", "sign_up_invitations", "audit", "house_settings"):
        op.drop_table(table)
    op.drop_column("tables", "hidden")
    for column in ("banned_why", "banned_until", "banned", "role"):
        op.drop_column("players", column)
