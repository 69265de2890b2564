"""How Age of Rail looks in a browser: the pieces on the map, what each place holds, and what each seat has."""
from __future__ import annotations

from typing import cast

from roundhouse.engine.contract import NOBODY, OVER, State
from roundhouse.engine.dice import Dice
from roundhouse.engine.words import BIT
from roundhouse.games.age_of_rail.board import BOX_TITLES, CONNECT, LINK, NONE, OFFER, OFFER_OWN
from roundhouse.games.age_of_rail.drawing_choices import RULES, bid_note, choices, coming, held, risen
from roundhouse.games.age_of_rail.drawing_map import Sheet, figures, ground, sheet, track_spot
from roundhouse.games.age_of_rail.drawing_scenes import aside, scene
from roundhouse.games.age_of_rail.position import Position
from roundhouse.games.drawing import Holding, Panel, Pointer, Spot, pictured, tag
from roundhouse.games.livery import FAINT, INK, PAPER, certified, fill, label, listed
from roundhouse.games.sets import members

POINTERS = (
    Pointer(".spot.base", "A base, where a railroad starts. The figure in a place is its value: each link brings its "
            "railroad the values of both its ends as Income.", "AR-TERM-3"),
    Pointer(".auction", "One share of each railroad is auctioned first. What you pay goes into the railroad's own "
            "Treasury, and it builds with that.", "AR-OFF-2"),
    Pointer(".spot.link", "A dashed line is a link to be built. Who holds most shares of a railroad controls it and "
            "builds for it; a link belongs to one railroad for ever.", "AR-BLD-2"),
    Pointer(".boxes", "A turn is one of four actions, and moves the Action Track. When it is full a dividend is paid; "
            "you can't take the same action twice in a row, but for Build Track.", "AR-TURN-2"),
    Pointer(".spot.metro", "Places grow, and with them the Income of all railroads there. After the dividends comes "
            "the Final Payoff: Value and Income, divided by the shares sold.", "AR-END-1"),
)


# ---- the pieces ------------------------------------------------------------------------------------------------------


def pieces(state: State, seat: int | None) -> str:
    s = cast(Position, state)
    at = sheet(s.game)
    rails = "".join(_rails(s, at, r) for r in range(s.board.railroads))
    places = "".join(
        f'<use href="#ar-place-{at.kinds[p]}-{level}" x="{x:.0f}" y="{y:.0f}"/>'
        for p, (level, (x, y)) in enumerate(zip(s.levels, at.places))
    )
    return tag("g", rails + '<use href="#ar-names"/>' + figures(places) + _office(s, at), pointer_events="none")


def _rails(s: Position, at: Sheet, railroad: int) -> str:
    """The links of a railroad as two rails in its colour, and its letter on each."""
    ways = [at.links[n] for n in members(s.links, railroad, s.board.link_words)]
    ways += [at.externals[e] for e, owner in enumerate(s.built_by) if owner == railroad]
    if not ways:
        return ""
    line = "".join(way.path for way in ways)
    seals = ""
    for way in ways:
        x, y = way.at(0.5)
        seals += f'<use href="#ar-seal-{railroad}" x="{x:.0f}" y="{y:.0f}"/>'
    return (
        f'<g fill="none"><path d="{line}" stroke="{INK}" stroke-width="11"/>'
        f'<path d="{line}" stroke="{fill(at.colours[railroad])}" stroke-width="8.6"/>'
        f'<path d="{line}" stroke="{PAPER}" stroke-width="3"/></g>{seals}'
    )


def _office(s: Position, at: Sheet) -> str:
    x, y, scale = at.office
    inside = _track(s) + "".join(_pile(s, at, r) for r in range(s.board.railroads))
    return tag("g", inside, transform=f"translate({x:.0f} {y:.0f}) scale({scale})")


def _track(s: Position) -> str:
    """The Action Track's marker, and a circle for each dividend."""
    x = track_spot(s.game, int(s.action_track))
    marker = tag("path", d=f"M{x:.1f} 57l-7 -12h14z", fill="var(--accent, #9a3324)", stroke=INK)
    last = int(s.board.dividends_before_final) + 1
    done = int(s.dividends_paid)
    circles = "".join(
        tag("circle", cx=300 + 26 * n, cy=18, r=9, fill=INK if n < done else PAPER, stroke=INK)
        + label(300 + 26 * n, 22.5, "★" if n == last - 1 else n + 1, 12, fill=PAPER if n < done else INK)
        for n in range(last)
    )
    words = label(10, 23, f"Action Track {s.action_track} · dividends paid", 15, text_anchor="start", font_weight=600)
    return words + circles + marker


def _pile(s: Position, at: Sheet, railroad: int) -> str:
    x, y = at.piles[railroad]
    opened = s.is_open >> railroad & 1
    left = int(s.board.shares - s.sold[railroad])
    name = s.board.railroad_shorts[railroad]
    if opened and not left:
        card = label(50, 60, name, 17, font_weight=700) + label(50, 80, "sold out", 14, fill=FAINT)
    else:
        under = "".join(f'<use href="#ar-blank" x="{3 * n}" y="{-3 * n}"/>' for n in range(min(left, 4) - 1, 0, -1))
        price = f"from ${s.minimum_bid(railroad)}" if opened else "–"
        words = certified(price, f"{s.sold[railroad]} of {s.board.shares} sold" if opened else "not yet open")
        card = tag("g", f'{under}<use href="#ar-card-{railroad}"/>{words}', transform="translate(4 4)")
    chest = label(50, 142, f"Treasury ${s.treasury[railroad]}", 14.5) if opened else ""
    return tag("g", card + chest, transform=f"translate({x:.0f} {y:.0f})")


