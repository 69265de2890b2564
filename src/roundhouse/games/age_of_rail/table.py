"""How Age of Rail looks as text, in Rich's markup: the map, the railroads, what they can build, the seats."""
from __future__ import annotations

import textwrap
from typing import Any, cast

from roundhouse.engine.contract import CHANCE, NOBODY, OVER, State
from roundhouse.engine.words import BIT
from roundhouse.games.age_of_rail.board import BOX_TITLES, BOXES, NONE
from roundhouse.games.age_of_rail.position import (
    AUCTION,
    DELEGATED,
    FREE_LINK,
    LATE_AUCTION,
    OFFERING,
    SECOND_DEVELOPMENT,
    SECOND_LINK,
    Position,
)
from roundhouse.games.age_of_rail.stories import tell
from roundhouse.games.sets import members
from roundhouse.games.title import WATCHER, escape, kinds, one_of, provenance

__all__ = ["board", "help", "prompt", "tell"]

WIDTH = 79
ROWS = 34           # the map is squeezed to this height
LABEL = 6           # letters of a name on the map
SHORTEST = 3        # where there is little room
STUCK = "\N{NO-BREAK SPACE}"
# How a name may be moved on the map to stand clear of others, the nearest first; it is cut short before it goes far.
SHIFTS = [(dx, dy) for far in range(7) for dy in (0, 1, -1) for dx in (far, -far)]
NEAR = 18
IMPORTANCE = ("metro", "base", "mercantile", "station", "railhead")
ACTIONS = {
    "link": "build track", "connect": "build track", "delegate": "build track", "build-nothing": "build nothing",
    "offer": "offer stock", "offer-own": "offer stock", "offer-nothing": "offer nothing",
    "develop": "develop a place", "develop-nothing": "develop nothing", "dividends": "pay dividends",
}
INKS = {
    "red": "#ff8a7a", "blue": "#8cc4ff", "orange": "#ff9b3d", "yellow": "#ffe14d", "purple": "#d9a0ff",
    "black": "#ffffff on #454545", "green": "#6fdc8c", "brown": "#cf9a5b",
}

Spot = tuple[int, int]
Cells = dict[Spot, str]


def board(state: State, seat: int | None = None) -> str:
    """The map, the railroads and what they can build, the tracks, the seats. Everything is open to every seat."""
    s = cast(Position, state)
    return "\n\n".join([_map(s), _railroads(s), _builds(s), _tracks(s), _seats(s)])


# ---- the map ---------------------------------------------------------------------------------------------------------


def _map(s: Position) -> str:
    """Names where the places lie, with their value; links as dots, or as the letter of the railroad that built them."""
    spots, rows = _spots(s)
    cells: Cells = {}
    for link, (a, b) in enumerate(zip(s.board.end_a, s.board.end_b)):
        owner = next((r for r in range(s.board.railroads) if link in _links(s, r)), None)
        mark = "[dim]·[/]" if owner is None else f"[bold {_ink(s, owner)}]{_letter(s, owner)}[/]"
        for cell in _way(spots[a], spots[b]):
            if owner is not None or cell not in cells:
                cells[cell] = mark
    cells |= _labels(s, spots, rows)
    drawn = ["".join(cells.get((x, y), " ") for x in range(WIDTH)).rstrip() for y in range(rows)]
    return "\n".join([*drawn, "", *_legend(s)])


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
        texts = [f"{name[:letters]}{s.worth(place)}" for letters in range(LABEL, SHORTEST - 1, -1)]
        tries = ((text, shifts) for shifts in (SHIFTS[:NEAR], SHIFTS) for text in texts)
        rooms = ((text, _room(cells, spots[place], len(text), rows, middles, shifts)) for text, shifts in tries)
        text, (x, y) = next(((text, room) for text, room in rooms if room), (texts[-1], spots[place]))
        style = _place_style(s, place)
        cells |= {(x + n, y): f"[{style}]{letter}[/]" if style else letter for n, letter in enumerate(text)}
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


def _legend(s: Position) -> list[str]:
    shorts = enumerate(s.board.railroad_shorts)
    letters = "  ".join(f"[bold {_ink(s, r)}]{_letter(s, r)}[/] {short}" for r, short in shorts)
    return [
        f"track: {letters}  [dim]·[/] unbuilt",
        "places: name and value; [bold reverse]metro[/], [bold]base or mercantile[/]; "
        "[underline]underlined[/] if developed",
        f"[dim]{escape(provenance(s.game))}[/]",
    ]


def _links(s: Position, railroad: int) -> list[int]:
    return members(s.links, railroad, s.board.link_words)


