"""The rows of a study as a data frame: its columns, and what type each of them has."""
from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any

import polars as pl

from roundhouse.lab.study import Study

AT_ONCE = 500
TAKES = pl.Struct({
    "kind": pl.String, "item": pl.String, "of": pl.String, "seat": pl.Int8, "price": pl.Int32, "paid": pl.Float64,
})
COLUMNS: dict[str, Any] = {
    "number": pl.Int64,
    "part": pl.String,
    "bots": pl.List(pl.String),
    "scores": pl.List(pl.Int32),
    "winners": pl.List(pl.Int8),
    "steps": pl.Int32,
    "faults": pl.List(pl.String),
    "opener": pl.Int8,
    "starter": pl.Int8,
    "path": pl.List(pl.Float64),
    "actions": pl.List(pl.Struct({"action": pl.String, "taken": pl.Int32, "offered": pl.Int32})),
    "takes": pl.List(TAKES),
    "built": pl.List(pl.Struct({"spot": pl.String, "by": pl.String, "times": pl.Int32})),
    "earned": pl.List(pl.Struct({"spot": pl.String, "amount": pl.Int32})),
    "rules": pl.List(pl.String),
}


def gather(study: Study, before: Iterable[pl.DataFrame], rows: Iterable[dict[str, Any]]) -> pl.DataFrame:
    """What was there and what is new, each game once, in order: the metrics are numbers, one column each."""
    schema = COLUMNS | {one.name: pl.Float64 for one in study.listeners()}
    parts = [pl.DataFrame(schema=schema), *before]
    new = iter(rows)
    while some := list(islice(new, AT_ONCE)):
        parts.append(pl.DataFrame(some, schema=schema))
    return pl.concat(parts).unique("number", keep="last").sort("number").rechunk()
