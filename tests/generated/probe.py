"""What our compiled code relies on: `test_generated.py` looks at the C that mypyc makes of it."""
from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64


class Holder:
    def __init__(self) -> None:
        self.items: vec[i64] = vec[i64]()


def hands_on(items: vec[i64] | None) -> i64:
    own: vec[i64] = vec[i64]() if items is None else items
    return takes(own)


def takes(items: vec[i64]) -> i64:
    return len(items)


def rising(items: vec[i64], last: i64) -> vec[i64]:
    return append(items[:], last)


def as_float(number: int) -> float:
    return float(number)
