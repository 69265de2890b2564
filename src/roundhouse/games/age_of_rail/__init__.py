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
    folder=Path(__file__).parent,
    editions=("south-africa", "allegheny", "south-africa-2024"),
    check=check,
    make=make,
    options=OPTIONS,
)
