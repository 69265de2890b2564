"""Age of Rail in words: what a step did, with every sum and the rule behind it, and what may be done now."""
from __future__ import annotations

from functools import singledispatch

from roundhouse.engine.contract import CHANCE, NOBODY, OVER
from roundhouse.engine.facts import Fact
from roundhouse.games.age_of_rail.board import Board
from roundhouse.games.age_of_rail.facts import (
    AuctionOpened,
    Bid,
    BoxTaken,
    Connected,
    Delegated,
    Developed,
    DividendDue,
    Ended,
    IncomeMoved,
    LinkLaid,
    MetrosFull,
    NoSecondDevelopment,
    NoSecondLink,
    NothingDone,
    NotSold,
    Offered,
    OpenerDrawn,
    Paid,
    Part,
    Passed,
    ShareSold,
    TrackReset,
    TurnBegan,
    ValueMoved,
)
from roundhouse.games.age_of_rail.names import (
    box_title,
    dollars,
    each_share,
    external_of,
    line,
    line_of,
    place_of,
)
from roundhouse.games.age_of_rail.position import (
    AUCTION,
    DELEGATED,
    FREE_LINK,
    LATE_AUCTION,
    OFFERING,
    SECOND_DEVELOPMENT,
    SECOND_LINK,
    Position,
)
from roundhouse.games.age_of_rail.rules import AgeOfRail
from roundhouse.games.age_of_rail.terminal import board
from roundhouse.games.sight import Sight
from roundhouse.games.title import kinds, one_of
from roundhouse.games.words import Words, joined, seat, styled, text, words

__all__ = ["FACTS", "board", "help", "prompt", "tell"]


def tell(game: AgeOfRail, fact: Fact) -> Words:
    return _told(fact, game.board)


@singledispatch
def _told(fact: Fact, board: Board) -> Words:
    raise TypeError(f"Age of Rail has no words for {fact}")


# ---- auctions --------------------------------------------------------------------------------------------------------


@_told.register
def _opener_drawn(fact: OpenerDrawn, board: Board) -> Words:
    return words("{who} opens the first auction.", who=seat(fact.seat))


@_told.register
def _auction_opened(fact: AuctionOpened, board: Board) -> Words:
    auction = words("first share is auctioned for $0 or more; {who} bids first.", who=seat(fact.opener))
    name = line_of(board, fact.railroad)
    if not fact.reached:
        return words("{line}: the {auction}", line=name, auction=auction)
    city = place_of(board, fact.reached)
    return words("{city} is reached, so {line} opens: its {auction}", city=city, line=name, auction=auction)


@_told.register
def _offered(fact: Offered, board: Board) -> Words:
    rounded = "up" if fact.minimum * fact.shares != fact.value else ""
    return words(
        "{who} offers a share of {line}{own}. The least bid: {least}; {opener} bids first.",
        who=seat(fact.seat),
        line=line_of(board, fact.railroad),
        own=" from their own hand" if fact.own else "",
        least=each_share(f"Value {fact.value}", str(fact.shares), rounded, fact.minimum),
        opener=seat(fact.opener),
    )


@_told.register
def _bid(fact: Bid, board: Board) -> Words:
    return words("{who} bids {price}.", who=seat(fact.seat), price=dollars(fact.price))


@_told.register
def _passed(fact: Passed, board: Board) -> Words:
    return words("{who} passes.", who=seat(fact.seat))


@_told.register
def _share_sold(fact: ShareSold, board: Board) -> Words:
    who, share = seat(fact.seat), words("share of {line}", line=line_of(board, fact.railroad))
    if fact.free:
        return words("Nobody bids: {who}, who opened, takes the {share} free.", who=who, share=share)
    price = dollars(fact.price)
    if fact.seller is not None:
        return words("{who} buys the {share} and pays {seller} {price}.",
                     who=who, share=share, seller=seat(fact.seller), price=price)
    return words("{who} buys the {share} and pays {price} into its Treasury, which holds {treasury}.",
                 who=who, share=share, price=price, treasury=dollars(fact.treasury))


