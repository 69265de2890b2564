"""Claims of Irish Gauge found again by playing them: every draw is drawn, every bid bid, every way built.

What is read here is what the engine tells and what a view shows; nothing that the claims are read off is asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from heapq import heappop, heappush
from typing import Any, cast

from roundhouse.engine.contract import OVER
from roundhouse.games import auction_claims
from roundhouse.games.claims import Line, Proof, copied
from roundhouse.games.irish_gauge.facts import Paid
from roundhouse.games.irish_gauge.position import TRACK, TURN, Position
from roundhouse.games.proofs import close, mean_money, outcomes, replayed

Told = Mapping[str, Any]
RULE = "IG-DIV-4"  # a dividend of a call


# ---- calls -----------------------------------------------------------------------------------------------------------


def in_turn(s: Position) -> Position:
    """The same table with a turn about to begin, so that dividends can be called; what is under way is left off."""
    if s.phase == TURN:
        return s
    begun = copied(s)
    begun.phase, begun.to_act = TURN, max(0, s.turn)
    begun.turn = begun.to_act
    begun.auction.close()
    return begun


def paid_at_a_call(s: Position) -> list[float]:
    """What a call now pays each seat, on average over all draws."""
    return mean_money(in_turn(s), "dividends")


def share_at_a_call(s: Position, railway: str) -> float:
    """What one share is paid, over all draws."""
    begun = in_turn(s).copy()
    begun.do("dividends")
    return sum(
        chance
        * sum(fact.each for fact in facts if isinstance(fact, Paid) and fact.rule == RULE and fact.company == railway)
        for _, facts, chance in outcomes(begun)
    )


def call(line: Line[Position], thing: str, told: Told) -> object:
    """What a call pays each seat is what was told; before the move, or after it if told so. Who is named as getting
    more than the one who moves does."""
    pay = paid_at_a_call(line.after if told["after"] else line.before)
    return close(pay, told["pay"]) and all(pay[who] > pay[line.me] for who in told.get("above", ()))


def refills(line: Line[Position], thing: str, told: Told) -> object:
    """No share can be put up now; with what a call pays on average one could."""
    s, cash = line.before, cast(list[int], line.before.view(None)["cash"])
    richer = copied(in_turn(s))
    richer.cash[line.me] += int(told["pay"][line.me])
    opens = [any(text.startswith("auction ") for text in table.lines()) for table in (in_turn(s), richer)]
    return close(paid_at_a_call(s), told["pay"]) and cash[line.me] == told["cash"] and opens == [False, True]


def end(line: Line[Position], thing: str, told: Told) -> object:
    """Played, it is the end; whoever wins by all draws is counted."""
    after = copied(line.before)
    after.do(line.text)
    if after.to_act == OVER:
        return (told["how"] == "all") == (line.me in after.winners())
    won = total = 0.0
    for over, _, chance in outcomes(after):
        if over.to_act != OVER:
            return False
        total += chance
        won += chance * (line.me in over.winners()) / max(1, len(over.winners()))
    how: str = "all" if won > 0.999 * total else "most" if won > 0.5 * total else "few"
    return how == told["how"]


def earns(line: Line[Position], thing: str, told: Told) -> object:
    """What a share is paid before and after, and who holds how many."""
    held = cast(dict[str, list[int]], line.after.view(None)["shares"])[thing]
    before, after = share_at_a_call(line.before, thing), share_at_a_call(line.after, thing)
    shares = held[line.me] == told["mine"] and held[told["who"]] == told["theirs"] == max(
        n for seat, n in enumerate(held) if seat != line.me
    )
    return shares and close([before, after], [told["before"], told["after"]])


def thins(line: Line[Position], thing: str, told: Told) -> object:
    """A share is paid as told before and after, and no seat holds more than the rival who was named."""
    before, after = share_at_a_call(line.before, thing), share_at_a_call(line.after, thing)
    held = cast(dict[str, list[int]], line.before.view(None)["shares"])[thing]
    return close([before, after], [told["before"], told["after"]]) and held[told["who"]] == max(held)


# ---- ways, built with the engine -------------------------------------------------------------------------------------


def building(s: Position, railway: str, points: float, locomotives: int = 99) -> Position:
    """The same table with that railway about to build, for so many points and with so many locomotives."""
    begun = copied(s)
    begun.building, begun.halves = s.board.railway_ids.index(railway), int(2 * points)
    begun.turn = begun.to_act = next((n for n in range(s.seats) if s.shares[n * s.board.railways + begun.building]), 0)
    begun.phase = TRACK
    begun.locomotives[begun.building] = locomotives
    return begun


def reached(s: Position, railway: str, points: float) -> dict[str, float]:
    """Every hex that the railway can come to for so many points, and for how few: locomotive after locomotive."""
    start = building(s, railway, points)
    least: dict[str, float] = {}
    queue: list[tuple[float, int, Position]] = [(0.0, 0, start)]
    count = 0
    while queue:
        _, _, at = heappop(queue)
        for line in at.lines():
            if not line.startswith("track "):
                continue
            there = copied(at)
            there.do(line)
            hex_, left = line.split()[2], there.view(None)["points_left"] if there.phase == TRACK else None
            cost = (points - cast(float, left)) if left is not None else _cost(at, there, points)
            if cost < least.get(hex_, 1e9):
                least[hex_] = cost
                if there.phase == TRACK:
                    count += 1
                    heappush(queue, (cost, count, there))
    return least


def _cost(at: Position, there: Position, points: float) -> float:
    """What was spent when the last locomotive ended the turn: all, or what its fact says."""
    return points - int(there.halves) / 2


def site(s: Position, railway: str, hex_: str, points: float) -> float | None:
    """Build points from the railway to a hex; None if it is beyond that many points or out of reach."""
    return reached(s, railway, points).get(hex_)


def way(line: Line[Position], thing: str, told: Told) -> object:
    """The railway can be built there with the points and locomotives of a turn, comes to those towns and no other on
    its way, and a share is then paid as much; before the move it was paid as told."""
    t = line.after
    there = building(t, thing, 3, int(t.locomotives[t.board.railway_ids.index(thing)]))
    for hex_ in told["way"]:
        if f"track {thing} {hex_}" not in there.lines():
            return False
        there.do(f"track {thing} {hex_}")
    urban = {t.board.grid.ids[h] for h in t.board.urban_hexes}
    paid = [share_at_a_call(there, thing), share_at_a_call(line.before, thing)]
    return set(told["way"]) & urban == set(told["hexes"]) and close(paid, [told["there"], told["now"]])


def places(line: Line[Position], thing: str, told: Told) -> object:
    """All the places told can be reached with the points of a turn."""
    after = reached(line.after, thing, 3)
    return all(one in after for one in told["hexes"])


def towards(line: Line[Position], thing: str, told: Told) -> object:
    """The place is as many points away as told."""
    return site(line.after, thing, told["hex"], told["points"]) == told["points"]


def closes(line: Line[Position], thing: str, told: Told) -> object:
    """The place was as many points away as told, and is now; or can't be reached at all. Without the track in the
    passes it could be followed for less."""
    was = site(line.before, thing, told["hex"], told["was"])
    followed = copied(line.before)
    for step in line.steps:
        laid = step.text.split()
        if laid[0] == "track" and laid[2] not in told["passes"]:
            followed.place_locomotive(followed.board.railway_ids.index(laid[1]), followed.board.grid.index[laid[2]])
    costs = site(followed, thing, told["hex"], 30 if told["now"] is None else told["now"] - 1)
    if costs is None:
        return False
    if told["now"] is None:
        return was == told["was"] and site(line.after, thing, told["hex"], 30) is None
    return was == told["was"] and site(line.after, thing, told["hex"], told["now"]) == told["now"]


def keeps(line: Line[Position], thing: str, told: Told) -> object:
    """With the points left no town or city can be reached, and as many locomotives are left as told."""
    s = line.before
    sites = {s.board.grid.ids[h] for h in s.board.urban_hexes}
    points = cast(float, s.view(None)["points_left"])
    return (
        points == told["points"]
        and not sites & set(reached(s, thing, points))
        and int(line.after.locomotives[s.board.railway_ids.index(thing)]) == told["left"]
    )


def not_for_you(line: Line[Position], thing: str, told: Told) -> object:
    """The holdings are as told, and the rival's shares are no fewer than your own."""
    held = cast(dict[str, list[int]], line.before.view(None)["shares"])[thing]
    return held[told["who"]] == told["theirs"] and held[line.me] == told["mine"] and told["theirs"] >= told["mine"]


