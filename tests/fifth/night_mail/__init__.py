"""Night Mail: drive the one train past the station on your sealed letter, and let nobody guess which it is."""
from pathlib import Path

from night_mail.rules import NightMail, check
from roundhouse.games.title import Title

TITLE = Title(
    name=NightMail.name,
    title="Night Mail",
    players=(2, 4),
    time="5 minutes",
    designer="the house",
    publisher="",
    summary="Seal a letter in secret, and drive the mail train past its station as often as you dare.",
    package=__name__,
    folder=Path(__file__).parent,
    editions=("first",),
    check=check,
    make=NightMail,
    chance=("deal",),
)
