"""Claims of seats and who agreed to them, recovery codes of guests, and hints: allowed at a table, counted by seat."""
import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.add_column("knocks", sa.Column("agreed", sa.Text(), server_default="[]", nullable=False))
    op.add_column("knocks", sa.Column("refused", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("tables", sa.Column("hints", sa.Boolean(), server_default=sa.true(), nullable=False))
    op.add_column("seats", sa.Column("hints", sa.Integer(), server_default="0", nullable=False))
    op.add_column("seats", sa.Column("hinted", sa.Integer(), server_default="-1", nullable=False))
    op.create_table(
        "recovery_codes",
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("code", sa.String(64), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_recovery_codes_player_players")),
        sa.PrimaryKeyConstraint("player", name=op.f("pk_recovery_codes")),
        sa.UniqueConstraint("code", name=op.f("uq_recovery_codes_code")),
    )
    # Where several people play, nobody has agreed to hints.
    tables, seats = (sa.table(name, *map(sa.column, columns)) for name, columns in (
        ("tables", ("id", "hints")), ("seats", ("table", "player", "bot")),
    ))
    people = sa.select(sa.func.count(sa.func.distinct(sa.func.coalesce(seats.c.player, -1)))).where(
        seats.c.table == tables.c.id, sa.or_(seats.c.player.is_not(None), seats.c.bot.is_(None))
    ).scalar_subquery()
    op.execute(sa.update(tables).where(people > 1).values(hints=False))
    # Whose seat was asked for before there were answers asks again.
    op.execute(sa.delete(sa.table("knocks")))


def downgrade() -> None:
    op.drop_table("recovery_codes")
    for table, column in (
        ("seats", "hinted"), ("seats", "hints"), ("tables", "hints"), ("knocks", "refused"), ("knocks", "agreed"),
    ):
        op.drop_column(table, column)
