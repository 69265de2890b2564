"""What the seat to act may do in Irish Gauge, each choice with what it costs and brings.

What a choice does is told by the rules, on a copy; what it may bring later is an average over all draws.
"""
from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TypeVar

from roundhouse.engine.contract import NOBODY
from roundhouse.engine.facts import Fact
from roundhouse.games.drawn import Choice
from roundhouse.games.irish_gauge import facts
from roundhouse.games.irish_gauge.board import CUBES_DRAWN, Board
from roundhouse.games.irish_gauge.dividends import CITY_INCOME, TOWN_INCOME, mean_per_share, most_per_share
from roundhouse.games.irish_gauge.map import sheet
from roundhouse.games.irish_gauge.pieces import railways_at
from roundhouse.games.irish_gauge.position import Position
from roundhouse.games.irish_gauge.rules import IrishGaugeState
from roundhouse.games.irish_gauge.texts import build_points, line, named, pounds, why_so_much
from roundhouse.games.kept import once_per_game
from roundhouse.games.livery import ENGINE_HEIGHT, ENGINE_WIDTH, PAPER, fill, label
from roundhouse.games.markup import Markup, tag
from roundhouse.games.sight import Sight
from roundhouse.games.words import Span, Words, amount, joined, seat, words

RULES: Mapping[str, str] = {
    "auction": "IG-AUC-9", "bid": "IG-AUC-2", "pass": "IG-AUC-4", "track": "IG-TRK-1", "done": "IG-TRK-2",
    "interest": "IG-INT-1", "dividends": "IG-DIV-1",
}
Told = TypeVar("Told", bound=Fact)

BAG = "bag"


def engine_spot(railway: str) -> str:
    """The engine of a railway in its line of the office, which is the button for building it."""
    return f"engine:{railway}"


def choices(sight: Sight[IrishGaugeState]) -> list[Choice]:
    """Every legal move that is not a bid."""
    if not sight.acts:
        return []
    s, effects = sight.state, Effects(sight.state)
    return [effects.choice(int(code)) for code in s.legal() if code < s.game.first_bid]


def bid_note(sight: Sight[Position], amount: int) -> Words:
    """What a bid would leave, and what the share would bring."""
    s = sight.state
    if s.auction.lot == NOBODY or not sight.acts:
        return ()
    lot, value = int(s.auction.lot), int(s.auction.minimum)
    over = words(", {over} less than the bid", over=pounds(amount - value)) if amount > value else ()
    return words(
        "Leaves you {left}. The share counts {value} at the end{over}; {pays}.", over=over, value=pounds(value),
        left=pounds(int(s.cash[s.to_act]) - amount), pays=_as_one_more(s, lot),
    )


def _as_one_more(s: Position, railway: int) -> Words:
    """What the railway's next share would pay, once it is sold."""
    sold = int(s.sold[railway]) + 1
    return words(
        "as one of {shares} it pays {most} if all its Cities pay, {mean} a call on average",
        shares=amount(sold, "shares"), most=pounds(most_per_share(s, railway, sold)),
        mean=pounds(mean_per_share(s, railway, sold)),
    )


