"""What lies beside the map of Irish Gauge, and its moments worth stopping for: auctions, dividends, the final count."""
from __future__ import annotations

from typing import cast

from roundhouse.engine.contract import NOBODY, OVER, State
from roundhouse.engine.words import BIT
from roundhouse.games.drawing import heading, tag, text
from roundhouse.games.irish_gauge.drawing_sums import (
    average,
    best_income,
    cubes,
    each,
    place,
    possible_draws,
    pounds,
    stations,
    tracks,
)
from roundhouse.games.irish_gauge.position import CITY_INCOME, INITIAL_AUCTION, TOWN_INCOME, TRACK, Position, points
from roundhouse.games.livery import counted
from roundhouse.games.scenes import bidders, final_row, for_sale, in_all, row, standing, table, winners


def aside(state: State, seat: int | None, names: list[str]) -> str:
    s = cast(Position, state)
    return _auction(s, names) + _building(s) + _railways(s, names) + _bag(s)


def badge(s: Position, railway: int) -> str:
    """A railway's engine and its name, for a line of text."""
    engine = tag("svg", f'<use href="#ig-engine-{railway}"/>', class_="badge", viewBox="-1 -1 29 22", width=29,
                 height=22, aria_hidden="true")
    return engine + tag("b", text(s.board.railway_ids[railway]))


def _cube(colour: int) -> str:
    return tag("svg", f'<use href="#ig-cube-{colour}"/>', class_="cube", viewBox="-15 -16 30 30", width=24, height=24,
               aria_hidden="true")


# ---- the auction -----------------------------------------------------------------------------------------------------


def _auction(s: Position, names: list[str]) -> str:
    auction = s.auction
    if auction.lot == NOBODY:
        return ""
    lot = int(auction.lot)
    railway = s.game.edition.data["railways"][lot]
    card = for_sale(f"ig-card-{lot}", f"£{auction.minimum}", f"{railway['id']} share of £{auction.minimum}")
    sold = int(s.sold[lot]) + 1
    towns, cities = stations(s, tracks(s)[lot], cubes(s))
    best = each(best_income(len(towns), len(cities)), sold)
    mean = pounds(average(s, lot, sold, possible_draws(s)))
    pays = f"Would pay £{best} if all its Cities pay, {mean} a call on average, as one of {counted(sold, 'share')}."
    free = "If all pass, the opener has it free." if s.phase == INITIAL_AUCTION and auction.high == NOBODY else ""
    body = (
        heading(text(railway["name"]), "IG-AUC-2") + card + standing(auction, names, "£") + bidders(auction, names, "£")
        + tag("p", pays, class_="pays") + (tag("p", free, class_="free") if free else "")
    )
    return tag("section", body, class_="auction")


# ---- the railways ----------------------------------------------------------------------------------------------------


_HALF_PIP = '<path d="M{0} 3a5 5 0 0 0 0 10z" fill="currentColor"/>'
_OTHER_HALF = '<path d="M{0} 3a5 5 0 0 1 0 10z" fill="currentColor"/>'


