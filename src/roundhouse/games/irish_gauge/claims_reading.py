"""What claims of Irish Gauge read off a position: what shares earn, who holds them, how far places are."""

from __future__ import annotations

from heapq import heappop, heappush

from roundhouse.games.irish_gauge.board import DIFFICULT_COST
from roundhouse.games.irish_gauge.building import hex_cost
from roundhouse.games.irish_gauge.dividends import mean_per_share
from roundhouse.games.irish_gauge.position import Position
from roundhouse.games.irish_gauge.things import things
from roundhouse.games.words import Span, amount


def pounds(value: float) -> Span:
    """An amount in whole pounds."""
    return amount(round(value), "£")


def rail(s: Position, railway: int) -> Span:
    """A railway by its number, as words name it."""
    return things(s.board).line(railway)


def town(s: Position, hex_: int) -> Span:
    """A hex by its number, as words name it."""
    return things(s.board).place(s.board.grid.ids[hex_])


def held(s: Position, seat: int, railway: int) -> int:
    """How many shares of a railway a seat holds."""
    return int(s.shares[seat * s.board.railways + railway])


def holders_of(s: Position, railway: int, me: int) -> tuple[int, tuple[int, int]]:
    """How many shares a seat holds, and the most that any other holds with who that is."""
    others = [(held(s, n, railway), -n) for n in range(s.seats) if n != me]
    most, who = max(others)
    return held(s, me, railway), (most, -who)


def each_share(s: Position, railway: int, sold: int | None = None) -> float:
    """What a share gets at a call, on average over all draws."""
    return float(mean_per_share(s, railway, s.sold[railway] if sold is None else sold))


def pay_of(s: Position) -> list[float]:
    """What a call would pay each seat, on average over all draws."""
    railways = range(len(s.board.railway_ids))
    each = [each_share(s, r) for r in railways]
    return [sum(held(s, n, r) * each[r] for r in railways) for n in range(s.seats)]


def builds_of(s: Position, railway: int, points: float) -> dict[frozenset[int], tuple[int, ...]]:
    """Every set of urban hexes that the railway can come to by one turn of building, with a way of doing so."""
    board, track, most = s.board, set(s.hexes_of(railway)), int(s.locomotives[railway])
    others = {h for r in range(len(board.railway_ids)) if r != railway for h in s.hexes_of(r)}
    found: dict[frozenset[int], tuple[int, ...]] = {}
    seen: set[frozenset[int]] = set()
    ways: list[tuple[tuple[int, ...], int]] = [((), int(2 * points))]
    while ways:
        laid, halves = ways.pop()
        towns = frozenset(h for h in laid if h in board.urban_hexes)
        if towns and towns not in found:
            found[towns] = laid
        if len(laid) == most:
            continue
        for there in {near for h in (*track, *laid) for near in board.grid.neighbours[h]} - track - set(laid):
            cost, grown = int(hex_cost(s, there)), frozenset((*laid, there))
            if cost > halves or grown in seen or (there in others and board.cost[there] == DIFFICULT_COST):
                continue
            seen.add(grown)
            ways.append(((*laid, there), halves - cost))
    return found


def points_to(s: Position, railway: int) -> dict[int, float]:
    """Build points from the railway's track to each urban hex where it does not stand and can come to."""
    board, track = s.board, set(s.hexes_of(railway))
    others = {h for r in range(len(board.railway_ids)) if r != railway for h in s.hexes_of(r)}
    far: dict[int, int] = dict.fromkeys(track, 0)
    queue = [(0, h) for h in track]
    while queue:
        halves, here = heappop(queue)
        if halves > far[here]:
            continue
        for there in board.grid.neighbours[here]:
            if there in others and board.cost[there] == DIFFICULT_COST:
                continue
            cost = int(hex_cost(s, there))
            if halves + cost < far.get(there, 1 << 30):
                far[there] = halves + cost
                heappush(queue, (halves + cost, there))
    return {h: far[h] / 2 for h in board.urban_hexes if h in far and h not in track}
