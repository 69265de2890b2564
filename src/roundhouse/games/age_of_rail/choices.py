"""What the seat to act may do in Age of Rail, each choice with what it costs and brings: the facts of its step."""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from roundhouse.engine.contract import NOBODY
from roundhouse.engine.facts import Fact
from roundhouse.games.age_of_rail.board import BOX_TITLES, BOXES, BUILD_BOX, DEVELOP_BOX, DIVIDENDS_BOX, OFFER_BOX
from roundhouse.games.age_of_rail.facts import (
    AuctionOpened,
    BoxTaken,
    Connected,
    Delegated,
    Developed,
    DividendDue,
    IncomeMoved,
    LinkLaid,
    MetrosFull,
    NoSecondLink,
    NotSold,
    Offered,
    Paid,
    ShareSold,
    ValueMoved,
)
from roundhouse.games.age_of_rail.ghosts import ghost
from roundhouse.games.age_of_rail.names import dollars, external_of, line, line_of, place_of
from roundhouse.games.age_of_rail.position import AUCTION, SECOND_LINK, Position
from roundhouse.games.drawn import Choice
from roundhouse.games.sight import Sight
from roundhouse.games.words import Words, amount, joined, seat, text, words

BUILD, OFFER, DEVELOP, DIVIDENDS = (BOX_TITLES[box] for box in (BUILD_BOX, OFFER_BOX, DEVELOP_BOX, DIVIDENDS_BOX))

RULES: Mapping[str, str] = {
    "bid": "AR-AUC-2", "pass": "AR-AUC-1", "link": "AR-BLD-5", "connect": "AR-EXT-1", "delegate": "AR-BLD-3",
    "done": "AR-BLD-5", "build-nothing": "AR-TURN-4", "offer": "AR-STK-1", "offer-own": "AR-STK-1",
    "offer-nothing": "AR-STK-2", "develop": "AR-DEV-2", "auto": "AR-DEV-3", "develop-nothing": "AR-DEV-7",
    "dividends": "AR-DIV-1",
}

Told = tuple[str, Words, list[Words], tuple[str, ...]]
"""The group of a choice, its label, the parts of its effect, and its spots."""

Kind = TypeVar("Kind", bound=Fact)


class Step:
    """A choice that was made on a copy."""

    def __init__(self, before: Position, code: int) -> None:
        self.before, self.code = before, code
        self.after = before.copy()
        self.facts: Sequence[Fact] = self.after.tell(code)
        self.me = int(before.to_act)

    def all(self, kind: type[Kind]) -> list[Kind]:
        return [fact for fact in self.facts if isinstance(fact, kind)]

    def find(self, kind: type[Kind]) -> Kind | None:
        return next(iter(self.all(kind)), None)

    def the(self, kind: type[Kind]) -> Kind:
        """The fact of a kind that this step always tells."""
        return self.all(kind)[0]


def choices(sight: Sight[Position]) -> list[Choice]:
    """Every legal move that is not a bid."""
    if not sight.acts:
        return []
    s = sight.state
    return [_choice(s, int(code)) for code in s.legal() if code < s.game.first_bid]


def _choice(s: Position, code: int) -> Choice:
    step, written = Step(s, code), s.game.text(code)
    word = written.partition(" ")[0]
    group, label, effect, spots = TOLD[word](step)
    told = joined([*effect, *_dividend(step)], "; ")
    if word in LEAVING:
        return Choice(code, written, group, label, told, preview=ghost(s, step.facts), kind="leave")
    by = (box_spot(group),) if step.find(BoxTaken) is not None else ()
    return Choice(code, written, group, label, told, spots, ghost(s, step.facts), by, LIT[group])


LEAVING = ("pass", "done", "auto")
LIT = {BUILD: "lay", OFFER: "trade", DEVELOP: "grow", DIVIDENDS: "pay"}


def box_spot(title: str) -> str:
    """The box of an action, which is the button for it."""
    return f"box:{BOXES[BOX_TITLES.index(title)]}"


# ---- building --------------------------------------------------------------------------------------------------------


def _link(step: Step) -> Told:
    s, board = step.before, step.before.board
    laid, income, value = step.the(LinkLaid), step.the(IncomeMoved), step.the(ValueMoved)
    r = board.railroad_ids.index(laid.company)
    treasury = dollars(s.treasury[r])
    cost = words("{cost} of its Treasury of {treasury}", cost=dollars(laid.cost), treasury=treasury)
    effect = words(
        "{cost}, Income {income} ({parts}), Value {value}: a share pays {change}",
        cost="free" if laid.why == "free" else cost, income=amount(income.after - income.before, signed=True),
        parts=" + ".join(str(part.each) for part in income.added), value=amount(value.added, signed=True),
        change=dividend_change(int(s.dividend(r)), int(step.after.dividend(r))),
    )
    label = words("{line}: {start} – {end}", line=line(board, r), start=place_of(board, laid.start),
                  end=place_of(board, laid.end))
    return BUILD, label, [effect, *_after_link(step)], (laid.link, laid.end)