def _ink(s: Position, railroad: int) -> str:
    return INKS.get(s.board.colours[railroad], "bright_white")


def _letter(s: Position, railroad: int) -> str:
    """A letter that tells the railroads apart: the first of its id that none before it took."""
    taken: list[str] = []
    for name in s.board.railroad_ids:
        taken.append(next((c for c in name if c not in taken), "?"))
    return taken[railroad]


def _name(s: Position, railroad: int, width: int = 0) -> str:
    short = s.board.railroad_shorts[railroad]
    return f"[bold {_ink(s, railroad)}]{short}[/]" + " " * (width - len(short))


# ---- railroads -------------------------------------------------------------------------------------------------------


def _railroads(s: Position) -> str:
    lines = ["[bold]railroad Treasury Income Value sold   dividend  at end    least bid  control[/]"]
    for r in range(s.board.railroads):
        if not s.is_open & BIT[r]:
            base = s.board.place_names[s.board.base[r]]
            lines.append(f"{_name(s, r, 9)}[dim]{s.board.railroad_names[r]}: not open, base {base}[/]")
            continue
        seats = " ".join(str(seat) for seat in range(s.seats) if s.controllers[r] & BIT[seat])
        treasury, dividend, final, least = (
            f"${n}" for n in (s.treasury[r], s.dividend(r), s.final_payoff(r), s.minimum_bid(r))
        )
        lines.append(
            f"{_name(s, r, 9)}{treasury:<9}{s.income[r]:<7}{s.value[r]:<6}{s.sold[r]} of {s.board.shares} "
            f"{dividend + ' each':<10}{final + ' each':<10}{least:<11}{seats}"
        )
    return "\n".join(lines)


def _builds(s: Position) -> str:
    """For each open railroad the links within its reach, and the Income that each would add."""
    lines = [f"[bold]links within reach, and the Income that each adds[/] (${s.board.link_cost} each)"]
    for r in range(s.board.railroads):
        if s.is_open & BIT[r]:
            lines += _reach(s, r)
        elif s.auction.lot == r:
            lines += _reach(s, r, base=True)
    return "\n".join(lines if len(lines) > 1 else [*lines, "  none yet"])


def _reach(s: Position, railroad: int, base: bool = False) -> list[str]:
    board = s.board
    words = board.link_words
    touching = members(board.touching, board.base[railroad], words) if base else members(s.reach, railroad, words)
    unbuilt = [link for link in touching if link in members(s.unbuilt, 0, words)]
    gains = [(s.worth(board.end_a[link]) + s.worth(board.end_b[link]), board.link_ids[link]) for link in unbuilt]
    items = [f"{link}{STUCK}+{gain}" for gain, link in sorted(gains, key=lambda item: (-item[0], item[1]))]
    for external, name in enumerate(board.external_ids):
        if s.built_by[external] == NONE and s.on_network(railroad, board.gate[external]):
            price, value = board.price[external], board.external_value[external]
            bonus = f"bonus ${s.connection_bonus(railroad)} a share, Value +{value}"
            items.append(f"connect {name} (${price}, {bonus})".replace(" ", STUCK))
    treasury = s.treasury[railroad]
    poor = "" if base or treasury >= board.link_cost else f"the Treasury holds only ${treasury}: "
    first, *rest = _wrapped(poor + ", ".join(items) if items else "nothing")
    return [_name(s, railroad, 10) + first, *(" " * 10 + line for line in rest)]


def _wrapped(text: str) -> list[str]:
    """Lines that leave room for a heading of ten columns."""
    lines = textwrap.wrap(text, WIDTH - 10, break_on_hyphens=False)
    return [line.replace(STUCK, " ") for line in lines]


# ---- tracks and seats ------------------------------------------------------------------------------------------------


def _tracks(s: Position) -> str:
    board = s.board
    limit, done = int(board.track_limit), int(s.dividends_paid)
    left = int(board.dividends_before_final) - done
    if s.to_act == OVER:
        coming = "the game is over"
    else:
        coming = f"{left} more, then the Final Payoff" if left > 0 else "the Final Payoff is next"
    filled = min(int(s.action_track), limit)
    track = f"[bold]Action Track[/] {s.action_track} of {limit} [dim]{'█' * filled}{'░' * (limit - filled)}[/]"
    boxes = []
    for box, title in enumerate(BOX_TITLES):
        here = [str(seat) for seat in range(s.seats) if s.boxes[seat] == box]
        slots = "" if board.slots[box] == NONE else f" {len(here)} of {board.slots[box]}"
        boxes.append(f"{title} (+{board.advance[box]}){slots}: {'seat ' + ' '.join(here) if here else 'nobody'}")
    lists = {"dividends": [f"{done} paid", coming], "boxes": boxes, "metros": _metros(s), "externals": _externals(s)}
    return "\n".join([track, *(line for name, items in lists.items() for line in _listed(name, items))])


