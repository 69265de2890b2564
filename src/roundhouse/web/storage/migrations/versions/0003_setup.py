"""The texts of editions, so that a table goes on with the board and cards it was begun with."""
import sqlalchemy as sa
from alembic import op

from roundhouse.games import titles

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    editions = op.create_table(
        "editions",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_editions")),
    )
    tables = sa.table("tables", sa.column("game"), sa.column("edition"), sa.column("edition_digest"))
    begun = sa.select(tables.c.game, tables.c.edition, tables.c.edition_digest).distinct()
    for game, edition, digest in op.get_bind().execute(begun).all():
        title = titles().get(game)
        if title is not None and title.has_edition(edition, digest):
            op.execute(sa.insert(editions).values(digest=digest, text=title.known_edition(edition, digest).text))


def downgrade() -> None:
    op.drop_table("editions")
