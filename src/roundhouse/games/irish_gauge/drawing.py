"""How Irish Gauge looks in a browser: the pieces on the map, what each hex holds, and what each seat has."""
from __future__ import annotations

from typing import cast

from roundhouse.engine.contract import NOBODY, OVER, State
from roundhouse.games.drawing import Holding, Panel, Pointer, Spot, pictured, tag
from roundhouse.games.irish_gauge.drawing_choices import RULES, bid_note, choices
from roundhouse.games.irish_gauge.drawing_map import Sheet, ground, sheet
from roundhouse.games.irish_gauge.drawing_scenes import aside, scene
from roundhouse.games.irish_gauge.drawing_sums import (
    average,
    best_income,
    companies,
    cubes,
    each,
    possible_draws,
    pounds,
    stations,
    tracks,
)
from roundhouse.games.irish_gauge.position import Position
from roundhouse.games.livery import (
    ENGINE_HEIGHT,
    ENGINE_WIDTH,
    FAINT,
    INK,
    certified,
    counted,
    fill,
    label,
    listed,
)

POINTERS = (
    Pointer(".spot.home", "Here a railway starts, shown by its engine. No railway is yours alone. A cube makes the "
            "place a City, and says in which colour it pays; a Town has a ring and no cube yet.", "IG-SET-2"),
    Pointer(".spot.pile", "Each railway has its pile of shares. A share lets you build that railway, brings you "
            "dividends, and counts its printed value at the end.", "IG-END-2"),
    Pointer(".auction", "The game begins with one share of each railway under the hammer. Bid more, or pass for good.",
            "IG-AUC-2"),
    Pointer(".spot.difficult", "Track spreads from hex to hex with a few points a turn. Hills cost 2 and take one "
            "railway only; sharing open country costs half a point more.", "IG-TRK-4"),
    Pointer(".bag", "Anybody may call for dividends: three cubes leave the bag, and Cities of these colours pay. "
            "When the bag is empty the game ends, and the richest player wins.", "IG-DIV-1"),
)


# ---- the pieces ------------------------------------------------------------------------------------------------------


def pieces(state: State, seat: int | None) -> str:
    s = cast(Position, state)
    at = sheet(s.game)
    track = tracks(s)
    rails = "".join(_rails(s, at, r, hexes) for r, hexes in enumerate(track))
    on_map = [f'<use href="#ig-cube-{c}" x="{at.centres[h][0]:.0f}" y="{at.centres[h][1] - 22:.0f}"/>'
              for h, c in cubes(s).items()]
    here = companies(track)
    engines = "".join(_engines(at, h, railways, h in s.board.urban_hexes) for h, railways in here.items())
    piles = "".join(_pile(s, at, r) for r in range(s.board.railways))
    names = '<use href="#ig-names"/>'
    return tag("g", rails + names + "".join(on_map) + engines + piles, pointer_events="none")


def _rails(s: Position, at: Sheet, railway: int, track: list[int]) -> str:
    """The railway's line from its home to all its hexes, beside those of the other railways."""
    shift = (railway - (s.board.railways - 1) / 2) * 6
    found = [int(s.board.home[railway])]
    left = set(track) - set(found)
    line = ""
    for h in found:
        for other in s.board.grid.neighbours[h]:
            if other in left:
                left.discard(other)
                found.append(other)
                line += _segment(at, min(h, other), max(h, other), shift)
    if not line:
        return ""
    sleepers = f'<path d="{line}" stroke="{INK}" stroke-width="8" stroke-dasharray="1.6 5" fill="none"/>'
    rail = f'<path d="{line}" stroke="{fill(at.colours[railway])}" stroke-width="4" fill="none"/>'
    return sleepers + rail


def _segment(at: Sheet, one: int, other: int, shift: float) -> str:
    (ax, ay), (bx, by) = at.centres[one], at.centres[other]
    # Two neighbours are 90 apart.
    dx, dy = (by - ay) / 90 * shift, (ax - bx) / 90 * shift
    return f"M{ax + dx:.0f} {ay + dy:.0f}L{bx + dx:.0f} {by + dy:.0f}"


