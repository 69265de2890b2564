"""What scenes are made of: tables of sums, certificates for sale, and who is still in an auction."""
from __future__ import annotations

from collections.abc import Iterable

from roundhouse.engine.auction import Auction
from roundhouse.engine.contract import NOBODY
from roundhouse.games.drawing import tag, text
from roundhouse.games.livery import certified


def table(heads: Iterable[str], rows: list[str], foot: str = "") -> str:
    """Rows of HTML under heads that are plain words, or nothing."""
    cells = [tag("th", text(words), scope="col") if words else tag("td") for words in heads]
    head = tag("thead", tag("tr", "".join(cells)))
    return tag("table", head + tag("tbody", "".join(rows)) + (tag("tfoot", foot) if foot else ""))


def row(head: str, cells: Iterable[object], kind: str | None = None) -> str:
    """A row of HTML; the first cell is its head."""
    return tag("tr", tag("th", head, scope="row") + "".join(f"<td>{cell}</td>" for cell in cells), class_=kind)


def in_all(totals: Iterable[int], across: int, sign: str) -> str:
    """The last row of a dividend: what every seat gets, under a head that is so many columns wide."""
    paid = "".join(tag("td", f"+{sign}{amount}", class_="paid") for amount in totals)
    return tag("tr", tag("th", "In all", scope="row", colspan=across) + paid)


def final_row(name: str, won: bool, cells: Iterable[object]) -> str:
    return row(text(name) + (" ★" if won else ""), cells, "winner" if won else None)


def for_sale(symbol: str, value: str, words: str) -> str:
    """The certificate that is auctioned, drawn with the symbol of its company."""
    return tag("svg", f'<use href="#{symbol}"/>' + certified(value, "one share"), class_="certificate",
               viewBox="-2 -2 96 124", width=96, height=124, role="img", aria_label=words)


def standing(auction: Auction, names: list[str], sign: str) -> str:
    """The highest bid, or the lowest that may be made."""
    if auction.high == NOBODY:
        return tag("p", f"No bid yet; {sign}{auction.minimum} or more", class_="standing")
    return tag("p", f"{text(names[auction.leader])} bids <b>{sign}{auction.high}</b>", class_="standing")


def bidders(auction: Auction, names: list[str], sign: str) -> str:
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
        seats.append(tag("li", f"{text(name)} <span>{words}</span>", class_=kind))
    return tag("ul", "".join(seats), class_="bidders")


def winners(names: list[str], won: list[int]) -> str:
    who = " and ".join(text(names[seat]) for seat in won)
    return f"{who} wins" if len(won) == 1 else f"{who} share the win"