class Effects:
    """What may be done in one position. Averages are worked out when they are first asked for."""

    def __init__(self, s: IrishGaugeState) -> None:
        self.s = s
        self.board: Board = s.board
        self.me = int(s.to_act)
        self._means: dict[int, float] = {}

    def choice(self, code: int) -> Choice:
        after = self.s.copy()
        told = after.tell(code)
        done, board, text = told[0], self.board, self.s.game.text(code)
        following = seat(after.to_act)
        match done:
            case facts.Passed():
                effect = self._passing(told, following)
                return Choice(code, text, "Auction", words("Pass"), effect, kind="leave")
            case facts.BuildingStopped():
                effect = words("{unused} unused; {next} is next", unused=build_points(done.unused), next=following)
                return Choice(code, text, "Place track", words("Stop building"), effect, kind="leave")
            case facts.DividendsCalled():
                return Choice(code, text, "Dividends", words("Call for dividends"), self._calling(), by=(BAG,),
                              kind="pay")
            case facts.InterestPlaced():
                label = words("{colour} cube in {town}", colour=done.colour, town=named(board, done.hex))
                return Choice(code, text, "Special interest", label, self._interest(done, after, told), done.spots,
                              cube_laid(self.s, done), kind="grow")
            case facts.TrackLaid():
                label = words("{line} to {hex}", line=line(board, done.railway), hex=named(board, done.hex))
                return Choice(code, text, "Place track", label, self._track(done, after, told), done.spots,
                              engines_laid(self.s, (done,)), (engine_spot(done.railway),), "lay")
            case facts.AuctionOpened():
                label = words("{line} share of {value}", line=line(board, done.railway), value=pounds(done.value))
                return Choice(code, text, "Auction a share", label, self._sale(done), by=done.spots, kind="trade")
        raise ValueError(f"nothing is known of '{text}'")

    # ---- sums --------------------------------------------------------------------------------------------------------

    @cached_property
    def railways_at(self) -> dict[int, list[int]]:
        return railways_at(self.s)

    @cached_property
    def coming(self) -> list[float]:
        """What a call brings each seat on average."""
        return [self._coming(self.s, who) for who in range(self.s.seats)]

    def _coming(self, s: Position, who: int) -> float:
        held = [int(s.shares[who * s.board.railways + r]) for r in range(s.board.railways)]
        mean = self.mean if s is self.s else lambda r: mean_per_share(s, r, s.sold[r])
        return sum(n * mean(r) for r, n in enumerate(held) if n)

    def mean(self, railway: int) -> float:
        """What a share gets on average now."""
        if railway not in self._means:
            self._means[railway] = mean_per_share(self.s, railway, self.s.sold[railway])
        return self._means[railway]

    # ---- the effect of each action -----------------------------------------------------------------------------------

    def _passing(self, told: Sequence[Fact], following: Span) -> Words:
        """Who would have the share, if this pass settles it."""
        sale = _find(told, facts.ShareSold)
        if sale is None:
            return words("you are out of this auction; {next} is next", next=following)
        return words(
            "{who} has the {line} share {how}", who=seat(sale.seat), line=line(self.board, sale.railway),
            how=words("for {price}", price=pounds(sale.price)) if sale.price else "free, since nobody bid",
        )

    def _calling(self) -> Words:
        bag = int(self.s.bag_size)
        left = max(0, bag - int(CUBES_DRAWN))
        means = [
            words("{who} {mean}", who=seat(who), mean=amount(mean, "£", signed=True))
            for who, mean in enumerate(self.coming)
        ]
        return words(
            "{drawn} of {bag} drawn, {end}; on average {means}", drawn=amount(bag - left, "cubes"), bag=bag,
            end=words("{left} stay", left=amount(left, "cubes")) if left else "the bag is then empty and the game over",
            means=joined(means),
        )

    def _sale(self, opened: facts.AuctionOpened) -> Words:
        railway = self.board.railway_ids.index(opened.railway)
        sold = int(self.s.sold[railway])
        now = pounds(most_per_share(self.s, railway, sold))
        return words(
            "you open with {value} or more of your {cash}; {pays}{now}", value=pounds(opened.value),
            cash=pounds(int(self.s.cash[self.me])), pays=_as_one_more(self.s, railway),
            now=words("; now a share gets {now} at most", now=now) if sold else (),
        )

    def _track(self, laid: facts.TrackLaid, after: Position, told: Sequence[Fact]) -> Words:
        return words(
            "{cost} of {points}{why}{then}", cost=f"{laid.cost:g}", points=build_points(laid.cost + laid.left),
            why=why_so_much(self.board, laid), then=self.arrival(laid, after, told),
        )

    def arrival(self, laid: facts.TrackLaid, after: Position, told: Sequence[Fact]) -> Words:
        """What track that ends there brings, from where the railway stands now."""
        return self._reached(laid, after, told) if laid.hex in self.board.names else self._further(laid)

    def _reached(self, laid: facts.TrackLaid, after: Position, told: Sequence[Fact]) -> Words:
        """A Town or City: what it brings a share, and what joining the major cities pays at once."""
        r = self.board.railway_ids.index(laid.railway)
        sold = int(self.s.sold[r])
        more = most_per_share(after, r, sold) - most_per_share(self.s, r, sold)
        mean = mean_per_share(after, r, sold) - self.mean(r)
        return words(
            ", reaches {place}: {more} for each {line} share if all its Cities pay, {mean} on average{joined}",
            place=named(self.board, laid.hex), more=amount(more, "£", signed=True),
            line=line(self.board, laid.railway), mean=amount(mean, "£", signed=True),
            joined=self._joined(_find(told, facts.Paid)),
        )

    def _joined(self, paid: facts.Paid | None) -> Words:
        if paid is None:
            return ()
        return words(
            "; joins the major cities, {each} a share at once: {mine} for you", each=pounds(paid.each),
            mine=amount(dict(paid.money).get(self.me, 0), "£", signed=True),
        )

    def _further(self, laid: facts.TrackLaid) -> Words:
        """The nearest Town or City to which this hex is a step forward."""
        railway, h = self.board.railway_ids.index(laid.railway), self.board.grid.index[laid.hex]
        ways = [(steps[h], urban) for urban, steps, now in self._ahead(railway) if steps.get(h, FAR) < now]
        if not ways:
            return ()
        steps, urban = min(ways)
        return words(
            "; {place} is then {far}", place=named(self.board, self.board.grid.ids[urban]),
            far="next" if steps == 1 else words("{steps} away", steps=amount(steps, "hexes")),
        )

    def _ahead(self, railway: int) -> list[tuple[int, dict[int, int], int]]:
        """Each urban hex where the railway does not stand, the steps to it from everywhere, and how far it is now."""
        track = self.s.hexes_of(railway)
        return [
            (urban, steps, min(steps.get(h, FAR) for h in track))
            for urban, steps in distances(self.board).items() if railway not in self.railways_at.get(urban, ())
        ]

    def _interest(self, placed: facts.InterestPlaced, after: Position, told: Sequence[Fact]) -> Words:
        town = named(self.board, placed.hex)
        if _find(told, facts.Ended):
            end = "{town} becomes a {colour} City; the bag is then empty and the game over"
            return words(end, town=town, colour=placed.colour)
        left = int(after.bag[self.board.colours.index(placed.colour)])
        return words(
            "{town} becomes a City and pays {city} when {colour} is drawn ({left} of {bag} in the bag), not {as_town}; "
            "a call brings you {after} on average, now {before}",
            town=town, city=pounds(int(CITY_INCOME)), colour=placed.colour, left=left, bag=int(after.bag_size),
            as_town=pounds(int(TOWN_INCOME)), after=pounds(self._coming(after, self.me)),
            before=pounds(self.coming[self.me]),
        )


