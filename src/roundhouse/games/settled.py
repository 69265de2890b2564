"""Spots for the names on a map, searched for once and kept.

A thorough search of a crowded map takes ten seconds. Those of the maps that come with the house lie in settled.json,
written by scripts/names.py, by the fingerprint of all that a search depends on; a board of one's own is searched
quickly when it is first drawn.
"""
from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from roundhouse.games.labels import Name, Obstacles, Spot, placed, searched

FILE = Path(__file__).with_suffix(".json")
KEPT = 64


@lru_cache(maxsize=KEPT)
def settled(names: tuple[Name, ...], obstacles: Obstacles) -> tuple[Spot, ...]:
    """A spot for each name."""
    known = _found_before().get(fingerprint(names, obstacles))
    return searched(names, obstacles) if known is None else placed(names, obstacles, read(known))


def fingerprint(names: Sequence[Name], obstacles: Obstacles) -> str:
    """Of what is drawn where, to a tenth: the last digits of a sine differ from machine to machine."""
    said = [
        *([*name.at, name.radius, *((line.words, line.size, line.display) for way in name.ways for line in way)]
          for name in names),
        obstacles.sheet, obstacles.rounds, obstacles.boxes, obstacles.points, obstacles.shores,
    ]
    return sha256(json.dumps(_rounded(said)).encode()).hexdigest()[:20]


def _rounded(said: object) -> object:
    if isinstance(said, (list, tuple)):
        return [_rounded(one) for one in said]
    return round(said, 1) + 0.0 if isinstance(said, float) else said


def written(spots: Sequence[Spot]) -> str:
    """The turns of the spots as one line of text, as settled.json keeps them."""
    return " ".join(",".join(map(str, spot.turn)) for spot in spots)


def read(known: str) -> list[tuple[int, int, int]]:
    """The turns of a line that `written` made: way, step and direction of each name."""
    turns = (map(int, turn.split(",")) for turn in known.split())
    return [(way, step, direction) for way, step, direction in turns]


@lru_cache(maxsize=1)
def _found_before() -> dict[str, str]:
    found: dict[str, str] = json.loads(FILE.read_text())
    return found
