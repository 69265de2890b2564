"""The railways of a share game on the table: their shares for sale, what each has, and who holds what of them.

A room tells of each railway as it stands; places, panels, the list beside the board and in a terminal follow.
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from roundhouse.engine.auction import Auction
from roundhouse.engine.contract import NOBODY
from roundhouse.games.drawn import Holding, Spot, one_above_another
from roundhouse.games.kit import market
from roundhouse.games.kit.maps import HexMap
from roundhouse.games.kit.shares import engine_spot, pile
from roundhouse.games.kit.telling import Firm, Things
from roundhouse.games.kit.terminal import heads, in_columns, ink
from roundhouse.games.markup import NOTHING, Inside, Markup, heading, tag
from roundhouse.games.scenes import table
from roundhouse.games.sets import standing
from roundhouse.games.words import Words, amount, joined, styled, term, text, words

ENGINE = ("-1 -1 29 22", 29, 22)
"""As much of an engine as is shown in a line of text: its box, and how wide and high it is there."""


@dataclass(frozen=True)
class Railway:
    """A railway as it stands."""

    firm: Firm
    track: Sequence[int]
    """Its hexes, the first where it begins."""
    sold: int
    left: int
    """Shares that are for sale."""
    least: int
    """What the next of them costs at least."""
    pays: int
    """What each share would be paid now."""
    would_pay: int
    """The same with one more of them sold."""
    has: Mapping[str, str]
    """What else is told of it, by heading: its treasury, its income."""


def row(at: Things, company: str, left: int, value: str, cells: Iterable[Inside]) -> Markup:
    """A line of the list: the shares for sale and the engine, which are buttons, and whatever is told of it."""
    engine = tag("span", market.badge(at, company), class_="spot engine", data_spot=engine_spot(company))
    shares = market.piled(at, company, left, value)
    return tag("tr", tag("td", shares), tag("th", engine, scope="row"), [tag("td", cell) for cell in cells])


def listed(at: Things, rule: str, railways: Sequence[Railway]) -> Markup:
    """Every railway with its next share, what it has, and what a share gets."""
    rows = [row(at, one.firm.name, one.left, at.money(one.least), _cells(at, one)) for one in railways]
    shown = table(map(term, ("Next share", "Railway", *_heads(railways))), rows)
    return tag("section", heading(at.game, rule, term("Railways")), shown, class_="market")


def _heads(railways: Sequence[Railway]) -> tuple[str, ...]:
    return ("Sold", *railways[0].has, "A share gets")


def _cells(at: Things, one: Railway) -> tuple[str, ...]:
    sold = term("{sold} of {all}", sold=one.sold, all=one.sold + one.left)
    return (sold, *one.has.values(), at.money(one.pays) if one.sold else "–")


def in_text(at: Things, railways: Sequence[Railway]) -> list[Words]:
    """The same for a terminal, under a line of heads."""
    columns = [(head, len(term(head)) + 3) for head in _heads(railways)]
    lines = [(text(" " * 10), *heads(columns))]
    for one in railways:
        name = styled(f"{one.firm.letter} {one.firm.name:<8}", f"bold {ink(one.firm.colour)}")
        lines.append((name, text(in_columns(_cells(at, one), columns))))
    return lines


def auction(at: Things, rule: str, railways: Sequence[Railway], ids: Sequence[str], held: Auction,
            names: Sequence[str]) -> Markup:
    """The share that is auctioned, what it would be paid, and everybody's bid; nothing while none is."""
    if held.lot == NOBODY:
        return NOTHING
    one = railways[held.lot]
    pays = term("With {sold|# share|# shares} sold, it would be paid {pays} now.", sold=one.sold + 1,
                pays=amount(one.would_pay, at.sign))
    said = term("share of {line}", line=one.firm.title)
    return market.auction(at, rule, one.firm.name, held, names, at.money(int(held.minimum)), said, {"pays": pays},
                          [ids[h] for h in one.track])


def holdings(at: Things, railways: Sequence[Railway], counts: Sequence[int]) -> tuple[Holding, ...]:
    """The shares of a seat, by how many it has of each railway."""
    return tuple(Holding(one.firm.name, one.firm.colour, one.firm.letter, count, at.money(one.pays))
                 for one, count in zip(railways, counts) if count)


def spots(at: Things, on: HexMap, railways: Sequence[Railway], costs: Sequence[int]) -> list[Spot]:
    """Every hex with who stands there and what track costs, then the railways' shares and engines."""
    lines, here = [at.company(one.firm.name) for one in railways], standing(one.track for one in railways)
    hexes = [Spot(id, joined([at.place(id, True), *(lines[n] for n in here.get(h, ()))]), on.arrows[id],
                  words("track costs {cost}", cost=amount(costs[h], at.sign))) for h, id in enumerate(on.grid.ids)]
    for spot, said in ((pile, "{line} shares"), (engine_spot, "{line} track")):
        hexes += one_above_another([spot(line.text) for line in lines], [words(said, line=line) for line in lines])
    return hexes