def _engines(at: Sheet, h: int, railways: list[int], urban: bool) -> str:
    """The engines in a hex, side by side in rows of two or three; smaller where many meet."""
    x, y = at.centres[h]
    wide_row = 2 if len(railways) == 4 else 3
    rows = -(-len(railways) // wide_row)
    size = 1.3 if len(railways) < 3 else 1.06 if rows == 1 else 1.8 / rows
    wide, tall = ENGINE_WIDTH + 2, ENGINE_HEIGHT
    drawn = ""
    for n, railway in enumerate(railways):
        row, place = divmod(n, wide_row)
        in_row = min(wide_row, len(railways) - row * wide_row)
        left, top = (place - in_row / 2) * wide + 1, (row - rows / 2) * tall
        drawn += f'<use href="#ig-engine-{railway}" x="{left:.3g}" y="{top:.3g}"/>'
    return f'<g transform="translate({x:.0f} {y + (8 - 2 * rows if urban else 2):.0f}) scale({size:.3g})">{drawn}</g>'


def _pile(s: Position, at: Sheet, railway: int) -> str:
    """The shares of a railway that are for sale, the next one on top, and its engines that wait."""
    x, y = at.piles[railway]
    first, last = int(s.board.first_share[railway]), int(s.board.first_share[railway + 1])
    left = last - first - int(s.sold[railway])
    name = s.board.railway_ids[railway]
    if left:
        under = "".join(f'<use href="#ig-blank" x="{3 * n}" y="{-3 * n}"/>' for n in range(min(left, 4) - 1, 0, -1))
        words = certified(f"£{s.next_value(railway)}", f"{s.sold[railway]} of {last - first} sold")
        card = tag("g", f'{under}<use href="#ig-card-{railway}"/>{words}', transform="translate(4 4)")
    else:
        card = label(50, 60, name, 17, font_weight=700) + label(50, 80, "sold out", 14, fill=FAINT)
    engines = f'<use href="#ig-engine-{railway}" x="20" y="129"/>' + label(
        52, 146, f"× {s.locomotives[railway]}", 17, text_anchor="start", font_weight=600)
    return tag("g", card + engines, transform=f"translate({x:.0f} {y:.0f})")


# ---- the places ------------------------------------------------------------------------------------------------------


def spots(state: State, seat: int | None) -> list[Spot]:
    s = cast(Position, state)
    at = sheet(s.game)
    colour_at = cubes(s)
    at_hex = companies(tracks(s))
    found = []
    for h, name in enumerate(s.board.grid.ids):
        here = [s.board.railway_ids[r] for r in at_hex.get(h, ())]
        company = f", {listed(here)} here" if here else ""
        found.append(Spot(name, f"{_kind(s, h, colour_at)}{company}", at.arrows[name]))
    for r, name in enumerate(s.board.railway_ids):
        value = s.next_value(r)
        left = f"the next share costs £{value} or more" if value else "all shares are sold"
        words = f"{name} shares: {left}; {counted(int(s.locomotives[r]), 'locomotive')} left"
        found.append(Spot(f"share:{name}", words, at.arrows[f"share:{name}"]))
    return found


def _kind(s: Position, h: int, colour_at: dict[int, int]) -> str:
    name = s.board.grid.ids[h]
    if h in colour_at:
        return f"{s.board.names[name]} {name}, City with a {s.board.colours[colour_at[h]]} cube"
    if h in s.board.urban_hexes:
        return f"{s.board.names[name]} {name}, Town"
    hills = s.board.difficult[s.board.word[h]] & s.board.bit[h]
    return f"{name}, {'difficult' if hills else 'easy'}"


def changed(before: State, code: int, after: State, seat: int | None) -> list[str]:
    """The hex or the pile that a move was about; at a draw, the Cities that pay."""
    s = cast(Position, before)
    if s.auction.lot != NOBODY:
        return [f"share:{s.board.railway_ids[s.auction.lot]}"]
    kind, *words = s.game.text(code).split()
    if kind == "draw":
        return [s.board.grid.ids[h] for h, c in cubes(s).items() if s.board.colours[c] in words]
    return {"cube": words[:1], "track": words[1:], "interest": words[:1],
            "auction": [f"share:{word}" for word in words]}.get(kind, [])


# ---- the seats -------------------------------------------------------------------------------------------------------


def panels(state: State, seat: int | None) -> list[Panel]:
    s = cast(Position, state)
    draws = possible_draws(s)
    mean = [average(s, r, int(s.sold[r]), draws) for r in range(s.board.railways)]
    colour_at = cubes(s)
    best = []
    for r, track in enumerate(tracks(s)):
        towns, cities = stations(s, track, colour_at)
        best.append(each(best_income(len(towns), len(cities)), int(s.sold[r])))
    scores = s.scores()
    return [_panel(s, who, scores[who], mean, best) for who in range(s.game.seats)]


def _panel(s: Position, who: int, score: int, mean: list[float], best: list[int]) -> Panel:
    at = sheet(s.game)
    railways = int(s.board.railways)
    held = [int(n) for n in s.shares[who * railways:(who + 1) * railways]]
    holdings = tuple(
        Holding(
            s.board.railway_ids[r], at.colours[r], at.letters[r], n, " + ".join(f"£{v}" for v in _values(s, r, who)),
            f"pays £{best[r]} a share if all its Cities pay, {pounds(mean[r])} on average",
        )
        for r, n in enumerate(held) if n
    )
    coming = sum(n * amount for n, amount in zip(held, mean))
    facts = () if s.to_act == OVER else (("A call brings, on average", pounds(coming)),)
    return Panel(f"£{s.cash[who]}", f"£{score}", holdings, facts, _marks(s, who))


def _values(s: Position, railway: int, who: int) -> list[int]:
    """The printed values of the shares that a seat holds of a railway."""
    first, last = int(s.board.first_share[railway]), int(s.board.first_share[railway + 1])
    return [int(s.board.share_value[n]) for n in range(first, last) if s.owner[n] == who]


def _marks(s: Position, who: int) -> tuple[str, ...]:
    if s.to_act == OVER:
        return ("winner",) if who in s.winners() else ()
    if s.auction.lot == NOBODY:
        return ("on turn",) if s.turn == who else ()
    if s.auction.leader == who:
        return (f"leads with £{s.auction.high}",)
    return () if who in s.auction.still_in() else ("passed",)


# ---- for the list of games -------------------------------------------------------------------------------------------


PICTURED = {
    "CBSC": "N4 M4 L4 K3",
    "WLW": "K3 L5 L6 K7 L8 L9 M9",
    "BCD": "C11 D11 E10 D9 C9 C8 B8 F10 F11",
    "GSW": "I10 I9 J9 K9 L8 L9 M9 G11 F11",
    "MGW": "H10 H9 H8 H7 H6 H5 H4 H3 G3 G2 F2",
}
CUBES = {"white": "C12 H11 L8 K3", "pink": "B8 L4 M9 D9", "black": "H3 O4 H7"}


def picture() -> str:
    """A game well under way."""
    from roundhouse import games

    game = games.game("irish-gauge", 4)
    s = cast(Position, game.start())
    for colour, hexes in CUBES.items():
        for name in hexes.split():
            s.place_cube(s.board.colours.index(colour), s.board.grid.index[name])
    for railway, hexes in PICTURED.items():
        r = s.board.railway_ids.index(railway)
        s.sold[r] = 1 + r % 2
        for name in hexes.split():
            s.place_locomotive(r, s.board.grid.index[name])
    base = ground(game)
    return pictured(base.svg + pieces(s, None), f"0 0 {base.width} {base.height}", "The map of Irish Gauge")


__all__ = [
    "POINTERS", "RULES", "aside", "bid_note", "changed", "choices", "ground", "panels", "picture",
    "pieces", "scene", "spots",
]
