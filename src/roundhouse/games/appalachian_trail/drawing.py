"""Appalachian Trail in the browser: everybody's trail, the cards of the hand, and what each choice is worth."""
from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from roundhouse.engine.contract import NOBODY, OVER
from roundhouse.games import drawn
from roundhouse.games.appalachian_trail.board import IMPROVEMENT, NOTHING, OBSTACLE, SETS
from roundhouse.games.appalachian_trail.choices import RULES, bid_note, choices
from roundhouse.games.appalachian_trail.facts import DISPLAY_SPOT, spot
from roundhouse.games.appalachian_trail.map import MAIN, STEP_X, areas, ground
from roundhouse.games.appalachian_trail.pieces import DECK, pieces
from roundhouse.games.appalachian_trail.places import open_cells, wanted
from roundhouse.games.appalachian_trail.position import Position
from roundhouse.games.appalachian_trail.rules import AppalachianTrail, AppalachianTrailState
from roundhouse.games.appalachian_trail.scenes import scene
from roundhouse.games.appalachian_trail.table import aside, known_cards
from roundhouse.games.appalachian_trail.things import cards, cell_called, kind_words, score_words, side_words, telling
from roundhouse.games.drawn import Panel, Spot, side_by_side
from roundhouse.games.kit.cards import card_spot
from roundhouse.games.markup import Markup, markup
from roundhouse.games.sight import Sight
from roundhouse.games.words import Words, joined, term, words
from roundhouse.games.words import seat as seat_span

movements = telling.movements

__all__ = [
    "RULES", "aside", "bid_note", "choices", "ground", "movements", "panels", "picture", "pieces",
    "scene", "spots",
]

Cells = dict[tuple[int, int], Words]
"""By place, what is there."""


# ---- in words --------------------------------------------------------------------------------------------------------


def spots(sight: Sight[Position]) -> list[Spot]:
    """Cards and open cells of every area, what lies face up, the deck, and the cards of the hand."""
    position = sight.state
    order = [area.seat for area in areas(position, sight.seat)]
    cells = {seat: _cells(position, seat) for seat in order}
    called = {at: cell_called(position.board, cell) for cell, at in enumerate(position.board.places)}
    found: list[Spot] = []
    for n, seat in enumerate(order):
        found += _spots_of(called, seat, cells, order[n - 1], order[(n + 1) % len(order)])
    return [*found, *_table(position), *_hand(sight)]


def _cells(position: Position, seat: int) -> Cells:
    board, base = position.board, seat * int(position.board.cells)
    found = {board.places[cell]: _wish(position, seat, cell) for cell in open_cells(position, seat)}
    for cell in range(board.cells):
        laid = position.laid[base + cell]
        if laid != NOTHING:
            letters = board.laid_names[laid]
            first, second = (board.terrain_names[letter] for letter in letters)
            found[board.places[cell]] = words(LAID[cell == board.goal], letters=letters, first=first, second=second)
    for card in range(board.sided):
        if position.lies_in(seat, card):
            side = int(position.active_side(card))
            found[board.places[position.spot[card] - base]] = words(LYING[side], side=side_words(board, card, side))
    return found


LAID = ("{letters}, {first} left and above, {second} right and below", "the {first} Goal")
LYING = {OBSTACLE: "obstacle {side}", IMPROVEMENT: "improvement {side}"}
WISHES = {
    (): "open, any terrain",
    ("first",): "open, needs {first} left and above",
    ("second",): "open, needs {second} right and below",
    ("first", "second"): "open, needs {first} left and above, {second} right and below",
    ("first", "second", "or"): "open, needs {first} left and above, or {second} right and below",
}


def _wish(position: Position, seat: int, cell: int) -> Words:
    """What an open cell asks for, in words."""
    board, many = position.board, int(position.board.terrains)
    names = list(board.terrain_names.values())
    halves = dict(zip(("first", "second"), wanted(position, seat, cell)))
    asked = {name: joined([names[t] for t in half], last=" or ") for name, half in halves.items()
             if 0 < len(half) < many}
    if not all(halves.values()) and (board.all_edges or not asked):
        return words("open, but no card fits")
    either = ("or",) if len(asked) == 2 and not board.all_edges else ()
    return words(WISHES[(*asked, *either)], **asked)


def _spots_of(
    called: Mapping[tuple[int, int], str], seat: int, cells: dict[int, Cells], before: int, after: int
) -> list[Spot]:
    """The places of one area, as they are called; past its end the arrows lead to the next area, and to the deck."""
    here = cells[seat]
    found = []
    for (x, y), told in here.items():
        ways = {}
        for way, dx, dy in (("left", -1, 0), ("right", 1, 0), ("up", 0, 1), ("down", 0, -1)):
            other = _next(here, x, y, dx, dy)
            if other is not None:
                ways[way] = spot(seat, f"{other[0]},{other[1]}")
        for way, neighbour in (("up", after), ("down", before)):
            if way not in ways and cells[neighbour] and neighbour != seat:
                a, b = next(iter(cells[neighbour]))
                ways[way] = spot(neighbour, f"{a},{b}")
        ways.setdefault("right", DECK)
        text = words("{who}, {cell}: {told}", who=seat_span(seat), cell=called[x, y], told=told)
        found.append(Spot(spot(seat, f"{x},{y}"), text, ways))
    return found


