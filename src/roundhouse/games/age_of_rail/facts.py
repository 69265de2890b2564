"""What happens in a game of Age of Rail: each kind with its numbers, its sentence, what it moves and what it books."""
from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from roundhouse.engine.facts import Company, Fact, Money, Place, Seat
from roundhouse.games.age_of_rail.board import BOX_TITLES, BOXES, BUILD_BOX, DEVELOP_BOX, DIVIDENDS_BOX, OFFER_BOX
from roundhouse.games.books import Brought, Built, Earned, Entry, Took
from roundhouse.games.film import TAG, Movement, coins, purse, said
from roundhouse.games.kit import shares
from roundhouse.games.kit.shares import OfShare, Sum, pile
from roundhouse.games.kit.telling import OfSeat, Said, Things, Told

BUILD, OFFER, DEVELOP, DIVIDENDS = (BOX_TITLES[box] for box in (BUILD_BOX, OFFER_BOX, DEVELOP_BOX, DIVIDENDS_BOX))


def _built(at: Things, company: str, start: str, end: str, cost: int, along: str) -> list[Movement]:
    """The railroad's seal runs to where it has built; the Treasury pays for it."""
    paid = [coins(at.money(cost), pile(company), along)] if cost else []
    return [*paid, Movement(at.firms[company].piece, start, end)]


# ---- auctions --------------------------------------------------------------------------------------------------------


class OpenerDrawn(shares.OpenerDrawn):
    """Chance has chosen who opens the first auction."""

    rules: ClassVar[tuple[str, ...]] = ("AR-SET-4",)
    says: ClassVar = "{seat} opens the first auction."


@dataclass(frozen=True, slots=True)
class AuctionOpened(OfShare):
    """The first share of a railroad comes up for auction."""

    rules: ClassVar[tuple[str, ...]] = ("AR-OFF-1", "AL-OFF-1", "AR-LATE-1", "AL-LATE-1")
    goes_by: ClassVar = "reached"
    says: ClassVar = {
        "none": "{company}: the first share is auctioned for $0 or more; {opener} bids first.",
        "some": "{reached} is reached, so {company} opens: its first share is auctioned for $0 or more; {opener} bids "
        "first.",
    }
    opener: Seat
    reached: Place
    """The city that a build has reached, where that opens the railroad; else empty."""


@dataclass(frozen=True, slots=True)
class Offered(OfShare):
    """A share of an open railroad comes up for auction."""

    rules: ClassVar[tuple[str, ...]] = ("AR-STK-3", "AR-STK-4")
    offers: ClassVar = (OFFER, "{own|True=your own|a} share of {company}")
    says: ClassVar = (
        "{seat} offers a share of {company}{own|True= from their own hand|}. The least bid: Value {value} / {shares}"
        "{rounded|True=, rounded up,|} is {minimum}; {opener} bids first."
    )
    seat: Seat
    own: bool
    opener: Seat
    value: int
    shares: int
    minimum: Money
    """Value / shares, rounded up."""

    @property
    def rounded(self) -> bool:
        """Whether the least bid is more than an equal part of the Value."""
        return self.minimum * self.shares != self.value

    def film(self, at: Things) -> list[Movement]:
        """A "for sale" from the seat to the railroad's shares."""
        return [said("for sale", self.seat, pile(self.company))]


class Bid(shares.Bid):
    """A seat bids for the share that is up for auction."""

    rules: ClassVar[tuple[str, ...]] = ("AR-AUC-2",)


class Passed(shares.Passed):
    """A seat is out of the auction of a share."""

    rules: ClassVar[tuple[str, ...]] = ("AR-AUC-1",)


