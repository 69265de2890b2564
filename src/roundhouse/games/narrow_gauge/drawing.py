"""Narrow Gauge in the browser: the map with its railways, the market's dice, the register of companies."""
from __future__ import annotations

from collections import deque
from functools import cache
from typing import Any, cast

from roundhouse.engine.contract import NOBODY, OVER, State
from roundhouse.engine.dice import Dice
from roundhouse.engine.words import BIT
from roundhouse.games.drawing import Holding, Panel, Pointer, Spot, pictured, side_by_side
from roundhouse.games.livery import counted
from roundhouse.games.narrow_gauge.board import SEATS
from roundhouse.games.narrow_gauge.drawing_aside import aside, contracts_shown, dues, scene
from roundhouse.games.narrow_gauge.drawing_choices import RULES, bid_note, choices
from roundhouse.games.narrow_gauge.drawing_map import EDGE, Sheet, ground, sheet
from roundhouse.games.narrow_gauge.drawing_pieces import FACE, INK, die
from roundhouse.games.narrow_gauge.rules import NarrowGaugeState

__all__ = [
    "POINTERS", "RULES", "aside", "bid_note", "changed", "choices", "ground", "panels", "picture", "pieces", "scene",
    "spots",
]

POINTERS = (
    Pointer(
        '[data-spot^="company-"]',
        "Five companies, and neither of you owns one. Each turn you take a certificate of one of them, free, and build "
        "for that company.", "NG-SHR-1",
    ),
    Pointer(
        ".hand",
        "These are your track cards. A card is laid from a hex where the company stands, as printed or upside down; "
        "it puts locomotives on all its other hexes.", "NG-CARD-1",
    ),
    Pointer(
        ".city",
        "A new locomotive on a city is a connection: the company's marker goes up, and you are paid its number times "
        "the dividend at once.", "NG-CONN-1",
    ),
    Pointer(
        '[data-spot^="market-"]',
        "Each connection also pulls the die of that city's commodity to your side. When a round ends, each die pays "
        "its number times the dollars of its row.", "NG-COM-1",
    ),
    Pointer(
        ".panel",
        "Most money after three rounds wins. Hills and water cost money, and so does the secret bid for the first "
        "turn, won or lost.", "NG-END-1",
    ),
)


def pieces(state: State, seat: int | None) -> str:
    """Nothing on the board is hidden but tiles that nobody has seen."""
    s = cast(NarrowGaugeState, state)
    plan = sheet(s.game)
    tracks = [s.track_of(c) for c in range(s.board.companies)]
    here: list[list[int]] = [[] for _ in plan.centres]
    for company, track in enumerate(tracks):
        for hex_ in track:
            here[hex_].append(company)
    return (
        f'<g class="pieces" pointer-events="none" font-family="{FACE}" fill="{INK}">'
        f"{_homes(s, plan)}{_rails(s, plan, tracks)}{_tiles(s, plan, here)}{_locomotives(s, plan, here)}"
        f"{_dice(s, plan)}{_register(s, plan)}</g>"
    )


# ---- on the map ------------------------------------------------------------------------------------------------------


def _homes(s: NarrowGaugeState, plan: Sheet) -> str:
    drawn = []
    for company, home in enumerate(s.homes):
        if home != NOBODY:
            x, y = plan.centres[s.board.starts[home]]
            drawn.append(
                f'<rect x="{x - 22:.1f}" y="{y - 18:.1f}" width="44" height="38" rx="2" fill="none" '
                f'stroke="{plan.companies[company].fill}" stroke-width="4"/>'
            )
    return "".join(drawn)


def _rails(s: NarrowGaugeState, plan: Sheet, tracks: list[list[int]]) -> str:
    """Each company's hexes joined into a tree from its home, a little beside those of the others."""
    drawn = []
    for company, track in enumerate(tracks):
        if len(track) < 2 or s.homes[company] == NOBODY:
            continue
        beside = 5.0 * (company - (len(tracks) - 1) / 2)
        home = s.board.starts[s.homes[company]]
        path = _tree(plan, int(home), set(track), beside)
        drawn.append(
            f'<path d="{path}" stroke="{INK}" stroke-width="9" stroke-dasharray="1.8 4.2"/>'
            f'<path d="{path}" stroke="{INK}" stroke-width="5"/>'
            f'<path d="{path}" stroke="{plan.companies[company].fill}" stroke-width="3.4"/>'
        )
    return f'<g fill="none">{"".join(drawn)}</g>'