def _next(here: Cells, x: int, y: int, dx: int, dy: int) -> tuple[int, int] | None:
    """The nearest place in a direction."""
    return next(((x + n * dx, y + n * dy) for n in range(1, 14) if (x + n * dx, y + n * dy) in here), None)


def _table(position: Position) -> list[Spot]:
    board = position.board
    kinds = [kind for kind in range(board.kinds) if position.count(kind, position.display)]
    ids = [*(DISPLAY_SPOT.format(board.names[kind]) for kind in kinds), DECK]
    shown = [words("Face up: {card}", card=kind_words(board, kind)) for kind in kinds]
    return side_by_side(ids, [*shown, words("The deck, {cards}", cards=cards(int(position.size[position.deck])))])


def _hand(sight: Sight[Position]) -> list[Spot]:
    position = sight.state
    if sight.seat is None or not 0 <= sight.seat < position.game.seats:
        return []
    board = position.board
    kinds = [kind for kind in range(board.kinds) if position.count(kind, sight.seat)]
    told = [words("In your hand: {card}", card=kind_words(board, kind)) for kind in kinds]
    return side_by_side([card_spot(board.names[kind]) for kind in kinds], told)


# ---- the seats -------------------------------------------------------------------------------------------------------


def panels(sight: Sight[Position]) -> list[Panel]:
    """For each seat what everybody may know of it, with its score so far."""
    scores = sight.state.scores()
    return [_panel(sight.state, seat, score) for seat, score in enumerate(scores)]


def _panel(position: Position, seat: int, score: int) -> Panel:
    board, base = position.board, seat * int(position.board.cells)
    dealt = position.goals[seat] != NOBODY
    lines = [(term("Goal"), board.terrain_names[board.letters[position.goals[seat]]])] if dealt else []
    known = known_cards(position, seat) if position.to_act != OVER else []
    held = term(HAND[bool(known)], held=int(position.size[seat]), known=", ".join(known))
    lines.append((term("Hand"), held))
    laid = sum(card != NOTHING for card in position.laid[base:base + board.cells]) - dealt
    lines.append((term("Trail"), str(laid)))
    lines += [
        (term(name.capitalize()), sets(int(position.active_in(seat, which)), int(board.set_size)))
        for which, name in enumerate(SETS)
    ]
    done = position.has_completed(seat)
    marks = (term("complete, no. {n}", n=list(position.completed).index(seat) + 1),) if done else ()
    return Panel(cash="", worth=score_words(score), lines=tuple(lines), marks=marks)


def sets(sides: int, size: int) -> str:
    """Whole sets, and what there is of the next one (AT-SCO-6): "1 set, and 1 of 3"."""
    whole, begun = divmod(sides, size)
    return term(MADE[whole > 0, begun > 0], whole=whole, begun=begun, size=size)


HAND = ("{held|# card|# cards}", "{held|# card|# cards}, seen: {known}")
MADE = {
    (False, False): "{begun} of {size}", (False, True): "{begun} of {size}", (True, False): "{whole|# set|# sets}",
    (True, True): "{whole|# set|# sets}, and {begun} of {size}",
}


# ---- the list of games -----------------------------------------------------------------------------------------------


PICTURED = "0,0=FR 1,0=RW 2,0=WG 2,1=FW 3,1=WR 4,1=RF 4,2=GR 5,2=RW 6,2=WF 7,2=FR 7,1=RG"
BESIDE = {"1,1": ("O05", IMPROVEMENT), "3,0": ("O07", OBSTACLE), "5,1": ("O08", OBSTACLE)}


@cache
def picture() -> Markup:
    """The trail of the rulebook's example, complete."""
    from roundhouse.games.appalachian_trail import TITLE
    game = AppalachianTrail(TITLE.edition(), 2, TITLE.choose({}))
    position = _example(game)
    shown = pieces(Sight(position, 0), ["", ""], clickable=False)
    area = areas(position, 0)[0]
    box = f"{area.x - 12:.0f} {MAIN.y} {area.scale * STEP_X * game.board.columns + 24:.0f} {MAIN.height}"
    return drawn.picture(markup(ground(game).svg, shown), box, TITLE.title, preserveAspectRatio="xMidYMid meet")


def _example(game: AppalachianTrail) -> AppalachianTrailState:
    position = game.start()
    board = position.board
    for seat, letter in enumerate("GF"):
        position.put_goal(seat, board.letters.index(letter))
    for one in PICTURED.split():
        cell, _, card = one.partition("=")
        position.put_trail(0, board.laid_names.index(card), board.ids.index(cell))
    for cell, (name, side) in BESIDE.items():
        position.put_side(0, board.names.index(name) - board.first_sided, side, board.ids.index(cell))
    position.complete(0)
    return position