@_told.register
def _not_sold(fact: NotSold, board: Board) -> Words:
    return words("Nobody bids: the share of {line} is not sold.", line=line_of(board, fact.railroad))


# ---- turns -----------------------------------------------------------------------------------------------------------


@_told.register
def _turn_began(fact: TurnBegan, board: Board) -> Words:
    if not fact.holds:
        return ()
    holds = line_of(board, fact.holds)
    return words("{who}, with the share of {line}, takes the first turn.", who=seat(fact.seat), line=holds)


@_told.register
def _box_taken(fact: BoxTaken, board: Board) -> Words:
    who, box = seat(fact.seat), box_title(fact.box)
    if fact.before == fact.after:
        return words("{who} takes {box}.", who=who, box=box)
    past = f"beyond {fact.limit}" if fact.after > fact.limit else f"of {fact.limit}"
    return words("{who} takes {box}; the Action Track goes from {before} to {after}, {past}.",
                 who=who, box=box, before=fact.before, after=fact.after, past=past)


NOTHING = {
    "build": "No railroad can build.",
    "offer": "No open railroad has an unsold share, and nothing is offered.",
    "develop": "There is no place to develop.",
}


@_told.register
def _nothing_done(fact: NothingDone, board: Board) -> Words:
    return (text(NOTHING[fact.box]),)


# ---- building --------------------------------------------------------------------------------------------------------


@_told.register
def _delegated(fact: Delegated, board: Board) -> Words:
    return words("{who} controls no railroad that can build, and has {builder} build for {line}.",
                 who=seat(fact.seat), builder=seat(fact.builder), line=line_of(board, fact.railroad))


LINKS = {
    "free": "{who} lays the free link of {line} from {start} to {end}.",
    "first": "{who} builds {line} from {start} to {end} for {cost} from its Treasury, {left} left.",
    "second": "{who} builds {line} on from {start} to {end}: a second link for {cost} from its Treasury, {left} left.",
}


@_told.register
def _link_laid(fact: LinkLaid, board: Board) -> Words:
    return words(
        LINKS[fact.why], who=seat(fact.seat), line=line_of(board, fact.railroad), start=place_of(board, fact.start),
        end=place_of(board, fact.end), cost=dollars(fact.cost), left=dollars(fact.treasury),
    )


@_told.register
def _income_moved(fact: IncomeMoved, board: Board) -> Words:
    parts = [_part(part, board) for part in fact.parts]
    sum_ = joined([(text(fact.before),), *parts] if fact.before else parts, " + ")
    return words("Income of {line}: {sum} = {after}.", line=line_of(board, fact.railroad), sum=sum_, after=fact.after)


def _part(part: Part, board: Board) -> Words:
    name, ends, each = part
    times = f"{ends} × " if ends > 1 else ""
    return words("{times}{each} for {place}", times=times, each=each, place=place_of(board, name))


@_told.register
def _value_moved(fact: ValueMoved, board: Board) -> Words:
    what = "the external" if fact.rule == "AR-EXT-3" else "the link"
    return words("Value of {line}: {before}{added} for {what}{after}.", line=line_of(board, fact.railroad),
                 before=f"{fact.before} + " if fact.before else "", added=fact.added, what=what,
                 after=f" = {fact.after}" if fact.before else "")


NO_SECOND_LINK = {
    "chosen": "{who} leaves it at a single link.",
    "old place": "No second link of {line}: the first led to no new place.",
    "through": "No second link of {line}: a double link may end in {place}, but not go through it.",
    "treasury": "No second link of {line}: it costs {cost}, and the Treasury holds {left}.",
    "nowhere": "No second link of {line}: none leads on from {place} to a new place.",
}


@_told.register
def _no_second_link(fact: NoSecondLink, board: Board) -> Words:
    return words(
        NO_SECOND_LINK[fact.why], who=seat(fact.seat), line=line_of(board, fact.railroad),
        place=place_of(board, fact.place), cost=dollars(fact.cost), left=dollars(fact.treasury),
    )


