"""Spur Line: buy into three small railways, lead them past the towns on your hidden orders. For 2 to 4 players."""
from pathlib import Path

from roundhouse.games.title import Title
from spur_line.edition import check
from spur_line.rules import SpurLine

TITLE = Title(
    name=SpurLine.name,
    title="Spur Line",
    players=(2, 4),
    time="20 minutes",
    designer="you", publisher="",
    summary="Buy into three small railways, and lead them past the towns on your hidden orders.",
    package=__name__,
    folder=Path(__file__).parent,
    editions=("first",),
    check=check,
    make=SpurLine,
    chance=("order",),
    accent=("#2f5d7c", "#93c1de"),
)
