"""What scenes are made of: tables of sums, certificates for sale, and who is still in an auction."""
from __future__ import annotations

from collections.abc import Iterable, Sequence

from roundhouse.engine.auction import Auction
from roundhouse.engine.contract import NOBODY
from roundhouse.games.asides import pawn
from roundhouse.games.livery import certified
from roundhouse.games.markup import Inside, Markup, tag


def table(heads: Iterable[Inside], rows: Iterable[Markup], foot: Markup | None = None) -> Markup:
    """Rows under heads; a head may be empty."""
    cells = [tag("th", words, scope="col") if words else tag("td") for words in heads]
    return tag("table", tag("thead", tag("tr", cells)), tag("tbody", rows), tag("tfoot", foot) if foot else None)


def row(head: Inside, cells: Iterable[Inside], kind: str | None = None) -> Markup:
    """A row of a table; the first cell is its head."""
    return tag("tr", tag("th", head, scope="row"), [tag("td", cell) for cell in cells], class_=kind)


def in_all(totals: Iterable[int], across: int, sign: str) -> Markup:
    """The last row of a dividend: what every seat gets, under a head that is so many columns wide."""
    paid = [tag("td", f"+{sign}{amount}", class_="paid") for amount in totals]
    return tag("tr", tag("th", "In all", scope="row", colspan=across), paid)


def final_row(name: str, won: bool, cells: Iterable[Inside]) -> Markup:
    return row(f"{name} ★" if won else name, cells, "winner" if won else None)


def for_sale(symbol: str, value: str, words: str) -> Markup:
    """The certificate that is auctioned, drawn with the symbol of its company."""
    return tag("svg", tag("use", href=f"#{symbol}"), certified(value, "one share"), class_="certificate",
               viewBox="-2 -2 96 124", width=96, height=124, role="img", aria_label=words)


def standing(auction: Auction, names: Sequence[str], sign: str) -> Markup:
    """The highest bid, or the lowest that may be made."""
    if auction.high == NOBODY:
        return tag("p", f"No bid yet; {sign}{auction.minimum} or more", class_="standing")
    return tag("p", f"{names[auction.leader]} bids ", tag("b", f"{sign}{auction.high}"), class_="standing")


def bidders(auction: Auction, names: Sequence[str], sign: str) -> Markup:
    """Every seat, with its bid or whether it is still in: class leads, acting, in or out."""
    still_in = auction.still_in()
    seats = []
    for seat, name in enumerate(names):
        if seat == auction.leader:
            kind, words = "leads", f"{sign}{auction.high}"
        elif seat not in still_in:
            kind, words = "out", "out"
        else:
            kind, words = ("acting", "to bid") if seat == auction.to_act else ("in", "in")
        seats.append(tag("li", pawn(seat, names), tag("span", name, class_="name", aria_hidden="true"), tag("b", words),
                         class_=kind))
    return tag("ul", seats, class_="bidders")


def winners(names: Sequence[str], won: Iterable[int]) -> str:
    """Who wins, in words."""
    who = [names[seat] for seat in won]
    return f"{' and '.join(who)} {'wins' if len(who) == 1 else 'share the win'}"
