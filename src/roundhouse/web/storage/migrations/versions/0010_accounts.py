"""What was done with an account is listed, wrong passwords are counted, and names that look alike are told apart."""
import sqlalchemy as sa
from alembic import op

from roundhouse.web.people.names import look

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.add_column("players", sa.Column("look", sa.String(length=80)))
    op.create_index("ix_players_look", "players", ["look"], unique=True)
    op.add_column("endpoints", sa.Column("session", sa.String(length=64)))
    op.add_column("chat", sa.Column("player", sa.Integer()))
    op.create_index("ix_chat_player", "chat", ["player"])
    op.create_table(
        "known_devices",
        sa.Column("token", sa.String(length=64), nullable=False),
        sa.Column("player", sa.Integer(), sa.ForeignKey("players.id"), nullable=False),
        sa.Column("used", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("token", "player"),
    )
    op.create_index("ix_known_devices_player", "known_devices", ["player"])
    op.create_table(
        "password_tries",
        sa.Column("name", sa.String(length=64), primary_key=True),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("until", sa.Double(), nullable=False),
    )
    op.create_table(
        "activity",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("player", sa.Integer(), sa.ForeignKey("players.id"), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("detail", sa.String(length=120), nullable=False),
        sa.Column("device", sa.String(length=80), nullable=False),
        sa.Column("network", sa.String(length=64), nullable=False),
    )
    op.create_index("ix_activity_player", "activity", ["player", "at"])
    op.create_index("ix_activity_at", "activity", ["at"])
    _note_looks()


def _note_looks() -> None:
    """Of several accounts that look alike, the first keeps others away."""
    players = sa.table("players", *map(sa.column, ("id", "name", "login", "look")))
    known = set()
    accounts = sa.select(players.c.id, players.c.name).where(players.c.login.is_not(None)).order_by(players.c.id)
    for row in op.get_bind().execute(accounts).all():
        if (seen := look(row.name)) not in known:
            known.add(seen)
            op.get_bind().execute(sa.update(players).where(players.c.id == row.id).values(look=seen))


def downgrade() -> None:
    for name in ("activity", "password_tries", "known_devices"):
        op.drop_table(name)
    op.drop_index("ix_chat_player", "chat")
    op.drop_column("chat", "player")
    op.drop_column("endpoints", "session")
    op.drop_index("ix_players_look", "players")
    op.drop_column("players", "look")