# ---- sales -----------------------------------------------------------------------------------------------------------


def sale(line: Line[Position], thing: str) -> tuple[int, int, int, Position] | None:
    """Who has bought the share when the line is played again, for how much, its value at the end, and the table."""
    after = replayed(line.before, line.steps)
    if after is None:
        return None
    before, now = (cast(dict[str, list[int]], s.view(None)["shares"])[thing] for s in (line.before, after))
    winner = next((n for n, held in enumerate(now) if held > before[n]), -1)
    if winner < 0:
        return None
    price = int(line.before.cash[winner] - after.cash[winner])
    return winner, price, after.scores()[winner] - line.before.scores()[winner] + price, after


def buys(line: Line[Position], thing: str, told: Told) -> object:
    """The one who moves has the share for the price and value told, and it is paid as told from then on."""
    found = sale(line, thing)
    if found is None or found[:3] != (line.me, told["price"], told["value"]):
        return False
    after = found[3]
    if "near" in told:
        near = {h for h in reached(after, thing, 3) if after.board.grid.index[h] in after.board.urban_hexes}
        return near == set(told["near"])
    return close([share_at_a_call(after, thing)], [told["each"]]) and _calls(after) == told["calls"]


def _calls(s: Position) -> int:
    """How many calls empty the bag, by drawing: three cubes at a time."""
    calls, at = 0, in_turn(s).copy()
    while at.to_act != OVER:
        at.do("dividends")
        at.apply(at.legal()[0])
        calls += 1
    return calls


