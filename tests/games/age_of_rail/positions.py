"""Small positions of Age of Rail in a line or two, and questions to ask of them."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

import pytest

from roundhouse import IllegalAction, State, game
from roundhouse.games.age_of_rail.board import BOXES
from roundhouse.games.age_of_rail.position import TURN
from roundhouse.games.age_of_rail.rules import AgeOfRailState

SOUTH_AFRICA = "south-africa"
ALLEGHENY = "allegheny"

# The worked check of the rules: the opening of a game of three on Allegheny.
WORKED_GAME = """
start 0 / bid 15 / pass / pass / link CO charlottesville~richmond / pass / bid 20 / pass /
link BO baltimore~harpers-ferry / pass / bid 12 / pass / link NYC new-york~poughkeepsie / pass / pass / pass /
link BM boston~springfield / pass / bid 20 / pass / link PRR lancaster~philadelphia / link PRR harrisburg~lancaster /
link PRR altoona~harrisburg / link BO cumberland~harpers-ferry / link BO connellsville~cumberland / develop new-york /
auto / link PRR altoona~pittsburgh / pass / bid 4 / pass / link PLE mansfield~pittsburgh / offer PRR / bid 4 / bid 5 /
pass / pass / dividends
""".replace("\n", " ").strip().split(" / ")


@dataclass(frozen=True)
class Line:
    """An open railroad: its links, its Treasury, its shares by seat."""

    links: str
    treasury: int = 0
    shares: tuple[int, ...] = (1,)


def start(edition: str = ALLEGHENY, seats: int = 3, **options: object) -> AgeOfRailState:
    return cast(AgeOfRailState, game("age-of-rail", seats, edition, options).start())


def table(
    edition: str = ALLEGHENY,
    seats: int = 3,
    turn: int = 0,
    cash: tuple[int, ...] = (),
    boxes: str = "",
    action_track: int = 0,
    paid: int = 0,
    levels: dict[str, int] | None = None,
    options: dict[str, object] | None = None,
    railroads: dict[str, Line] | None = None,
    **named: Line,
) -> AgeOfRailState:
    """Somebody's turn is about to begin. Railroads that are not named, or among `railroads`, are closed."""
    s = start(edition, seats, **(options or {}))
    s.phase, s.turn, s.to_act = TURN, turn, turn
    s.action_track, s.dividends_paid = action_track, paid
    for seat, dollars in enumerate(cash):
        s.cash[seat] = dollars
    for seat, box in enumerate(boxes.split()):
        s.boxes[seat] = BOXES.index(box)
    for name, line in (named | (railroads or {})).items():
        _open(s, s.board.railroad_ids.index(name), line)
    for place, level in (levels or {}).items():
        for _ in range(level):
            where = s.board.place_ids.index(place)
            s.raise_incomes(where, s.grow(where))
    return s


def _open(s: AgeOfRailState, railroad: int, line: Line) -> None:
    s.is_open |= 1 << railroad
    s.treasury[railroad] = line.treasury
    for seat, held in enumerate(line.shares):
        for _ in range(held):
            s.give_share(railroad, seat)
    for link in line.links.split():
        s.lay(railroad, s.board.link_ids.index(link))


def do(s: State, *lines: str) -> None:
    for line in lines:
        s.do(line)


def lines(s: State, kind: str) -> set[str]:
    """The legal lines that begin with this word, without it."""
    return {line[len(kind) + 1:] for line in s.lines() if line.split()[0] == kind}


def kinds(s: State) -> set[str]:
    return {line.split()[0] for line in s.lines()}


def refused(s: State, line: str) -> str:
    """The rule by which a line is refused; nothing changes."""
    before = s.view()
    with pytest.raises(IllegalAction) as refusal:
        s.do(line)
    assert s.view() == before
    assert line not in s.lines()
    return refusal.value.rule


def railroad(s: State, name: str) -> dict[str, Any]:
    return cast(dict[str, dict[str, Any]], s.view()["railroads"])[name]


def numbers(s: State, name: str) -> tuple[int, int, int]:
    """Income, Value, Treasury."""
    one = railroad(s, name)
    return one["income"], one["value"], one["treasury"]


def at(s: State, key: str) -> Any:
    return s.view()[key]
