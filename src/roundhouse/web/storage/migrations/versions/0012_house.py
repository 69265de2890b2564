"""Tables that were made of a file say so and are in no public list; turns that are taken up again; used holidays."""
import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
AT_ONCE = 60.0
"""An upload is played through in a moment, and the table made after it."""


def upgrade() -> None:
    op.add_column("tables", sa.Column("uploaded", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("spent", sa.Double(), nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("spent_by", sa.Integer()))
    op.add_column("preferences", sa.Column("rested", sa.Text(), nullable=False, server_default=""))
    tables = sa.table("tables", *map(sa.column, ("id", "created", "uploaded", "public")))
    steps = sa.table("steps", *map(sa.column, ("table", "at")))
    # A game that was played here has its steps after its table was made, and one tried from another's long before.
    first = sa.select(sa.func.min(steps.c.at)).where(steps.c.table == tables.c.id).scalar_subquery()
    made_of_a_file = sa.and_(first < tables.c.created, first > tables.c.created - AT_ONCE)
    op.execute(sa.update(tables).where(made_of_a_file).values(uploaded=True, public=False))


def downgrade() -> None:
    op.drop_column("preferences", "rested")
    op.drop_column("tables", "spent_by")
    op.drop_column("tables", "spent")
    op.drop_column("tables", "uploaded")
