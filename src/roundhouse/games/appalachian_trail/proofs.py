"""Claims of Appalachian Trail found again by playing them: cards are laid, ways are walked cell by cell."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Any, cast

from roundhouse.engine.contract import OVER
from roundhouse.games.appalachian_trail.position import PLAY, Position
from roundhouse.games.claims import Line, Proof, copied
from roundhouse.games.proofs import replayed

Told = Mapping[str, Any]


def far(s: Position, seat: int) -> int | None:
    """Cards from a trail to its Goal, over cells that the view shows empty; 0 if complete, None if there is no way."""
    reached = _ends(s, seat)
    return 0 if seat in s.completed else min(reached.values(), default=None)


def _ends(s: Position, seat: int) -> dict[tuple[int, int], int]:
    """For each cell that the trail can go on with, the cards to the Goal by way of it."""
    empty, trail, goal, start = _area(s, seat)
    firsts = [place for place in empty if any(near in trail for near in _near(place))] if trail else [start]
    found = {first: _walked(first, empty, goal) for first in firsts}
    return {first: cards for first, cards in found.items() if cards is not None}


Cells = set[tuple[int, int]]


def _area(s: Position, seat: int) -> tuple[Cells, Cells, tuple[int, int], tuple[int, int]]:
    """The empty cells, the trail, the Goal and the start, as the view shows them."""
    view = cast(dict[str, Any], s.view(None))
    area = {
        name: {_place(cell) for cell in lies} for name, lies in view["areas"][seat].items() if isinstance(lies, dict)
    }
    trail, taken = area["trail"], set().union(*area.values())
    goal, start = s.board.places[int(s.board.goal)], s.board.places[int(s.board.start)]
    return {place for place in s.board.places if place not in taken and place != goal}, trail, goal, start


def _walked(first: tuple[int, int], empty: Cells, goal: tuple[int, int]) -> int | None:
    """The cards of the shortest way over empty cells from one to the Goal."""
    queue, seen = deque([(first, 1)]), {first}
    while queue:
        place, cards = queue.popleft()
        if goal in _near(place):
            return cards
        for near in _near(place):
            if near in empty and near not in seen:
                seen.add(near)
                queue.append((near, cards + 1))
    return None


def _place(cell: str) -> tuple[int, int]:
    x, y = cell.split(",")
    return int(x), int(y)


def _near(place: tuple[int, int]) -> list[tuple[int, int]]:
    x, y = place
    return [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]


def end(line: Line[Position], thing: str, told: Told) -> object:
    """The steps end the game, and the seat wins or does not win as told."""
    after = replayed(line.before, line.steps)
    return after is not None and after.to_act == OVER and (line.me in after.winners()) == told["won"]


def completes(line: Line[Position], thing: str, told: Told) -> object:
    """The steps complete the trail, bring that many points, and are the first to do so or not, as told."""
    after = replayed(line.before, line.steps)
    if after is None or line.me not in after.completed or line.me in line.before.completed:
        return False
    return (
        after.scores()[line.me] - line.before.scores()[line.me] == told["gain"]
        and (after.completed[0] == line.me) == told["first"]
    )


def points(line: Line[Position], thing: str, told: Told) -> object:
    """The steps change the score of the seat told of by that much."""
    after = replayed(line.before, line.steps)
    return after is not None and after.scores()[told["who"]] - line.before.scores()[told["who"]] == told["change"]


def nearer(line: Line[Position], thing: str, told: Told) -> object:
    """Before and after the steps the trail is that many cards from its Goal, and the cards told complete it."""
    after = replayed(line.before, line.steps)
    if after is None or (far(line.before, line.me), far(after, line.me)) != (told["was"], told["now"]):
        return False
    return not told.get("last") or (told["now"] == 1 and sorted(goes_on(after, line.me)) == told["last"])


def hinders(line: Line[Position], thing: str, told: Told) -> object:
    """Before and after the steps the rival's trail is that many cards from its Goal."""
    after = replayed(line.before, line.steps)
    return after is not None and (far(line.before, told["who"]), far(after, told["who"])) == (told["was"], told["now"])


