"""How Irish Gauge looks in a browser: what each place holds, what each seat has, and the parts of the drawing."""
from __future__ import annotations

from dataclasses import replace

from roundhouse.engine.contract import OVER
from roundhouse.games.drawn import Holding, Panel, Spot, one_above_another
from roundhouse.games.drawn import picture as as_picture
from roundhouse.games.irish_gauge.building import hex_cost
from roundhouse.games.irish_gauge.choices import RULES, bid_note, choices
from roundhouse.games.irish_gauge.dividends import CITY_INCOME, TOWN_INCOME, mean_per_share, most_per_share
from roundhouse.games.irish_gauge.facts import BAG
from roundhouse.games.irish_gauge.map import ground, land, sheet
from roundhouse.games.irish_gauge.pieces import drawn, pieces, tracks
from roundhouse.games.irish_gauge.position import Position, points
from roundhouse.games.irish_gauge.rules import IrishGauge
from roundhouse.games.irish_gauge.scenes import scene
from roundhouse.games.irish_gauge.table import aside
from roundhouse.games.irish_gauge.things import pounds, telling, things
from roundhouse.games.kit.market import marks
from roundhouse.games.kit.shares import engine_spot, pile
from roundhouse.games.markup import Markup, markup
from roundhouse.games.sets import standing
from roundhouse.games.sight import Sight
from roundhouse.games.words import Words, joined, listed, seat, term, words

movements = telling.movements

# ---- the places ------------------------------------------------------------------------------------------------------


def spots(sight: Sight[Position]) -> list[Spot]:
    """Every hex, the railways' shares and engines, and the bag, each with what is there now."""
    s = sight.state
    at, here, cubes = sheet(s.game), standing(tracks(s)), s.cubes()
    held = [_held(s, r) for r in range(s.board.railways)]
    hexes = [
        Spot(name, _hex_text(s, h, cubes.get(h), here.get(h, [])), at.arrows[name],
             _hex_note(s, h, cubes.get(h), [held[r] for r in here.get(h, [])]))
        for h, name in enumerate(s.board.grid.ids)
    ]
    ids = [pile(name) for name in s.board.railway_ids]
    piles = one_above_another(ids, [_pile_text(s, r) for r in range(s.board.railways)])
    engines = one_above_another([engine_spot(name) for name in s.board.railway_ids],
                                [_engine_text(s, r) for r in range(s.board.railways)])
    office = [replace(spot, note=held[n % s.board.railways]) for n, spot in enumerate(piles + engines)]
    bag = Spot(BAG, words("The bag, {cubes|# cube|# cubes} in it", cubes=int(s.bag_size)))
    return [*hexes, *office, bag]


def _hex_note(s: Position, h: int, colour: int | None, held: list[Words]) -> Words:
    """What track costs here, what the place pays, and who holds shares of the railways that are here."""
    board = s.board
    hard = bool(board.difficult[board.word[h]] & board.bit[h])
    parts = [words("no other railway may come here")] if hard and held else [
        words("track costs {cost|# point|# points}", cost=points(hex_cost(s, h)))]
    if colour is not None:
        parts.append(words("pays {income} when {colour} is drawn", income=pounds(int(CITY_INCOME)),
                           colour=board.colours[colour]))
    elif h in board.urban_hexes:
        parts.append(words("pays {income} with a City of the railway", income=pounds(int(TOWN_INCOME))))
    return joined([*parts, *filter(None, held)], "; ")


def _held(s: Position, railway: int) -> Words:
    """Who has shares of a railway."""
    owners = s.holders(railway)
    held = [words("{who} {n}", who=seat(who), n=owners.count(who)) for who in range(s.seats) if who in owners]
    return words("{line} shares: {held}", line=things(s.board).line(railway), held=joined(held)) if held else ()


