"""What the seat to act may do in Irish Gauge, each choice with what it costs and brings.

What a choice does is told by the rules, on a copy; what it may bring later is an average over all draws.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from roundhouse.engine.contract import NOBODY
from roundhouse.engine.facts import Fact
from roundhouse.games.drawn import Choice
from roundhouse.games.hexmap import steps_from
from roundhouse.games.irish_gauge import facts
from roundhouse.games.irish_gauge.board import CUBES_DRAWN, Board
from roundhouse.games.irish_gauge.dividends import CITY_INCOME, TOWN_INCOME, mean_per_share, most_per_share
from roundhouse.games.irish_gauge.map import sheet
from roundhouse.games.irish_gauge.position import TRACK, Position
from roundhouse.games.irish_gauge.rules import IrishGaugeState
from roundhouse.games.irish_gauge.things import pounds, things
from roundhouse.games.kept import once_per_game
from roundhouse.games.kit.choices import Preview, find, moves
from roundhouse.games.kit.maps import laid
from roundhouse.games.kit.messages import message
from roundhouse.games.kit.telling import Told
from roundhouse.games.markup import NOTHING, Markup, tag
from roundhouse.games.sight import Sight
from roundhouse.games.words import Span, Words, amount, joined, seat, term, words

RULES: Mapping[str, str] = {
    "auction": "IG-AUC-9", "bid": "IG-AUC-2", "pass": "IG-AUC-4", "track": "IG-TRK-1", "done": "IG-TRK-2",
    "interest": "IG-INT-1", "dividends": "IG-DIV-1",
}


def choices(sight: Sight[IrishGaugeState]) -> list[Choice]:
    """Every legal move that is not a bid."""
    effects = Effects(sight.state)
    return [effects.choice(code) for code in moves(sight)]


def bid_note(sight: Sight[Position], amount: int) -> Words:
    """What a bid would leave, and what the share would bring."""
    s = sight.state
    if s.auction.lot == NOBODY or not sight.acts:
        return ()
    lot, value = int(s.auction.lot), int(s.auction.minimum)
    left, over = pounds(int(s.cash[s.to_act]) - amount), max(0, amount - value)
    counts = words(COUNTS[over > 0], left=left, value=pounds(value), over=pounds(over))
    return joined([counts, words("{pays}.", pays=_as_one_more(s, lot))], "; ")


COUNTS = (
    "Leaves you {left}. The share counts {value} at the end",
    "Leaves you {left}. The share counts {value} at the end, {over} less than the bid",
)


def _as_one_more(s: Position, railway: int) -> Words:
    """What the railway's next share would pay, once it is sold."""
    sold = int(s.sold[railway]) + 1
    return words(
        "with {sold|# share|# shares} sold, a call for dividends pays it {mean} on average, {most} at most", sold=sold,
        most=pounds(most_per_share(s, railway, sold)), mean=pounds(mean_per_share(s, railway, sold)),
    )