@_told.register
def _connected(fact: Connected, board: Board) -> Words:
    return words(
        "{who} connects {line} from {gate} to {external} for {cost} from its Treasury, {left} left{value}.",
        who=seat(fact.seat), line=line_of(board, fact.railroad), gate=place_of(board, fact.gate),
        external=external_of(board, fact.external), cost=dollars(fact.cost), left=dollars(fact.treasury),
        value="" if fact.added else "; its Value stays as it is",
    )


# ---- developing ------------------------------------------------------------------------------------------------------

DEVELOPMENTS = {
    "first": "{who} develops {place} from {before} to {after}, free.",
    "second": "{who} develops {place} from {before} to {after} for {cost}.",
    "automatic": "{place} grows by itself from {before} to {after}.",
}


@_told.register
def _developed(fact: Developed, board: Board) -> Words:
    return words(DEVELOPMENTS[fact.how], who=seat(fact.seat), place=place_of(board, fact.place), before=fact.before,
                 after=fact.after, cost=dollars(fact.cost))


NO_SECOND_DEVELOPMENT = {
    "chosen": "{who} develops no second place.",
    "cash": "{who} develops no second place: it costs {cost}, and {cash} are left.",
    "places": "{who} develops no second place: there is none to choose.",
}


@_told.register
def _no_second_development(fact: NoSecondDevelopment, board: Board) -> Words:
    return words(NO_SECOND_DEVELOPMENT[fact.why], who=seat(fact.seat), cost=dollars(fact.cost), cash=dollars(fact.cash))


@_told.register
def _metros_full(fact: MetrosFull, board: Board) -> Words:
    return (text("No metro grows by itself: all that do are full."),)


# ---- dividends and the end -------------------------------------------------------------------------------------------


@_told.register
def _dividend_due(fact: DividendDue, board: Board) -> Words:
    cause = "" if fact.called else f"The Action Track stands at {fact.track}, beyond {fact.limit}. "
    payoff = ", the Final Payoff," if fact.final else ""
    return (text(f"{cause}Dividend {fact.number} of {fact.of}{payoff} is paid."),)


PAYMENTS = {"bonus": "Connection Bonus of {line}", "dividend": "{line}", "final": "Final Payoff of {line}"}


@_told.register
def _paid(fact: Paid, board: Board) -> Words:
    if fact.why == "final":
        sum_, divisor = f"(Value {fact.value} + Income {fact.income})", f"{fact.divisor} sold"
    else:
        sum_, divisor = f"Income {fact.income}", str(fact.divisor)
    share = each_share(sum_, divisor, fact.rounded, fact.each)
    name = words(PAYMENTS[fact.why], line=line_of(board, fact.railroad))
    return words("{name}: {share} a share{paid}.", name=name, share=share, paid=_payments(fact))


def _payments(fact: Paid) -> Words:
    if not fact.each:
        return ()
    held = dict(fact.holders)
    paid = [
        words("{who} {got}{each}", who=seat(who), got=dollars(got, True), each=f" for {held[who]}" * (held[who] > 1))
        for who, got in fact.money
    ]
    return words(": {paid}", paid=joined(paid))


@_told.register
def _track_reset(fact: TrackReset, board: Board) -> Words:
    return (text(f"The Action Track goes back from {fact.before} to 0."),) if fact.before else ()


@_told.register
def _ended(fact: Ended, board: Board) -> Words:
    verb = "share the win" if len(fact.winners) > 1 else "wins"
    return words("The game is over: {ranks}. {winners} {verb}.", ranks=_ranks(fact.scores),
                 winners=joined(map(seat, fact.winners), last=" and "), verb=verb)


def _ranks(scores: tuple[int, ...]) -> Words:
    ranks = sorted(range(len(scores)), key=lambda who: -scores[who])
    return joined(words("{who} {cash}", who=seat(who), cash=dollars(scores[who])) for who in ranks)