def _hex_text(s: Position, h: int, colour: int | None, railways: list[int]) -> Words:
    board, name = s.board, s.board.grid.ids[h]
    if colour is not None:
        clauses = [words("{hex}, City with a {colour} cube", hex=f"{board.names[name]} {name}",
                         colour=board.colours[colour])]
    elif h in board.urban_hexes:
        clauses = [words("{hex}, Town", hex=f"{board.names[name]} {name}")]
    else:
        hard = board.difficult[board.word[h]] & board.bit[h]
        clauses = [words("{hex}, difficult", hex=name) if hard else words("{hex}, easy", hex=name)]
    if railways:
        clauses.append(words("{railways} here", railways=listed(map(things(board).line, railways))))
    return joined(clauses)


def _pile_text(s: Position, railway: int) -> Words:
    value = int(s.next_value(railway))
    next_ = words(NEXT[value > 0], line=things(s.board).line(railway), value=pounds(value))
    left = words("{locomotives|# locomotive|# locomotives} left", locomotives=int(s.locomotives[railway]))
    return joined([next_, left], "; ")


NEXT = ("{line} shares: all shares are sold", "{line} shares: the next share costs {value} or more")


def _engine_text(s: Position, railway: int) -> Words:
    return words("{line}, {engines|# locomotive|# locomotives} left to build with",
                 line=things(s.board).line(railway), engines=int(s.locomotives[railway]))


# ---- the seats -------------------------------------------------------------------------------------------------------


def panels(sight: Sight[Position]) -> list[Panel]:
    """What each seat has: cash, score and shares, with what its shares would be paid."""
    s = sight.state
    means = [mean_per_share(s, r, s.sold[r]) for r in range(s.board.railways)]
    scores = s.scores()
    return [_panel(s, who, scores[who], means) for who in range(s.seats)]


def _panel(s: Position, who: int, score: int, means: list[float]) -> Panel:
    railways = int(s.board.railways)
    held = [int(s.shares[who * railways + r]) for r in range(railways)]
    holdings = tuple(_holding(s, who, r, n, means[r]) for r, n in enumerate(held) if n)
    coming = sum(n * mean for n, mean in zip(held, means))
    lines = () if s.to_act == OVER else ((term("A call brings"), pounds(coming).text),)
    return Panel(pounds(int(s.cash[who])).text, pounds(score).text, holdings, lines, marks(s, s.auction, who, "£"))


def _holding(s: Position, who: int, railway: int, count: int, mean: float) -> Holding:
    firm = things(s.board).firms[s.board.railway_ids[railway]]
    values = [value for value, owner in zip(s.board.values_of(railway), s.holders(railway)) if owner == who]
    most = most_per_share(s, railway, s.sold[railway])
    return Holding(
        s.board.railway_ids[railway], firm.colour, firm.letter, count,
        " + ".join(pounds(value).text for value in values),
        term("pays {most} a share if all its Cities pay, {mean} on average", most=pounds(most), mean=pounds(mean)),
    )


# ---- for the list of games -------------------------------------------------------------------------------------------


PICTURED = {
    "CBSC": "N4 M4 L4 K3",
    "WLW": "K3 L5 L6 K7 L8 L9 M9",
    "BCD": "C11 D11 E10 D9 C9 C8 B8 F10 F11",
    "GSW": "I10 I9 J9 K9 L8 L9 M9 G11 F11",
    "MGW": "H10 H9 H8 H7 H6 H5 H4 H3 G3 G2 F2",
}
CUBES = {"white": "C12 H11 L8 K3", "pink": "B8 L4 M9 D9", "black": "H3 O4 H7"}


def picture() -> Markup:
    """A game well under way."""
    from roundhouse import games

    game = games.game(IrishGauge.name, 4)
    assert isinstance(game, IrishGauge)
    s = game.start()
    for colour, hexes in CUBES.items():
        for name in hexes.split():
            s.place_cube(s.board.colours.index(colour), s.board.grid.index[name])
    for railway, hexes in PICTURED.items():
        r = s.board.railway_ids.index(railway)
        s.sold[r] = 1 + r % 2
        for name in hexes.split():
            s.place_locomotive(r, s.board.grid.index[name])
    base = ground(game)
    box = f"0 0 {base.width} {base.height}"
    return as_picture(markup(land(game), drawn(s)), box, "The map of Irish Gauge")


__all__ = [
    "RULES", "aside", "bid_note", "choices", "ground", "movements", "panels", "picture", "pieces",
    "scene", "spots",
]
