"""Laws for the drawing of any game in any position: whole, true to the rules, and without what a seat may not know."""
from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any
from xml.etree import ElementTree

from roundhouse import WATCHER, Dice, Game, State
from roundhouse.engine.facts import Fact
from roundhouse.games import title
from roundhouse.games.drawn import KINDS
from roundhouse.games.markup import Markup
from roundhouse.games.room import Drawing
from roundhouse.games.sight import sight
from roundhouse.games.words import plain
from tests.walks import shown

NAMES = ["Aoife", "Brian <b>", "Ciara & Co", 'Dan "D"', "Eilis", "Fionn"]
REFERENCE = re.compile(r"url\(#([^)]*)\)")
STOPPING = ("pass", "done", "end", "no-card", "no-contract", "auto")
SELECTOR = re.compile(r'\[([\w-]+)([$^]?)="([^"]*)"\]')


def drawing(game: Game) -> Drawing[Any, Any]:
    return title(game.name).room.drawing


def names(game: Game) -> list[str]:
    return NAMES[: game.seats]


def viewers(game: Game) -> tuple[int | None, ...]:
    """Every seat, one who only watches, and one who may see everything."""
    return (*range(game.seats), WATCHER, None)


# ---- markup ----------------------------------------------------------------------------------------------------------


def parsed(markup: str) -> ElementTree.Element:
    """Markup must be well formed, with nothing in it that a page forbids: style, script, or a way out of the page."""
    root = ElementTree.fromstring(f"<page>{markup}</page>")
    for element in root.iter():
        assert element.tag.rpartition("}")[2] not in ("script", "style", "foreignObject", "iframe")
        assert not [name for name in element.attrib if name == "style" or name.startswith("on")]
        assert element.get("href", "#").startswith(("#", "/rules/"))
    return root


def whole(markup: str) -> ElementTree.Element:
    """Markup that stands by itself: each id is there once, and whatever is referred to is there."""
    root = parsed(markup)
    ids = Counter(element.attrib["id"] for element in root.iter() if "id" in element.attrib)
    used = {name for element in root.iter() if (name := element.get("href", "").removeprefix("#")) and name[0] != "/"}
    used |= {name for element in root.iter() for value in element.attrib.values() for name in REFERENCE.findall(value)}
    assert set(ids.values()) <= {1}, ids.most_common(1)
    assert used <= set(ids), used - set(ids)
    return root


def page(state: State, seat: int | None) -> ElementTree.Element:
    """The board and what lies beside it."""
    draw, seen, called = drawing(state.game), sight(state, seat), names(state.game)
    return whole(draw.ground(state.game).svg + draw.pieces(seen, called) + draw.aside(seen, called))


def check_page(state: State, seat: int | None) -> None:
    """Every place that is drawn is told of and every place told of is drawn, once; the arrow keys lead to such."""
    draw, seen = drawing(state.game), sight(state, seat)
    drawn = [element.attrib["data-spot"] for element in page(state, seat).iter() if "data-spot" in element.attrib]
    spots = draw.spots(seen)
    assert sorted(spot.id for spot in spots) == sorted(drawn)
    assert len(set(drawn)) == len(drawn)
    for spot in spots:
        assert plain(spot.text)
        assert set(spot.neighbours) <= {"left", "right", "up", "down"}
        assert set(spot.neighbours.values()) <= set(drawn) - {spot.id}, spot
    assert len(draw.panels(seen)) == state.game.seats


def check_picture(name: str) -> None:
    """The picture for the list of games is one drawing that has a name, and nothing to click."""
    picture, = whole(title(name).room.drawing.picture())
    assert not [element for element in picture.iter() if "data-spot" in element.attrib]
    assert picture.tag == "{http://www.w3.org/2000/svg}svg"
    assert len(picture.attrib["viewBox"].split()) == 4
    assert picture.attrib["role"] == "img"
    assert picture.attrib["aria-label"]


# ---- what may be done ------------------------------------------------------------------------------------------------


def check_choices(state: State) -> None:
    """What can be chosen or bid is what is legal, each once, told in its own words, to be found where it says."""
    draw, first_bid = drawing(state.game), int(state.game.first_bid)
    for seat in viewers(state.game):
        assert seat == state.to_act or not draw.choices(sight(state, seat))
    if state.to_act < 0:
        return
    mine = sight(state, int(state.to_act))
    chosen, legal = draw.choices(mine), list(state.legal())
    assert sorted(choice.code for choice in chosen) == [code for code in legal if code < first_bid]
    assert len({(choice.group, plain(choice.label)) for choice in chosen}) == len(chosen)
    places = {spot.id for spot in draw.spots(mine)}
    for choice in chosen:
        assert choice.line == state.game.text(choice.code)
        assert choice.group
        assert plain(choice.label)
        assert plain(choice.effect, names(state.game))
        assert {*choice.spots, *choice.by} <= places, choice
        assert set(choice.spots).isdisjoint(choice.by), choice
        assert choice.kind in KINDS, choice
        assert choice.kind == "leave" or choice.line not in STOPPING, choice
        assert choice.kind != "leave" or not (choice.spots or choice.by), choice
        parsed(choice.preview)
    bids = [code for code in legal if code >= first_bid]
    for code in bids[:1] + bids[-1:]:
        assert plain(draw.bid_note(mine, code - first_bid), names(state.game))