@dataclass(frozen=True, slots=True)
class ShareSold(shares.ShareSold):
    """Bought from a railroad or a player, or taken free because nobody bid."""

    rules: ClassVar[tuple[str, ...]] = ("AR-OFF-2", "AR-OFF-3", "AR-STK-5", "AL-LATE-3")
    counted_as: ClassVar = "shares bought and sold"
    says: ClassVar = {
        "free": "Nobody bids: {seat}, who opened, takes the share of {company} free.",
        "player": "{seat} buys the share of {company} and pays {seller} {price}.",
        "railroad": "{seat} buys the share of {company} and pays {price} into its Treasury, which holds {treasury}.",
    }
    free: bool
    treasury: Money
    sold: int
    """How many shares of the railroad players hold now."""

    @property
    def form(self) -> str:
        """Taken free, bought from a railroad, or bought from a player."""
        return "free" if self.free else "railroad" if self.seller is None else "player"


class NotSold(OfShare):
    """All have passed, and nobody buys the share."""

    rules: ClassVar[tuple[str, ...]] = ("AR-STK-5",)
    says: ClassVar = "Nobody bids: the share of {company} is not sold."


# ---- turns -----------------------------------------------------------------------------------------------------------


class TurnBegan(shares.TurnBegan):
    """AR-TURN-5: a seat's turn begins; AR-OFF-6, AL-OFF-4: the first turn of the game."""

    rules: ClassVar[tuple[str, ...]] = ("AR-TURN-5", "AR-OFF-6", "AL-OFF-4")
    says: ClassVar = {"some": "{seat}, with the share of {holds}, takes the first turn."}


@dataclass(frozen=True, slots=True)
class OfBox(OfSeat):
    """What a seat does with an action box, by its name in the notation."""

    box: str

    @property
    def title(self) -> str:
        """The box as it is printed."""
        return BOX_TITLES[BOXES.index(self.box)]


@dataclass(frozen=True, slots=True)
class BoxTaken(OfBox):
    """A marker moves to a box, and the Action Track advances."""

    rules: ClassVar[tuple[str, ...]] = ("AR-TURN-1",)
    says: ClassVar = {
        "still": "{seat} takes {title}.",
        "within": "{seat} takes {title}; the Action Track goes from {before} to {after} of {limit}.",
        "beyond": "{seat} takes {title}; the Action Track goes from {before} to {after}, beyond {limit}.",
    }
    before: int
    after: int
    limit: int
    """A dividend comes when the Action Track is beyond it at the end of a turn."""

    @property
    def form(self) -> str:
        """Whether the Action Track stays, moves within its limit, or moves beyond it."""
        return "still" if self.before == self.after else "beyond" if self.after > self.limit else "within"


class NothingDone(OfBox):
    """A box was taken whose action can do nothing."""

    rules: ClassVar[tuple[str, ...]] = ("AR-BLD-4", "AR-STK-2", "AR-DEV-7", "AL-DEV-1")
    offers: ClassVar = ("{title}", {
        "build": "Build nothing", "offer": "Offer nothing", "develop": "Develop nothing",
    })
    goes_by: ClassVar = "box"
    says: ClassVar = {
        "build": "No railroad can build.",
        "offer": "No open railroad has an unsold share, and nothing is offered.",
        "develop": "There is no place to develop.",
    }


# ---- building --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Delegated(OfShare):
    """Who is on turn controls nothing that can build, and names who builds."""

    rules: ClassVar[tuple[str, ...]] = ("AR-BLD-3",)
    offers: ClassVar = (BUILD, "{company}, built by {builder}")
    says: ClassVar = "{seat} controls no railroad that can build, and has {builder} build for {company}."
    seat: Seat
    builder: Seat