FACTS = tuple(kind for kind in _told.registry if kind not in (object, Fact))


# ---- what may be done ------------------------------------------------------------------------------------------------

ACTIONS = {
    "link": "build track", "connect": "build track", "delegate": "build track", "build-nothing": "build nothing",
    "offer": "offer stock", "offer-own": "offer stock", "offer-nothing": "offer nothing",
    "develop": "develop a place", "develop-nothing": "develop nothing", "dividends": "pay dividends",
}


def prompt(sight: Sight[Position]) -> Words:
    s = sight.state
    if s.to_act == OVER:
        return words("The game is over: {ranks}.", ranks=_ranks(tuple(int(cash) for cash in s.cash)))
    if s.to_act == CHANCE:
        return (text("Chance decides who opens the first auction."),)
    if s.phase in (OFFERING, LATE_AUCTION, AUCTION):
        return _bidding(s)
    if s.phase == FREE_LINK:
        base = place_of(s.board, s.board.place_ids[s.board.base[s.building]])
        return words("lay a free link of {line} at {base}.", line=line(s.board, s.building), base=base)
    if s.phase == DELEGATED:
        what = one_of(said for kind, said in (("link", "a link"), ("connect", "an external")) if kind in kinds(s))
        return words("build {what} for {line}, as {who} asks.", what=what, line=line(s.board, s.building),
                     who=seat(s.turn))
    if s.phase == SECOND_LINK:
        junction = place_of(s.board, s.board.place_ids[s.junction])
        return words("build a second link of {line} from {place} for {cost}, or stop.", line=line(s.board, s.building),
                     place=junction, cost=dollars(s.board.second_link_cost))
    if s.phase == SECOND_DEVELOPMENT:
        return words("develop a second place for {cost}, or leave it to the automatic development.",
                     cost=dollars(s.board.second_development_cost))
    return (text(one_of(dict.fromkeys(said for kind, said in ACTIONS.items() if kind in kinds(s))) + "."),)


def _bidding(s: Position) -> Words:
    auction = s.auction
    share = words("share of {line}", line=line(s.board, auction.lot))
    if s.seller != NOBODY:
        share = words("{share} that {seller} sells", share=share, seller=seat(s.seller))
    may_bid = "bid" in kinds(s)
    if auction.high != NOBODY:
        may = "bid on the {share}, or pass" if may_bid else "pass on the {share}"
        high, who = dollars(auction.high), seat(auction.leader)
        return words(may + "; {high} stands, by {who}.", share=share, high=high, who=who)
    may = "bid on the {share}, {least} or more, or pass" if may_bid else "pass on the {share}"
    unsold = "it is not sold" if s.phase == AUCTION else "it goes free to {opener}"
    return words(may + "; if all pass, " + unsold + ".", share=share, least=dollars(auction.minimum),
                 opener=seat(auction.opener))


HELP = (
    ("bid 7|, |pass", "in an auction"),
    ("link NRC maseru~modderpoort", "build; one more from its far end, or |done"),
    ("connect ZASM bechuanaland", "build an external connection"),
    ("delegate NRC 2", "if none of yours can build: another, by that seat"),
    ("offer NRC|, |offer-own NRC", "auction an unsold share, or one of your own"),
    ("develop kimberley", "raise a place; then a second, or |auto"),
    ("dividends", "pay dividends now"),
    ("build-nothing|, |offer-nothing|, |develop-nothing", "if nothing else can be done"),
)
COLUMN = 29


def help() -> Words:
    """What can be typed, in a few lines; every other part between bars is bold."""
    lines = []
    for typed, meaning in HELP:
        gap = " " * max(2, COLUMN - len(typed.replace("|", "")))
        bold_first = [styled(part, "bold") if n % 2 == 0 else text(part) for n, part in enumerate(typed.split("|"))]
        bold_last = [styled(part, "bold") if n % 2 else text(part) for n, part in enumerate(meaning.split("|"))]
        lines.append((*bold_first, text(gap), *bold_last))
    return joined(lines, "\n")
