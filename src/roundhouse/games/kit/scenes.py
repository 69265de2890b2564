"""Moments of a share game that are worth stopping for: what every company pays whom, and the final count."""
from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from roundhouse.games.kit.market import badge
from roundhouse.games.kit.shares import Ended, Paid
from roundhouse.games.kit.telling import Things
from roundhouse.games.markup import Inside, Markup, heading, tag
from roundhouse.games.scenes import final_row, in_all, oneself, row, table, winners
from roundhouse.games.words import Words, plain, term


def dividend(
    at: Things, rule: str, title: str, heads: Sequence[str], paid: Iterable[tuple[Paid, Words]], names: Sequence[str]
) -> Markup:
    """Every company with its sum, as `paid` has it in words, what a share gets, and what each player does."""
    totals, rows = [0] * len(names), []
    for one, sums in paid:
        got = dict(one.money)
        totals = [total + got.get(seat, 0) for seat, total in enumerate(totals)]
        paid_out = [at.money(got[seat], True) if got.get(seat) else "" for seat in range(len(names))]
        rows.append(row(badge(at, one.company), (plain(sums), at.money(one.each), *paid_out)))
    shown = table((*map(term, heads), *names), rows, in_all(totals, len(heads), at.sign))
    return tag("section", heading(at.game, rule, title), shown, class_="scene dividend")


def gains(at: Things, rule: str, title: Sequence[Inside], said: Inside, money: Iterable[tuple[int, int]],
          names: Sequence[str], kind: str) -> Markup:
    """What players get at once, each with a sum; `said` is why, `kind` a class of the stylesheet."""
    got = [tag("li", oneself(names[seat]), " ", tag("b", at.money(sum_, True))) for seat, sum_ in money if sum_]
    return tag("section", heading(at.game, rule, *title), tag("p", said), tag("ul", got, class_="paid"),
               class_=f"scene {kind}")


def final(
    at: Things, rule: str, said: str, end: Ended, heads: Sequence[str], cells: Callable[[int], Sequence[Inside]],
    names: Sequence[str],
) -> Markup:
    """What each player has at the end, the richest first: a room's own cells, then the sum. `said` has {won} in it."""
    rows = [
        final_row(names[seat], seat in end.winners,
                  [*cells(seat), tag("b", at.money(end.scores[seat]))])
        for seat in end.ranks
    ]
    shown = table((term("Player"), *heads, term("In all")), rows)
    title = heading(at.game, rule, term(said, won=winners(names, end.winners)))
    return tag("section", title, shown, class_="scene final")