@dataclass(frozen=True, slots=True)
class LinkLaid(OfSeat):
    """A link is built: laid free, or paid by the railroad's Treasury."""

    rules: ClassVar[tuple[str, ...]] = ("AR-OFF-4", "AR-LATE-3", "AL-LATE-3", "AR-BLD-5", "AR-BLD-7")
    where: ClassVar = ("link",)
    offers: ClassVar = (BUILD, "{company}: {start} – {end}")
    says: ClassVar = {
        "free": "{seat} lays the free link of {company} from {start} to {end}.",
        "first": "{seat} builds {company} from {start} to {end} for {cost} from its Treasury, {treasury} left.",
        "second": "{seat} builds {company} on from {start} to {end}: a second link for {cost} from its Treasury, "
        "{treasury} left.",
    }
    silent: ClassVar = ("reached", "connected")     # the books ask
    company: Company
    link: str
    start: Place
    """The end that was on the network before; the base of a railroad that had none."""
    end: Place
    why: str
    """What kind of link it is, which makes its cost: "free", "first", "second"."""
    cost: Money
    treasury: Money
    """What is left there."""
    reached: tuple[Place, ...]
    """The places that are new to the railroad."""
    connected: tuple[Place, ...]
    """Those of them that no railroad had reached before."""

    def film(self, at: Things) -> list[Movement]:
        """The railroad's seal goes along the link; its Treasury pays the cost."""
        return _built(at, self.company, self.start, self.end, self.cost, self.link)

    def entries(self, at: Things) -> list[Entry]:
        """The link and its new places are built on; the seat takes each place that no railroad had reached."""
        by = at.firms[self.company].name
        built = [Built(spot, by) for spot in (self.link, *self.reached)]
        return [*built, *(Took("place", at.places[place], self.seat) for place in self.connected)]


@dataclass(frozen=True, slots=True)
class Part(Said):
    """What a place adds to an Income: how many link ends count, and how much for each."""

    goes_by: ClassVar = "ends"
    says: ClassVar = {"1": "{each} for {place}", "some": "{ends} × {each} for {place}"}
    place: Place
    ends: int
    each: int


@dataclass(frozen=True, slots=True)
class IncomeMoved(Told, Fact):
    """The Income of a railroad, and what each place added to it."""

    rules: ClassVar[tuple[str, ...]] = ("AR-TERM-3", "AR-DEV-1")
    goes_by: ClassVar = "before"
    says: ClassVar = {
        "0": "Income of {company}: {added:+} = {after}.",
        "some": "Income of {company}: {before} + {added:+} = {after}.",
    }
    company: Company
    before: int
    added: tuple[Part, ...]
    after: int


@dataclass(frozen=True, slots=True)
class ValueMoved(Told, Fact):
    """The Value of a railroad rises, by a link or an external."""

    rules: ClassVar[tuple[str, ...]] = ("AR-TERM-4", "AR-EXT-3")
    goes_by: ClassVar = "before"
    says: ClassVar = {
        "0": "Value of {company}: {added} for {rule|AR-EXT-3=the external|the link}.",
        "some": "Value of {company}: {before} + {added} for {rule|AR-EXT-3=the external|the link} = {after}.",
    }
    company: Company
    before: int
    added: int
    after: int


@dataclass(frozen=True, slots=True)
class NoSecondLink(OfSeat):
    """A build that is over after its first link, by itself or because the builder wants it so."""

    rules: ClassVar[tuple[str, ...]] = ("AR-BLD-5", "AR-BLD-7", "AR-BLD-8", "AL-BLD-1", "AR-BLD-9")
    offers: ClassVar = (BUILD, "No second link")
    lit: ClassVar = "leave"
    says: ClassVar = {
        "chosen": "{seat} leaves it at a single link.",
        "old place": "No second link of {company}: the first led to no new place.",
        "through": "No second link of {company}: a double link may end in {place}, but not go through it.",
        "treasury": "No second link of {company}: it costs {cost}, and the Treasury holds {treasury}.",
        "nowhere": "No second link of {company}: none leads on from {place} to a new place.",
    }
    company: Company
    place: Place
    """Where the first link led."""
    why: str
    cost: Money
    treasury: Money


