"""The table of Age of Rail as text: the map, the railroads, what they can build, the tracks, the seats."""
from __future__ import annotations

import textwrap
from itertools import groupby
from typing import Any

from roundhouse.engine.bits import BIT
from roundhouse.engine.contract import NOBODY, OVER
from roundhouse.games.age_of_rail.board import BOX_TITLES, BOXES, NO_LIMIT
from roundhouse.games.age_of_rail.position import Position
from roundhouse.games.kit.terminal import ink
from roundhouse.games.livery import letters
from roundhouse.games.sight import Sight
from roundhouse.games.title import provenance
from roundhouse.games.words import Span, Words, joined, styled, text, words

WIDTH = 79
ROWS = 34           # the map is squeezed to this height
LABEL = 6           # letters of a name on the map
SHORTEST = 3        # where there is little room
STUCK = "\N{NO-BREAK SPACE}"
# How a name may be moved on the map to stand clear of others, the nearest first; it is cut short before it goes far.
SHIFTS = [(dx, dy) for far in range(7) for dy in (0, 1, -1) for dx in (far, -far)]
NEAR = 18
IMPORTANCE = ("metro", "base", "mercantile", "station", "railhead")

Spot = tuple[int, int]
Cell = tuple[str, str]
"""A letter and its style."""
Cells = dict[Spot, Cell]
EMPTY: Cell = (" ", "")


def board(sight: Sight[Position]) -> Words:
    """Everything is open to every seat."""
    s = sight.state
    return joined([_map(s), _railroads(s), _builds(s), _tracks(s), _seats(s)], "\n\n")


def _bold(words_: str) -> Span:
    return styled(words_, "bold")


# ---- the map ---------------------------------------------------------------------------------------------------------


def _map(s: Position) -> Words:
    """Names where the places lie, with their value; links as dots, or as the letter of the railroad that built them."""
    spots, rows = _spots(s)
    cells: Cells = {}
    for link, (a, b) in enumerate(zip(s.board.end_a, s.board.end_b)):
        owner = next((r for r in range(s.board.railroads) if link in s.links_of(r)), None)
        mark = ("·", "dim") if owner is None else (_letter(s, owner), f"bold {_ink(s, owner)}")
        for cell in _way(spots[a], spots[b]):
            if owner is not None or cell not in cells:
                cells[cell] = mark
    cells |= _labels(s, spots, rows)
    drawn = [_row([cells.get((x, y), EMPTY) for x in range(WIDTH)]) for y in range(rows)]
    return joined([*drawn, "", *_legend(s)], "\n")


def _row(cells: list[Cell]) -> Words:
    while cells and cells[-1] == EMPTY:
        cells = cells[:-1]
    runs = [("".join(letter for letter, _ in run), style) for style, run in groupby(cells, lambda cell: cell[1])]
    return tuple(styled(letters, style) if style else text(letters) for letters, style in runs)


def _spots(s: Position) -> tuple[list[Spot], int]:
    """The column and row of each place, and the number of rows."""
    places: list[dict[str, Any]] = s.game.edition.data["places"]
    left, top = min(p["x"] for p in places), min(p["y"] for p in places)
    across = max(1, max(p["x"] for p in places) - left) / (WIDTH - LABEL - 2)
    height = max(p["y"] for p in places) - top
    down = max(1.25 * across, height / (ROWS - 1))
    middle = LABEL // 2
    spots = [(round((p["x"] - left) / across) + middle, round((p["y"] - top) / down)) for p in places]
    return spots, round(height / down) + 1


def _way(a: Spot, b: Spot) -> list[Spot]:
    steps = max(abs(b[0] - a[0]), 2 * abs(b[1] - a[1]), 1)
    parts = [n / steps for n in range(steps + 1)]
    return [(round(a[0] + (b[0] - a[0]) * part), round(a[1] + (b[1] - a[1]) * part)) for part in parts]


