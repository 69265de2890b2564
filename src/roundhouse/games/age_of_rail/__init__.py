"""Age of Rail: shares, track and dividends in South Africa and across the Alleghenies, for 3 to 6 players."""
from pathlib import Path

from roundhouse.games.age_of_rail.edition import OPTIONS, check, make
from roundhouse.games.age_of_rail.rules import AgeOfRail
from roundhouse.games.title import Title

TITLE = Title(
    name=AgeOfRail.name,
    title="Age of Rail",
    players=(3, 6),
    time="about an hour",
    designer="John Bohrer",
    publisher="Capstone Games, under licence from Winsome Games",
    summary="Buy into railroads, build them out, develop what they reach, and choose when the six dividends come.",
    package=__name__,
    folder=Path(__file__).parent,
    editions=("south-africa", "allegheny", "south-africa-2024"),
    check=check,
    make=make,
    options=OPTIONS,
    accent=("#97391f", "#ec9b7d"),
    ladder={
        3: (90, 51, 75, 60, 45, 30, 150), 4: (48, 60, 72, 80, 48, 36, 80), 5: (40, 60, 80, 60, 50, 30, 100),
        6: (36, 60, 78, 60, 180, 72, 80),
    },
    shelf=2,
    chance=("start",),
)
