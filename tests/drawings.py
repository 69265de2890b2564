"""What holds for the drawing of any game, in any position."""
from __future__ import annotations

from functools import cache
from xml.etree import ElementTree

from roundhouse import CHANCE, OVER, Dice, Game, State
from roundhouse.games import titles
from roundhouse.games.drawing import Drawing

NAMES = ["Aoife", "Brian <b>", "Ciara & Co", 'Dan "D"', "Eilis", "Fionn"]


def drawing(game: Game) -> Drawing:
    return titles()[game.name].drawing


def parsed(markup: str) -> ElementTree.Element:
    """The markup, which must be well formed; no style and no script may be in it, since pages forbid both."""
    root = ElementTree.fromstring(f"<page>{markup}</page>")
    for element in root.iter():
        assert element.tag not in ("script", "style")
        assert not {"style", "onclick", "onload"} & set(element.attrib)
    return root


@cache
def marked(game: Game) -> frozenset[str]:
    """The spots that the ground marks, each once."""
    found = [element.attrib["data-spot"] for element in parsed(drawing(game).ground(game).svg).iter()
             if "data-spot" in element.attrib]
    assert len(found) == len(set(found))
    return frozenset(found)


def check_spots(state: State) -> None:
    """The spots of the ground are those that are told of, and the arrow keys lead to such."""
    spots = drawing(state.game).spots(state, -1)
    assert {spot.id for spot in spots} == marked(state.game) and len(spots) == len(marked(state.game))
    for spot in spots:
        assert spot.text and set(spot.neighbours) <= {"left", "right", "up", "down"}
        assert set(spot.neighbours.values()) <= marked(state.game) - {spot.id}


def check_choices(state: State) -> None:
    """What can be chosen or bid is exactly what is legal, each with its words and a place that exists."""
    first_bid = int(state.game.first_bid)
    names = NAMES[: state.game.seats]
    chosen = drawing(state.game).choices(state, names)
    bids = [code for code in state.legal() if code >= first_bid]
    legal = [] if state.to_act in (CHANCE, OVER) else list(state.legal())
    assert [choice.code for choice in chosen] + bids == legal
    assert len({(choice.group, choice.label) for choice in chosen}) == len(chosen)
    for choice in chosen:
        assert choice.line == state.game.text(choice.code)
        assert choice.group and choice.label and choice.effect
        assert set(choice.spots) <= marked(state.game)
    for code in bids[:1] + bids[-1:]:
        assert drawing(state.game).bid_note(state, code - first_bid, names)


def seen(state: State, seat: int | None) -> tuple[object, ...]:
    """All that a seat is shown of a position, checked to be well formed."""
    draw, names = drawing(state.game), NAMES[: state.game.seats]
    pieces, aside = draw.pieces(state, seat), draw.aside(state, seat, names)
    parsed(pieces), parsed(aside)
    panels = draw.panels(state, seat)
    assert len(panels) == state.game.seats
    return pieces, aside, panels, draw.spots(state, seat)


def check_secrets(state: State, dice: Dice) -> None:
    """What a seat can't see changes nothing that it is shown."""
    for seat in range(state.game.seats):
        assert seen(state, seat) == seen(state.imagine(seat, dice), seat)


def check_step(before: State, code: int, after: State) -> str:
    """What a step is said to have changed exists; its scene is well formed."""
    draw = drawing(before.game)
    assert set(draw.changed(before, code, after, -1)) <= marked(before.game)
    scene = draw.scene(before, code, after, NAMES[: before.game.seats], -1)
    parsed(scene)
    return scene


def check_pointers(state: State) -> None:
    """At the start of a game there is something to see wherever the guide points."""
    draw = drawing(state.game)
    shown = parsed(draw.ground(state.game).svg + draw.aside(state, 0, NAMES[: state.game.seats]))
    classes = [set(element.attrib.get("class", "").split()) for element in shown.iter()]
    assert len(draw.POINTERS) == 5
    for pointer in draw.POINTERS:
        wanted = set(pointer.at.removeprefix(".").split("."))
        assert any(wanted <= here for here in classes), pointer.at
