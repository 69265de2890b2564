"""Irish Gauge in words: what happened, and what may be done."""
from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from roundhouse.engine.contract import CHANCE, NOBODY, OVER
from roundhouse.engine.facts import Fact
from roundhouse.games.irish_gauge import facts
from roundhouse.games.irish_gauge.board import Board
from roundhouse.games.irish_gauge.facts import (
    AuctionOpened,
    BidMade,
    BuildingStopped,
    CubePlaced,
    CubesDrawn,
    DividendsCalled,
    Ended,
    FirstOpener,
    InterestPlaced,
    MajorsJoined,
    NoDividend,
    Paid,
    Passed,
    ShareSold,
    TrackLaid,
    TurnBegan,
)
from roundhouse.games.irish_gauge.position import AUCTION, DRAW, INITIAL_AUCTION, TRACK, Position, points
from roundhouse.games.irish_gauge.rules import IrishGauge
from roundhouse.games.irish_gauge.terminal import board
from roundhouse.games.kept import once_per_game
from roundhouse.games.livery import colour_words
from roundhouse.games.sight import Sight
from roundhouse.games.title import kinds, one_of
from roundhouse.games.words import AMOUNT, Span, Words, amount, company, joined, place, seat, styled, words


@once_per_game
def colours(board: Board) -> dict[str, str]:
    """The colour that each railway is drawn in."""
    return dict(zip(board.railway_ids, colour_words(board.railway_colours)))


def line(board: Board, railway: str) -> Span:
    return company(railway, colours(board)[railway])


def named(board: Board, hex_: str) -> Span:
    """A hex by its name, or else its id."""
    return place(board.names.get(hex_, hex_), hex_)


def where(board: Board, hex_: str) -> Span:
    """A hex by its name and its id."""
    name = board.names.get(hex_)
    return place(f"{name} ({hex_})" if name else hex_, hex_)


def pounds(number: float) -> Span:
    return amount(number, "£")


def build_points(number: float) -> Span:
    return Span(f"{number:g} point{'s' * (number != 1)}", AMOUNT)


# ---- what happened ---------------------------------------------------------------------------------------------------


def tell(game: IrishGauge, fact: Fact) -> Words:
    return SENTENCES[type(fact)](game.board, fact)


def _cube_placed(board: Board, fact: CubePlaced) -> Words:
    return words("A {colour} cube is placed on {city}.", colour=fact.colour, city=where(board, fact.hex))


def _first_opener(board: Board, fact: FirstOpener) -> Words:
    return words("{who} is chosen to open the first auction.", who=seat(fact.seat))


def _turn_began(board: Board, fact: TurnBegan) -> Words:
    """Whose turn it is shows on the table; only the first is worth a word."""
    if fact.rule != "IG-AUC-8":
        return ()
    first = line(board, board.railway_ids[0])
    return words("{who} holds the {first} share and takes the first turn.", who=seat(fact.seat), first=first)


def _auction_opened(board: Board, fact: AuctionOpened) -> Words:
    called = fact.rule == "IG-AUC-9"
    return words(
        "{who} puts a {line} share of {value} up for auction." if called
        else "The {line} share of {value} is up for auction, and {who} opens.",
        who=seat(fact.seat), line=line(board, fact.railway), value=pounds(fact.value),
    )


def _bid_made(board: Board, fact: BidMade) -> Words:
    return words("{who} bids {price}.", who=seat(fact.seat), price=pounds(fact.amount))


def _passed(board: Board, fact: Passed) -> Words:
    return words("{who} passes.", who=seat(fact.seat))


def _share_sold(board: Board, fact: ShareSold) -> Words:
    free = fact.rule == "IG-AUC-6"
    return words(
        "Nobody bids: {who} takes the {line} share of {value} free." if free
        else "{who} buys the {line} share of {value} for {price}.",
        who=seat(fact.seat), line=line(board, fact.railway), value=pounds(fact.value), price=pounds(fact.price),
    )


def _track_laid(board: Board, fact: TrackLaid) -> Words:
    return words(
        "{who} places {line} track in {hex} for {cost}{why}; {left} left.", who=seat(fact.seat),
        line=line(board, fact.railway), hex=where(board, fact.hex), cost=build_points(fact.cost),
        why=why_so_much(board, fact), left=build_points(fact.left),
    )


def why_so_much(board: Board, fact: TrackLaid) -> Words:
    """Why a hex costs more than open country, as the rest of a sentence."""
    if fact.why == facts.SHARED:
        return words(", shared with {lines}", lines=joined([line(board, r) for r in fact.beside], last=" and "))
    return words(", as the ground is difficult") if fact.why == facts.DIFFICULT else ()


def _majors_joined(board: Board, fact: MajorsJoined) -> Words:
    cities = joined([named(board, hex_) for hex_ in fact.cities], last=" and ")
    return words("{line} joins the major cities {cities}.", line=line(board, fact.railway), cities=cities)


def _building_stopped(board: Board, fact: BuildingStopped) -> Words:
    return words(
        "{who} stops building with {unused} unused." if fact.chosen else "{line} can go no further: {unused} unused.",
        who=seat(fact.seat), line=line(board, fact.railway), unused=build_points(fact.unused),
    )


def _interest_placed(board: Board, fact: InterestPlaced) -> Words:
    return words(
        "{who} places a {colour} special interest in {town}, which is a City from now on.",
        who=seat(fact.seat), colour=fact.colour, town=where(board, fact.hex),
    )


def _dividends_called(board: Board, fact: DividendsCalled) -> Words:
    return words("{who} calls for dividends.", who=seat(fact.seat))


