"""Appalachian Trail in the browser: everybody's trail, the cards of the hand, and what each choice is worth."""
from __future__ import annotations

from functools import cache
from typing import cast

from librt.vecs import append

from roundhouse.engine.contract import OVER, State
from roundhouse.games.appalachian_trail.board import IMPROVEMENT, NOBODY, NOTHING, OBSTACLE, SETS, SIDES
from roundhouse.games.appalachian_trail.drawing_areas import MAIN, areas, ground, open_cells, spot, wanted
from roundhouse.games.appalachian_trail.drawing_areas import pieces as draw
from roundhouse.games.appalachian_trail.drawing_aside import aside, scene
from roundhouse.games.appalachian_trail.drawing_cards import cards, kind_name, kind_words, score_words, side_words
from roundhouse.games.appalachian_trail.drawing_choices import RULES, bid_note, choices
from roundhouse.games.appalachian_trail.rules import AppalachianTrailState
from roundhouse.games.drawing import Panel, Pointer, Spot, pictured, side_by_side

__all__ = [
    "POINTERS", "RULES", "aside", "bid_note", "changed", "choices", "ground", "panels", "picture", "pieces", "scene",
    "spots",
]

POINTERS = (
    Pointer(
        '[data-spot$=":0,0"]',
        "Your trail begins here, with the terrain shown on its left edge: that of the Goal of the player on your left.",
        "AT-TRL-1",
    ),
    Pointer(
        ".goal",
        "This is your Goal. The trail is complete when a card touches it with the Goal's own terrain.", "AT-CMP-1",
    ),
    Pointer(
        ".hand",
        "Your hand. Each turn you play up to two cards, or discard up to two, and then fill it up again.", "AT-TURN-1",
    ),
    Pointer(
        '[data-spot="deck"]',
        "Fill up with cards that lie face up, which everybody sees you take, or with unseen ones from the deck.",
        "AT-DRW-1",
    ),
    Pointer(
        ".panel",
        "Most points win: each card of the finished trail, being first, the longest, sets of three, and what bears and "
        "views beside it count.", "AT-SCO-9",
    ),
)


def pieces(state: State, seat: int | None) -> str:
    return draw(cast(AppalachianTrailState, state), seat)


# ---- in words --------------------------------------------------------------------------------------------------------


def spots(state: State, seat: int | None) -> list[Spot]:
    """Cards and open cells of every area, what lies face up, the deck, and the cards of the hand."""
    s = cast(AppalachianTrailState, state)
    found: list[Spot] = []
    order = [area.seat for area in areas(s, seat)]
    cells = {p: _cells(s, p) for p in order}
    for n, p in enumerate(order):
        found += _spots_of(s, p, cells, order[n - 1], order[(n + 1) % len(order)])
    return [*found, *_table(s), *_hand(s, seat)]


def _cells(s: AppalachianTrailState, p: int) -> dict[tuple[int, int], str]:
    """By place, what is there."""
    board, base = s.board, p * int(s.board.cells)
    found: dict[tuple[int, int], str] = {}
    for cell in open_cells(s, p):
        found[board.places[cell]] = f"open, {_wish(s, p, cell)}"
    for cell in range(board.cells):
        laid = s.laid[base + cell]
        if laid != NOTHING:
            letters = board.laid_names[laid]
            first, second = (board.terrain_names[letter] for letter in letters)
            words = f"{letters}, {first} left and above, {second} right and below"
            found[board.places[cell]] = f"the {first} Goal" if cell == board.goal else words
    for card, place in enumerate(s.spot):
        if base <= place < base + board.cells:
            side = s.active_side(card)
            found[board.places[place - base]] = f"{SIDES[side]} {side_words(board, card, int(side))}"
    return found


def _wish(s: AppalachianTrailState, p: int, cell: int) -> str:
    """What an open cell asks for, in words."""
    board, many = s.board, int(s.board.terrains)
    first, second = wanted(s, p, cell)
    names = list(board.terrain_names.values())
    parts = [
        f"{' or '.join(names[t] for t in half) or 'nothing fits'} {where}"
        for half, where in ((first, "left and above"), (second, "right and below")) if len(half) < many
    ]
    return "needs " + (", " if board.all_edges else ", or ").join(parts) if parts else "any terrain"


def _spots_of(
    s: AppalachianTrailState, p: int, cells: dict[int, dict[tuple[int, int], str]], before: int, after: int
) -> list[Spot]:
    """The places of one area; past its end the arrows lead to the next area, and to the deck."""
    here, who = cells[p], f"seat {p}"
    found = []
    for (x, y), words in here.items():
        ways = {}
        for way, dx, dy in (("left", -1, 0), ("right", 1, 0), ("up", 0, 1), ("down", 0, -1)):
            other = _next(here, x, y, dx, dy)
            if other is not None:
                ways[way] = spot(p, f"{other[0]},{other[1]}")
        for way, neighbour in (("up", after), ("down", before)):
            if way not in ways and cells[neighbour] and neighbour != p:
                a, b = next(iter(cells[neighbour]))
                ways[way] = spot(neighbour, f"{a},{b}")
        ways.setdefault("right", "deck")
        found.append(Spot(spot(p, f"{x},{y}"), f"{who}, {x},{y}: {words}", ways))
    return found


