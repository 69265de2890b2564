"""Positions of Narrow Gauge that are put together, for the examples of its rulebook."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from roundhouse.engine.contract import NOBODY
from roundhouse.games.narrow_gauge.building import draw_up_tolls
from roundhouse.games.narrow_gauge.rules import NarrowGaugeState
from roundhouse.games.staging import known_only, put, replace
from roundhouse.games.title import kinds

PARTS = (
    "turn", "round", "homes", "hands", "tiles", "contracts", "cash", "track", "markers", "dice", "certificates",
    "available", "dark", "deal",
)


def stage(state: NarrowGaugeState, wanted: Mapping[str, Any]) -> None:
    """A turn is about to begin: that of `turn`, in the round `round`. By company: `homes` (the starts in the order of
    the edition where none is said), `track` beyond the home, `markers`, `certificates` of both seats, and those
    `available`. By seat: `hands`, `contracts`, `cash`, and `dark`, those whose token is dark. `tiles` by city, `dice`
    by commodity as [number, row]. With `deal`, the contracts that are turned up or dealt, the round has only begun."""
    known_only(wanted, *PARTS)
    _set_up(state, wanted)
    board, ids = state.board, state.board.company_ids
    for seat, names in enumerate(wanted.get("contracts", ())):
        for n, name in enumerate(names.split()):
            replace(state, "held", seat * int(board.rounds) + n, board.contract_ids.index(name))
    for seat, dollars in enumerate(wanted.get("cash", ())):
        put(state, "cash", seat, dollars)
    for company, hexes in wanted.get("track", {}).items():
        for hex_ in hexes.split():
            state.place_locomotive(ids.index(company), board.grid.index[hex_])
            put(state, "supply", ids.index(company), state.supply[ids.index(company)] - 1)
    for company, at in wanted.get("markers", {}).items():
        replace(state, "marker", ids.index(company), at)
    for company, each in wanted.get("certificates", {}).items():
        for seat, held in enumerate(each):
            replace(state, "certificates", seat * len(ids) + ids.index(company), held)
    if "available" in wanted:
        for n, company in enumerate(ids):
            replace(state, "available", n, wanted["available"].get(company, 0))
    for commodity, (number, row) in wanted.get("dice", {}).items():
        replace(state, "die", board.commodity_ids.index(commodity), number)
        replace(state, "row", board.commodity_ids.index(commodity), row)
    _begin(state, wanted)


def _set_up(state: NarrowGaugeState, wanted: Mapping[str, Any]) -> None:
    """Tiles, homes, hands and the auction, by their own lines: what is not wanted comes in the edition's order."""
    dealt = list(wanted.get("deal", ()))
    while state.turn == NOBODY:
        if "deal" in wanted and min(kinds(state)) in ("bid", "keep"):
            return
        state.do(f"deal {dealt.pop(0)}" if dealt and kinds(state) == {"deal"} else _line(state, wanted))


def _line(state: NarrowGaugeState, wanted: Mapping[str, Any]) -> str:
    lines, kind = state.lines(), min(kinds(state))
    if kind == "tile":
        tiles = wanted.get("tiles", {})
        city = lines[0].split()[1]
        later = [colour for other, colour in tiles.items() if f"tile {other}" > f"tile {city}"]
        left = [line for line in lines if state.tiles_left[state.board.commodity_ids.index(line.split()[2])]
                > later.count(line.split()[2])]
        return f"tile {city} {tiles[city]}" if city in tiles else left[0]
    if kind == "home":
        company = lines[0].split()[1]
        return f"home {company} {wanted['homes'][company]}" if "homes" in wanted else lines[0]
    if kind == "card":
        size = int(state.board.hand_size)
        dealt = int(state.board.cards) - bin(state.pile).count("1")
        hands = [hand.split() for hand in (*wanted.get("hands", ()), "", "")]
        seat, n = divmod(dealt, size)
        if n < len(hands[seat]):
            return f"card {hands[seat][n]}"
        return next(line for line in lines if line.split()[1] not in [*hands[0], *hands[1]])
    return {"first": f"first {wanted.get('turn', 0)}", "bid": "bid 0"}.get(kind, lines[0])


def _begin(state: NarrowGaugeState, wanted: Mapping[str, Any]) -> None:
    """The turn and its round, the tokens, and what building costs."""
    if "deal" in wanted:
        return
    state.round = wanted.get("round", 1) - 1
    state.turn = state.to_act = wanted.get("turn", 0)
    for seat in wanted.get("dark", ()):
        state.dark |= 1 << seat
    state.allowed = 1 if state.dark >> state.turn & 1 else 2
    draw_up_tolls(state)
