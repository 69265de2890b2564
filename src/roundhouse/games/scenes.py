"""What scenes are made of: tables of sums."""
from __future__ import annotations

from collections.abc import Iterable, Sequence

from roundhouse.games.markup import Inside, Markup, tag
from roundhouse.games.words import amount, listed, term


def table(heads: Iterable[Inside], rows: Iterable[Markup], foot: Markup | None = None) -> Markup:
    """Rows under heads; a head may be empty."""
    cells = [tag("th", words, scope="col") if words else tag("td") for words in heads]
    return tag("table", tag("thead", tag("tr", cells)), tag("tbody", rows), tag("tfoot", foot) if foot else None)


def row(head: Inside, cells: Iterable[Inside], kind: str | None = None) -> Markup:
    """A row of a table; the first cell is its head."""
    return tag("tr", tag("th", head, scope="row"), [tag("td", cell) for cell in cells], class_=kind)


def in_all(totals: Iterable[int], across: int, sign: str) -> Markup:
    """The last row of a dividend: what every seat gets, under a head that is so many columns wide."""
    paid = [tag("td", amount(total, sign, signed=True).text, class_="paid") for total in totals]
    return tag("tr", tag("th", term("In all"), scope="row", colspan=across), paid)


def final_row(name: str, won: bool, cells: Iterable[Inside]) -> Markup:
    """A player's row of the final count; a winner's has a star."""
    return row(f"{name} ★" if won else name, cells, "winner" if won else None)


def winners(names: Sequence[str], won: Iterable[int]) -> str:
    """Who wins, in words."""
    who = tuple(names[seat] for seat in won)
    return term(WON[len(who) > 1], winners=listed(who))


WON = ("{winners} wins", "{winners} share the win")