def _next(here: dict[tuple[int, int], str], x: int, y: int, dx: int, dy: int) -> tuple[int, int] | None:
    """The nearest place in a direction."""
    return next(((x + n * dx, y + n * dy) for n in range(1, 14) if (x + n * dx, y + n * dy) in here), None)


def _table(s: AppalachianTrailState) -> list[Spot]:
    board = s.board
    kinds = [kind for kind in range(board.kinds) if s.piles[s.display * board.kinds + kind]]
    ids = [*(f"display-{board.names[kind]}" for kind in kinds), "deck"]
    words = [*(f"Face up: {kind_words(board, kind)}" for kind in kinds), f"The deck, {cards(int(s.size[s.deck]))}"]
    return side_by_side(ids, words)


def _hand(s: AppalachianTrailState, seat: int | None) -> list[Spot]:
    if seat is None or not 0 <= seat < s.game.seats:
        return []
    board = s.board
    kinds = [kind for kind in range(board.kinds) if s.piles[seat * board.kinds + kind]]
    words = [f"In your hand: {kind_words(board, kind)}" for kind in kinds]
    return side_by_side([f"card-{board.names[kind]}" for kind in kinds], words)


# ---- the seats -------------------------------------------------------------------------------------------------------


def panels(state: State, seat: int | None) -> list[Panel]:
    s = cast(AppalachianTrailState, state)
    scores = s.scores()
    return [_panel(s, p, scores[p]) for p in range(s.game.seats)]


def _panel(s: AppalachianTrailState, p: int, score: int) -> Panel:
    board = s.board
    facts = []
    if s.goals[p] != NOBODY:
        facts.append(("Goal", board.terrain_names[board.letters[s.goals[p]]]))
    seen_by_all = (s.known + p) * board.kinds
    known = [kind_name(board, kind) for kind in range(board.kinds) for _ in range(s.piles[seen_by_all + kind])]
    seen = f", seen: {', '.join(known)}" if known and s.to_act != OVER else ""
    facts.append(("Hand", f"{cards(int(s.size[p]))}{seen}"))
    base = p * int(board.cells)
    laid = sum(card != NOTHING for card in s.laid[base:base + board.cells]) - (s.goals[p] != NOBODY)
    facts.append(("Trail", cards(laid)))
    lying = [(card, s.active_side(card)) for card in range(board.sided) if s.lies_in(p, card)]
    for which, name in enumerate(SETS):
        count = sum(board.side_set[side * board.sided + card] == which for card, side in lying)
        facts.append((name.capitalize(), f"{count}, a set is {board.set_size}"))
    marks = (f"complete, no. {list(s.completed).index(p) + 1}",) if s.has_completed(p) else ()
    return Panel(cash="", worth=score_words(score), facts=tuple(facts), marks=marks)


# ---- what has changed ------------------------------------------------------------------------------------------------


def changed(before: State, code: int, after: State, seat: int | None) -> list[str]:
    """Cards laid or lifted in any area, and cards that came face up."""
    s, t = cast(AppalachianTrailState, before), cast(AppalachianTrailState, after)
    board, cells = s.board, int(s.board.cells)
    found = []
    for at in range(s.game.seats * cells):
        if s.laid[at] != t.laid[at]:
            found.append(spot(at // cells, board.ids[at % cells]))
    for was, now in zip(s.spot, t.spot):
        if was != now:
            at = int(was if now == NOBODY else now)
            found.append(spot(at // cells, board.ids[at % cells]))
    shown = t.display * board.kinds
    found += [f"display-{board.names[k]}" for k in range(board.kinds) if t.piles[shown + k] > s.piles[shown + k]]
    return found


# ---- the list of games -----------------------------------------------------------------------------------------------


PICTURED = "0,0=FR 1,0=RW 2,0=WG 2,1=FW 3,1=WR 4,1=RF 4,2=GR 5,2=RW 6,2=WF 7,2=FR 7,1=RG"
BESIDE = {"1,1": ("O05", IMPROVEMENT), "3,0": ("O07", OBSTACLE), "5,1": ("O08", OBSTACLE)}


@cache
def picture() -> str:
    """The trail of the rulebook's example, complete."""
    from roundhouse.games.appalachian_trail import TITLE
    game = TITLE.game(2)
    s = cast(AppalachianTrailState, game.start())
    board = s.board
    for seat, letter in enumerate("GF"):
        s.put_goal(seat, board.letters.index(letter))
    for one in PICTURED.split():
        cell, _, card = one.partition("=")
        s.put_trail(0, board.laid_names.index(card), board.ids.index(cell))
    for cell, (name, side) in BESIDE.items():
        s.put_side(0, board.names.index(name) - board.first_sided, side, board.ids.index(cell))
    s.completed = append(s.completed, 0)
    box = f"{MAIN.x} {MAIN.y} {MAIN.width} {MAIN.height}"
    return pictured(ground(game).svg + pieces(s, 0), box, TITLE.title, preserveAspectRatio="xMinYMid slice")