def ways(line: Line[Position], thing: str, told: Told) -> object:
    """In as many cells some Trail card may be laid, whatever is held, that leaves the trail nearer to its Goal."""

    def count(s: Position) -> int:
        cells, was = set(), far(s, told["who"])
        for kind in s.game.edition.data["trail"]:
            begun = turn_of(s, told["who"], kind)
            for text in begun.lines():
                if text.startswith(f"trail {kind} ") and text.split()[2] not in cells:
                    after = copied(begun)
                    after.do(text)
                    now = far(after, told["who"])
                    cells |= {text.split()[2]} if now is not None and (was is None or now < was) else set()
        return len(cells)

    return count(line.after) == told["now"] and count(line.before) == told.get("was", count(line.before))


def set_(line: Line[Position], thing: str, told: Told) -> object:
    """Of the active sides in the area one more makes a set; that many points it then brings."""
    board, view = line.after.board, cast(dict[str, Any], line.after.view(None))
    area, cards = (
        view["areas"][line.me],
        {one["id"]: one for one in line.after.game.edition.data["obstacle_improvement"]},
    )
    sides = [cards[card]["obstacle"] for card in area["obstacles"].values()] + [
        cards[card]["improvement"] for card in area["improvements"].values()
    ]
    count = sum(side["set"] == thing for side in sides)
    return (count + 1) % int(board.set_size) == 0 and line.after.game.edition.data["scoring"][f"{thing}_set"] == told[
        "points"
    ]


def side(line: Line[Position], thing: str, told: Told) -> object:
    """The card can be taken, and its two sides are printed with those points."""
    card = next(one for one in line.before.game.edition.data["obstacle_improvement"] if one["id"] == told["card"])
    return f"take {told['card']}" in line.before.lines() and (
        card["improvement"]["points"],
        -card["obstacle"]["points"],
    ) == (told["gain"], told["loss"])


def ranger(line: Line[Position], thing: str, told: Told) -> object:
    """With a Ranger in hand an obstacle could be lifted."""
    return any(one.startswith("ranger ") for one in turn_of(line.before, line.me, "ranger").lines())


def denies(line: Line[Position], thing: str, told: Told) -> object:
    """The rival's trail could go on with the card."""
    return told["card"] in goes_on(line.before, told["who"], told["card"])


# ---- hands -----------------------------------------------------------------------------------------------------------


def turn_of(s: Position, seat: int, card: str = "") -> Position:
    """A turn of that seat that begins now, with one more card in hand if one is named."""
    begun = copied(s)
    begun.phase, begun.turn, begun.to_act, begun.used, begun.discarding, begun.idle = PLAY, seat, seat, 0, False, 0
    if card:
        begun.add(s.board.names.index(card), seat)
    return begun


def goes_on(s: Position, seat: int, card: str = "") -> set[str]:
    """The Trail cards that bring the trail nearer, each laid wherever the engine lets it be laid."""
    begun = turn_of(s, seat, card)
    was = far(begun, seat)
    found = set()
    for line in begun.lines():
        if line.startswith("trail "):
            after = copied(begun)
            after.do(line)
            now = far(after, seat)
            if now is not None and (was is None or now < was):
                found.add(line.split()[1])
    return found


def next_turn(line: Line[Position], thing: str, told: Told) -> object:
    """In a turn that begins now those cards bring the trail nearer, or complete it where that is told."""
    begun = turn_of(line.after, line.me)
    if not told["complete"]:
        return sorted(goes_on(begun, line.me)) == told["cards"]
    if told["cards"]:
        return far(begun, line.me) == 1 and sorted(goes_on(begun, line.me)) == told["cards"]
    return any(_completed_in(begun, line.me, first) for first in begun.lines() if first.startswith("trail "))


def _completed_in(begun: Position, seat: int, first: str) -> bool:
    after = copied(begun)
    after.do(first)
    if seat in after.completed:
        return True
    if after.phase != PLAY:
        return False
    for second in after.lines():
        if second.startswith("trail "):
            then = copied(after)
            then.do(second)
            if seat in then.completed:
                return True
    return False