def _tree(plan: Sheet, home: int, track: set[int], beside: float) -> str:
    path = []
    track.discard(home)
    waiting = deque([home])
    while waiting:
        at = waiting.popleft()
        x, y = plan.centres[at]
        for other in plan.near[at]:
            if other in track:
                track.discard(other)
                waiting.append(other)
                a, b = plan.centres[other]
                path.append(f"M{x + beside:.1f} {y:.1f}L{a + beside:.1f} {b:.1f}")
    return "".join(path)


def _tiles(s: NarrowGaugeState, plan: Sheet, here: list[list[int]]) -> str:
    drawn = []
    for city, hex_ in enumerate(s.board.cities):
        x, y = plan.centres[hex_]
        what = "face-down" if s.tiles[city] == NOBODY else f"good-{s.tiles[city]}"
        up, scale = (9, 0.78) if here[hex_] else (-4, 1.2)
        drawn.append(
            f'<use class="city" href="#ng-{what}" transform="translate({x:.1f} {y - up:.1f}) scale({scale})"/>'
        )
    return "".join(drawn)


def _locomotives(s: NarrowGaugeState, plan: Sheet, here: list[list[int]]) -> str:
    drawn = []
    for hex_, companies in enumerate(here):
        if companies:
            x, y = plan.centres[hex_]
            for company, (dx, dy, scale) in zip(companies, places(len(companies), s.board.city_of[hex_] != NOBODY)):
                at = f"translate({x + dx:.1f} {y + dy:.1f}) scale({scale:g})"
                drawn.append(f'<use href="#ng-loco-{company}" transform="{at}"/>')
    return "".join(drawn)


@cache
def places(count: int, city: bool) -> list[tuple[float, float, float]]:
    """Where so many locomotives stand side by side in a hex, and how large; in a city below its tile."""
    known: dict[tuple[int, bool], list[tuple[float, float, float]]] = {
        (1, True): [(0, 15, 1.15)], (2, True): [(-15, 14, 0.92), (15, 14, 0.92)],
        (3, True): [(-14, 8, 0.82), (14, 8, 0.82), (0, 24, 0.82)],
        (4, True): [(-14, 8, 0.82), (14, 8, 0.82), (-14, 24, 0.82), (14, 24, 0.82)],
        (1, False): [(0, 3, 1.5)], (2, False): [(-16.5, 3, 1.05), (16.5, 3, 1.05)],
        (3, False): [(-16, -7, 1), (16, -7, 1), (0, 14, 1)],
        (4, False): [(-16, -7, 0.98), (16, -7, 0.98), (-16, 14, 0.98), (16, 14, 0.98)],
    }
    return known.get((count, city)) or (_grid(count, 15.0, 30.0) if city else _grid(count, 4.0, 42.0))


