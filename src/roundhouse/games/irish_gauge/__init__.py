"""Irish Gauge: shares, track and dividends in Ireland, for 3 to 5 players."""
from pathlib import Path

from roundhouse.games.irish_gauge.edition import check
from roundhouse.games.irish_gauge.rules import IrishGauge
from roundhouse.games.title import Title

TITLE = Title(
    name=IrishGauge.name,
    title="Irish Gauge",
    players=(3, 5),
    time="about an hour",
    designer="Tom Russell",
    publisher="Capstone Games, under licence from Winsome Games",
    summary="Buy into five Irish railways, build them out, and call for dividends when the right cubes are in the bag.",
    package=__name__,
    folder=Path(__file__).parent,
    editions=("capstone-2019",),
    check=check,
    make=IrishGauge,
    accent=("#4a6628", "#b3cc78"),
    ladder={4: (60, 100, 120, 100, 140, 48, 160), 5: (40, 60, 80, 60, 160, 120, 200)},
    shelf=1,
    chance=("draw", "cube", "start"),
)