def _listed(name: str, items: list[str]) -> list[str]:
    """A bold name and the items after it, none of them broken across lines."""
    text = " · ".join(item.replace(" ", STUCK) for item in items) or "none"
    first, *rest = _wrapped(text)
    return [f"[bold]{name:<10}[/]{first}", *(" " * 10 + line for line in rest)]


def _externals(s: Position) -> list[str]:
    board = s.board
    shown = []
    for external, name in enumerate(board.external_names):
        owner = s.built_by[external]
        price = f"${board.price[external]}" if owner == NONE else f"built by {board.railroad_shorts[owner]}"
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


def _seats(s: Position) -> str:
    lines = ["[bold]seat  cash   marker     shares                                        score now[/]"]
    for seat, score in enumerate(s.scores()):
        held = [(short, int(s.shares[r * s.seats + seat])) for r, short in enumerate(s.board.railroad_shorts)]
        shown = " ".join(f"{n}x{short}" for short, n in held if n) or "none"
        mark = "▶" if s.to_act == seat else " "
        cash = f"${s.cash[seat]}"
        lines.append(f"{mark} {seat}   {cash:<6} {BOXES[s.boxes[seat]]:<10} {shown:<45} ${score}")
    return "\n".join(lines)


# ---- whose turn it is ------------------------------------------------------------------------------------------------


def prompt(state: State, names: list[str], seat: int | None = WATCHER) -> str:
    s = cast(Position, state)
    if s.to_act == OVER:
        ranks = sorted(range(len(names)), key=lambda seat: -s.cash[seat])
        return "The game is over: " + ", ".join(f"{names[seat]} ${s.cash[seat]}" for seat in ranks) + "."
    if s.to_act == CHANCE:
        return "Chance decides who opens the first auction."
    who = names[s.to_act]
    if s.phase in (OFFERING, LATE_AUCTION, AUCTION):
        return f"{who}: {_bidding(s, names)}"
    if s.phase == FREE_LINK:
        base = s.board.place_names[s.board.base[s.building]]
        return f"{who}: lay a free link of {_name(s, s.building)} at {base}."
    if s.phase == DELEGATED:
        words = {"link": "a link", "connect": "an external"}
        what = one_of(words[kind] for kind in sorted(kinds(s), reverse=True))
        return f"{who}: build for {_name(s, s.building)}, as {names[s.turn]} asks: {what}."
    if s.phase == SECOND_LINK:
        junction = s.board.place_names[s.junction]
        cost = s.board.second_link_cost
        return f"{who}: a second link of {_name(s, s.building)} from {junction} for ${cost}, or done."
    if s.phase == SECOND_DEVELOPMENT:
        return f"{who}: develop a second place for ${s.board.second_development_cost}, or auto for the automatic metro."
    open_now = kinds(s)
    return f"{who}: {one_of(dict.fromkeys(words for kind, words in ACTIONS.items() if kind in open_now))}."


def _bidding(s: Position, names: list[str]) -> str:
    auction = s.auction
    share = f"share of {_name(s, auction.lot)}"
    if s.seller != NOBODY:
        share = f"{share} that {names[s.seller]} sells"
    if auction.high != NOBODY:
        may = "bid on the {}, or pass" if "bid" in kinds(s) else "pass on the {}"
        return f"{may.format(share)}; ${auction.high} stands, by {names[auction.leader]}."
    unsold = "it is not sold" if s.phase == AUCTION else f"{names[auction.opener]} has it free"
    may = f"bid on the {share}, ${auction.minimum} or more, or pass" if "bid" in kinds(s) else f"pass on the {share}"
    return f"{may}; if all pass, {unsold}."


def help() -> str:
    """What can be typed, in a few lines."""
    return (
        "[bold]bid 7[/], [bold]pass[/]                  in an auction\n"
        "[bold]link NRC maseru~modderpoort[/]  build; one more from its far end, or [bold]done[/]\n"
        "[bold]connect ZASM bechuanaland[/]    build an external connection\n"
        "[bold]delegate NRC 2[/]               if none of yours can build: another, by that seat\n"
        "[bold]offer NRC[/], [bold]offer-own NRC[/]     auction an unsold share, or one of your own\n"
        "[bold]develop kimberley[/]            raise a place; then a second, or [bold]auto[/]\n"
        "[bold]dividends[/]                    pay dividends now\n"
        "[bold]build-nothing[/], [bold]offer-nothing[/], [bold]develop-nothing[/]   if nothing else can be done"
    )