# ---- what would lie on the board -------------------------------------------------------------------------------------


def engines_laid(s: Position, laid: Sequence[facts.TrackLaid]) -> Markup:
    """The locomotives as they would stand, the rails to them, and what each costs."""
    at, index = sheet(s.game), s.board.grid.index
    railway = s.board.railway_ids.index(laid[0].railway)
    track = set(s.hexes_of(railway))
    rails, engines = [], []
    for one in laid:
        h = index[one.hex]
        x, y = at.centres[h]
        rails += [
            f"M{at.centres[b][0]:.0f} {at.centres[b][1]:.0f}L{x:.0f} {y:.0f}"
            for b in [b for b in s.board.grid.neighbours[h] if b in track][:1]
        ]
        track = {h}
        price = label(0, 33, f"{one.cost:g}", 17, font_weight=700, stroke=PAPER, stroke_width=4, paint_order="stroke")
        engine = tag("use", href=f"#ig-engine-{railway}", transform="scale(1.6)", x=-ENGINE_WIDTH / 2,
                     y=-ENGINE_HEIGHT / 2)
        engines.append(tag("g", engine, price, transform=f"translate({x:.0f} {y:.0f})"))
    line_ = tag("path", d="".join(rails), stroke=fill(at.colours[railway]), stroke_width=7, stroke_dasharray="9 5",
                fill="none")
    return tag("g", line_, engines, class_="preview")


def cube_laid(s: Position, placed: facts.InterestPlaced) -> Markup:
    x, y = sheet(s.game).centres[s.board.grid.index[placed.hex]]
    cube = tag("use", href=f"#ig-cube-{s.board.colours.index(placed.colour)}", transform="scale(1.5)")
    return tag("g", tag("g", cube, transform=f"translate({x:.0f} {y - 22:.0f})"), class_="preview")


def _find(told: Sequence[Fact], kind: type[Told]) -> Told | None:
    return next((fact for fact in told if isinstance(fact, kind)), None)


FAR = 9999      # farther than any way across a board


@once_per_game
def distances(board: Board) -> dict[int, dict[int, int]]:
    """From each urban hex the number of steps to every hex."""
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
