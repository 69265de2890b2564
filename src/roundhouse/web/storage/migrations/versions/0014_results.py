"""Results of games, ratings, and what these foretold; results are made for all games that ended before."""
from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import groupby
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
AT_ONCE = 400
SAME_MOMENT = 0.5
"""By so much the clocks of servers that share a database may differ, in seconds."""


def upgrade() -> None:
    op.add_column("players", sa.Column("private", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("rated", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("branched", sa.Boolean(), nullable=False, server_default=sa.false()))
    _mark_branches()
    op.add_column("seats", sa.Column("stood_in", sa.Integer(), nullable=False, server_default="0"))
    results = op.create_table(
        "results",
        sa.Column("table", sa.String(16), sa.ForeignKey("tables.id", name="fk_results_table_tables"), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("edition", sa.String(80), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), sa.ForeignKey("players.id", name="fk_results_player_players")),
        sa.Column("bot", sa.String(20)),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("share", sa.Double(), nullable=False),
        sa.Column("stood_in", sa.Double(), nullable=False),
        sa.Column("hints", sa.Integer(), nullable=False),
        sa.Column("seconds", sa.Double(), nullable=False),
        sa.Column("opening", sa.String(80), nullable=False),
        sa.Column("steps", sa.Integer(), nullable=False),
        sa.Column("open", sa.Boolean(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("expected", sa.Double()),
        sa.Column("mu", sa.Double()),
        sa.Column("sigma", sa.Double()),
        sa.Column("ended", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("table", "seat", name="pk_results"),
    )
    op.create_table(
        "ratings",
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("sure", sa.Double(), nullable=False),
        sa.Column("changed", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_ratings_player_players"),
        sa.PrimaryKeyConstraint("player", "game", name="pk_ratings"),
    )
    op.create_index("ix_ratings_list", "ratings", ["game", "sure", "player"])
    sums: list[sa.Column[float]] = [
        sa.Column(name, sa.Double(), nullable=False) for name in ("expected", "won", "loss", "even")
    ]
    op.create_table(
        "forecasts",
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("tenth", sa.Integer(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        *sums,
        sa.PrimaryKeyConstraint("game", "tenth", name="pk_forecasts"),
    )
    _write_results(results)
    op.create_index("ix_results_player", "results", ["player", "ended", "table"])
    op.create_index("ix_results_player_game", "results", ["player", "game", "ended", "table"])


def _mark_branches() -> None:
    """Tables that go on from the middle of another game have steps from before they were made."""
    tables = sa.table("tables", *map(sa.column, ("id", "created", "uploaded", "branched")))
    steps = sa.table("steps", *map(sa.column, ("table", "number", "at")))
    first = sa.select(steps.c.at).where(steps.c.table == tables.c.id, steps.c.number == 1).scalar_subquery()
    earlier = sa.and_(tables.c.uploaded.is_(False), first < tables.c.created - SAME_MOMENT)
    op.execute(sa.update(tables).where(earlier).values(branched=True))


def _write_results(results: sa.Table) -> None:
    """Of games that were played here from their first step to their end. Which moves a stand-in made was not written
    down then: whoever had one at the end counts as stood in for all through."""
    names = ("id", "game", "edition", "result", "public", "watched", "uploaded", "branched", "changed", "status",
             "step")
    tables = sa.table("tables", *map(sa.column, names))
    t, connection, last = tables.c, op.get_bind(), ""
    over = sa.select(tables).where(t.status == "over", t.uploaded.is_(False), t.branched.is_(False))
    over = over.where(t.result.is_not(None))
    while found := connection.execute(over.where(t.id > last).order_by(t.id).limit(AT_ONCE)).mappings().all():
        last = found[-1]["id"]
        rows = _of_tables(connection, {row["id"]: row for row in found})
        if rows:
            connection.execute(sa.insert(results), rows)


def _of_tables(connection: sa.Connection, tables: dict[str, Any]) -> list[dict[str, Any]]:
    seats = sa.table("seats", *map(sa.column, ("table", "number", "player", "bot", "hints")))
    steps = sa.table("steps", *map(sa.column, ("table", "number", "by", "line", "at")))
    s, n = steps.c, seats.c
    made = connection.execute(sa.select(steps).where(s.table.in_(tables)).order_by(s.table, s.number)).all()
    courses = {id: _course(list(each)) for id, each in groupby(made, lambda row: row.table)}
    sat = connection.execute(sa.select(seats).where(n.table.in_(tables)).order_by(n.table, n.number)).all()
    return [
        row for id, each in groupby(sat, lambda seat: seat.table)
        if id in courses
        for row in _of_table(tables[id], list(each), courses[id])
    ]


def _course(steps: Sequence[Any]) -> dict[str, Any]:
    seconds: dict[int, float] = defaultdict(float)
    openings: dict[int, str] = {}
    for before, step in zip([None, *steps], steps):
        if step.by >= 0:
            seconds[step.by] += 0.0 if before is None else max(0.0, step.at - before.at)
            openings.setdefault(step.by, step.line[:80])
    return {"seconds": seconds, "openings": openings}


def _of_table(table: Any, seats: Sequence[Any], course: dict[str, Any]) -> list[dict[str, Any]]:
    try:
        result = json.loads(table["result"])
        scores, winners = list(result["scores"]), list(result["winners"])
    except (ValueError, TypeError, KeyError):
        return []       # a result that can't be read is told to nobody
    if len(scores) != len(seats):
        return []
    sitting = Counter(seat.player for seat in seats)
    return [
        {
            "table": table["id"], "seat": seat.number, "game": table["game"], "edition": table["edition"],
            "seats": len(seats), "player": seat.player if sitting[seat.player] == 1 else None,
            "bot": seat.bot if seat.player is None else None,
            "place": 1 if seat.number in winners else max(2, 1 + sum(one > scores[seat.number] for one in scores)),
            "score": scores[seat.number], "share": 1 / len(winners) if seat.number in winners else 0.0,
            "stood_in": 1.0 if seat.player is not None and seat.bot is not None else 0.0, "hints": seat.hints,
            "seconds": course["seconds"][seat.number], "opening": course["openings"].get(seat.number, ""),
            "steps": table["step"], "open": bool(table["public"] and table["watched"]), "rated": False,
            "expected": None, "mu": None, "sigma": None, "ended": table["changed"],
        }
        for seat in seats
    ]


def downgrade() -> None:
    for name in ("forecasts", "ratings", "results"):
        op.drop_table(name)
    op.drop_column("seats", "stood_in")
    op.drop_column("tables", "rated")
    op.drop_column("tables", "branched")
    op.drop_column("players", "private")