def _after_link(step: Step) -> list[Words]:
    t, board = step.after, step.after.board
    told = []
    if t.phase == SECOND_LINK:
        told.append(words("a second link from {place} may follow for {cost}", cost=dollars(board.second_link_cost),
                          place=place_of(board, board.place_ids[t.junction])))
    over = step.find(NoSecondLink)
    if over is not None and over.why == "through":
        place = place_of(board, over.place)
        told.append(words("no second link may follow: a double link does not go through {place}", place=place))
    late = step.find(AuctionOpened)
    if late is not None and late.reached:
        told.append(words("reaches {city}: {line} opens", city=place_of(board, late.reached),
                          line=line_of(board, late.company)))
    return told


def _connect(step: Step) -> Told:
    board = step.before.board
    built, bonus = step.the(Connected), step.the(Paid)
    effect = words(
        "{cost} of its Treasury of {treasury}{value}: {each} a share at once, {mine} for you",
        cost=dollars(built.cost), treasury=dollars(built.cost + built.treasury), each=dollars(bonus.each),
        value=f", Value +{built.added}" if built.added else "", mine=_mine(step, [bonus]),
    )
    label = words("{line} to {external}", line=line_of(board, built.company),
                  external=external_of(board, built.external))
    return BUILD, label, [effect], built.spots


def _delegate(step: Step) -> Told:
    named = step.the(Delegated)
    who, name = seat(named.builder), line_of(step.before.board, named.company)
    effect = words("none of your railroads can build, so {line} is built by {who}", line=name, who=who)
    return BUILD, words("{line}, built by {who}", line=name, who=who), [effect], named.spots


def _done(step: Step) -> Told:
    left = step.the(NoSecondLink).treasury
    return BUILD, words("No second link"), [words("{left} stay in the Treasury", left=dollars(left))], ()


# ---- developing ------------------------------------------------------------------------------------------------------


def _develop(step: Step) -> Told:
    s, board = step.before, step.before.board
    grown, *by_itself = step.all(Developed)
    mine = words("{cost} of your {cash}", cost=dollars(grown.cost), cash=dollars(s.cash[step.me]))
    effect = words("{cost}, {before} to {after}: {incomes}", cost=mine if grown.cost else "free", before=grown.before,
                   after=grown.after, incomes=_incomes(step))
    told = [effect]
    if step.find(DividendDue) is None:
        change = dividend_change(coming(s, step.me), coming(step.after, step.me))
        told.append(words("a dividend brings you {change}", change=change))
    told += [_grows(step, metro) for metro in by_itself]
    return DEVELOP, (place_of(board, grown.place),), told, (grown.place,)


def _incomes(step: Step) -> Words:
    """Which Incomes the place that was chosen raises; what grows by itself comes after it."""
    gains = []
    for fact in step.facts[step.facts.index(step.the(Developed)) + 1:]:
        if not isinstance(fact, IncomeMoved):
            break
        gains.append(words("{line} {gain}", line=line_of(step.before.board, fact.company),
                           gain=amount(fact.after - fact.before, signed=True)))
    return words("Income {gains}", gains=joined(gains, last=" and ")) if gains else words("no railroad is there yet")


def _grows(step: Step, metro: Developed) -> Words:
    return words("{place} grows by itself from {before} to {after}", place=place_of(step.before.board, metro.place),
                 before=metro.before, after=metro.after)


def _automatic(step: Step) -> list[Words]:
    if step.find(MetrosFull) is not None:
        return [words("every automatic metro is full")]
    return [_grows(step, metro) for metro in step.all(Developed)]


def _auto(step: Step) -> Told:
    return DEVELOP, words("No second place"), _automatic(step), ()


# ---- boxes -----------------------------------------------------------------------------------------------------------


def _track(step: Step) -> Words:
    return words("the Action Track goes to {after}", after=step.the(BoxTaken).after)


def _build_nothing(step: Step) -> Told:
    return BUILD, words("Build nothing"), [words("no railroad can build"), _track(step)], ()


def _offer_nothing(step: Step) -> Told:
    return OFFER, words("Offer nothing"), [words("all shares are sold"), _track(step)], ()


def _develop_nothing(step: Step) -> Told:
    return DEVELOP, words("Develop nothing"), [*_automatic(step), _track(step)], ()


def _call_dividends(step: Step) -> Told:
    back = words("the Action Track goes back from {track} to 0", track=step.the(DividendDue).track)
    return DIVIDENDS, words("Pay dividends now"), [back], ()