def _labels(s: Position, spots: list[Spot], rows: int) -> Cells:
    """A name, cut short, and the value of each place, moved aside where it would cover another."""
    cells: Cells = {}
    ways = (_way(spots[a], spots[b]) for a, b in zip(s.board.end_a, s.board.end_b))
    middles = {way[len(way) // 2] for way in ways}
    for place in sorted(range(len(spots)), key=lambda p: IMPORTANCE.index(s.board.place_classes[p])):
        name = "".join(letter for letter in s.board.place_names[place] if letter.isalnum())
        labels = [f"{name[:length]}{s.worth(place)}" for length in range(LABEL, SHORTEST - 1, -1)]
        tries = ((label, shifts) for shifts in (SHIFTS[:NEAR], SHIFTS) for label in labels)
        rooms = ((label, _room(cells, spots[place], len(label), rows, middles, shifts)) for label, shifts in tries)
        label, (x, y) = next(((label, room) for label, room in rooms if room), (labels[-1], spots[place]))
        style = _place_style(s, place)
        cells |= {(x + n, y): (letter, style) for n, letter in enumerate(label)}
    return cells


def _room(
    cells: Cells, spot: Spot, length: int, rows: int, keep_free: set[Spot], shifts: list[Spot]
) -> Spot | None:
    """Where near a spot a text of this length stands clear of the others, and hides no link altogether."""
    for dx, dy in shifts:
        x, y = spot[0] + dx - length // 2, spot[1] + dy
        inside = 0 <= x <= WIDTH - length and 0 <= y < rows
        hides = any((x + n, y) in keep_free for n in range(length))
        if inside and not hides and not any((x + n, y) in cells for n in range(-1, length + 1)):
            return x, y
    return None


def _place_style(s: Position, place: int) -> str:
    kind = s.board.place_classes[place]
    weight = "bold reverse" if kind == "metro" else "bold" if kind in ("base", "mercantile") else ""
    return f"{weight} underline".strip() if s.levels[place] else weight


def _legend(s: Position) -> list[Words]:
    shorts = enumerate(s.board.railroad_shorts)
    owners = joined([(styled(_letter(s, r), f"bold {_ink(s, r)}"), text(f" {short}")) for r, short in shorts], "  ")
    return [
        words("track: {owners}  {dot} unbuilt", owners=owners, dot=styled("·", "dim")),
        words("places: name and value; {metro}, {large}; {developed} if developed",
              metro=styled("metro", "bold reverse"), large=_bold("base or mercantile"),
              developed=styled("underlined", "underline")),
        (styled(provenance(s.game), "dim"),),
    ]


def _ink(s: Position, railroad: int) -> str:
    return ink(s.board.colours[railroad])


def _letter(s: Position, railroad: int) -> str:
    return letters(s.board.railroad_ids)[railroad]


def _name(s: Position, railroad: int, width: int) -> Words:
    short = s.board.railroad_shorts[railroad]
    return styled(short, f"bold {_ink(s, railroad)}"), text(" " * (width - len(short)))


# ---- railroads -------------------------------------------------------------------------------------------------------


def _railroads(s: Position) -> Words:
    head = (_bold("railroad Treasury Income Value sold   dividend  at end    least bid  control"),)
    return joined([head, *(_railroad(s, r) for r in range(s.board.railroads))], "\n")


def _railroad(s: Position, r: int) -> Words:
    if not s.is_open & BIT[r]:
        base = s.board.place_names[s.board.base[r]]
        return *_name(s, r, 9), styled(f"{s.board.railroad_names[r]}: not open, base {base}", "dim")
    seats = " ".join(str(seat) for seat in range(s.seats) if s.controllers[r] & BIT[seat])
    treasury, dividend, final, least = (
        f"${n}" for n in (s.treasury[r], s.dividend(r), s.final_payoff(r), s.minimum_bid(r))
    )
    return *_name(s, r, 9), text(
        f"{treasury:<9}{s.income[r]:<7}{s.value[r]:<6}{s.sold[r]} of {s.board.shares} "
        f"{dividend + ' each':<10}{final + ' each':<10}{least:<11}{seats}"
    )


def _builds(s: Position) -> Words:
    """For each open railroad the links within its reach, and the Income that each would add."""
    price = f" (${s.board.link_cost} each)"
    lines: list[Words] = [(_bold("links within reach, and the Income that each adds"), text(price))]
    for r in range(s.board.railroads):
        if s.is_open & BIT[r] or s.auction.lot == r:
            lines += _reach(s, r)
    return joined(lines if len(lines) > 1 else [*lines, "  none yet"], "\n")


def _reach(s: Position, railroad: int) -> list[Words]:
    board = s.board
    gains = [(s.link_income(link), board.link_ids[link]) for link in s.links_in_reach(railroad)]
    items = [f"{link}{STUCK}+{gain}" for gain, link in sorted(gains, key=lambda item: (-item[0], item[1]))]
    for external, name in enumerate(board.external_ids):
        if s.built_by[external] == NOBODY and s.on_network(railroad, board.gate[external]):
            price, value = board.price[external], board.external_value[external]
            bonus = f"bonus ${s.connection_bonus(railroad)} a share, Value +{value}"
            items.append(f"connect {name} (${price}, {bonus})".replace(" ", STUCK))
    treasury = s.treasury[railroad]
    poor = s.is_open & BIT[railroad] and treasury < board.link_cost
    first, *rest = _wrapped((POOR.format(treasury) if poor else "") + ", ".join(items) if items else "nothing")
    return [(*_name(s, railroad, 10), text(first)), *((text(" " * 10 + line),) for line in rest)]


POOR = "the Treasury holds only ${}: "


def _wrapped(line: str) -> list[str]:
    """Lines that leave room for a heading of ten columns."""
    return [part.replace(STUCK, " ") for part in textwrap.wrap(line, WIDTH - 10, break_on_hyphens=False)]


# ---- tracks and seats ------------------------------------------------------------------------------------------------


def _tracks(s: Position) -> Words:
    board = s.board
    limit, done = int(board.track_limit), int(s.dividends_paid)
    left = int(board.dividends_before_final) - done
    if s.to_act == OVER:
        coming = "the game is over"
    else:
        coming = f"{left} more, then the Final Payoff" if left > 0 else "the Final Payoff is next"
    filled = min(int(s.action_track), limit)
    track = (_bold("Action Track"), text(f" {s.action_track} of {limit} "),
             styled("█" * filled + "░" * (limit - filled), "dim"))
    boxes = []
    for box, title in enumerate(BOX_TITLES):
        here = [str(seat) for seat in range(s.seats) if s.boxes[seat] == box]
        slots = "" if board.slots[box] == NO_LIMIT else f" {len(here)} of {board.slots[box]}"
        boxes.append(f"{title} (+{board.advance[box]}){slots}: {'seat ' + ' '.join(here) if here else 'nobody'}")
    lists = {"dividends": [f"{done} paid", coming], "boxes": boxes, "metros": _metros(s), "externals": _externals(s)}
    return joined([track, *(line for name, items in lists.items() for line in _listed(name, items))], "\n")


def _listed(name: str, items: list[str]) -> list[Words]:
    """A bold name and the items after it, none of them broken across lines."""
    first, *rest = _wrapped(" · ".join(item.replace(" ", STUCK) for item in items) or "none")
    return [(_bold(f"{name:<10}"), text(first)), *((text(" " * 10 + line),) for line in rest)]


def _externals(s: Position) -> list[str]:
    board = s.board
    shown = []
    for external, name in enumerate(board.external_names):
        owner = s.built_by[external]
        price = f"${board.price[external]}" if owner == NOBODY else f"built by {board.railroad_shorts[owner]}"
        shown.append(f"{name} from {board.place_names[board.gate[external]]} {price}")
    return shown


def _metros(s: Position) -> list[str]:
    """The steps of each metro, the current one in brackets; those that rise by themselves in their order first."""
    board = s.board
    automatic = list(board.automatic)
    metros = [p for p, kind in enumerate(board.place_classes) if kind == "metro" and p not in automatic]
    shown = []
    for place in [*automatic, *metros]:
        first, last = board.first_step[place], board.first_step[place] + board.last_level[place]
        now = first + int(s.levels[place])
        steps = " ".join(f"({board.steps[n]})" if n == now else str(board.steps[n]) for n in range(first, last + 1))
        shown.append(f"{board.place_names[place]} {steps}" + ("" if place in automatic else " not automatic"))
    return shown


def _seats(s: Position) -> Words:
    lines: list[Words] = [(_bold("seat  cash   marker     shares                                        score now"),)]
    for seat, score in enumerate(s.scores()):
        held = [(short, int(s.shares[r * s.seats + seat])) for r, short in enumerate(s.board.railroad_shorts)]
        shown = " ".join(f"{n}x{short}" for short, n in held if n) or "none"
        mark = "▶" if s.to_act == seat else " "
        cash = f"${s.cash[seat]}"
        lines.append((text(f"{mark} {seat}   {cash:<6} {BOXES[s.boxes[seat]]:<10} {shown:<45} ${score}"),))
    return joined(lines, "\n")
