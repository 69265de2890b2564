"""A double link of Age of Rail in one gesture (AR-BLD-5, AR-BLD-7)."""
from __future__ import annotations

from collections.abc import Iterator, Sequence

from roundhouse.games.age_of_rail.choices import box_spot, share_pays
from roundhouse.games.age_of_rail.facts import BUILD, BoxTaken, LinkLaid
from roundhouse.games.age_of_rail.pieces import ghost
from roundhouse.games.age_of_rail.position import SECOND_LINK, Position
from roundhouse.games.age_of_rail.things import dollars, things
from roundhouse.games.drawn import Route, drawn_over
from roundhouse.games.kit.choices import Preview
from roundhouse.games.sight import Sight
from roundhouse.games.words import joined, words


def routes(sight: Sight[Position], to: str, by: Sequence[str] = ()) -> list[Route]:
    """Two links of a railroad one after the other, of which the second leads to that place or is that link."""
    s = sight.state
    if not sight.acts or s.phase == SECOND_LINK:
        return []
    return drawn_over([_told(s, first, second) for first, second in _pairs(s, to)], by)


def _pairs(s: Position, to: str) -> Iterator[tuple[Preview[Position], Preview[Position]]]:
    for code in _links(s):
        first = Preview(s, code)
        if first.after.phase != SECOND_LINK or first.after.to_act != s.to_act:
            continue
        if to in (first.the(LinkLaid).link, first.the(LinkLaid).end):
            continue
        for other in _links(first.after):
            second = Preview(first.after, other)
            if to in (second.the(LinkLaid).link, second.the(LinkLaid).end):
                yield first, second


def _links(s: Position) -> list[int]:
    return [int(code) for code in s.legal() if s.game.text(int(code)).startswith("link ")]


def _told(s: Position, first: Preview[Position], second: Preview[Position]) -> Route:
    at, laid = things(s.board), [first.the(LinkLaid), second.the(LinkLaid)]
    railroad = at.firms[laid[0].company].number
    stops = joined(map(at.place, (laid[0].start, laid[0].end, laid[1].end)), " – ")
    label = words("{line}: {stops}", line=at.line(railroad), stops=stops)
    cost = words("{one} + {two} of its Treasury of {treasury}", one=dollars(laid[0].cost), two=dollars(laid[1].cost),
                 treasury=dollars(s.treasury[railroad]))
    pays = share_pays(int(s.dividend(railroad)), int(second.after.dividend(railroad)))
    effect = joined([cost, pays], "; ")
    lines = (s.game.text(first.code), s.game.text(second.code))
    spots = (laid[0].link, laid[0].end, laid[1].link, laid[1].end)
    by = (box_spot(BUILD),) if first.find(BoxTaken) is not None else ()
    return Route(lines, label, effect, spots, ghost(s, (*first.told, *second.told)), by)