def _grid(count: int, middle: float, high: float) -> list[tuple[float, float, float]]:
    across = 3 if count <= 6 else 4
    rows = -(-count // across)
    scale = min(66 / across / 30, high / rows / 20)
    return [
        (
            (n % across - (min(across, count - n // across * across) - 1) / 2) * 30 * scale,
            middle + (n // across - (rows - 1) / 2) * 21 * scale, round(scale, 2),
        ) for n in range(count)
    ]


# ---- beside the map --------------------------------------------------------------------------------------------------


def _dice(s: NarrowGaugeState, plan: Sheet) -> str:
    return "".join(
        die(plan.goods[c], int(s.die[c]), *plan.market(c, int(s.row[c]))) for c in range(s.board.commodities)
    )


def _register(s: NarrowGaugeState, plan: Sheet) -> str:
    """The markers, what the next connection pays, and what is left of each company."""
    board, most = s.board, int(s.board.connection_max)
    offer, count, supply, held = plan.columns
    drawn = []
    for c in range(board.companies):
        x, y = plan.marker(c, int(s.marker[c]))
        dividend, following = board.dividend[s.round * board.companies + c], int(s.marker[c]) + 1
        drawn.append(f'<text x="{plan.track_x - 28:.0f}" y="{y + 5:.1f}">× ${dividend}</text>')
        if following <= most:
            pays = dividend * following
            drawn.append(f'<text x="{plan.marker(c, following)[0]:.1f}" y="{y + 5:.1f}">${pays}</text>')
        mine, theirs = s.certificates[c], s.certificates[board.companies + c]
        drawn.append(
            f'<use href="#ng-loco-{c}" transform="translate({x:.1f} {y:.1f}) scale(1.1)"/>'
            f"{_pile(int(s.available[c]), plan.companies[c].fill, offer, y)}"
            f'<text x="{count:.1f}" y="{y + 5:.1f}">{s.available[c] or "none"}</text>'
            f'<text x="{supply:.1f}" y="{y + 5:.1f}">{s.supply[c]}</text>'
            f'<text x="{held:.1f}" y="{y + 5:.1f}" font-weight="bold">{mine} : {theirs}</text>'
        )
    return f'<g text-anchor="middle" font-size="15">{"".join(drawn)}</g>'


def _pile(left: int, colour: str, x: float, y: float) -> str:
    """Certificates on offer, overlapping so that they can be counted."""
    step = 9 if left < 7 else 54 / left
    sheets = "".join(
        f'<path d="M{x + step * (k - (left - 1) / 2) - 13:.1f} {y - 9:.1f}h27v18h-27z"/>' for k in range(left)
    )
    return f'<g fill="{colour}" stroke="{INK}" stroke-width="1.3">{sheets}</g>' if left else ""


# ---- in words --------------------------------------------------------------------------------------------------------


def spots(state: State, seat: int | None) -> list[Spot]:
    """The hexes, the commodities' tracks and the companies; the hand that is looked at, and the contracts."""
    s = cast(NarrowGaugeState, state)
    return [*_hexes(s), *_markets(s), *_companies(s), *_cards(s, seat), *_contracts(s, seat)]


def _hexes(s: NarrowGaugeState) -> list[Spot]:
    board, grid, hexes = s.board, s.board.grid, s.game.edition.data["hexes"]
    here: list[list[str]] = [[] for _ in grid.ids]
    for c, name in enumerate(board.company_ids):
        for hex_ in s.track_of(c):
            here[hex_].append(name)
    homes = {int(board.starts[home]): board.company_ids[c] for c, home in enumerate(s.homes) if home != NOBODY}
    terrain = {
        "plain": "open ground", "difficult": f"difficult ground, ${board.difficult_price}",
        "water": f"water, ${board.water_price}",
    }
    found, ways = [], sheet(s.game).neighbours
    for n, one in enumerate(hexes):
        city = board.city_of[n]
        kind = terrain[one["terrain"]]
        if city != NOBODY:
            tile = s.tiles[city]
            kind = "a city, its tile face down" if tile == NOBODY else f"a {board.commodity_ids[tile]} city"
        elif n in homes:
            kind = f"home of {homes[n]}"
        there = f", {' and '.join(here[n])} here" if here[n] else ""
        found.append(Spot(grid.ids[n], f"{grid.ids[n]}, {kind}{there}", ways[n]))
    return found


def _markets(s: NarrowGaugeState) -> list[Spot]:
    board = s.board
    names = board.commodity_ids
    last = len(names) - 1
    found = []
    for c, name in enumerate(names):
        row = int(s.row[c])
        value, side = board.row_value[abs(row)], "south" if row > 0 else "north"
        where = "the middle" if row == 0 else f"the {side}'s ${value} row"
        pays = "" if row == 0 else f", pays ${s.die[c] * value} at the end of the round"
        ways = {"down": f"company-{board.company_ids[0]}", "left": f"market-{names[c - 1]}"}
        if c == 0:
            east = max(range(len(board.grid)), key=lambda h: board.grid.axial[h][0])
            ways["left"] = board.grid.ids[east]
        if c < last:
            ways["right"] = f"market-{names[c + 1]}"
        found.append(Spot(f"market-{name}", f"The {name} die shows {s.die[c]} on {where}{pays}", ways))
    return found


def _companies(s: NarrowGaugeState) -> list[Spot]:
    board, ids = s.board, s.board.company_ids
    low = max(range(len(board.grid)), key=lambda h: 2 * board.grid.axial[h][1] + board.grid.axial[h][0])
    found = []
    for c, name in enumerate(ids):
        pays = board.dividend[s.round * board.companies + c] * min(s.marker[c] + 1, board.connection_max)
        words = (
            f"{name}, {board.company_names[c]}: {counted(int(s.marker[c]), 'connection')}, the next pays ${pays}; "
            f"{counted(int(s.available[c]), 'certificate')} on offer, {counted(int(s.supply[c]), 'locomotive')} left; "
            f"held {s.certificates[c]} in the south, {s.certificates[board.companies + c]} in the north"
        )
        ways = {"up": f"company-{ids[c - 1]}" if c else board.grid.ids[low]}
        if c + 1 < len(ids):
            ways["down"] = f"company-{ids[c + 1]}"
        found.append(Spot(f"company-{name}", words, ways))
    return found


def _cards(s: NarrowGaugeState, seat: int | None) -> list[Spot]:
    cards: list[dict[str, Any]] = s.game.edition.data["cards"]
    owners = range(SEATS) if seat is None else [p for p in range(SEATS) if p == seat]
    held = [c for p in owners for c in range(len(cards)) if s.hand[p] & BIT[c]]
    words = [f"Track card {cards[c]['id']}, {cards[c]['shape']}" for c in held]
    return side_by_side([f"card-{cards[c]['id']}" for c in held], words)


def _contracts(s: NarrowGaugeState, seat: int | None) -> list[Spot]:
    shown = [s.game.edition.data["contracts"][c] for c in contracts_shown(s, seat)]
    words = [f"Contract of {one['state']}, ${one['value']}, {one['name']}: {one['text']}" for one in shown]
    return side_by_side([f"contract-{one['id']}" for one in shown], words)


# ---- the seats -------------------------------------------------------------------------------------------------------


def panels(state: State, seat: int | None) -> list[Panel]:
    s = cast(NarrowGaugeState, state)
    seen = s.view(seat)
    return [_panel(s, p, cast(list[object], seen["cash"])[p]) for p in range(SEATS)]


def _panel(s: NarrowGaugeState, p: int, cash: object) -> Panel:
    majority, market = (0, 0) if s.to_act == OVER else dues(s, p)
    known = isinstance(cash, int)
    contracts = [
        f"{s.game.edition.data['contracts'][c]['state']}{' (used)' if s.flipped & BIT[c] else ''}"
        for c in s.contracts_of(p)
    ]
    facts = [
        ("Side", ("south", "north")[p]),
        ("Hand", counted(int(s.hand[p]).bit_count(), "card")),
        ("Build token", "dark: one card a turn" if s.dark & BIT[p] else "white: two cards a turn"),
    ]
    if s.to_act != OVER:
        facts.append(("Due at the round's end", f"${majority + market}"))
    if contracts:
        facts.append(("Contracts", ", ".join(contracts)))
    mine = [c for c in range(s.board.companies) if s.certificates[p * s.board.companies + c]]
    return Panel(
        cash=f"${cash}" if known else "", worth=f"${cast(int, cash) + majority + market}" if known else "",
        holdings=tuple(_holding(s, p, c) for c in mine),
        facts=tuple(facts), marks=("first this round",) if s.first == p else (),
    )


def _holding(s: NarrowGaugeState, p: int, c: int) -> Holding:
    board, plan = s.board, sheet(s.game)
    mine, theirs = s.votes(p, c), s.votes(1 - p, c)
    standing = f"ahead, +${board.majority_bonus}" if mine > theirs else "tied" if mine == theirs else "behind"
    return Holding(
        name=board.company_names[c], colour=plan.companies[c].name, letter=plan.letters[c],
        count=int(s.certificates[p * board.companies + c]), worth="",
        note=f"{standing} {mine} to {theirs}; a connection moves a die by {s.certificates[p * board.companies + c]}",
    )


# ---- what has changed ------------------------------------------------------------------------------------------------


def changed(before: State, code: int, after: State, seat: int | None) -> list[str]:
    """New track, tiles, dice, markers and certificates; all of them open."""
    s, t = cast(NarrowGaugeState, before), cast(NarrowGaugeState, after)
    board, found = s.board, []
    for c, name in enumerate(board.company_ids):
        for hex_ in sorted(set(t.track_of(c)) - set(s.track_of(c))):
            found.append(board.grid.ids[hex_])
        if (t.marker[c], t.available[c]) != (s.marker[c], s.available[c]):
            found.append(f"company-{name}")
    for city, hex_ in enumerate(board.cities):
        if t.tiles[city] != s.tiles[city] and board.grid.ids[hex_] not in found:
            found.append(board.grid.ids[hex_])
    moved = [c for c in range(board.commodities) if t.row[c] != s.row[c]]
    return found + [f"market-{board.commodity_ids[c]}" for c in moved]


# ---- the list of games -----------------------------------------------------------------------------------------------


@cache
def picture() -> str:
    """The map in the second half of a game."""
    from roundhouse.games.narrow_gauge import TITLE
    game = TITLE.game()
    state, dice = cast(NarrowGaugeState, game.start()), Dice(11)
    while state.round < 2:
        state.apply(state.random_by_kind(dice))
    plan = sheet(game)
    box = f"{EDGE:g} {plan.map_y:g} {plan.map_width:g} {plan.map_height:.0f}"
    return pictured(ground(game).svg + pieces(state, -1), box, TITLE.title, preserveAspectRatio="xMidYMid slice")
