"""Where each game stands in its people's lists, kept beside who holds a seat in it by the database itself.

It moves with every move. A trigger follows the table's own row, so that a move asks the database for nothing more.
"""
from itertools import groupby

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

# A player who holds several seats of a table has it once in their list: beside the first of them.
# What waits without a clock comes after all that has one: 1e11 is later than any time that a clock shows.
PLACED = """
UPDATE holders SET (sort, place) = (
    SELECT
        found.sort,
        CASE WHEN found.sort = 0 THEN coalesce(found.deadline, 1e11 + found.changed) ELSE -found.changed END
    FROM (
        SELECT t.deadline, t.changed, CASE
            WHEN t.status IN ('over', 'closed') THEN 3
            WHEN t.status = 'waiting' THEN 2
            WHEN NOT t.auto AND EXISTS (
                SELECT 1 FROM holders h WHERE h."table" = t.id AND h.seat = t.to_act AND h.player = holders.player
            ) THEN 0
            ELSE 1 END AS sort
        FROM tables t WHERE t.id = holders."table"
    ) AS found
    WHERE NOT EXISTS (
        SELECT 1 FROM holders h
        WHERE h."table" = holders."table" AND h.seat < holders.seat AND h.player = holders.player
    )
)"""
TRIGGERS = {
    "place_moved": ("UPDATE OF status, to_act, auto, deadline, changed ON tables", "NEW.id"),
    "place_taken": ("INSERT ON holders", 'NEW."table"'),
    "place_left": ("DELETE ON holders", 'OLD."table"'),
}


def upgrade() -> None:
    op.drop_index("ix_holders_own", table_name="holders")
    op.drop_column("holders", "ended")
    for column in (
        sa.Column("game", sa.String(length=40), nullable=False, server_default=""),
        sa.Column("names", sa.Text(), nullable=False, server_default=""),
        sa.Column("sort", sa.Integer()),
        sa.Column("place", sa.Double()),
    ):
        op.add_column("holders", column)
    op.execute('UPDATE holders SET game = (SELECT t.game FROM tables t WHERE t.id = holders."table")')
    _write_names()
    op.execute(PLACED)
    op.create_index("ix_holders_own", "holders", ["player", "sort", "place", "table", "game"])
    op.drop_index("ix_tables_listing", table_name="tables")
    op.create_index("ix_tables_listing", "tables", ["public", "status", "changed", "id"])
    for name, (event, table) in TRIGGERS.items():
        _add_trigger(name, event, f'{PLACED} WHERE "table" = {table};')


def _write_names() -> None:
    """In one case, which SQL has for a few letters only."""
    seats = sa.table("seats", *map(sa.column, ("table", "number", "name")))
    holders = sa.table("holders", *map(sa.column, ("table", "names")))
    rows = op.get_bind().execute(sa.select(seats.c.table, seats.c.name).order_by(seats.c.table, seats.c.number)).all()
    named = [
        {"id": id, "named": "\n".join(row.name for row in some).casefold()}
        for id, some in groupby(rows, lambda row: row.table)
    ]
    if named:
        write = sa.update(holders).where(holders.c.table == sa.bindparam("id")).values(names=sa.bindparam("named"))
        op.get_bind().execute(write, named)


def _add_trigger(name: str, event: str, does: str) -> None:
    if op.get_bind().dialect.name == "sqlite":
        op.execute(f"CREATE TRIGGER {name} AFTER {event} BEGIN {does} END")
        return
    op.execute(f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {does} RETURN NULL; END $$")
    op.execute(f"CREATE TRIGGER {name} AFTER {event} FOR EACH ROW EXECUTE FUNCTION {name}()")


def downgrade() -> None:
    for name, (event, _) in TRIGGERS.items():
        if op.get_bind().dialect.name == "sqlite":
            op.execute(f"DROP TRIGGER {name}")
        else:
            op.execute(f"DROP TRIGGER {name} ON {event.rpartition(' ')[2]}")
            op.execute(f"DROP FUNCTION {name}()")
    op.drop_index("ix_tables_listing", table_name="tables")
    op.create_index("ix_tables_listing", "tables", ["public", "status", "changed"])
    op.drop_index("ix_holders_own", table_name="holders")
    for column in ("place", "sort", "names", "game"):
        op.drop_column("holders", column)
    op.add_column("holders", sa.Column("ended", sa.Double()))
    op.execute(
        "UPDATE holders SET ended = (SELECT t.changed FROM tables t"
        " WHERE t.id = holders.\"table\" AND t.status IN ('over', 'closed'))"
    )
    op.create_index("ix_holders_own", "holders", ["player", "ended", "table"])
