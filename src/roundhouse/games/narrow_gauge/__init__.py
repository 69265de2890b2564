"""Narrow Gauge: Appalachia: certificates, track cards and commodity markets in the mountains, for 2 players."""
from pathlib import Path

from roundhouse.games.narrow_gauge.edition import check
from roundhouse.games.narrow_gauge.rules import NarrowGauge
from roundhouse.games.title import Option, Title

TITLE = Title(
    name=NarrowGauge.name,
    title="Narrow Gauge: Appalachia",
    players=(2, 2),
    time="45-60 minutes",
    designer="Chevee Dodd",
    publisher="",
    summary="Take certificates, lay track by cards through hills and rivers, and pull the commodity dice to your side.",
    package=__name__,
    folder=Path(__file__).parent,
    editions=("reconstruction-1",),
    check=check,
    make=NarrowGauge,
    options=(
        Option(
            "order", ("auction", "random-order"), "how first player and contracts are settled (NG-OPT-1)",
            title="First player", called=("by auction", "by contracts dealt at random"),
        ),
        Option(
            "more-power", ("off", "on"), "contracts are kept for the whole game (NG-OPT-2)",
            title="Contracts", called=("for one round", "for the whole game"),
        ),
        Option(
            "hidden-cities", ("off", "on"), "city tiles lie face down until the first locomotive comes (NG-OPT-3)",
            title="City tiles", called=("face up", "face down until the first locomotive comes"),
        ),
        Option(
            "hidden-money", ("off", "on"), "the other player's cash is not shown (NG-OPT-4)",
            title="Money", called=("open", "hidden from the other player"),
        ),
        Option(
            "rivals", ("locomotive", "hex"), "what other companies on a hex cost: for each, or for the hex (NG-OPT-5)",
            title="Other companies on a hex", called=("cost for each locomotive", "cost once for the hex"),
        ),
        Option(
            "idle-token", ("turns", "stays"), "whether a dark build token turns white without a card (NG-OPT-6)",
            title="A dark token when no card can be played", called=("turns white", "stays dark"),
        ),
    ),
    accent=("#7a5710", "#dfb75f"),
    shelf=3,
    chance=("tile", "home", "card", "deal", "first"),
)
