"""Laws that hold for the drawing of any state: well-formed, complete, and nothing in it that a seat may not know."""
from __future__ import annotations

import re
from collections.abc import Callable
from xml.etree import ElementTree

from roundhouse import Dice, State
from roundhouse.games.drawing import Choice, Drawing

NAMES = ["Ada <b>", "Ben & Co", "Cy \"x\""]


def parsed(markup: str) -> ElementTree.Element:
    """Markup that is not well-formed raises."""
    return ElementTree.fromstring(f"<all>{markup}</all>")


def spot_ids(markup: str) -> list[str]:
    return re.findall(r'data-spot="([^"]*)"', markup)


def check_markup(drawing: Drawing, state: State, seat: int | None) -> None:
    """Every place that is drawn has words and every place with words is drawn, once; arrows lead to such places."""
    drawn = drawing.ground(state.game).svg + drawing.pieces(state, seat) + drawing.aside(state, seat, NAMES)
    parsed(drawn)
    ids = re.findall(r' id="([^"]*)"', drawn)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]*)"|url\(#([^)]*)\)', drawn)) <= {(i, "") for i in ids} | {("", i) for i in ids}
    spots = drawing.spots(state, seat)
    names = [spot.id for spot in spots]
    assert len(names) == len(set(names))
    assert set(names) <= set(spot_ids(drawn))
    for spot in spots:
        assert spot.text
        assert set(spot.neighbours.values()) <= set(names)
        assert set(spot.neighbours) <= {"left", "right", "up", "down"}


def check_choices(drawing: Drawing, state: State) -> list[Choice]:
    """Everything that is legal and no bid, exactly once, told, and to be found where it says."""
    found = drawing.choices(state, NAMES)
    codes = [choice.code for choice in found]
    legal = [code for code in state.legal() if code < state.game.first_bid] if state.to_act >= 0 else []
    assert sorted(codes) == legal
    seat = int(state.to_act)
    places = spot_ids(
        drawing.ground(state.game).svg + drawing.pieces(state, seat) + drawing.aside(state, seat, NAMES)
    ) if found else []
    for choice in found:
        assert choice.line == state.game.text(choice.code)
        assert choice.group
        assert choice.label
        assert choice.effect
        assert set(choice.spots) <= set(places), choice
        parsed(choice.preview)
    return found


def seen_by(drawing: Drawing, state: State, seat: int | None) -> list[object]:
    """All that the page of a seat is made of. What it may do is asked for the seat to act only."""
    answers: list[Callable[[], object]] = [
        lambda: drawing.pieces(state, seat), lambda: drawing.spots(state, seat), lambda: drawing.panels(state, seat),
        lambda: drawing.aside(state, seat, NAMES),
    ]
    if state.to_act == seat:
        answers.append(lambda: drawing.choices(state, NAMES))
    return [answer() for answer in answers]


def check_secrets(drawing: Drawing, state: State, step: int) -> None:
    """A seat gets the same page for any state that it can't tell from this one, and so does one who only watches."""
    for seat in range(state.game.seats):
        imagined = state.imagine(seat, Dice(step, seat))
        assert seen_by(drawing, imagined, seat) == seen_by(drawing, state, seat)
        assert seen_by(drawing, imagined, -1) == seen_by(drawing, state, -1)


def check_step(drawing: Drawing, before: State, code: int, after: State, step: int) -> None:
    """What is shown of a step is the same whatever is hidden after it."""
    names = {spot.id for spot in drawing.spots(after, None)}
    for seat in (*range(after.game.seats), -1):
        parsed(drawing.scene(before, code, after, NAMES, seat))
        changes = drawing.changed(before, code, after, seat)
        assert set(changes) <= names
        hidden = after.imagine(max(seat, 0), Dice(step, 7))
        assert drawing.changed(before, code, hidden, seat) == changes
        assert drawing.scene(before, code, hidden, NAMES, seat) == drawing.scene(before, code, after, NAMES, seat)
        other = before.imagine(max(seat, 0), Dice(step, 8))
        assert drawing.changed(other, code, after, seat) == changes