def _building(s: Position) -> str:
    if s.phase != TRACK:
        return ""
    spent = int(s.board.build_halves - s.halves)
    pips = "".join(
        tag("circle", cx=8 + 16 * n, cy=8, r=6, fill="none", stroke="currentColor", stroke_width=1.5)
        + ("", _HALF_PIP, _HALF_PIP + _OTHER_HALF)[min(2, max(0, int(s.halves) - 2 * n))].format(8 + 16 * n)
        for n in range(s.board.build_halves // 2)
    )
    wide = 8 * int(s.board.build_halves)
    svg = tag("svg", pips, class_="points", viewBox=f"0 0 {wide} 16", width=wide, height=16, aria_hidden="true")
    words = f"{points(int(s.halves))} of {points(spent + int(s.halves))} points left"
    title = heading("Building " + badge(s, int(s.building)), "IG-TRK-2")
    return tag("section", title + svg + tag("p", words), class_="building")


def _railways(s: Position, names: list[str]) -> str:
    """Each railway's size and what a share of it pays, for those who weigh one against another."""
    heads = ("Railway", "Sold", "Towns", "Cities", "A share pays at most", "on average")
    colour_at, draws = cubes(s), possible_draws(s)
    rows = []
    for r, track in enumerate(tracks(s)):
        towns, cities = stations(s, track, colour_at)
        sold = int(s.sold[r])
        best = f"£{each(best_income(len(towns), len(cities)), sold)}" if sold else "–"
        mean = pounds(average(s, r, sold, draws)) if sold else "–"
        total = int(s.board.first_share[r + 1] - s.board.first_share[r])
        cells = (f"{sold} of {total}", len(towns), len(cities), best, mean)
        rows.append(row(badge(s, r), cells))
    return tag("section", heading("Railways", "IG-DIV-4") + table(heads, rows), class_="market")


def _bag(s: Position) -> str:
    colours = s.board.colours
    inside = "".join(
        tag("li", _cube(c) * int(n) + tag("span", f"{n} {text(colour)}"))
        for c, (colour, n) in enumerate(zip(colours, s.bag))
    )
    drawn = "".join(tag("li", _cubes(s, s.board.draws[draw])) for draw in s.drawn)
    size = int(s.bag_size)
    left = f"{counted(size, 'cube')}: {counted(-(-size // 3), 'call')} at most" if size else "empty: the game is over"
    body = heading("The bag", "IG-DIV-1") + tag("p", left) + tag("ul", inside, class_="cubes")
    if drawn:
        body += tag("h4", "Drawn so far") + tag("ol", drawn, class_="drawn")
    return tag("section", body, class_="bag")


def _cubes(s: Position, drawn: tuple[int, ...]) -> str:
    """Cubes, and the same in words."""
    words = ", ".join(s.board.colours[c] for c in drawn)
    return "".join(map(_cube, drawn)) + tag("span", text(words), class_="said")


# ---- scenes ----------------------------------------------------------------------------------------------------------


def scene(before: State, code: int, after: State, names: list[str], seat: int | None) -> str:
    s, t = cast(Position, before), cast(Position, after)
    shown = ""
    if s.board.draw_code <= code < s.board.cube_code:
        shown = _dividend(s, code - int(s.board.draw_code), names)
    joined = int(t.majors_paid & ~s.majors_paid)
    if joined:
        shown = _majors(s, next(r for r in range(s.board.railways) if joined & BIT[r]), names)
    return shown + (_final(t, names) if t.to_act == OVER and s.to_act != OVER else "")


def _dividend(s: Position, draw: int, names: list[str]) -> str:
    """The cubes drawn, then every railway's sum and what each player gets of it."""
    drawn = s.board.draws[draw]
    colour_at = cubes(s)
    totals = [0] * s.game.seats
    rows = []
    for r, track in enumerate(tracks(s)):
        towns, cities = stations(s, track, colour_at)
        income, sold = int(s.income(r, draw)), int(s.sold[r])
        share = each(income, sold)
        got = [share * int(s.shares[p * s.board.railways + r]) for p in range(s.seats)]
        totals = [total + amount for total, amount in zip(totals, got)]
        paying = [h for h in cities if colour_at[h] in drawn]
        why = _why(s, paying, towns, income)
        cells = tag("td", why, class_="why") + tag("td", f"£{income}" if income else "–") + tag(
            "td", f"£{share}" if income else "–")
        cells += "".join(tag("td", f"+£{amount}" if amount else "", class_="paid") for amount in got)
        rows.append(tag("tr", tag("th", badge(s, r), scope="row") + cells, class_=None if income else "silent"))
    heads = ("Railway", "Cities and Towns", "Income", "A share", *names)
    cubes_drawn = tag("p", _cubes(s, drawn), class_="cubes")
    paid = table(heads, rows, in_all(totals, 4, "£"))
    return tag("section", heading("Dividends", "IG-DIV-2") + cubes_drawn + paid, class_="scene dividend")


def _why(s: Position, paying: list[int], towns: list[int], income: int) -> str:
    if not income:
        return "no City pays" if not paying else f"only {text(place(s, paying[0]))}, and no Town"
    parts = [(h, CITY_INCOME) for h in paying] + [(h, TOWN_INCOME) for h in towns]
    return " + ".join(f"{text(place(s, h))} {income}" for h, income in parts)


def _majors(s: Position, railway: int, names: list[str]) -> str:
    paid = int(s.board.major_dividend)
    sold = int(s.sold[railway])
    share = each(paid, sold)
    held = [int(s.shares[p * s.board.railways + railway]) for p in range(s.seats)]
    got = "".join(tag("li", f"{text(names[p])} <b>+£{share * n}</b>") for p, n in enumerate(held) if n)
    words = f"£{paid} over {counted(sold, 'share')}: £{share} each."
    title = heading(badge(s, railway) + " joins the major cities", "IG-TRK-6")
    return tag("section", title + tag("p", words) + tag("ul", got, class_="paid"), class_="scene majors")


def _final(t: Position, names: list[str]) -> str:
    """Cash, then the printed value of the shares of each railway, then the sum; the richest first."""
    scores = t.scores()
    railways = range(t.board.railways)
    values = [[0] * len(railways) for _ in names]
    for r in railways:
        for share in range(t.board.first_share[r], t.board.first_share[r + 1]):
            if t.owner[share] != NOBODY:
                values[t.owner[share]][r] += int(t.board.share_value[share])
    won = t.winners()
    rows = []
    for p in sorted(range(len(names)), key=lambda p: -scores[p]):
        cells = [f"£{t.cash[p]}", *(f"£{value}" if value else "" for value in values[p]), f"<b>£{scores[p]}</b>"]
        rows.append(final_row(names[p], p in won, cells))
    heads = ("Player", "Cash", *t.board.railway_ids, "In all")
    title = f"The bag is empty: {winners(names, won)}"
    return tag("section", heading(title, "IG-END-2") + table(heads, rows), class_="scene final")
