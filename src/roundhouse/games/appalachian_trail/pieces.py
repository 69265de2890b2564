"""What lies on the sheet of Appalachian Trail: trails with the path over them, open cells, deck and display."""
from __future__ import annotations

from collections.abc import Sequence

from roundhouse.engine.contract import NOBODY
from roundhouse.games.addressing import Oneself
from roundhouse.games.appalachian_trail.board import NOTHING, NOWHERE
from roundhouse.games.appalachian_trail.cards import ACCENT, page, use
from roundhouse.games.appalachian_trail.facts import DISPLAY_SPOT, spot
from roundhouse.games.appalachian_trail.map import MAIN, STEP_X, STEP_Y, Area, Frame, areas, frames, inside
from roundhouse.games.appalachian_trail.places import begins_with, open_cells, wanted
from roundhouse.games.appalachian_trail.position import Position
from roundhouse.games.appalachian_trail.things import kind_symbol, score_words
from roundhouse.games.livery import FAINT, INK, PAPER, TEXT_FACE
from roundhouse.games.markup import NOTHING as EMPTY
from roundhouse.games.markup import Markup, for_screens, markup, tag
from roundhouse.games.sight import Sight
from roundhouse.games.survey import TOWN

TROD = "var(--trod, light-dark(#8a3b1e, #ffc795))"
DECK = "deck"


def pieces(sight: Sight[Position], names: Sequence[str], clickable: bool = True) -> Markup:
    """All that lies there, with a place to click over each part unless it is a mere picture."""
    position = sight.state
    drawn = [
        markup(
            _area(position, area, clickable),
            _heading(position, area, _whose(area.seat, sight.seat, names)) if clickable else None,
        )
        for area in areas(position, sight.seat)
    ]
    middle = _middle(position, clickable)
    return tag("g", drawn, middle, class_="pieces", font_family=TEXT_FACE, fill=INK, pointer_events="none")


def _area(position: Position, area: Area, clickable: bool) -> Markup:
    seat = area.seat
    return area.placed(tag(
        "g", _straight(position), _open_cells(position, seat, area.frame is MAIN), _laid(position, seat),
        _path(position, seat), _sides(position, seat), _stones(position, area),
        _cell_buttons(position, seat) if clickable else None,
        class_="area", transform=area.transform, data_fit="" if area.frame is MAIN else None,
    ))


def _straight(position: Position) -> Markup:
    """AT-SET-3: the shortest way of all, faint behind the cards."""
    places = position.board.places
    (x, y), (a, _) = inside(places[position.board.start]), inside(places[position.board.goal])
    return tag("path", d=f"M{x} {y}H{a}", stroke=FAINT, stroke_width=3, stroke_dasharray="2 12", stroke_linecap="round")


# ---- places to click -------------------------------------------------------------------------------------------------


def _cell_buttons(position: Position, seat: int) -> Markup:
    """Every cell with a card in it or room for one, as a place to click, over all else."""
    board, base = position.board, seat * int(position.board.cells)
    cells = [cell for cell in range(board.cells) if position.laid[base + cell] != NOTHING]
    cells += [int(place) - base for place in position.spot if base <= place < base + board.cells]
    cells += open_cells(position, seat)
    return _buttons([(spot(seat, board.ids[cell]), *inside(board.places[cell])) for cell in cells])


def _buttons(places: list[tuple[str, int, int]]) -> Markup:
    drawn = [tag("path", class_="spot", data_spot=name, d=f"M{x - 46} {y - 43}h92v86h-92z") for name, x, y in places]
    return tag("g", drawn, fill="transparent", pointer_events="all")


# ---- an area ---------------------------------------------------------------------------------------------------------


def _open_cells(position: Position, seat: int, large: bool) -> Markup:
    """AT-TRL-3: outlined, with the terrain that each half must show; struck through where no card fits."""
    many = int(position.board.terrains)
    drawn = []
    for cell in open_cells(position, seat):
        x, y = inside(position.board.places[cell])
        first, second = wanted(position, seat, cell)
        marks = [use(f"at-want-first-{t}") for t in first if len(first) < many]
        marks += [use(f"at-want-second-{t}") for t in second if len(second) < many]
        if not (first and second) and (position.board.all_edges or not (first or second)):
            marks = [tag("path", d="M-20-22l40 44m0-44l-40 44", stroke=FAINT, stroke_width=3)]
        start = large and not position.has_begun(seat)
        begin = tag("text", "START", x=10, y=25, font_size=16, text_anchor="middle") if start else None
        drawn.append(tag("g", use("at-open"), marks, begin, transform=f"translate({x} {y})"))
    return markup(drawn)


def _laid(position: Position, seat: int) -> Markup:
    board, cells = position.board, int(position.board.cells)
    drawn = []
    for cell, card in enumerate(position.laid[seat * cells:(seat + 1) * cells]):
        if card != NOTHING:
            x, y = inside(board.places[cell])
            goal = cell == board.goal
            symbol = f"at-goal-{position.goals[seat]}" if goal else f"at-card-{card}"
            drawn.append(use(symbol, class_="goal" if goal else None, x=x, y=y))
    return markup(drawn)


