"""What the seat to act may do in Irish Gauge, each choice with what it costs and brings."""
from __future__ import annotations

from collections import deque
from functools import cached_property
from typing import cast

from roundhouse.engine.contract import NOBODY, Game, State
from roundhouse.engine.words import BIT
from roundhouse.games.drawing import Choice
from roundhouse.games.irish_gauge.drawing_sums import (
    average,
    best_income,
    companies,
    cubes,
    each,
    place,
    possible_draws,
    pounds,
    stations,
    tracks,
)
from roundhouse.games.irish_gauge.position import CITY_INCOME, TOWN_INCOME, TRACK, Position, points
from roundhouse.games.irish_gauge.rules import (
    DIFFICULT_COST,
    DIVIDENDS,
    DONE,
    EMPTY_COST,
    PASS,
    SHARED_COST,
    IrishGauge,
)
from roundhouse.games.livery import counted, listed, once_per_edition

RULES = {
    "auction": "IG-AUC-9", "bid": "IG-AUC-2", "pass": "IG-AUC-4", "track": "IG-TRK-1", "done": "IG-TRK-2",
    "interest": "IG-INT-1", "dividends": "IG-DIV-1",
}


def choices(state: State, names: list[str]) -> list[Choice]:
    """Every legal move that is not a bid."""
    s = cast(Position, state)
    if s.to_act < 0:
        return []
    sums = _Sums(s)
    return [_choice(sums, int(code), names) for code in s.legal() if code < s.game.first_bid]


def _choice(sums: _Sums, code: int, names: list[str]) -> Choice:
    s, board = sums.s, sums.s.board
    line = s.game.text(code)
    if code == PASS:
        return Choice(code, line, "Auction", "Pass", _passing(s, names), (f"share:{board.railway_ids[s.auction.lot]}",))
    if code == DONE:
        unused = counted_points(int(s.halves))
        return Choice(code, line, "Place track", "Stop building", f"{unused} unused; {names[_next(s)]} is next")
    if code == DIVIDENDS:
        return Choice(code, line, "Dividends", "Call for dividends", _calling(sums, names))
    if code >= board.interest_code:
        colour, h = divmod(code - int(board.interest_code), int(board.hexes))
        label = f"{board.colours[colour]} cube in {place(s, h)}"
        return Choice(code, line, "Special interest", label, sums.interest(colour, h), (board.grid.ids[h],))
    if code >= board.track_code:
        railway, h = divmod(code - int(board.track_code), int(board.hexes))
        label = f"{board.railway_ids[railway]} to {place(s, h)}"
        return Choice(code, line, "Place track", label, sums.build(railway, h, code), (board.grid.ids[h],))
    railway = code - int(board.auction_code)
    name = board.railway_ids[railway]
    label = f"{name} share of £{s.next_value(railway)}"
    return Choice(code, line, "Auction a share", label, sums.sale(railway), (f"share:{name}",))


def counted_points(halves: int) -> str:
    return "1 point" if halves == 2 else f"{points(halves)} points"


def _next(s: Position) -> int:
    return int((s.turn + 1) % s.seats)


def _passing(s: Position, names: list[str]) -> str:
    """Who would have the share, if this pass settles it."""
    after = s.copy()
    after.apply(PASS)
    t = cast(Position, after)
    lot = int(s.auction.lot)
    name = s.board.railway_ids[lot]
    if t.sold[lot] == s.sold[lot]:
        return f"you are out of this auction; {names[t.to_act]} is next"
    winner = int(t.owner[t.board.first_share[lot] + s.sold[lot]])
    price = s.cash[winner] - t.cash[winner]
    return f"{names[winner]} has the {name} share " + (f"for £{price}" if price else "free, since nobody bid")


def _calling(sums: _Sums, names: list[str]) -> str:
    s = sums.s
    drawn = min(3, int(s.bag_size))
    coming = [(names[seat], sums.coming(seat)) for seat in range(s.seats)]
    paid = ", ".join(f"{name} +{pounds(amount)}" for name, amount in coming)
    end = "the bag is then empty and the game over" if drawn == s.bag_size else f"{s.bag_size - drawn} cubes stay"
    return f"{counted(drawn, 'cube')} of {s.bag_size} drawn, {end}; on average {paid}"


