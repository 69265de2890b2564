"""What the seat to act may do in Age of Rail, each choice with what it costs and brings: the facts of its step."""
from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from roundhouse.engine.bits import BIT
from roundhouse.engine.contract import NOBODY
from roundhouse.games.age_of_rail import facts
from roundhouse.games.age_of_rail.board import BOX_TITLES, BOXES
from roundhouse.games.age_of_rail.facts import BUILD, DEVELOP, DIVIDENDS, OFFER
from roundhouse.games.age_of_rail.pieces import ghost
from roundhouse.games.age_of_rail.position import AUCTION, SECOND_LINK, Position
from roundhouse.games.age_of_rail.things import dollars, things
from roundhouse.games.drawn import Choice
from roundhouse.games.kit.choices import Preview, moves
from roundhouse.games.kit.messages import message
from roundhouse.games.kit.telling import Told
from roundhouse.games.sight import Sight
from roundhouse.games.words import Span, Words, amount, joined, listed, seat, words

RULES: Mapping[str, str] = {
    "bid": "AR-AUC-2", "pass": "AR-AUC-1", "link": "AR-BLD-5", "connect": "AR-EXT-1", "delegate": "AR-BLD-3",
    "done": "AR-BLD-5", "build-nothing": "AR-TURN-4", "offer": "AR-STK-1", "offer-own": "AR-STK-1",
    "offer-nothing": "AR-STK-2", "develop": "AR-DEV-2", "auto": "AR-DEV-3", "develop-nothing": "AR-DEV-7",
    "dividends": "AR-DIV-1",
}
LIT = {BUILD: "lay", OFFER: "trade", DEVELOP: "grow", DIVIDENDS: "pay"}


def choices(sight: Sight[Position]) -> list[Choice]:
    """Every legal move that is not a bid."""
    return [_choice(sight.state, code) for code in moves(sight)]


def _choice(s: Position, code: int) -> Choice:
    step = Preview(s, code)
    done = step.chosen()
    made = step.choice([*_effects(step, done), *_dividend(step)], things(s.board), ghost(s, step.told))
    if made.kind == "leave":
        return made
    heading = done.title if isinstance(done, facts.NothingDone) else done.offers[0]
    by = (box_spot(heading),) if step.find(facts.BoxTaken) is not None else ()
    spots = (done.link, done.end) if isinstance(done, facts.LinkLaid) else made.spots
    return replace(made, spots=spots, by=by, kind=LIT[heading])


def box_spot(title: str) -> str:
    """The box of an action, which is the button for it."""
    return f"box:{BOXES[BOX_TITLES.index(title)]}"


def _effects(step: Preview[Position], done: Told) -> list[Words]:
    """What it costs and brings, a clause each."""
    match done:
        case facts.LinkLaid():
            return [*_link(step, done), *_after_link(step)]
        case facts.Connected():
            return list(_connect(step, done))
        case facts.Delegated(company=name, builder=who):
            return [words("none of your railroads can build, so {line} is built by {who}", who=seat(who),
                          line=things(step.before.board).company(name))]
        case facts.NoSecondLink():
            return [words("the Treasury keeps {left}", left=dollars(done.treasury))]
        case facts.Developed():
            return [*_develop(step, done), *_grown(step, step.each(facts.Developed)[1:])]
        case facts.NoSecondDevelopment():
            return _automatic(step)
        case facts.NothingDone():
            track = words("the Action Track goes to {after}", after=step.the(facts.BoxTaken).after)
            return [*_nothing(step, done), track]
        case facts.DividendDue():
            return [words(TRACK[done.track > 0], track=done.track)]
        case facts.Offered():
            return _own_offered(step, done) if done.own else _offered(step, done)
        case facts.Passed():
            return [_passed(step)]
    raise ValueError(f"nothing is known of {done}")


TRACK = ("the Action Track stays at 0", "the Action Track goes back from {track} to 0")

# ---- building --------------------------------------------------------------------------------------------------------


def _link(step: Preview[Position], laid: facts.LinkLaid) -> list[Words]:
    s = step.before
    income, value = step.the(facts.IncomeMoved), step.the(facts.ValueMoved)
    r = s.board.railroad_ids.index(laid.company)
    moved = words(
        "Income {income} ({parts}), Value {value}", income=amount(income.after - income.before, signed=True),
        parts=joined([str(part.each) for part in income.added], " + "), value=amount(value.added, signed=True),
    )
    return [words("free") if laid.why == "free" else from_treasury(laid.cost, s.treasury[r]), moved,
            share_pays(int(s.dividend(r)), int(step.after.dividend(r)))]