# ---- the places ------------------------------------------------------------------------------------------------------


def spots(state: State, seat: int | None) -> list[Spot]:
    s = cast(Position, state)
    at, board = sheet(s.game), s.board
    here: dict[int, list[str]] = {}
    builder: dict[int, str] = {}
    for r, name in enumerate(board.railroad_shorts):
        for place in members(s.network, r, board.place_words):
            here.setdefault(place, []).append(name)
        builder |= dict.fromkeys(members(s.links, r, board.link_words), name)
    found = [Spot(name, _place(s, p, here.get(p, [])), at.arrows[name]) for p, name in enumerate(board.place_ids)]
    for n, name in enumerate(board.link_ids):
        ends = f"{board.place_names[board.end_a[n]]} to {board.place_names[board.end_b[n]]}"
        owner = f"built by {builder[n]}" if n in builder else "not built"
        found.append(Spot(name, f"{ends}, {owner}", at.arrows[name]))
    for e, name in enumerate(board.external_ids):
        owner = "not built" if s.built_by[e] == NONE else f"built by {board.railroad_shorts[s.built_by[e]]}"
        words = f"{board.external_names[e]} from {board.place_names[board.gate[e]]}, ${board.price[e]}, {owner}"
        found.append(Spot(f"to:{name}", words, at.arrows[f"to:{name}"]))
    return found + [_pile_spot(s, at, r) for r in range(board.railroads)]


def _place(s: Position, place: int, here: list[str]) -> str:
    board = s.board
    steps = [int(n) for n in board.steps[board.first_step[place]:board.first_step[place] + board.last_level[place] + 1]]
    level = int(s.levels[place])
    growth = f"can grow to {listed([str(n) for n in steps[level + 1:]])}" if steps[level + 1:] else "fully grown"
    base = "".join(f", base of {short}" for r, short in enumerate(board.railroad_shorts) if board.base[r] == place)
    company = f", {listed(here)} here" if here else ""
    kind = "" if base and board.place_classes[place] == "base" else f", {board.place_classes[place]}"
    return f"{board.place_names[place]}{kind}{base}, value {steps[level]}, {growth}{company}"


def _pile_spot(s: Position, at: Sheet, railroad: int) -> Spot:
    name = s.board.railroad_ids[railroad]
    words = f"{s.board.railroad_shorts[railroad]} shares: "
    if s.is_open & BIT[railroad]:
        words += f"{s.sold[railroad]} of {s.board.shares} sold, from ${s.minimum_bid(railroad)}, "
        words += f"Treasury ${s.treasury[railroad]}"
    else:
        words += "not yet open"
    return Spot(f"share:{name}", words, at.arrows[f"share:{name}"])


def changed(before: State, code: int, after: State, seat: int | None) -> list[str]:
    """The link, the place or the pile that a move was about, and what grew by itself."""
    s, t = cast(Position, before), cast(Position, after)
    if s.auction.lot != NOBODY:
        return [f"share:{s.board.railroad_ids[s.auction.lot]}"]
    kind, railroad, item = (int(of[code]) for of in (s.board.kind_of, s.board.railroad_of, s.board.item_of))
    if kind == LINK:
        return [s.board.link_ids[item]]
    if kind == CONNECT:
        return [f"to:{s.board.external_ids[item]}"]
    if kind in (OFFER, OFFER_OWN):
        return [f"share:{s.board.railroad_ids[railroad]}"]
    return risen(s, t)


# ---- the seats -------------------------------------------------------------------------------------------------------


def panels(state: State, seat: int | None) -> list[Panel]:
    s = cast(Position, state)
    scores = s.scores()
    return [_panel(s, who, scores[who]) for who in range(s.game.seats)]


def _panel(s: Position, who: int, score: int) -> Panel:
    at, board = sheet(s.game), s.board
    holdings = tuple(
        Holding(
            board.railroad_shorts[r], at.colours[r], at.letters[r], n, f"${s.final_payoff(r)}",
            f"pays ${s.dividend(r)} a dividend" + (", in control" if s.controllers[r] & BIT[who] else ""),
        )
        for r in range(board.railroads) if (n := held(s, r, who))
    )
    if s.to_act == OVER:
        return Panel(f"${s.cash[who]}", f"${score}", holdings, (), ("winner",) if who in s.winners() else ())
    facts = (("A dividend brings", f"${coming(s, who)}"), ("Marker", BOX_TITLES[s.boxes[who]]))
    return Panel(f"${s.cash[who]}", f"${score}", holdings, facts, _marks(s, who))


def _marks(s: Position, who: int) -> tuple[str, ...]:
    if s.auction.lot == NOBODY:
        return ("on turn",) if s.turn == who else ()
    if s.auction.leader == who:
        return (f"leads with ${s.auction.high}",)
    if s.seller == who:
        return ("sells",)
    return () if who in s.auction.still_in() else ("passed",)


# ---- for the list of games -------------------------------------------------------------------------------------------


def picture() -> str:
    """A game well under way, played with the same dice each time."""
    from roundhouse import games

    game = games.game("age-of-rail", 4)
    state, dice = game.start(), Dice(229)
    while cast(Position, state).dividends_paid < 5:
        state.apply(state.random_by_kind(dice))
    base = ground(game)
    return pictured(base.svg + pieces(state, None), f"0 0 {base.width} {base.height}", "The map of Age of Rail")


__all__ = [
    "POINTERS", "RULES", "aside", "bid_note", "changed", "choices", "ground", "panels", "picture", "pieces", "scene",
    "spots",
]