def _path(position: Position, seat: int) -> Markup:
    """The footpath: from card to card wherever they meet with the same terrain, and on to the Goal."""
    board, base = position.board, seat * int(position.board.cells)
    steps = []
    for cell in range(board.cells):
        own = int(position.laid[base + cell])
        if own == NOTHING:
            continue
        for other in board.beside[cell * 4:cell * 4 + 2]:       # to the right and below: each pair once
            theirs = int(NOTHING) if other == NOWHERE else int(position.laid[base + other])
            if theirs != NOTHING and board.laid_second[own] == board.laid_first[theirs]:
                (x, y), (a, b) = inside(board.places[cell]), inside(board.places[other])
                if other == board.goal:
                    a, b = (x + a) // 2, (y + b) // 2       # not across the Goal's flag
                elif cell == board.goal:
                    x, y = (x + a) // 2, (y + b) // 2
                steps.append(f"M{x} {y}L{a} {b}")
    if not steps:
        return EMPTY
    way = "".join(steps)
    bed = tag("path", d=way, stroke=PAPER, stroke_opacity=".88", stroke_width=9)
    trodden = tag("path", d=way, stroke=TROD, stroke_width=4, stroke_dasharray="1 9")
    return tag("g", bed, trodden, class_="path", fill="none", stroke_linecap="round", pointer_events="none")


def _sides(position: Position, seat: int) -> Markup:
    board, base = position.board, seat * int(position.board.cells)
    drawn = []
    for card in range(board.sided):
        if position.lies_in(seat, card):
            x, y = inside(board.places[position.spot[card] - base])
            drawn.append(use(f"at-side-{position.active_side(card) * board.sided + card}", x=x, y=y))
    return markup(drawn)


def _stones(position: Position, area: Area) -> Markup:
    """AT-SET-3: the columns counted under the trail, filled where a card of the trail lies."""
    board, base = position.board, area.seat * int(position.board.cells)
    laid = [cell for cell in range(board.cells) if cell != board.goal and position.laid[base + cell] != NOTHING]
    reached = {board.places[cell][0] for cell in laid}
    y = (0.5 - area.bottom) * STEP_Y + 14
    drawn = []
    for column in range(board.columns):
        x, met = column * STEP_X + STEP_X // 2, column in reached
        fill, ink = (ACCENT, PAPER) if met else (TOWN, INK)
        drawn.append(use("at-stone", x=x, y=y, fill=fill))
        if area.frame is MAIN:
            drawn.append(tag("text", column, x=x, y=y + 7, fill=ink))
    return tag("g", drawn, font_size=17, text_anchor="middle", pointer_events="none")


def _whose(seat: int, viewer: int | None, names: Sequence[str]) -> str:
    """To the one who plays there, and at the end too, it is their own."""
    return "your trail" if seat == viewer or isinstance(names[seat], Oneself) else names[seat]


def _heading(position: Position, area: Area, whose: str) -> Markup:
    """Whose trail it is, where it leads and what it is worth."""
    frame, told = area.frame, _told(position, area.seat)
    size, large = (19, 27) if frame is MAIN else (14.5, 22)

    def written(size: float, told: list[str]) -> Markup:
        name = tag("tspan", whose, class_="whose", data_seat=area.seat, font_weight="bold")
        return tag("text", name, tag("tspan", " · ".join(told), dx=9), x=f"{frame.x + 12:.0f}", y=frame.y + 24,
                   font_size=size, pointer_events="none")
    return for_screens(written(size, told), written(large, told if frame is MAIN else told[-1:]))


def _told(position: Position, seat: int) -> list[str]:
    """What it is worth comes last."""
    if position.goals[seat] == NOBODY:
        return []
    names = list(position.board.terrain_names.values())
    told = [f"to {names[position.goals[seat]]}"]
    begin = begins_with(position, seat)
    if position.has_completed(seat):
        told.append(f"complete, no. {list(position.completed).index(seat) + 1}")
    elif not position.has_begun(seat) and begin != NOBODY:
        told.append(f"begins with {names[begin]}")
    return [*told, score_words(position.scores()[seat])]


# ---- deck and display ------------------------------------------------------------------------------------------------


def _middle(position: Position, clickable: bool) -> Markup:
    """AT-DRW-1: the cards face up and the deck."""
    board, table = position.board, frames(position.game.seats)[1]
    shown = [(kind, int(position.count(kind, position.display))) for kind in range(board.kinds)]
    shown = [(kind, n) for kind, n in shown if n]
    *places, last = _places(len(shown) + 1, table)
    drawn = []
    for (kind, n), place in zip(shown, places):
        symbol = kind_symbol(board, kind)
        second = use(symbol, x=7, y=-7) if n > 1 else None
        name = DISPLAY_SPOT.format(board.names[kind])
        drawn.append(_pile(place, second, use(symbol), _times(n), _button(name) if clickable else None))
    left = int(position.size[position.deck])
    backs = [use("at-back", x=5, y=-5), use("at-back")] if left else [page("none", stroke=INK, stroke_dasharray="5 4")]
    told = tag("text", f"{left} in the deck", y=62, font_size=17, text_anchor="middle")
    return markup(drawn, _pile(last, backs, told, _button(DECK) if clickable else None))


def _pile(place: tuple[float, float, float], *inside: Markup | list[Markup] | None) -> Markup:
    """Cards in a place of the table."""
    x, y, scale = place
    return tag("g", *inside, transform=f"translate({x:.0f} {y:.0f}) scale({scale:.2f})")


def _button(name: str) -> Markup:
    return _buttons([(name, 0, 0)])


def _times(n: int) -> Markup | None:
    if n == 1:
        return None
    return tag("text", f"×{n}", x=6, y=7, font_size=20, font_weight="bold", text_anchor="middle")


def _places(count: int, table: Frame) -> list[tuple[float, float, float]]:
    """Side by side where the place is wide, one above the other where it is narrow."""
    if table.width > table.height:
        scale = min(1.15, table.width / count / 118)
        step = table.width / count
        return [(table.x + step * (n + 0.5), table.y + table.height / 2, scale) for n in range(count)]
    scale = min(0.72, (table.height - 40) / count / 118)
    return [(table.x + table.width / 2, table.y + 36 + scale * (56 + 116 * n), scale) for n in range(count)]
