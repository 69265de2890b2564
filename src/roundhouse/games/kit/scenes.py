"""Moments of a share game that are worth stopping for: what every company pays whom, and the final count."""
from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from roundhouse.games.kit.market import badge
from roundhouse.games.kit.shares import Ended, Paid
from roundhouse.games.kit.telling import Things
from roundhouse.games.markup import Inside, Markup, heading, tag
from roundhouse.games.scenes import final_row, in_all, row, table, winners
from roundhouse.games.words import Words, amount, plain, term


def dividend(
    at: Things, rule: str, title: str, heads: Sequence[str], paid: Iterable[tuple[Paid, Words]], names: Sequence[str]
) -> Markup:
    """Every company with its sum, as `paid` has it in words, what a share gets, and what each player does."""
    totals, rows = [0] * len(names), []
    for one, sums in paid:
        got = dict(one.money)
        totals = [total + got.get(seat, 0) for seat, total in enumerate(totals)]
        gains = [amount(got[seat], at.sign, signed=True).text if got.get(seat) else "" for seat in range(len(names))]
        rows.append(row(badge(at, one.company), (plain(sums), amount(one.each, at.sign).text, *gains)))
    shown = table((*map(term, heads), *names), rows, in_all(totals, len(heads), at.sign))
    return tag("section", heading(at.game, rule, title), shown, class_="scene dividend")


def final(
    at: Things, rule: str, said: str, end: Ended, heads: Sequence[str], cells: Callable[[int], Sequence[Inside]],
    names: Sequence[str],
) -> Markup:
    """What each player has at the end, the richest first: a room's own cells, then the sum. `said` has {won} in it."""
    rows = [
        final_row(names[seat], seat in end.winners,
                  [*cells(seat), tag("b", amount(end.scores[seat], at.sign).text)])
        for seat in end.ranks
    ]
    shown = table((term("Player"), *heads, term("In all")), rows)
    title = heading(at.game, rule, term(said, won=winners(names, end.winners)))
    return tag("section", title, shown, class_="scene final")
