"""When a game ended, beside who held a seat in it: one's own games are listed by it."""
import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("holders", sa.Column("ended", sa.Double()))
    op.drop_index("ix_holders_player", table_name="holders")
    op.create_index("ix_holders_own", "holders", ["player", "ended", "table"], unique=False)
    holders, tables = (sa.table(name, *map(sa.column, columns)) for name, columns in (
        ("holders", ("table", "ended")), ("tables", ("id", "status", "changed")),
    ))
    over = sa.and_(tables.c.id == holders.c.table, tables.c.status.in_(("over", "closed")))
    op.execute(sa.update(holders).values(ended=sa.select(tables.c.changed).where(over).scalar_subquery()))


def downgrade() -> None:
    op.drop_index("ix_holders_own", table_name="holders")
    op.create_index("ix_holders_player", "holders", ["player"], unique=False)
    op.drop_column("holders", "ended")
