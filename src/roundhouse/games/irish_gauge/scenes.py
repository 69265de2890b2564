"""The moments of Irish Gauge worth stopping for, made of what the rules tell: dividends, and the final count."""
from __future__ import annotations

from collections.abc import Sequence

from roundhouse.engine.facts import Fact
from roundhouse.games.irish_gauge import facts
from roundhouse.games.irish_gauge.rules import IrishGauge
from roundhouse.games.irish_gauge.table import cubes_shown, headed
from roundhouse.games.irish_gauge.things import things
from roundhouse.games.kit.market import badge
from roundhouse.games.kit.messages import message
from roundhouse.games.kit.scenes import final, gains
from roundhouse.games.kit.telling import Things
from roundhouse.games.markup import Markup, markup, tag
from roundhouse.games.scenes import in_all, table
from roundhouse.games.words import html, joined, term, words

Sum = facts.Paid | facts.NoDividend
SILENT = {facts.NO_CITY: "no City pays", facts.ONE_CITY: "only {city}, and no Town",
          facts.NO_SHARE: "nobody holds a share"}

SHARED_OUT = (
    "{total} over {owners|# share|# shares}, {each} each.",
    "{total} over {owners|# share|# shares}, rounded up to {each} each ({added} more in all).",
)


def scene(game: IrishGauge, told: Sequence[Fact], names: Sequence[str]) -> Markup:
    """The cubes drawn with all that they bring, a railway that joins the major cities, the end."""
    shown, at = [], things(game.board)
    for fact in told:
        match fact:
            case facts.CubesDrawn():
                sums = [one for one in told if isinstance(one, facts.Paid | facts.NoDividend)]
                shown.append(_dividend(at, cubes_shown(game.board, fact.colours), sums, names))
            case facts.MajorsJoined():
                shown.append(_majors(at, next(one for one in told if isinstance(one, facts.Paid)), names))
            case facts.Ended():
                shown.append(_final(at, fact, names))
    return markup(shown)


def _dividend(at: Things, drawn: Markup, sums: Sequence[Sum], names: Sequence[str]) -> Markup:
    """The cubes drawn, then every railway's sum and what each player gets of it."""
    totals = [sum(got for one in sums for who, got in one.money if who == seat) for seat in range(len(names))]
    heads = (*map(term, ("Railway", "Cities and Towns", "Income", "A share")), *names)
    paid = table(heads, [_sum(at, one, len(names)) for one in sums], in_all(totals, 4, at.sign))
    return tag("section", headed("IG-DIV-2", term("Dividends")), tag("p", drawn, class_="cubes"), paid,
               class_="scene dividend")


def _sum(at: Things, one: Sum, seats: int) -> Markup:
    """A railway's row: where its income comes from, what a share gets, and what each seat does."""
    head, got = tag("th", badge(at, one.company), scope="row"), dict(one.money)
    paid = [tag("td", at.money(got[seat], True) if seat in got else None, class_="paid") for seat in range(seats)]
    if isinstance(one, facts.NoDividend):
        why = html(message(one, SILENT[one.why], at))
        return tag("tr", head, tag("td", why, class_="why"), tag("td", "–"), tag("td", "–"), paid, class_="silent")
    parts = [words("{place} {income}", place=at.place(part.place), income=part.income) for part in one.parts]
    rounded = tag("small", " ", term("rounded up")) if one.added else None
    return tag("tr", head, tag("td", html(joined(parts, " + ")), class_="why"), tag("td", at.money(one.total)),
               tag("td", at.money(one.each), rounded), paid)


def _majors(at: Things, paid: facts.Paid, names: Sequence[str]) -> Markup:
    title = (badge(at, paid.company), " ", term("joins the major cities"))
    said = html(message(paid, SHARED_OUT[bool(paid.added)], at))
    return gains(at, "IG-TRK-6", title, said, paid.money, names, "majors")


def _final(at: Things, end: facts.Ended, names: Sequence[str]) -> Markup:
    """Cash, then the printed value of the shares of each railway, then the sum; the richest first."""
    def cells(seat: int) -> list[str | None]:
        values = [end.in_shares(seat, railway) for railway in at.firms]
        return [at.money(end.cash[seat]), *(at.money(value) if value else None for value in values)]
    return final(at, "IG-END-2", "The bag is empty: {won}", end, (term("Cash"), *at.firms), cells, names)
