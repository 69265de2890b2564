"""What the others have done since one's own last turn: it stays in sight until one acts, also after days."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count, groupby
from operator import itemgetter

from roundhouse.engine.contract import CHANCE
from roundhouse.games.markup import Markup, markup
from roundhouse.records.course import ToldStep
from roundhouse.web.tables.model.info import Moment

MANY_BIDS = 4
"""The number of rows from which on an auction is told in one."""
MOST_STEPS = 80
"""How many steps are looked at: after a longer absence, the present is what counts."""


@dataclass(frozen=True)
class Mark:
    """A place of the board where something was done, by its number in the order in which it happened."""

    number: int
    spot: str


@dataclass(frozen=True)
class RecapItem:
    """What a seat did in a row, and what chance made of it."""

    seat: int
    before: int
    """The step after which it began."""
    last: int
    text: Markup
    marks: tuple[Mark, ...]

    @property
    def numbers(self) -> str:
        """Those of its marks: "3" or "3–5"."""
        found = [mark.number for mark in self.marks]
        return f"{found[0]}–{found[-1]}" if found and found[0] != found[-1] else "".join(map(str, found[:1]))


def own_last_step(moment: Moment) -> int:
    """The number of the last step, up to this moment, that the one who looks has made; 0 if there is none."""
    steps, mine = moment.course.steps, moment.table.mine
    first = max(0, moment.step - MOST_STEPS)
    return next((n for n in range(moment.step, first, -1) if steps[n - 1].by in mine), first)


def recap(
    passed: Sequence[ToldStep], mine: Sequence[int], seat: int | None, told: Sequence[Sequence[Markup]]
) -> tuple[RecapItem, ...]:
    """The steps of others in a row, seat by seat, as `seat` may know them; `told` are the sentences of each step."""
    found: list[RecapItem] = []
    bidding: list[bool] = []
    numbers = count(1)
    for step, sentences in zip(passed, told):
        by = found[-1].seat if step.by == CHANCE and found else step.by
        if by == CHANCE or by in mine:
            continue
        # What chance points at is not what anybody did there.
        spots = {} if step.by == CHANCE else dict.fromkeys(spot for fact in step.facts(seat) for spot in fact.spots)
        number = next(numbers) if spots else 0
        marks = tuple(Mark(number, spot) for spot in spots)
        text = markup(*(part for sentence in sentences for part in (sentence, " ")))
        bid = step.by == CHANCE or (step.line(seat) or "").split(" ")[0] in ("bid", "pass")
        if found and found[-1].seat == by:
            bidding[-1] &= bid
            last = found.pop()
            found.append(RecapItem(by, last.before, step.number, last.text + text, last.marks + marks))
        else:
            bidding.append(bid)
            found.append(RecapItem(by, step.number - 1, step.number, text, marks))
    return tuple(_auctions_in_one(found, bidding))


def _auctions_in_one(items: Sequence[RecapItem], bidding: Sequence[bool]) -> Iterator[RecapItem]:
    """Many small bids are one row: how many there were, and what came of them."""
    for bids, run in groupby(zip(items, bidding), key=itemgetter(1)):
        some = [item for item, _ in run]
        if not bids or len(some) < MANY_BIDS:
            yield from some
            continue
        last = some[-1]
        marks = tuple({mark.spot: mark for item in some for mark in item.marks}.values())
        text = markup(f"An auction of {len(some)} bids and passes. ", last.text)
        yield RecapItem(last.seat, some[0].before, last.last, text, marks)
