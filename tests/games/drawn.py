"""Laws for the drawing of any game in any position: whole, true to the rules, and without what a seat may not know."""
from __future__ import annotations

import re
from collections import Counter
from xml.etree import ElementTree

from roundhouse import Dice, Game, State
from roundhouse.games import titles
from roundhouse.games.drawing import Drawing

NAMES = ["Aoife", "Brian <b>", "Ciara & Co", 'Dan "D"', "Eilis", "Fionn"]
WATCHER = -1
REFERENCE = re.compile(r"url\(#([^)]*)\)")
SELECTOR = re.compile(r'\[([\w-]+)([$^]?)="([^"]*)"\]')


def drawing(game: Game) -> Drawing:
    return titles()[game.name].drawing


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
        assert element.get("href", "#").startswith("#")
    return root


def whole(markup: str) -> ElementTree.Element:
    """Markup that stands by itself: each id is there once, and whatever is referred to is there."""
    root = parsed(markup)
    ids = Counter(element.attrib["id"] for element in root.iter() if "id" in element.attrib)
    used = {element.attrib["href"][1:] for element in root.iter() if "href" in element.attrib}
    used |= {name for element in root.iter() for value in element.attrib.values() for name in REFERENCE.findall(value)}
    assert set(ids.values()) <= {1}, ids.most_common(1)
    assert used <= set(ids), used - set(ids)
    return root


def page(state: State, seat: int | None) -> ElementTree.Element:
    """The board and what lies beside it."""
    draw = drawing(state.game)
    return whole(draw.ground(state.game).svg + draw.pieces(state, seat) + draw.aside(state, seat, names(state.game)))


def check_page(state: State, seat: int | None) -> None:
    """Every place that is drawn is told of and every place told of is drawn, once; the arrow keys lead to such."""
    drawn = [element.attrib["data-spot"] for element in page(state, seat).iter() if "data-spot" in element.attrib]
    spots = drawing(state.game).spots(state, seat)
    assert sorted(spot.id for spot in spots) == sorted(drawn)
    assert len(set(drawn)) == len(drawn)
    for spot in spots:
        assert spot.text
        assert set(spot.neighbours) <= {"left", "right", "up", "down"}
        assert set(spot.neighbours.values()) <= set(drawn) - {spot.id}, spot
    assert len(drawing(state.game).panels(state, seat)) == state.game.seats


def check_picture(title: str) -> None:
    """The picture for the list of games is one drawing that has a name, and nothing to click."""
    picture, = whole(titles()[title].drawing.picture())
    assert not [element for element in picture.iter() if "data-spot" in element.attrib]
    assert picture.tag == "{http://www.w3.org/2000/svg}svg"
    assert len(picture.attrib["viewBox"].split()) == 4
    assert picture.attrib["role"] == "img"
    assert picture.attrib["aria-label"]


# ---- what may be done ------------------------------------------------------------------------------------------------


def check_choices(state: State) -> None:
    """What can be chosen or bid is what is legal, each once, told in its own words, to be found where it says."""
    draw, first_bid = drawing(state.game), int(state.game.first_bid)
    chosen = draw.choices(state, names(state.game))
    legal = [] if state.to_act < 0 else list(state.legal())
    assert sorted(choice.code for choice in chosen) == [code for code in legal if code < first_bid]
    assert len({(choice.group, choice.label) for choice in chosen}) == len(chosen)
    places = {spot.id for spot in draw.spots(state, state.to_act)} if chosen else set()
    for choice in chosen:
        assert choice.line == state.game.text(choice.code)
        assert choice.group
        assert choice.label
        assert choice.effect
        assert set(choice.spots) <= places, choice
        parsed(choice.preview)
    bids = [code for code in legal if code >= first_bid]
    for code in bids[:1] + bids[-1:]:
        assert draw.bid_note(state, code - first_bid, names(state.game))


def check_pointers(state: State) -> None:
    """There is something to see wherever the guide points; the panels are drawn by the page itself."""
    pointers = drawing(state.game).POINTERS
    shown = list(page(state, state.to_act).iter())
    assert len(pointers) == 5
    for pointer in pointers:
        assert pointer.at == ".panel" or any(_matches(element, pointer.at) for element in shown), pointer.at


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
    """All that the page of a seat is made of. What it may do is asked for the seat to act only."""
    draw, called = drawing(state.game), names(state.game)
    shown: list[object] = [
        draw.pieces(state, seat), draw.aside(state, seat, called), draw.spots(state, seat), draw.panels(state, seat),
    ]
    if state.to_act < 0 or state.to_act != seat:
        return shown
    bids = [code for code in state.legal() if code >= state.game.first_bid]
    notes = [draw.bid_note(state, code - int(state.game.first_bid), called) for code in bids[-1:]]
    return [*shown, draw.choices(state, called), notes]


def unlike(state: State, seat: int, dice: Dice) -> list[State]:
    """States that a seat can't tell from this one; for a watcher, those that some seat can't."""
    return [state.imagine(one, dice) for one in (range(state.game.seats) if seat == WATCHER else [seat])]


def check_secrets(state: State, dice: Dice) -> None:
    """A seat gets the same page for any state that it can't tell from this one, and so does one who only watches."""
    for seat in (*range(state.game.seats), WATCHER):
        shown = seen(state, seat)
        for other in unlike(state, seat, dice):
            assert seen(other, seat) == shown
    if state.view(WATCHER) == state.view(None):
        assert seen(state, WATCHER) == seen(state, None)


# ---- steps -----------------------------------------------------------------------------------------------------------


def scene(before: State, code: int, after: State, seat: int | None) -> str:
    return drawing(before.game).scene(before, code, after, names(before.game), seat)


def told(before: State, code: int, after: State, seat: int | None) -> tuple[list[str], str]:
    """What a step is said to have changed, and its scene."""
    return drawing(before.game).changed(before, code, after, seat), scene(before, code, after, seat)


def check_step(before: State, code: int, after: State, dice: Dice) -> None:
    """What is told of a step is well formed and is there, and is the same whatever the seat can't see of it."""
    draw = drawing(before.game)
    for seat in (*range(before.game.seats), WATCHER):
        changes, moment = shown = told(before, code, after, seat)
        parsed(moment)
        assert set(changes) <= {spot.id for spot in draw.spots(after, seat)}
        for other in unlike(after, seat, dice):
            assert told(before, code, other, seat) == shown
        for other in unlike(before, seat, dice):
            assert draw.changed(other, code, after, seat) == changes
        _check_hidden_step(before, code, seat, shown)


def _check_hidden_step(before: State, code: int, seat: int, shown: tuple[list[str], str]) -> None:
    """Where the seat may not read the line of a step, another step with the same line is told alike."""
    line = before.shown(code, seat)
    if line == before.game.text(code):
        return
    for other in [other for other in before.legal() if other != code and before.shown(other, seat) == line][-1:]:
        after = before.copy()
        after.apply(other)
        assert told(before, other, after, seat) == shown
