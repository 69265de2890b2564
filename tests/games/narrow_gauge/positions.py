"""Positions of Narrow Gauge in a line or two, for tests."""
from __future__ import annotations

from functools import cache
from typing import Any, cast

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse import Game
from roundhouse.engine.contract import NOBODY
from roundhouse.games import game
from roundhouse.games.narrow_gauge.building import draw_up_prices, draw_up_tolls
from roundhouse.games.narrow_gauge.facts import PenaltiesPaid
from roundhouse.games.narrow_gauge.rules import NarrowGaugeState

HOMES = {"black": "C3", "orange": "C7", "red": "K3", "yellow": "K7", "blue": "G5"}
COMPANIES = tuple(HOMES)
COMMODITIES = ("purple", "pink", "blue", "green")
TILES = {"purple": 3, "pink": 3, "blue": 5, "green": 5}


@cache
def table(**options: str) -> Game:
    """A game with options chosen, written with _ for -."""
    return game("narrow-gauge", options={name.replace("_", "-"): value for name, value in options.items()})


def new(**options: str) -> NarrowGaugeState:
    """A game before anything has happened."""
    return cast(NarrowGaugeState, table(**options).start())


def do(state: NarrowGaugeState, *lines: str) -> NarrowGaugeState:
    for line in lines:
        state.do(line)
    return state


def cost(state: NarrowGaugeState, line: str) -> int:
    """The penalties of a play, as it would tell them; the state stays as it is."""
    told = state.copy().tell(state.game.parse(line))
    bills = [fact for fact in told if isinstance(fact, PenaltiesPaid)]
    assert [sum(item.amount for item in fact.items) for fact in bills] == [fact.total for fact in bills]
    return sum(fact.total for fact in bills)


def json(state: NarrowGaugeState, seat: int | None = None) -> dict[str, Any]:
    return state.view(seat)


def dealt(
    hand: str = "T01 T02 T03 T04 T05",
    other: str = "T44 T45 T46 T47 T48",
    tiles: dict[str, str] | None = None,
    **options: str,
) -> NarrowGaugeState:
    """Set up by its own lines: companies at HOMES, chosen hands, chosen tiles and the rest in the data's order."""
    state = new(**options)
    wanted = tiles or {}
    left = [colour for colour, n in TILES.items() for _ in range(n)]
    for colour in wanted.values():
        left.remove(colour)
    while state.lines()[0].startswith("tile"):
        city = state.lines()[0].split()[1]
        do(state, f"tile {city} {wanted[city] if city in wanted else left.pop(0)}")
    do(state, *[f"home {company} {start}" for company, start in HOMES.items()])
    return do(state, *[f"card {card}" for card in f"{hand} {other}".split()])


def turn(
    hand: str = "T01 T02 T03 T04 T05",
    *,
    seat: int = 0,
    contracts: str = "",
    others_contracts: str = "",
    cash: tuple[int, int] = (20, 20),
    track: dict[str, str] | None = None,
    dice: dict[str, tuple[int, int]] | None = None,
    dark: bool = False,
    take: str = "",
    **rest: Any,
) -> NarrowGaugeState:
    """The beginning of the seat's turn in round 1; `hand` and `contracts` are the seat's, `dice` are (value, row)."""
    hands = ("T44 T45 T46 T47 T48", hand) if seat else (hand, "T44 T45 T46 T47 T48")
    state = do(dealt(*hands, **rest), *to_first(rest, seat))
    if seat:
        contracts, others_contracts = others_contracts, contracts
    hold(state, contracts, others_contracts)
    state.cash = vec[i64](list(cash))
    for company, hexes in (track or {}).items():
        build(state, company, hexes)
    for colour, (value, row) in (dice or {}).items():
        set_die(state, colour, value, row)
    if dark:
        state.dark = 1 << seat
        state.allowed = 1
    return do(state, f"take {take}") if take else state


def to_first(options: dict[str, Any], seat: int) -> list[str]:
    if options.get("order") != "random-order":
        return ["deal georgia", "deal kentucky", "deal maryland", "bid 0", "bid 0", f"first {seat}"]
    kept = ("keep maryland", "keep georgia") if seat else ("keep kentucky", "keep maryland")
    mine, theirs = kept[0].split()[1], kept[1].split()[1]
    return [f"deal {mine}", "deal ohio", f"deal {theirs}", "deal tennessee", *kept]


def hold(state: NarrowGaugeState, first: str, second: str) -> None:
    """Contracts in the hands of seats 0 and 1, as if taken in this order."""
    rounds, ids = 3, state.board.contract_ids
    held = [NOBODY] * (2 * rounds)
    for seat, names in enumerate((first, second)):
        for n, name in enumerate(names.split()):
            held[seat * rounds + n] = ids.index(name)
    state.held = vec[i64](held)
    _price_anew(state)


def _price_anew(state: NarrowGaugeState) -> None:
    draw_up_tolls(state)
    if state.company != NOBODY:
        draw_up_prices(state)


def build(state: NarrowGaugeState, company: str, hexes: str) -> None:
    """Locomotives as if built earlier, without their bonuses."""
    number = COMPANIES.index(company)
    for name in hexes.split():
        state.place_locomotive(number, state.board.grid.index[name])
        state.supply = replaced(state.supply, number, state.supply[number] - 1)
    _price_anew(state)


def set_die(state: NarrowGaugeState, colour: str, value: int, row: int) -> None:
    number = COMMODITIES.index(colour)
    state.die = replaced(state.die, number, value)
    state.row = replaced(state.row, number, row)


def set_certificates(state: NarrowGaugeState, company: str, first: int, second: int) -> None:
    number = COMPANIES.index(company)
    state.certificates = replaced(state.certificates, number, first)
    state.certificates = replaced(state.certificates, 5 + number, second)


def replaced(values: vec[i64], at: int, value: int) -> vec[i64]:
    changed = list(values)
    changed[at] = value
    return vec[i64](changed)


def refilled(state: NarrowGaugeState) -> NarrowGaugeState:
    """Through Step 4, with whatever cards come first."""
    do(state, "draw")
    while state.lines() and state.lines()[0].startswith("card "):
        do(state, state.lines()[0])
    return state


def last_turn(take: str = "blue", round_: int = 1, **rest: Any) -> NarrowGaugeState:
    """A turn that will end the round: three certificates are on offer, and one of them is taken."""
    state = turn(**rest)
    state.round = round_ - 1
    state.available = vec[i64]([3 if company == take else 0 for company in COMPANIES])
    return do(state, f"take {take}")