class Effects:
    """What may be done in one position. Averages are worked out when they are first asked for."""

    def __init__(self, s: IrishGaugeState) -> None:
        self.s = s
        self.board: Board = s.board
        self.at = things(s.board)
        self.me = int(s.to_act)
        self._means: dict[int, float] = {}

    def choice(self, code: int) -> Choice:
        """The choice of an action, with what it costs and brings, from the facts of its step on a copy."""
        step = Preview(self.s, code)
        done = step.chosen()
        choice = step.choice(self._effects(done, step.after, step.told), self.at, self._preview(done))
        if isinstance(done, facts.TrackLaid) and self.s.phase != TRACK:     # which railway is built is chosen first
            return replace(choice, group=term("Place track for {company}", company=done.company))
        return choice

    def _preview(self, done: Told) -> Markup:
        if isinstance(done, facts.TrackLaid):
            return engines_laid(self.s, (done,))
        return cube_laid(self.s, done) if isinstance(done, facts.InterestPlaced) else NOTHING

    def _effects(self, done: Told, after: Position, told: Sequence[Fact]) -> list[Words]:
        """What it does and brings, a clause each."""
        match done:
            case facts.Passed():
                return [self._passing(told, seat(after.to_act))]
            case facts.BuildingStopped():
                unused = words("{unused|# point|# points} unused", unused=done.unused)
                return [unused, words("{next} is next", next=seat(after.to_act))]
            case facts.DividendsCalled():
                return self._calling()
            case facts.InterestPlaced():
                return self._interest(done, after, told)
            case facts.TrackLaid():
                return [message(done, COSTS[done.why], self.at), *self.arrival(done, after, told)]
            case facts.AuctionOpened():
                return self._sale(done)
        raise ValueError(f"nothing is known of {done}")

    # ---- sums --------------------------------------------------------------------------------------------------------

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
        sale = find(told, facts.ShareSold)
        if sale is None:
            return words("you are out of this auction; {next} is next", next=following)
        return message(sale, PASSED[sale.price > 0], self.at)

    def _calling(self) -> list[Words]:
        bag = int(self.s.bag_size)
        left = max(0, bag - int(CUBES_DRAWN))
        means = [
            words("{who} {mean}", who=seat(who), mean=amount(mean, "£", signed=True))
            for who, mean in enumerate(self.coming)
        ]
        return [words(DRAWN[left > 0], drawn=bag - left, bag=bag, left=left),
                words("on average {means}", means=joined(means))]

    def _sale(self, opened: facts.AuctionOpened) -> list[Words]:
        railway = self.board.railway_ids.index(opened.company)
        sold = int(self.s.sold[railway])
        now = words("now a share gets {now} at most", now=pounds(most_per_share(self.s, railway, sold)))
        opening = words("you open with {value} or more of your {cash}", value=pounds(opened.value),
                        cash=pounds(int(self.s.cash[self.me])))
        return [opening, _as_one_more(self.s, railway), *([now] if sold else [])]

    def arrival(self, built: facts.TrackLaid, after: Position, told: Sequence[Fact]) -> list[Words]:
        """What track that ends there brings, from where the railway stands now."""
        return self._reached(built, after, told) if built.hex in self.board.names else self._further(built)

    def _reached(self, built: facts.TrackLaid, after: Position, told: Sequence[Fact]) -> list[Words]:
        """A Town or City: what it brings a share, and what joining the major cities pays at once."""
        r = self.board.railway_ids.index(built.company)
        sold = int(self.s.sold[r])
        more = most_per_share(after, r, sold) - most_per_share(self.s, r, sold)
        mean = mean_per_share(after, r, sold) - self.mean(r)
        reached = words(
            "reaches {place}: {more} for each {line} share if all its Cities pay, {mean} on average",
            place=self.at.place(built.hex), more=amount(more, "£", signed=True),
            line=self.at.company(built.company), mean=amount(mean, "£", signed=True),
        )
        paid = find(told, facts.Paid)
        if paid is None:
            return [reached]
        mine = amount(dict(paid.money).get(self.me, 0), "£", signed=True)
        return [reached, words("joins the major cities, {each} a share at once: {mine} for you",
                               each=pounds(paid.each), mine=mine)]

    def _further(self, built: facts.TrackLaid) -> list[Words]:
        """The nearest Town or City to which this hex is a step forward."""
        railway, h = self.board.railway_ids.index(built.company), self.board.grid.index[built.hex]
        ways = [(steps[h], urban) for urban, steps, now in self._ahead(railway) if steps.get(h, FAR) < now]
        if not ways:
            return []
        steps, urban = min(ways)
        return [words("{place} is then {steps|next|# hexes away}", steps=steps,
                      place=self.at.place(self.board.grid.ids[urban]))]

    def _ahead(self, railway: int) -> list[tuple[int, dict[int, int], int]]:
        """Each urban hex where the railway does not stand, the steps to it from everywhere, and how far it is now."""
        track = self.s.hexes_of(railway)
        return [(urban, steps, min(steps.get(h, FAR) for h in track))
                for urban, steps in distances(self.board).items() if urban not in track]

    def _interest(self, placed: facts.InterestPlaced, after: Position, told: Sequence[Fact]) -> list[Words]:
        town = self.at.place(placed.hex)
        if find(told, facts.Ended):
            return [words("{town} becomes a {colour} City", town=town, colour=placed.colour),
                    words("the bag is then empty, and the game is over")]
        pays = words(
            "{city} when {colour} is drawn ({left} of {bag} in the bag), not {as_town}",
            city=pounds(int(CITY_INCOME)), colour=placed.colour, bag=int(after.bag_size),
            left=int(after.bag[self.board.colours.index(placed.colour)]), as_town=pounds(int(TOWN_INCOME)),
        )
        return [pays, words("a call brings you {after} on average, now {before}",
                            after=pounds(self._coming(after, self.me)), before=pounds(self.coming[self.me]))]


PASSED = ("{seat} has the {company} share free, since nobody bid", "{seat} has the {company} share for {price}")
DRAWN = (
    "{drawn|# cube|# cubes} of {bag} drawn, the bag is then empty, and the game is over",
    "{drawn|# cube|# cubes} of {bag} drawn, {left|# cube|# cubes} {left|stays|stay}",
)
COSTS = {
    facts.OPEN: "{cost} of {whole|# point|# points}",
    facts.SHARED: "{cost} of {whole|# point|# points}, shared with {beside:and}",
    facts.DIFFICULT: "{cost} of {whole|# point|# points}, as the ground is difficult",
}


# ---- what would lie on the board -------------------------------------------------------------------------------------


def engines_laid(s: Position, track: Sequence[facts.TrackLaid]) -> Markup:
    """The locomotives as they would stand, the rails to them, and what each costs."""
    company, index = track[0].company, s.board.grid.index
    return laid(sheet(s.game), things(s.board).firms[company], s.hexes_of(s.board.railway_ids.index(company)),
                [(index[one.hex], f"{one.cost:g}") for one in track], s.board.urban_hexes)


def cube_laid(s: Position, placed: facts.InterestPlaced) -> Markup:
    """The cube of a special interest on its hex, as SVG to lay over the board while its choice is looked at."""
    x, y = sheet(s.game).centres[s.board.grid.index[placed.hex]]
    cube = tag("use", href=f"#ig-cube-{s.board.colours.index(placed.colour)}", transform="scale(1.3)")
    return tag("g", tag("g", cube, transform=f"translate({x:.0f} {y - 27:.0f})"), class_="preview")


FAR = 9999      # farther than any way across a board


@once_per_game
def distances(board: Board) -> dict[int, dict[int, int]]:
    """From each urban hex the number of steps to every hex."""
    return {urban: steps_from(board.grid, urban) for urban in board.urban_hexes}
