"""Appalachian Trail: lay a trail of matching terrain to your Goal, past what others put in the way, for 2 or 3."""
from pathlib import Path

from roundhouse.games.appalachian_trail.board import ALL_PASS_ENDS
from roundhouse.games.appalachian_trail.edition import check, make
from roundhouse.games.appalachian_trail.rules import AppalachianTrail
from roundhouse.games.title import Option, Title

TITLE = Title(
    name=AppalachianTrail.name,
    title="Appalachian Trail",
    players=(2, 3),
    time="under 20 minutes",
    designer="Timothy Yordy",
    publisher="The Game Crafter",
    summary="Lay a trail of matching terrain to your Goal, and put bears and rockslides in the way of the others.",
    package=__name__,
    folder=Path(__file__).parent,
    editions=("reconstruction-1",),
    check=check,
    make=make,
    options=(
        Option(
            "match", ("all-edges", "connecting-edge"),
            "A Trail card matches every card that it touches, or at least one of them.",
            title="Matching", called=("every card that it touches", "at least one card that it touches"),
        ),
        Option(
            "walling", ("free", "leave-a-way"),
            "Obstacles go anywhere beside a trail, or may not take its last way to the Goal (not printed, gentler).",
            title="Obstacles", called=("may take the last way", "leave a way to the Goal"),
        ),
        Option(
            "length", (7, 6, 5),
            "Cards from the beginning of a trail to its Goal (less than 7 is not printed; gentler for three).",
            title="Cards to the Goal", called=("7, as printed", "6", "5"),
        ),
        Option(
            "first", ("random", 0, 1, 2), "The seat that most recently went hiking and goes first, or any.", since=2,
            title="Who goes first", called=("drawn by lot", "seat 1", "seat 2", "seat 3"),
        ),
    ),
    earlier={1: {"passing": ALL_PASS_ENDS}},
    accent=("#22573b", "#93c8a1"),
    ladder={2: (200, 160, 240, 1500, 120, 160, 300), 3: (90, 120, 600, 3000, 540, 300, 210)},
    shelf=4,
    chance=("start", "goal", "card"),
)