def _dividend(step: Step) -> list[Words]:
    """A dividend that this very move brings about, and what the seat gets of it."""
    due = step.find(DividendDue)
    if due is None:
        return []
    mine = _mine(step, [paid for paid in step.all(Paid) if paid.why != "bonus"])
    if due.final:
        return [words("the Final Payoff ends the game: {mine} for you", mine=mine)]
    return [words("dividend {n} of {of} is paid: {mine} for you", n=due.number, of=due.of, mine=mine)]


def _mine(step: Step, paid: Sequence[Paid]) -> Words:
    return (dollars(sum(got for one in paid for who, got in one.money if who == step.me), signed=True),)


def held(s: Position, railroad: int, who: int) -> int:
    return int(s.shares[railroad * s.seats + who])


def coming(s: Position, who: int) -> int:
    """What a dividend would bring a seat now."""
    return sum(int(s.dividend(r)) * held(s, r, who) for r in range(s.board.railroads))


def dividend_change(before: int, after: int) -> Words:
    if before == after:
        return words("{after} as now", after=dollars(after))
    return words("{after}, now {before}", after=dollars(after), before=dollars(before))


# ---- shares ----------------------------------------------------------------------------------------------------------


def share_now(s: Position, railroad: int) -> Words:
    """What one more share of a railroad would bring, as things stand."""
    sold = int(s.sold[railroad]) + (s.seller == NOBODY)
    return words("pays {dividend} a dividend now, {last} if the game ended now", dividend=dollars(s.dividend(railroad)),
                 last=dollars(s.final_payoff_if(railroad, sold)))


def _offer(step: Step) -> Told:
    s, board, offered = step.before, step.before.board, step.the(Offered)
    r = board.railroad_ids.index(offered.company)
    effect = words(
        "you open, {least} or more of your {cash}, or pass; it {brings}; the price goes into its Treasury of {chest}",
        least=dollars(offered.minimum), cash=dollars(s.cash[step.me]), brings=share_now(s, r),
        chest=dollars(s.treasury[r]),
    )
    return OFFER, words("a share of {line}", line=line(board, r)), [effect], offered.spots


def _offer_own(step: Step) -> Told:
    s, board, offered = step.before, step.before.board, step.the(Offered)
    r = board.railroad_ids.index(offered.company)
    left = held(s, r, step.me) - 1
    effect = words(
        "{opener} opens, {least} or more, and the price is yours; it {brings}; you would keep {left}",
        opener=seat(offered.opener), least=dollars(offered.minimum), brings=share_now(step.after, r),
        left=amount(left, "shares") if left else "none",
    )
    return OFFER, words("your own share of {line}", line=line(board, r)), [effect], offered.spots


def _pass(step: Step) -> Told:
    s, board = step.before, step.before.board
    share = words("the share of {line}", line=line(board, s.auction.lot))
    sold = step.find(ShareSold)
    if sold is not None:
        price = text("free") if sold.free else words("for {price}", price=dollars(sold.price))
        effect = words("{share} goes {price} to {who}", share=share, price=price, who=seat(sold.seat))
    elif step.find(NotSold) is not None:
        effect = words("nobody bids, and {share} is not sold", share=share)
    else:
        effect = words("you are out of this auction; {who} is next", who=seat(step.after.to_act))
    return "Auction", words("Pass"), [effect], ()


TOLD: dict[str, Callable[[Step], Told]] = {
    "link": _link, "connect": _connect, "delegate": _delegate, "done": _done, "build-nothing": _build_nothing,
    "offer": _offer, "offer-own": _offer_own, "offer-nothing": _offer_nothing, "pass": _pass,
    "develop": _develop, "auto": _auto, "develop-nothing": _develop_nothing, "dividends": _call_dividends,
}


def bid_note(sight: Sight[Position], amount_: int) -> Words:
    """What a bid would leave, what the share would bring, and whether it gives control."""
    s = sight.state
    if s.auction.lot == NOBODY or not sight.acts:
        return ()
    lot, me = int(s.auction.lot), int(s.to_act)
    goes = words("into its Treasury, now {treasury}", treasury=dollars(s.treasury[lot]))
    if s.seller != NOBODY:
        goes = words("to {seller}", seller=seat(s.seller))
    return words(
        "Leaves you {cash}; the price goes {goes}. The share {brings}{opens}. {control}",
        cash=dollars(s.cash[me] - amount_), goes=goes, brings=share_now(s, lot),
        opens=", and you lay its first link free" if s.phase != AUCTION else "", control=_control(s, lot, me),
    )


def _control(s: Position, lot: int, me: int) -> Words:
    """AR-TERM-5, with one more share."""
    mine = held(s, lot, me) + 1
    most = max(held(s, lot, who) - (who == s.seller) for who in range(s.seats) if who != me)
    if mine < most:
        return words("You would hold {mine}.", mine=mine)
    control = "control it alone" if mine > most else "share control"
    return words("With {mine} you would {control}.", mine=amount(mine, "shares"), control=control)
