"""The explorer: games that everybody may see, their openings, rules and positions. All that ended before wait to be
taken in, which is done beside everything else."""
import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
PARTS = ("first", "second", "third", "fourth", "fifth", "sixth")


def upgrade() -> None:
    op.create_table(
        "to_explore",
        *_columns(table=16), sa.PrimaryKeyConstraint("table", name="pk_to_explore"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_to_explore_table_tables"),
    )
    op.create_table(
        "explored",
        sa.Column("table", sa.String(16), sa.ForeignKey("tables.id", name="fk_explored_table_tables"), nullable=False),
        *_columns(game=40, edition=80), *_integers("seats", "steps", "best"),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("ended", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("table", name="pk_explored"),
    )
    for name, first in (("ix_explored_game", ["game"]), ("ix_explored_ended", list[str]())):
        op.create_index(name, "explored", [*first, "ended", "table", "seats", "steps", "best", "edition"])
    op.create_table(
        "openings",
        sa.Column("id", sa.Integer(), nullable=False), sa.Column("parent", sa.Integer(), nullable=False),
        *_columns(line=140, game=40, edition=80), *_integers("seats", "by", "games"),
        sa.Column("share", sa.Double(), nullable=False), sa.Column("score", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_openings"),
    )
    op.create_index("ix_openings_parent", "openings", ["parent", "line", "by"], unique=True)
    op.create_index("ix_openings_most", "openings", ["parent", "games"])
    op.create_table(
        "opening_games", *_integers("opening"), sa.Column("ended", sa.Double(), nullable=False), *_columns(table=16),
        sa.PrimaryKeyConstraint("opening", "ended", "table", name="pk_opening_games"), sqlite_with_rowid=False,
    )
    op.create_table(
        "rule_counts", *_columns(game=40, rule=40), *_integers("games"),
        sa.PrimaryKeyConstraint("game", "rule", name="pk_rule_counts"),
    )
    op.create_table(
        "rule_games", *_columns(game=40, rule=40), sa.Column("ended", sa.Double(), nullable=False), *_columns(table=16),
        sa.PrimaryKeyConstraint("game", "rule", "ended", "table", name="pk_rule_games"), sqlite_with_rowid=False,
    )
    op.create_table(
        "likenesses", *_columns(table=16), *_integers("step"), *_columns(sketch=16), *_integers(*PARTS),
        sa.PrimaryKeyConstraint("table", "step", name="pk_likenesses"),
    )
    for part in PARTS:
        op.create_index(f"ix_likenesses_{part}", "likenesses", [part])
    op.execute('INSERT INTO to_explore SELECT DISTINCT "table" FROM results WHERE open')


def _columns(**lengths: int) -> list[sa.Column[str]]:
    return [sa.Column(name, sa.String(length), nullable=False) for name, length in lengths.items()]


def _integers(*names: str) -> list[sa.Column[int]]:
    return [sa.Column(name, sa.Integer(), nullable=False) for name in names]


def downgrade() -> None:
    for name in ("likenesses", "rule_games", "rule_counts", "opening_games", "openings", "explored", "to_explore"):
        op.drop_table(name)
