"""What scenes are made of: tables of sums."""
from __future__ import annotations

from collections.abc import Iterable, Sequence

from roundhouse.games.addressing import Oneself
from roundhouse.games.markup import Inside, Markup, tag
from roundhouse.games.words import SPOKEN, amount, listed, term


def table(heads: Iterable[Inside], rows: Iterable[Markup], foot: Markup | None = None) -> Markup:
    """Rows under heads; a head may be empty."""
    cells = [tag("th", oneself(words), scope="col") if words else tag("td") for words in heads]
    return tag("table", tag("thead", tag("tr", cells)), tag("tbody", rows), tag("tfoot", foot) if foot else None)


def oneself(name: Inside) -> Inside:
    """A name at the head of a row or column; that of the one who reads is "You", where the language addresses them."""
    return "You" if isinstance(name, Oneself) and SPOKEN.get().code == "en" else name


def row(head: Inside, cells: Iterable[Inside], kind: str | None = None) -> Markup:
    """A row of a table; the first cell is its head."""
    return tag("tr", tag("th", head, scope="row"), [tag("td", cell) for cell in cells], class_=kind)


def in_all(totals: Iterable[int], across: int, sign: str) -> Markup:
    """The last row of a dividend: what every seat gets, under a head that is so many columns wide."""
    paid = [tag("td", amount(total, sign, signed=True).text, class_="paid") for total in totals]
    return tag("tr", tag("th", term("In all"), scope="row", colspan=across), paid)


def final_row(name: str, won: bool, cells: Iterable[Inside]) -> Markup:
    """A player's row of the final count; a winner's has a star."""
    said = oneself(name)
    return row(f"{said} ★" if won else said, cells, "winner" if won else None)


def winners(names: Sequence[str], won: Iterable[int]) -> str:
    """Who wins, in words."""
    found = [names[seat] for seat in won]
    who = tuple(str(oneself(name)) for name in sorted(found, key=lambda name: not isinstance(name, Oneself)))
    if who == ("You",):
        return "You win"
    return term(WON[len(who) > 1], winners=listed(who))


WON = ("{winners} wins", "{winners} share the win")
