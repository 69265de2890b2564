"""Spur Line: lay one line together, and lead it past the towns on your hidden orders. For 2 or 3 players."""
from pathlib import Path

from roundhouse.games.title import Title
from spur_line.edition import check
from spur_line.rules import SpurLine

TITLE = Title(
    name=SpurLine.name,
    title="Spur Line",
    players=(2, 3),
    time="10 minutes",
    designer="you",
    publisher="",
    summary="Lay one line together, and lead it past the towns on your hidden orders.",
    package=__name__,
    folder=Path(__file__).parent,
    editions=("first",),
    check=check,
    make=SpurLine,
    chance=("order",),
    accent=("#2f5d7c", "#93c1de"),
)
