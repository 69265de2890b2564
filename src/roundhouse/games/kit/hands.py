"""Hands and the deck on the table: the cards that may be seen, each a place of its own, and what is left of others."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from roundhouse.games.kit.cards import card_spot
from roundhouse.games.kit.telling import Things
from roundhouse.games.livery import DISPLAY_FACE, FAINT, INK, PAPER, label
from roundhouse.games.markup import Inside, Markup, heading, tag
from roundhouse.games.sight import Sight
from roundhouse.games.words import term


def hands(
    at: Things, rule: str, sight: Sight[Any], names: Sequence[str], cards: Callable[[int], list[Markup]],
    open_: bool = False,
) -> list[Markup]:
    """The hand of whoever looks, and every other that this one may see, or all of them if they are `open_`.

    `cards` gives those of a seat, as `card` draws them; a hand without any is left out.
    """
    found = []
    for seat, name in enumerate(names[:sight.state.game.seats]):
        held = cards(seat) if open_ or sight.sees(seat) else []
        if held:
            title = term("Your hand") if sight.seat == seat else term("Hand of {name}", name=name)
            found.append(tag("section", heading(at.game, rule, title), tag("div", held, class_="cards"), class_="hand"))
    return found


def card(id: str, face: Markup, said: str, own: bool = True) -> Markup:
    """A card of a hand. One's own is a place that can be pointed at and chosen."""
    return tag("figure", face, tag("figcaption", said), class_="card spot" if own else "card",
               data_spot=card_spot(id) if own else None)


def deck(
    at: Things, rule: str, title: str, left: str, used: str = "", which: str = "", notes: Sequence[Inside] = ()
) -> Markup:
    """How many cards are left, the `used` ones folded up with `which` they are, and what else there is to say."""
    out = tag("details", tag("summary", used), tag("p", which)) if which else None
    return tag("section", heading(at.game, rule, title), tag("p", left), out, [tag("p", note) for note in notes],
               class_="deck")


def paper(words: str, value: str) -> Markup:
    """A plain card of 92 by 120 with a few words and what it is worth."""
    outer = tag("rect", width=92, height=120, rx=6, fill=PAPER, stroke=INK, stroke_width=1.4)
    inner = tag("rect", x=5, y=5, width=82, height=110, rx=3, fill="none", stroke=FAINT, stroke_width=1.6)
    lines = label(46, 52, words, min(17, 118 / len(words)), font_family=DISPLAY_FACE)
    return tag("svg", outer, inner, lines, label(46, 92, value, 24, font_weight=700), viewBox="-2 -2 96 124",
               aria_hidden="true")