@dataclass(frozen=True, slots=True)
class Connected(OfSeat):
    """An External Connection is built."""

    rules: ClassVar[tuple[str, ...]] = ("AR-EXT-3", "AL-EXT-1")
    where: ClassVar = ("there",)
    takes: ClassVar = ("connection", "{there}")
    offers: ClassVar = (BUILD, "{company} to {there}")
    says: ClassVar = (
        "{seat} connects {company} from {gate} to {there} for {cost} from its Treasury, {treasury} left"
        "{added|0=; its Value stays as it is|}."
    )
    company: Company
    external: str
    gate: Place
    cost: Money
    treasury: Money
    added: int
    """By how much the Value rises."""

    @property
    def there(self) -> Place:
        """The external as a place of the drawing."""
        return f"to:{self.external}"

    def film(self, at: Things) -> list[Movement]:
        """The railroad's seal goes from the gate to the external; its Treasury pays."""
        return _built(at, self.company, self.gate, self.there, self.cost, self.there)


# ---- developing ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Developed(Told, Fact):
    """A place goes up a level: developed free, developed for money, or automatically."""

    rules: ClassVar[tuple[str, ...]] = ("AR-DEV-2", "AR-DEV-3", "AL-DEV-3", "AL-DEV-5")
    counted_as: ClassVar = "second developments"
    gets: ClassVar = "-cost"
    where: ClassVar = ("place",)
    takes: ClassVar = ("development", "{place}")
    offers: ClassVar = (DEVELOP, "{place}")
    goes_by: ClassVar = "how"
    says: ClassVar = {
        "first": "{seat} develops {place} from {before} to {after}, free.",
        "second": "{seat} develops {place} from {before} to {after} for {cost}.",
        "automatic": "{place} grows by itself from {before} to {after}.",
    }
    place: Place
    how: str
    """One of "first", "second", "automatic"."""
    seat: Seat
    """On whose turn; who pays for a second."""
    before: int
    after: int
    cost: Money

    def film(self, at: Things) -> list[Movement]:
        """The new level shows at the place; coins go there for a second one."""
        grown = Movement(TAG, self.place, self.place, f"{self.before} → {self.after}")
        return [coins(at.money(self.cost), purse(self.seat), self.place), grown] if self.cost else [grown]

    def entries(self, at: Things) -> list[Entry]:
        """The seat takes the development, unless it was automatic."""
        return [] if self.how == "automatic" else Told.entries(self, at)


@dataclass(frozen=True, slots=True)
class NoSecondDevelopment(OfSeat):
    """The automatic development comes instead of a second one."""

    rules: ClassVar[tuple[str, ...]] = ("AR-DEV-3", "AL-DEV-4", "AR-DEV-6")
    offers: ClassVar = (DEVELOP, "No second place")
    lit: ClassVar = "leave"
    says: ClassVar = {
        "chosen": "{seat} develops no second place.",
        "cash": "{seat} develops no second place: it costs {cost}, and {cash} are left.",
        "places": "{seat} develops no second place: there is none to choose.",
    }
    why: str
    cost: Money
    cash: Money


class MetrosFull(Told, Fact):
    """Nothing is left for the automatic development."""

    rules: ClassVar[tuple[str, ...]] = ("AR-DEV-3", "AL-DEV-5")
    says: ClassVar = "No metro grows by itself: all that do are full."


# ---- dividends and the end -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DividendDue(Told, Fact):
    """A dividend is paid, because it was called for or because the Action Track is beyond its limit."""

    rules: ClassVar[tuple[str, ...]] = ("AR-DIV-1", "AR-END-1")
    offers: ClassVar = (DIVIDENDS, "Pay dividends now")
    goes_by: ClassVar = "called"
    says: ClassVar = {
        "True": "Dividend {number} of {of}{final|True=, the Final Payoff,|} is paid.",
        "False": "The Action Track stands at {track}, beyond {limit}. Dividend {number} of {of}"
        "{final|True=, the Final Payoff,|} is paid.",
    }
    number: int
    of: int
    """The last of so many is the Final Payoff."""
    called: bool
    """Pay Dividends was taken; otherwise the Action Track is beyond its limit."""
    track: int
    limit: int

    @property
    def final(self) -> bool:
        """Whether it is the last, the Final Payoff."""
        return self.number == self.of