def lets(line: Line[Position], thing: str, told: Told) -> object:
    """That rival has the share for the price told, and both are left with the cash told."""
    found = sale(line, thing)
    return (
        found is not None
        and found[:2] == (told["who"], told["price"])
        and (int(found[3].cash[told["who"]]), int(found[3].cash[line.me])) == (told["left"], told["mine"])
        and auction_claims.all_the_same(line, told)
    )


def free(line: Line[Position], thing: str, told: Told) -> object:
    """The one who moves has the share without paying."""
    found = sale(line, thing)
    return found is not None and found[:2] == (line.me, 0)


def dear(line: Line[Position], thing: str, told: Told) -> object:
    """Bought for one more than stands, with all others passing, it counts and pays as little as was said."""
    s = copied(line.before)
    if f"bid {told['next']}" not in s.lines():
        s.cash[line.me] = max(s.cash[line.me], told["next"])
    if told["next"] != min(int(text[4:]) for text in s.lines() if text.startswith("bid ")):
        return False
    before = s.scores()[line.me]
    s.do(f"bid {told['next']}")
    while s.to_act >= 0 and "pass" in s.lines():
        s.do("pass")
    value = s.scores()[line.me] - before + told["next"]
    each = share_at_a_call(s, thing)
    return (
        value == told["value"]
        and close([each], [told["each"]])
        and _calls(s) <= told["calls"]
        and (told["next"] > value + each * told["calls"])
    )


def majors(line: Line[Position], thing: str, told: Told) -> object:
    """The cash of the one who moves has risen by what was told."""
    after = replayed(line.before, line.steps)
    return after is not None and int(after.cash[line.me] - line.before.cash[line.me]) == told["sum"]


PROOFS: dict[str, Proof[Position]] = {
    **auction_claims.PROOFS,
    "call": call,
    "refills": refills,
    "end": end,
    "pays": earns,
    "spoils": earns,
    "thins": thins,
    "way": way,
    "places": places,
    "towards": towards,
    "closes": closes,
    "keeps": keeps,
    "not for you": not_for_you,
    "buys": buys,
    "lets": lets,
    "free": free,
    "dear": dear,
    "majors": majors,
}
