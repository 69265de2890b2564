"""A turn of Narrow Gauge in as few gestures as it takes: a certificate with its first card, the end with the draw."""
from __future__ import annotations

from collections.abc import Iterator, Sequence

from roundhouse.games.drawn import Choice, Route, drawn_over
from roundhouse.games.narrow_gauge.choices import Option
from roundhouse.games.narrow_gauge.position import MORE, TAKE
from roundhouse.games.narrow_gauge.rules import NarrowGaugeState
from roundhouse.games.narrow_gauge.things import line
from roundhouse.games.sight import Sight
from roundhouse.games.words import words

MOST = 12
"""So many ways to a hex are told; the rest pays less."""


def routes(sight: Sight[NarrowGaugeState], to: str, by: Sequence[str] = ()) -> list[Route]:
    """Ways to end the turn, or to come to the hex `to` by a certificate and its first card, within the spots `by`."""
    s = sight.state
    if not sight.acts:
        return []
    if not to:
        return list(_ends(s))
    return drawn_over(_certificates(s, to), by)[:MOST] if s.phase == TAKE and to in s.board.grid.index else []


def _certificates(s: NarrowGaugeState, to: str) -> list[Route]:
    """NG-SHR-1, NG-CARD-1: take a certificate, and lay a card for its company that comes to that hex."""
    found = []
    for code in map(int, s.legal()):
        taken = Option(s, code)
        for play in map(int, taken.after.legal()):
            if play >= s.board.play_code and play < s.game.first_bid:
                laid = Option(taken.after, play)
                choice = laid.offered()
                if to in choice.spots:
                    found.append((laid.gain, _told(s, taken, choice)))
    found.sort(key=lambda one: -one[0])
    return [route for _, route in found]


def _told(s: NarrowGaugeState, taken: Option, play: Choice) -> Route:
    company = s.game.text(taken.code).partition(" ")[2]
    card = play.group.partition(" ")[2]
    label = words("Take the {line}, play {card} {label}", line=line(company), card=card, label=play.label)
    return Route((s.game.text(taken.code), play.line), label, play.effect, play.spots, play.preview,
                 (*taken.offered().by, *play.by))


def _ends(s: NarrowGaugeState) -> Iterator[Route]:
    """NG-TURN-4, NG-HAND-1: no more cards, and none of the others is discarded."""
    if s.phase != MORE or "end" not in s.lines():
        return
    ended = Option(s, s.game.parse("end"))
    if ended.after.to_act == s.to_act and "draw" in ended.after.lines():
        drawn = Option(ended.after, s.game.parse("draw")).offered()
        yield Route(("end", "draw"), words("End the building and draw"), drawn.effect)