def would_complete(line: Line[Position], thing: str, told: Told) -> object:
    """With the card in hand a turn that begins now can complete the trail; without it none can."""
    with_it, without = turn_of(line.before, line.me, told["card"]), turn_of(line.before, line.me)
    possible = [
        any(_completed_in(begun, line.me, first) for first in begun.lines() if first.startswith("trail "))
        for begun in (with_it, without)
    ]
    return possible == [True, False]


def could_score(line: Line[Position], thing: str, told: Told) -> object:
    """One Trail card, laid in a turn that begins now, raises the score by that much, and no other way of laying does
    so by more: any of the hand after the line, or the one that would be taken."""
    s, taken = (line.before, told["card"]) if told["taken"] else (line.after, "")
    begun, gains = turn_of(s, line.me, taken), {}
    for text in begun.lines():
        if text.startswith("trail ") and taken in ("", text.split()[1]):
            after = copied(begun)
            after.do(text)
            gains[text] = after.scores()[line.me] - begun.scores()[line.me]
    most = max(gains.values(), default=0)
    best = {text.split()[1] for text, gain in gains.items() if gain == most}
    return most == told["gain"] and told["card"] in best


def outs(line: Line[Position], thing: str, told: Told) -> object:
    """Each kind of Trail card is laid, as if it were in hand: those that are named are all that help. Counted are those
    that lie nowhere in sight, while there is something to draw."""
    supply = _out_of_sight(line.after, line.me)
    useful = [kind for kind in supply if kind in goes_on(line.after, line.me, kind)]
    of_terrain = [kind for kind in supply if set(kind) & set(told["terrains"])]
    named = of_terrain or told["cards"] or useful
    counted = sum(supply[kind] for kind in useful) == told["outs"] and sum(supply.values()) == told["total"]
    deck = cast(dict[str, Any], line.after.view(None))["deck"]
    return counted and sorted(named) == sorted(useful) and bool(deck)


def _out_of_sight(s: Position, seat: int) -> dict[str, int]:
    """How many Trail cards of each kind there are, less those that the seat sees: laid, face up, out of the game, in
    its own hand, and known in others'."""
    left, view = dict(s.game.edition.data["trail"]), cast(dict[str, Any], s.view(seat))
    seen = [one for area in view["areas"] for one in area["trail"].values()]
    seen += view["display"]
    for pile in (view["hands"][seat], view["removed"], *(known for n, known in enumerate(view["known"]) if n != seat)):
        seen += [kind for kind, count in pile.items() for _ in range(count)]
    for one in seen:
        kind = one if isinstance(one, str) else one["card"]
        kind = kind if kind in left else kind[::-1]
        if kind in left:
            left[kind] -= 1
    return left


def discard(line: Line[Position], thing: str, told: Told) -> object:
    """The steps throw away those cards, and of them those that the trail could go on with are lost."""
    useful = goes_on(line.before, line.me)
    thrown = [step.text.split()[1] for step in line.steps if step.text.startswith("discard ")]
    return thrown == told["thrown"] and sorted({card for card in thrown if card in useful}) == told["lost"]


def draw(line: Line[Position], thing: str, told: Told) -> object:
    """The trail goes on with the card or not; of the deck, with which of the cards that lie face up."""
    s = line.before
    up = cast(list[str], s.view(None)["display"])
    if told["card"]:
        goes = told["card"] in goes_on(s, line.me, told["card"])
        return goes == told["goes"] and (not told["alone"] or not goes_on(s, line.me))
    useful = sorted({card for card in up if card in goes_on(s, line.me, card)})
    return useful == told.get("cards", [])


PROOFS: dict[str, Proof[Position]] = {
    "end": end,
    "completes": completes,
    "points": points,
    "nearer": nearer,
    "hinders": hinders,
    "next turn": next_turn,
    "would complete": would_complete,
    "could score": could_score,
    "discard": discard,
    "draw": draw,
    "ways": ways,
    "outs": outs,
    "set": set_,
    "side": side,
    "ranger": ranger,
    "denies": denies,
}