class _Sums:
    """Sums over one position, each made when it is first asked for."""

    def __init__(self, s: Position) -> None:
        self.s = s
        self.me = int(s.to_act)
        self._means: dict[tuple[int, int], float] = {}
        self._ahead: dict[int, list[tuple[int, dict[int, int], int]]] = {}

    @cached_property
    def colour_at(self) -> dict[int, int]:
        return cubes(self.s)

    @cached_property
    def tracks(self) -> list[list[int]]:
        return tracks(self.s)

    @cached_property
    def companies(self) -> dict[int, list[int]]:
        return companies(self.tracks)

    @cached_property
    def draws(self) -> list[tuple[int, int]]:
        return possible_draws(self.s)

    @cached_property
    def _without(self) -> list[list[tuple[int, int]]]:
        """The draws that are left when a cube of each colour has gone onto the map."""
        found = []
        for colour in range(len(self.s.bag)):
            t = cast(Position, self.s.copy())
            if t.bag[colour]:
                t.take_cubes(colour, 1)
            found.append(possible_draws(t))
        return found

    def held(self, seat: int, railway: int) -> int:
        return int(self.s.shares[seat * self.s.board.railways + railway])

    def best(self, railway: int, more: int = 0) -> int:
        """What a share gets if all Cities pay, when so many more shares are sold."""
        towns, cities = stations(self.s, self.tracks[railway], self.colour_at)
        return each(best_income(len(towns), len(cities)), int(self.s.sold[railway]) + more)

    def mean(self, railway: int, without: int = -1) -> float:
        """What a share gets on average, also when a cube of a colour has left the bag."""
        key = (railway, without)
        if key not in self._means:
            draws = self.draws if without < 0 else self._without[without]
            self._means[key] = average(self.s, railway, int(self.s.sold[railway]), draws)
        return self._means[key]

    def coming(self, seat: int) -> float:
        """What a call brings a seat on average."""
        return sum(n * self.mean(r) for r in range(self.s.board.railways) if (n := self.held(seat, r)))

    # ---- the effect of each action -----------------------------------------------------------------------------------

    def sale(self, railway: int) -> str:
        s = self.s
        sold = int(s.sold[railway])
        now = f", now £{self.best(railway)}" if sold else ""
        mean = average(s, railway, sold + 1, self.draws)
        return (
            f"you open with £{s.next_value(railway)} or more of your £{s.cash[self.me]}; as one of "
            f"{counted(sold + 1, 'share')} it pays £{self.best(railway, 1)} if all its Cities pay{now}, "
            f"{pounds(mean)} on average"
        )

    def build(self, railway: int, h: int, code: int) -> str:
        s, board = self.s, self.s.board
        halves = s.halves if s.phase == TRACK else board.build_halves
        cost = self._cost(h)
        spent = f"{points(cost)} of {counted_points(int(halves))}"
        others = [board.railway_ids[r] for r in self.companies.get(h, ())]
        beside = f", beside {listed(others)}" if others else ""
        if h not in board.urban_hexes:
            return f"{spent}{beside}{self._further(railway, h)}"
        return f"{spent}{beside}, reaches {place(s, h)}: {self._gain(railway, code)}"

    def _cost(self, h: int) -> int:
        s, board = self.s, self.s.board
        w, bit = board.word[h], board.bit[h]
        if board.difficult[w] & bit:
            return int(DIFFICULT_COST)
        return int(SHARED_COST if s.occupied[w] & bit else EMPTY_COST)

    def _gain(self, railway: int, code: int) -> str:
        after = self.s.copy()
        after.apply(code)
        t = cast(Position, after)
        name, sold = self.s.board.railway_ids[railway], int(self.s.sold[railway])
        towns, cities = stations(t, tracks(t)[railway], self.colour_at)
        more = each(best_income(len(towns), len(cities)), sold) - self.best(railway)
        mean = average(t, railway, sold, self.draws) - self.mean(railway)
        gain = f"+£{more} for each {name} share if all its Cities pay, +{pounds(mean)} on average"
        if t.majors_paid & ~self.s.majors_paid & BIT[railway]:
            paid = each(int(self.s.board.major_dividend), sold)
            gain += f"; joins the major cities, £{paid} a share at once: +£{paid * self.held(self.me, railway)} for you"
        return gain

    def _further(self, railway: int, h: int) -> str:
        """The nearest Town or City to which this hex is a step forward."""
        if railway not in self._ahead:
            self._ahead[railway] = [
                (urban, steps, min(steps.get(hex_, 9999) for hex_ in self.tracks[railway]))
                for urban, steps in distances(self.s.game).items() if railway not in self.companies.get(urban, ())
            ]
        ways = [(steps[h], urban) for urban, steps, now in self._ahead[railway] if steps.get(h, 9999) < now]
        if not ways:
            return ""
        steps, urban = min(ways)
        return f"; {place(self.s, urban)} is then {'next' if steps == 1 else f'{steps} hexes away'}"

    def interest(self, colour: int, h: int) -> str:
        s = self.s
        word = s.board.colours[colour]
        if s.bag_size == 1:
            return f"{place(s, h)} becomes a {word} City; the bag is then empty and the game over"
        before = self.coming(self.me)
        after = sum(
            n * (self._as_city(r, colour, h) if r in self.companies[h] else self.mean(r, colour))
            for r in range(s.board.railways) if (n := self.held(self.me, r))
        )
        return (
            f"{place(s, h)} becomes a City and pays £{CITY_INCOME} when {word} is drawn ({s.bag[colour] - 1} of "
            f"{s.bag_size - 1} in the bag), not £{TOWN_INCOME}; a call brings you {pounds(after)} on average, "
            f"now {pounds(before)}"
        )

    def _as_city(self, railway: int, colour: int, h: int) -> float:
        t = cast(Position, self.s.copy())
        t.place_cube(colour, h)
        return average(t, railway, int(t.sold[railway]), self._without[colour])


@once_per_edition
def distances(game: Game) -> dict[int, dict[int, int]]:
    """From each urban hex the number of steps to every hex."""
    board = cast(IrishGauge, game).board
    found = {}
    for urban in board.urban_hexes:
        steps = {urban: 0}
        waiting = deque([urban])
        while waiting:
            h = waiting.popleft()
            for other in board.grid.neighbours[h]:
                if other not in steps:
                    steps[other] = steps[h] + 1
                    waiting.append(other)
        found[urban] = steps
    return found


def bid_note(state: State, amount: int, names: list[str]) -> str:
    """What a bid would leave, and what the share would bring."""
    s = cast(Position, state)
    if s.auction.lot == NOBODY or s.to_act < 0:
        return ""
    lot, sums = int(s.auction.lot), _Sums(s)
    sold = int(s.sold[lot]) + 1
    over = amount - int(s.auction.minimum)
    value = f"counts £{s.auction.minimum} at the end" + (f", £{over} less than the bid" if over > 0 else "")
    return (
        f"Leaves you £{s.cash[s.to_act] - amount}. The share {value}; as one of {counted(sold, 'share')} it pays "
        f"£{sums.best(lot, 1)} if all its Cities pay, {pounds(average(s, lot, sold, sums.draws))} a call on average."
    )