@dataclass(frozen=True, slots=True)
class Paid(shares.Paid):
    """What a railroad pays for each share that a player holds."""

    rules: ClassVar[tuple[str, ...]] = ("AR-EXT-2", "AR-DIV-2", "AR-END-1")
    counted_as: ClassVar = {"bonus": "external connections", "dividend": "dividends", "final": "the Final Payoff"}
    says: ClassVar = {
        "bonus": "Connection Bonus of {company}: Income {income} / {divisor}"
        "{rounded|up=, rounded up,|down=, rounded down,|} is {each} a share{gains|0=|: }{gains}.",
        "dividend": "{company}: Income {income} / {divisor}"
        "{rounded|up=, rounded up,|down=, rounded down,|} is {each} a share{gains|0=|: }{gains}.",
        "final": "Final Payoff of {company}: (Value {value} + Income {income}) / {divisor} sold"
        "{rounded|up=, rounded up,|down=, rounded down,|} is {each} a share{gains|0=|: }{gains}.",
    }
    why: str
    """One of "bonus", "dividend", "final"."""
    income: int
    value: int
    """What of the Value is paid out too: all of it at the end, before that nothing."""
    divisor: int
    """The shares by which it is divided: all there are, or at the end those sold."""
    held: tuple[tuple[int, int], ...]
    """Seats and how many shares they hold."""
    links: tuple[tuple[str, int, int], ...]
    """The railroad's links, with the values at both ends: what the Income comes from."""

    @property
    def rounded(self) -> str:
        """Whether a share got a little more or less than its part: "up", "down", or empty."""
        rest = self.each * self.divisor - self.income - self.value
        return "up" if rest > 0 else "down" if rest < 0 else ""

    def entries(self, at: Things) -> list[Entry]:
        """What each holder got; and by a dividend or at the end, what every link and place brought."""
        name = at.firms[self.company].name
        found: list[Entry] = [Brought("share", name, seat, got) for seat, got in self.money if got]
        for link, *ends in self.links if self.why != "bonus" else ():
            found.append(Earned(link, sum(ends)))
            found += [Earned(place, worth) for place, worth in zip(link.split("~"), ends)]
        return found


@dataclass(frozen=True, slots=True)
class TrackReset(Told, Fact):
    """After a dividend the Action Track goes back."""

    rules: ClassVar[tuple[str, ...]] = ("AR-DIV-3",)
    goes_by: ClassVar = "before"
    says: ClassVar = {"0": "", "some": "The Action Track goes back from {before} to 0."}
    before: int


@dataclass(frozen=True, slots=True)
class PayoffMoved(Told, Fact):
    """Shares that count more or less now, as the Final Payoff would be another one; the score on the table has it."""

    rules: ClassVar[tuple[str, ...]] = ("AR-END-2",)
    moved: tuple[tuple[int, int], ...]
    """Seats and by how much."""

    @property
    def scored(self) -> tuple[tuple[int, int], ...]:
        """The scores it has moved, as told."""
        return self.moved


@dataclass(frozen=True, slots=True)
class Ended(shares.Ended):
    """The end of the game, after the Final Payoff."""

    rules: ClassVar[tuple[str, ...]] = ("AR-END-2",)
    says: ClassVar = "The game is over: {counts}. {winners:and} {winners|wins|share the win}."
    cash: tuple[int, ...]
    """What every seat had before the Final Payoff."""

    @property
    def counts(self) -> tuple[Sum, ...]:
        """The seats with their scores, the richest first."""
        return tuple(Sum(seat, self.scores[seat]) for seat in self.ranks)