def _matches(element: ElementTree.Element, selector: str) -> bool:
    """Selectors by classes, or by the whole, the beginning or the end of an attribute."""
    by_attribute = SELECTOR.fullmatch(selector)
    if not by_attribute:
        return set(selector.removeprefix(".").split(".")) <= set(element.get("class", "").split())
    name, how, wanted = by_attribute.groups()
    found = element.get(name, "")
    return {"": found == wanted, "^": found.startswith(wanted), "$": found.endswith(wanted)}[how]


# ---- what is hidden --------------------------------------------------------------------------------------------------


def seen(state: State, seat: int | None) -> list[object]:
    """All that the page of a seat is made of."""
    draw, called, view = drawing(state.game), names(state.game), sight(state, seat)
    shown: list[object] = [
        draw.pieces(view, called), draw.aside(view, called), draw.spots(view), draw.panels(view), draw.choices(view),
    ]
    first_bid = int(state.game.first_bid)
    bids = [code for code in state.legal() if code >= first_bid] if view.acts else []
    return [*shown, *(draw.bid_note(view, code - first_bid) for code in bids[-1:])]


def check_secrets(state: State, dice: Dice) -> None:
    """A seat gets the same page for any state that it can't tell from this one, and so does one who only watches."""
    for seat in (*range(state.game.seats), WATCHER):
        assert seen(state.imagine(seat, dice), seat) == seen(state, seat)
    if state.view(WATCHER) == state.view(None):
        assert seen(state, WATCHER) == seen(state, None)


# ---- steps -----------------------------------------------------------------------------------------------------------


def told(before: State, code: int, seat: int | None) -> list[Fact]:
    """What a step did, as far as that seat may know when it happens."""
    facts = before.copy().tell(code)
    return facts if seat is None else [known for fact in facts if (known := fact.seen_by(seat)) is not None]


def scene(game: Game, facts: Sequence[Fact]) -> Markup:
    return drawing(game).scene(game, facts, names(game))


def check_step(before: State, code: int, dice: Dice) -> None:
    """What is told of a step is well formed and is there, and is the same whatever the seat can't see of it."""
    draw, after = drawing(before.game), before.copy()
    after.apply(code)
    for seat in (*range(before.game.seats), WATCHER):
        facts = told(before, code, seat)
        parsed(scene(before.game, facts))
        places = {spot.id for state in (before, after) for spot in draw.spots(sight(state, seat))}
        assert {spot for fact in facts for spot in fact.spots} <= places
        other = before.imagine(seat, dice)
        # A step that lays hidden choices open tells what they were.
        if code in list(other.legal()) and not before.opens(code):
            assert told(other, code, seat) == facts
        _check_hidden_step(before, code, seat, facts)


PIECES = ("coin", "tag", "card", "cert")
OWN = re.compile(r"#(seat|cash)-\d( .*)?|#board|\.scene\b.*")
"""What the page itself has."""


def check_movements(before: State, code: int) -> None:
    """Whatever moves is drawn, comes from a place that was or is there, and goes to one that is."""
    draw, after = drawing(before.game), before.copy()
    after.apply(code)
    for seat in viewers(before.game):
        moved = [one for fact in told(before, code, seat) for one in draw.movements(before.game, fact, seat)]
        if not moved:
            continue
        then, now = (list(page(state, seat).iter()) for state in (before, after))
        symbols = {f"#{element.get('id')}" for element in now}
        for piece, start, end, _ in moved:
            assert piece in symbols or piece.split()[0] in PIECES, piece
            assert _is_there(start, then + now), start
            assert _is_there(end, now), end


def _is_there(places: str, shown: list[ElementTree.Element]) -> bool:
    """Whether one of the places is on the page, by its spot or by its class."""
    for place in places.split(", "):
        if OWN.fullmatch(place):
            return True
        if any(_matches(element, place.split(" ")[0]) if place[0] == "." else element.get("data-spot") == place
               for element in shown):
            return True
    return False


def _check_hidden_step(before: State, code: int, seat: int, facts: list[Fact]) -> None:
    """Where the seat may not read the line of a step, another step with the same line is told alike."""
    line = shown(before, code, seat)
    if line == before.game.text(code):
        return
    for other in [other for other in before.legal() if other != code and shown(before, other, seat) == line][-1:]:
        assert told(before, other, seat) == facts