def _cubes_drawn(board: Board, fact: CubesDrawn) -> Words:
    cities = joined([named(board, hex_) for hex_ in fact.cities], last=" and ")
    paying = words("{cities} {pay}", cities=cities, pay="pays" if len(fact.cities) == 1 else "pay")
    return words(
        "Drawn: {colours}. {paying}; {left} left in the bag.", colours=", ".join(fact.colours),
        paying=paying if fact.cities else "No City pays", left=amount(fact.left, "cubes"),
    )


def _paid(board: Board, fact: Paid) -> Words:
    """The sum and its parts, what a share gets, and who gets it."""
    parts = [words("{n} for {place}", n=pounds(n), place=named(board, hex_)) for hex_, n in fact.cities + fact.towns]
    gains = [
        words("{who} {amount} for {shares}", who=seat(who), amount=amount(got, "£", signed=True), shares=shares)
        for who, shares, got in fact.holders
    ]
    return words(
        "{line} earns {total} ({parts}), {shared}: {gains}." if parts else "{line} pays {total}, {shared}: {gains}.",
        line=line(board, fact.railway), total=pounds(fact.total), parts=joined(parts, " + "), shared=shared_out(fact),
        gains=joined(gains),
    )


def shared_out(fact: Paid) -> Words:
    """How the total comes to what a share gets, and what rounding up does to it."""
    return words(
        "over {shares}, rounded up to {each} each ({added} more in all)" if fact.added
        else "over {shares}, {each} each",
        shares=amount(fact.sold, "shares"), each=pounds(fact.each), added=pounds(fact.added),
    )


def _no_dividend(board: Board, fact: NoDividend) -> Words:
    why = {
        facts.NO_CITY: "{line} reaches no paying City: no dividend.",
        facts.ONE_CITY: "{line} has only {city} to pay and no Town: no dividend.",
        facts.NO_SHARE: "Nobody holds a share of {line}: no dividend.",
    }
    return words(why[fact.why], line=line(board, fact.railway), city=named(board, fact.city))


def _ended(board: Board, fact: Ended) -> Words:
    counts = [
        words(
            "{who}: {cash} cash + {shares} in shares = {score}", who=seat(who), cash=pounds(fact.cash[who]),
            shares=pounds(fact.in_shares(who)), score=pounds(fact.scores[who]),
        )
        for who in by_score(fact.scores)
    ]
    return words(
        "The bag is empty and the game over. {counts}. {who} {win}.", counts=joined(counts, "; "),
        who=joined([seat(who) for who in fact.winners], last=" and "),
        win="wins" if len(fact.winners) == 1 else "share the win",
    )


def by_score(scores: Iterable[int]) -> list[int]:
    """The seats, the richest first."""
    return [who for who, _ in sorted(enumerate(scores), key=lambda one: -one[1])]


SENTENCES: dict[type[Fact], Callable[[Board, Any], Words]] = {
    CubePlaced: _cube_placed, FirstOpener: _first_opener, TurnBegan: _turn_began, AuctionOpened: _auction_opened,
    BidMade: _bid_made, Passed: _passed, ShareSold: _share_sold, TrackLaid: _track_laid, MajorsJoined: _majors_joined,
    BuildingStopped: _building_stopped, InterestPlaced: _interest_placed, DividendsCalled: _dividends_called,
    CubesDrawn: _cubes_drawn, Paid: _paid, NoDividend: _no_dividend, Ended: _ended,
}
FACTS: tuple[type[Fact], ...] = tuple(SENTENCES)


# ---- what may be done ------------------------------------------------------------------------------------------------

ACTIONS = {
    "auction": "auction a share", "track": "place track", "interest": "place a special interest",
    "dividends": "call for dividends",
}


def prompt(sight: Sight[Position]) -> Words:
    s = sight.state
    if s.to_act == OVER:
        scores = s.scores()
        each = [words("{who} {score}", who=seat(who), score=pounds(scores[who])) for who in by_score(scores)]
        return words("The game is over: {scores}.", scores=joined(each))
    if s.to_act == CHANCE:
        return words("Cubes are drawn from the bag." if s.phase == DRAW else "The board is being set up.")
    if s.phase in (AUCTION, INITIAL_AUCTION):
        return _bidding(sight)
    if s.phase == TRACK:
        building = line(s.board, s.board.railway_ids[s.building])
        left = build_points(points(s.halves))
        return words("place track for {line}, {left} left, or stop.", line=building, left=left)
    open_now = kinds(s)
    return words(f"{one_of(phrase for kind, phrase in ACTIONS.items() if kind in open_now)}.")


def _bidding(sight: Sight[Position]) -> Words:
    s, may = sight.state, kinds(sight.state)
    auction = s.auction
    what = "bid on the {line} share of {value}" if "bid" in may else "pass on the {line} share of {value}"
    if {"bid", "pass"} <= may:
        what += ", or pass"
    if auction.high != NOBODY:
        what += "; {high} stands, by {leader}"
    elif "pass" in may:
        what += f"; if all pass, {'you have' if auction.opener == sight.seat else '{opener} has'} it free"
    return words(
        f"{what}.", line=line(s.board, s.board.railway_ids[auction.lot]), value=pounds(int(auction.minimum)),
        high=pounds(int(auction.high)), leader=seat(auction.leader), opener=seat(auction.opener),
    )


def help() -> Words:
    typed = {
        "bid 7, pass": "in an auction",
        "auction GSW": "put that railway's next share up; you open the bidding",
        "track MGW H10": "place a locomotive; again for more",
        "done": "stop placing track",
        "interest D4 pink": "make a Town a City with a cube of your choice",
        "dividends": "draw three cubes and pay",
    }
    lines = [words("{what}{why}", what=styled(f"{what:<20}", "bold"), why=why) for what, why in typed.items()]
    return joined(lines, "\n")


__all__ = ["FACTS", "board", "help", "prompt", "tell"]