def from_treasury(cost: int, treasury: int) -> Words:
    """A cost, and the Treasury that pays it."""
    return words("{cost} of its Treasury of {treasury}", cost=dollars(cost), treasury=dollars(treasury))


def share_pays(before: int, after: int) -> Words:
    """What a share is paid at a dividend after the step, and before it if that differs."""
    return words(SHARE_PAYS[before == after], after=dollars(after), before=dollars(before))


SHARE_PAYS = ("a share pays {after}, now {before}", "a share pays {after} as now")


def _after_link(step: Preview[Position]) -> Iterator[Words]:
    t, board = step.after, step.after.board
    if t.phase == SECOND_LINK:
        yield words("a second link from {place} may follow for {cost}", cost=dollars(board.second_link_cost),
                    place=things(board).place(board.place_ids[t.junction]))
    over = step.find(facts.NoSecondLink)
    if over is not None and over.why == "through":
        yield words("no second link may follow: a double link does not go through {place}",
                    place=things(board).place(over.place))
    late = step.find(facts.AuctionOpened)
    if late is not None and late.reached:
        yield words("reaches {city}: {line} opens", city=things(board).place(late.reached),
                    line=things(board).company(late.company))


def _connect(step: Preview[Position], built: facts.Connected) -> Iterator[Words]:
    bonus = step.the(facts.Paid)
    yield from_treasury(built.cost, built.cost + built.treasury)
    if built.added:
        yield words("Value {added}", added=amount(built.added, signed=True))
    yield words("{each} a share at once, {mine} for you", each=dollars(bonus.each), mine=_mine(step, [bonus]))


# ---- developing ------------------------------------------------------------------------------------------------------


def _develop(step: Preview[Position], grown: facts.Developed) -> Iterator[Words]:
    s = step.before
    if grown.cost:
        yield words("{cost} of your {cash}", cost=dollars(grown.cost), cash=dollars(s.cash[step.me]))
    else:
        yield words("free")
    yield words("it grows from {before} to {after}", before=grown.before, after=grown.after)
    gains = list(_incomes(step, grown))
    yield words("Income of {gains}", gains=listed(gains)) if gains else words("no railroad is there yet")
    if step.find(facts.DividendDue) is None:
        before, after = coming(s, step.me), coming(step.after, step.me)
        yield words(BRINGS[before == after], after=dollars(after), before=dollars(before))


BRINGS = ("a dividend brings you {after}, now {before}", "a dividend brings you {after} as now")


def _incomes(step: Preview[Position], grown: facts.Developed) -> Iterator[Words]:
    """Which Incomes the place that was chosen raises; what grows by itself comes after it."""
    for fact in step.told[step.told.index(grown) + 1:]:
        if not isinstance(fact, facts.IncomeMoved):
            return
        yield words("{line} {gain}", line=things(step.before.board).company(fact.company),
                    gain=amount(fact.after - fact.before, signed=True))


def _grown(step: Preview[Position], metros: Sequence[facts.Developed]) -> list[Words]:
    said = "{place} grows by itself from {before} to {after}"
    return [message(metro, said, things(step.before.board)) for metro in metros]


def _automatic(step: Preview[Position]) -> list[Words]:
    if step.find(facts.MetrosFull) is not None:
        return [words("every automatic metro is full")]
    return _grown(step, step.each(facts.Developed))


# ---- boxes -----------------------------------------------------------------------------------------------------------


def _nothing(step: Preview[Position], done: facts.NothingDone) -> list[Words]:
    if done.title == DEVELOP:
        return _automatic(step)
    return [words("no railroad can build") if done.title == BUILD else words("all shares are sold")]


def _dividend(step: Preview[Position]) -> list[Words]:
    """A dividend that this very move brings about, and what the seat gets of it."""
    due = step.find(facts.DividendDue)
    if due is None:
        return []
    mine = _mine(step, [paid for paid in step.each(facts.Paid) if paid.why != "bonus"])
    if due.final:
        return [words("the Final Payoff ends the game: {mine} for you", mine=mine)]
    return [words("dividend {n} of {of} is paid: {mine} for you", n=due.number, of=due.of, mine=mine)]


