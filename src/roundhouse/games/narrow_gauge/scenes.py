"""The moments of Narrow Gauge worth stopping for, made of what the rules tell: bids, dividends, the final count."""
from __future__ import annotations

from collections.abc import Sequence

from roundhouse.engine.facts import Fact
from roundhouse.games.kit.choices import find
from roundhouse.games.kit.messages import message
from roundhouse.games.markup import Inside, Markup, markup, tag
from roundhouse.games.narrow_gauge import facts_rounds as facts
from roundhouse.games.narrow_gauge.board import SEATS, Board
from roundhouse.games.narrow_gauge.glyphs import die
from roundhouse.games.narrow_gauge.map import sheet
from roundhouse.games.narrow_gauge.rules import NarrowGauge
from roundhouse.games.narrow_gauge.table import headed
from roundhouse.games.narrow_gauge.texts import tell
from roundhouse.games.narrow_gauge.things import states, things
from roundhouse.games.scenes import oneself, row, table
from roundhouse.games.words import html, plain, term, words


def scene(game: NarrowGauge, told: Sequence[Fact], names: Sequence[str]) -> Markup:
    """Two sealed bids opened, a round's dividends, the final count. All of it is open by then."""
    opened, sums = find(told, facts.BidsOpened), find(told, facts.DividendsPaid)
    return markup(
        _opened(game, opened, told, names) if opened else None,
        _dividends(game.board, sums, told, names) if sums else None,
    )


def _opened(game: NarrowGauge, opened: facts.BidsOpened, told: Sequence[Fact], names: Sequence[str]) -> Markup:
    first = find(told, facts.FirstSettled)
    lines = [
        tag("li", tag("b", oneself(names[p])), " ", tag("span", f"${bid}", class_="bid"),
            class_="best" if first and first.seat == p else "")
        for p, bid in enumerate(opened.bids)
    ]
    rest = [html(tell(game, fact), names) for fact in told
            if isinstance(fact, facts.FirstSettled | facts.BidsTied | facts.LotsNeeded)]
    return tag(
        "section", headed("NG-BID-3", term("The bids are opened")), tag("ul", lines),
        tag("p", term("Both pay."), [(" ", one) for one in rest]), class_="scene bids",
    )


# ---- dividends -------------------------------------------------------------------------------------------------------


def _dividends(board: Board, sums: facts.DividendsPaid, told: Sequence[Fact], names: Sequence[str]) -> Markup:
    """NG-RND-3 to NG-RND-5, line by line; after the last round with who wins."""
    end = find(told, facts.GameEnded)
    rows = [_majority(board, fact) for fact in told if isinstance(fact, facts.MajorityPaid)]
    rows += [_commodity(board, fact) for fact in told if isinstance(fact, facts.CommodityPaid)]
    foot = markup(
        row(term("Dividends"), [f"+${value}" for value in sums.totals]),
        row(term("Money"), [term("hidden") if cash is None else f"${cash}" for cash in sums.cash]),
    )
    title = term("The final count") if end else term("Dividends of round {n}", n=sums.round)
    won = html(message(end, facts.VERDICTS[end.why], things(board)), names) if end else None
    winner = tag("p", won, class_="winner") if end else None
    return tag("section", headed("NG-END-1" if end else "NG-RND-3", title), table(["", *names], rows, foot), winner,
               class_=f"scene {'final' if end else 'dividend'}")


def _gains(seat: int | None, amount: int) -> list[str]:
    return [f"+${amount}" if amount and p == seat else "" for p in range(SEATS)]


def _majority(board: Board, fact: facts.MajorityPaid) -> Markup:
    """What each holds, and what it counts where a contract makes it more."""
    n = board.company_ids.index(fact.company)
    loco = tag("svg", tag("use", href=f"#ng-loco-{n}"), class_="sign", viewBox="-16 -13 32 24", aria_hidden="true")
    proxies = dict.fromkeys(one for by in fact.proxies for one in by)
    more: Inside = None
    if proxies:
        by = plain(words("counted {a} : {b} by {states}", a=fact.votes[0], b=fact.votes[1],
                         states=states(board, proxies)))
        more = tag("small", ", ", by)
    return row((loco, f"{board.company_names[n]} {fact.held[0]} : {fact.held[1]}", more),
               _gains(fact.seat, fact.amount))


def _commodity(board: Board, fact: facts.CommodityPaid) -> Markup:
    n = board.commodity_ids.index(fact.commodity)
    sign = tag("svg", tag("use", href=f"#ng-good-{n}"), die(sheet(board).goods[n], fact.number, 37, 0), class_="sign",
               viewBox="-16 -18 72 38", aria_hidden="true")
    sums = term("not moved") if fact.seat is None else f"{fact.number} × ${fact.dollars}"
    return row((sign, f"{fact.commodity} goods: {sums}"), _gains(fact.seat, fact.amount))
