"""The points of each game in the standings of its group, so that the database sums them up."""
import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
POINTS = """
UPDATE results SET points = (
  SELECT avg(CASE WHEN o.place > results.place THEN 1.0 WHEN o.place = results.place THEN 0.5 ELSE 0.0 END)
  FROM results AS o WHERE o."table" = results."table" AND o.seat <> results.seat
) WHERE club IS NOT NULL AND (
  SELECT count(o.player) FROM results AS o WHERE o."table" = results."table"
) > 1
"""


def upgrade() -> None:
    op.add_column("results", sa.Column("points", sa.Double()))
    op.execute(POINTS)
    op.drop_index("ix_results_club", "results")
    op.create_index("ix_results_club", "results", ["club", "ended", "table", "player", "points", "share", "place"])


def downgrade() -> None:
    op.drop_index("ix_results_club", "results")
    op.create_index("ix_results_club", "results", ["club", "ended"])
    op.drop_column("results", "points")