def _mine(step: Preview[Position], paid: Sequence[facts.Paid]) -> Span:
    return dollars(sum(got for one in paid for who, got in one.money if who == step.me), signed=True)


def held(s: Position, railroad: int, who: int) -> int:
    """How many shares of a railroad a seat holds."""
    return int(s.shares[railroad * s.seats + who])


def coming(s: Position, who: int) -> int:
    """What a dividend would bring a seat now."""
    return sum(int(s.dividend(r)) * held(s, r, who) for r in range(s.board.railroads))


# ---- shares ----------------------------------------------------------------------------------------------------------


def share_now(s: Position, railroad: int, said: str) -> Words:
    """What one more share of a railroad would bring, as things stand."""
    sold = int(s.sold[railroad]) + (s.seller == NOBODY)
    return words(said, dividend=dollars(s.dividend(railroad)), last=dollars(s.final_payoff_if(railroad, sold)))


SHARE_NOW = "it pays {dividend} a dividend now, {last} if the game ended now"


def _offered(step: Preview[Position], offered: facts.Offered) -> list[Words]:
    s = step.before
    r = s.board.railroad_ids.index(offered.company)
    opening = words("you open, {least} or more of your {cash}, or pass", least=dollars(offered.minimum),
                    cash=dollars(s.cash[step.me]))
    price = words("the price goes into its Treasury of {treasury}", treasury=dollars(s.treasury[r]))
    return [opening, share_now(s, r, SHARE_NOW), price]


def _own_offered(step: Preview[Position], offered: facts.Offered) -> list[Words]:
    r = step.before.board.railroad_ids.index(offered.company)
    left = held(step.before, r, step.me) - 1
    opening = words("{opener} opens, {least} or more, and the price is yours", opener=seat(offered.opener),
                    least=dollars(offered.minimum))
    keeps = words("you would keep {left|# share|# shares}", left=left) if left else words("you would keep none")
    return [opening, share_now(step.after, r, SHARE_NOW), keeps]


def _passed(step: Preview[Position]) -> Words:
    lot = things(step.before.board).company(step.the(facts.Passed).company)
    sold = step.find(facts.ShareSold)
    if sold is not None:
        return words(GOES[sold.free], line=lot, who=seat(sold.seat), price=dollars(sold.price))
    if step.find(facts.NotSold) is not None:
        return words("nobody bids, and the share of {line} is not sold", line=lot)
    return words("you are out of this auction; {who} is next", who=seat(step.after.to_act))


GOES = ("the share of {line} goes for {price} to {who}", "the share of {line} goes free to {who}")


def bid_note(sight: Sight[Position], amount_: int) -> Words:
    """What a bid would leave, what the share would bring, and whether it gives control."""
    s = sight.state
    if s.auction.lot == NOBODY or not sight.acts:
        return ()
    lot, me, new = int(s.auction.lot), int(s.to_act), s.seller == NOBODY
    leaves = words(LEAVES[new], cash=dollars(s.cash[me] - amount_), treasury=dollars(s.treasury[lot]),
                   seller=seat(s.seller))
    return joined([leaves, share_now(s, lot, BOUGHT[s.phase == AUCTION]), _control(s, lot, me)], " ")


LEAVES = (
    "Leaves you {cash}; the price goes to {seller}.",
    "Leaves you {cash}; the price goes into its Treasury, now {treasury}.",
)
BOUGHT = (
    "The share pays {dividend} a dividend now, {last} if the game ended now, and you lay its first link free.",
    "The share pays {dividend} a dividend now, {last} if the game ended now.",
)


def _control(s: Position, lot: int, me: int) -> Words:
    """AR-TERM-5, with one more share."""
    after = s.copy()
    after.give_share(lot, me)
    control = int(after.controllers[lot])
    alone = control == BIT[me]
    said = CONTROL[0 if not control & BIT[me] else 2 if alone else 1]
    return words(said, mine=held(after, lot, me))


CONTROL = (
    "You would hold {mine|# share|# shares}.",
    "With {mine|# share|# shares} you would share control.",
    "With {mine|# share|# shares} you would control it alone.",
)
