"""The moments of Irish Gauge worth stopping for, made of what the rules tell: dividends, and the final count."""
from __future__ import annotations

from collections.abc import Sequence

from roundhouse.engine.facts import Fact
from roundhouse.games.irish_gauge.board import Board
from roundhouse.games.irish_gauge.facts import (
    NO_CITY,
    NO_SHARE,
    ONE_CITY,
    CubesDrawn,
    Ended,
    MajorsJoined,
    NoDividend,
    Paid,
)
from roundhouse.games.irish_gauge.rules import IrishGauge
from roundhouse.games.irish_gauge.table import cubes_shown, headed
from roundhouse.games.irish_gauge.things import named, pounds, things
from roundhouse.games.kit.market import badge
from roundhouse.games.kit.messages import message
from roundhouse.games.kit.scenes import final
from roundhouse.games.markup import Markup, markup, tag
from roundhouse.games.scenes import in_all, oneself, table
from roundhouse.games.words import Words, amount, html, joined, term, words

SILENT = {NO_CITY: "no City pays", ONE_CITY: "only {city}, and no Town", NO_SHARE: "nobody holds a share"}

SHARED_OUT = (
    "{total} over {sold|# share|# shares}, {each} each.",
    "{total} over {sold|# share|# shares}, rounded up to {each} each ({added} more in all).",
)


def scene(game: IrishGauge, facts: Sequence[Fact], names: Sequence[str]) -> Markup:
    """The cubes drawn with all that they bring, a railway that joins the major cities, the end."""
    shown = []
    for fact in facts:
        if isinstance(fact, CubesDrawn):
            sums = [one for one in facts if isinstance(one, Paid | NoDividend)]
            shown.append(_dividend(game, fact, sums, names))
        elif isinstance(fact, MajorsJoined):
            paid = next(one for one in facts if isinstance(one, Paid))
            shown.append(_majors(game, paid, names))
        elif isinstance(fact, Ended):
            shown.append(_final(game.board, fact, names))
    return markup(shown)


def _dividend(game: IrishGauge, drawn: CubesDrawn, sums: list[Paid | NoDividend], names: Sequence[str]) -> Markup:
    """The cubes drawn, then every railway's sum and what each player gets of it."""
    totals = [sum(got for one in sums for who, got in one.money if who == seat) for seat in range(len(names))]
    heads = (*map(term, ("Railway", "Cities and Towns", "Income", "A share")), *names)
    paid = table(heads, [_sum(game, one, len(names)) for one in sums], in_all(totals, 4, "£"))
    cubes = tag("p", cubes_shown(game.board, drawn.colours), class_="cubes")
    return tag("section", headed("IG-DIV-2", term("Dividends")), cubes, paid, class_="scene dividend")


def _sum(game: IrishGauge, one: Paid | NoDividend, seats: int) -> Markup:
    """A railway's row: where its income comes from, what a share gets, and what each seat does."""
    head = tag("th", badge(things(game.board), one.company), scope="row")
    got = dict(one.money)
    gains = [tag("td", gain(got[seat]) if seat in got else None, class_="paid") for seat in range(seats)]
    why = tag("td", html(_why(game.board, one)), class_="why")
    if isinstance(one, NoDividend):
        return tag("tr", head, why, tag("td", "–"), tag("td", "–"), gains, class_="silent")
    rounded = tag("small", " ", term("rounded up")) if one.added else None
    return tag("tr", head, why, tag("td", pounds(one.total).text), tag("td", pounds(one.each).text, rounded), gains)


def _why(board: Board, one: Paid | NoDividend) -> Words:
    if isinstance(one, NoDividend):
        return words(SILENT[one.why], city=named(board, one.city))
    parts = [words("{place} {income}", place=named(board, part.place), income=part.income) for part in one.parts]
    return joined(parts, " + ")


def gain(number: int) -> str:
    """A sum in pounds with its sign, as text."""
    return amount(number, "£", signed=True).text


def _majors(game: IrishGauge, paid: Paid, names: Sequence[str]) -> Markup:
    title = headed("IG-TRK-6", badge(things(game.board), paid.company), " ", term("joins the major cities"))
    got = [tag("li", oneself(names[seat]), " ", tag("b", gain(got))) for seat, got in paid.money]
    said = tag("p", html(message(paid, SHARED_OUT[bool(paid.added)], things(game.board))))
    return tag("section", title, said, tag("ul", got, class_="paid"), class_="scene majors")


def _final(board: Board, end: Ended, names: Sequence[str]) -> Markup:
    """Cash, then the printed value of the shares of each railway, then the sum; the richest first."""
    def cells(seat: int) -> list[str | None]:
        values = [end.in_shares(seat, railway) for railway in board.railway_ids]
        return [pounds(end.cash[seat]).text, *(pounds(value).text if value else None for value in values)]
    return final(things(board), "IG-END-2", "The bag is empty: {won}", end, (term("Cash"), *board.railway_ids), cells,
                 names)
