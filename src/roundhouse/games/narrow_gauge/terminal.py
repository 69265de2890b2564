"""The table of Narrow Gauge for a terminal: map, companies, market, seats, hands. Nothing is told by colour alone."""
from __future__ import annotations

from roundhouse.engine.bits import BIT
from roundhouse.engine.contract import NOBODY
from roundhouse.games.kit.terminal import CELL, hex_rows, ink
from roundhouse.games.narrow_gauge.board import SEATS
from roundhouse.games.narrow_gauge.position import Position
from roundhouse.games.narrow_gauge.things import contract, dollars, letters
from roundhouse.games.sight import Sight
from roundhouse.games.title import provenance
from roundhouse.games.words import Part, Span, Words, joined, seat, styled, text, words

SIDES = ("south", "north")
ICONS = {"diamond": "◆", "circle": "●", "square": "■", "triangle": "▲"}
GROUND = {"plain": "on #3d4a33", "difficult": "on #54432c", "water": "on #26435e"}
MARKS = {"plain": " ", "difficult": "^", "water": "~"}


def board(sight: Sight[Position]) -> Words:
    """The map, the companies, the market, the seats, and the hands that may be seen."""
    s = sight.state
    hands = [_hand(s, p) for p in range(SEATS) if sight.sees(p) and s.hand[p]]
    head = styled(provenance(s.game), "italic")
    return joined([head, _map(s), _companies(s), _market(s), _seats(sight), *hands], "\n\n")


# ---- the map ---------------------------------------------------------------------------------------------------------


def _map(s: Position) -> Words:
    """Flat-top hexes as cells of two lines: the id and its mark above, locomotives below. Odd columns stand lower."""
    terrains = s.board.terrains
    rows = hex_rows(s.board.grid, lambda h: _upper(s, h, terrains[h]), lambda h: _lower(s, h, GROUND[terrains[h]]))
    return joined([*rows, *_legend(s)], "\n")


def _upper(s: Position, h: int, terrain: str) -> Words:
    name, ground = s.board.grid.ids[h], GROUND[terrain]
    pad = styled(" " * (CELL - len(name) - 1), ground)
    city = s.board.city_of[h]
    if city != NOBODY:
        return styled(name, f"bold {ground}"), _icon(s, int(s.tiles[city]), ground), pad
    if h in list(s.board.starts):
        return styled(f"{name}+", f"bold {ground}"), pad
    return styled(f"{name}{MARKS[terrain]}", f"#b3b09c {ground}"), pad


def _lower(s: Position, h: int, ground: str) -> Words:
    """A letter for each locomotive."""
    ids = s.board.company_ids
    here = [c for c in range(s.board.companies) if s.stands(c, h)]
    found = [styled(letters(ids)[c], f"bold {ink(ids[c], ground)}") for c in here]
    return (*found, styled(" " * (CELL - len(here)), ground))


def _legend(s: Position) -> list[Words]:
    """NG-PEN-5: what the marks mean and what they cost, always in sight."""
    board = s.board
    goods = joined([(_icon(s, c), text(f" {name}")) for c, name in enumerate(board.commodity_ids)], "  ")
    lines = [
        words(
            "^ difficult {difficult}   ~ water {water}   capitals: locomotives, {others} {other}",
            others="where others stand" if s.rivals_by_hex else "each other company's",
            difficult=dollars(int(board.difficult_price)), water=dollars(int(board.water_price)),
            other=dollars(int(board.other_price)),
        ),
        words("cities: {goods}   + company tile", goods=goods),
    ]
    left = ", ".join(f"{n} {name}" for name, n in zip(board.commodity_ids, s.tiles_left))
    return [*lines, words("? face down: {left}", left=left)] if s.hidden_cities else lines


def _icon(s: Position, commodity: int, ground: str = "") -> Span:
    if commodity == NOBODY:
        return styled("?", f"bold {ground}".rstrip())
    name, icon = s.board.commodity_ids[commodity], s.board.icons[commodity]
    return styled(ICONS.get(icon, icon[0]), f"bold {ink(name, ground)}".rstrip())


# ---- companies, market and seats -------------------------------------------------------------------------------------


def _companies(s: Position) -> Words:
    board = s.board
    heads = "company                             dividend marker pays next supply offer held"
    lines: list[Part] = [styled(heads, "bold")]
    for c, name in enumerate(board.company_ids):
        pays = s.connection_value(c)
        lines.append(words(
            "{letter} {title} {rest}", letter=letters(board.company_ids)[c],
            title=styled(f"{f'{name}, {board.company_names[c]}'[:33]:<33}", ink(name)),
            rest=f"${s.dividend(c):<7} {s.marker[c]:<6} ${pays:<8} {s.supply[c]:<6} {s.available[c]:<5} "
                 f"{s.owned(0, c)}:{s.owned(1, c)}",
        ))
    lines.append(
        f"round {s.round + 1} of {board.rounds}, to the last {board.left_over} certificates on offer; "
        f"pile {_size(s.pile)}, discarded {_size(s.discard)}"
    )
    return joined(lines, "\n")


def _size(cards: int) -> int:
    return int(cards).bit_count()


def _market(s: Position) -> Words:
    """A line for each commodity, from the north edge to the south edge, its die in brackets (NG-COM-2)."""
    board = s.board
    last = int(board.last_row)
    half = "─" * (5 * last - 7)
    lines: list[Part] = [styled(f"market     north {half}┤ X ├{half} south    pays now", "bold")]
    for c, name in enumerate(board.commodity_ids):
        cells = [
            styled(f" [{s.die[c]}] ", "reverse bold") if at == s.row[c]
            else text(f" {'X' if at == 0 else f'${board.row_value[abs(at)]}':^4}") for at in range(-last, last + 1)
        ]
        lines.append(words("{icon} {name} {cells}   {pays}", icon=_icon(s, c), name=f"{name:<8}", cells=tuple(cells),
                           pays=_pays_now(s, c)))
    return joined(lines, "\n")


def _pays_now(s: Position, commodity: int) -> Words:
    for p in range(SEATS):
        if value := int(s.market_value(p, commodity)):
            return words("{who} {value}", who=seat(p), value=dollars(value))
    return words("-")


def _seats(sight: Sight[Position]) -> Words:
    s = sight.state
    cash = s.view(sight.seat)["cash"]
    assert isinstance(cash, list)
    lines: list[Part] = [styled("side       cash  build token  cards  contracts", "bold")]
    for p, side in enumerate(SIDES):
        mark = "▶" if s.to_act == p else " "
        token = "dark: 1" if s.dark & BIT[p] else "white: 2"
        held = joined([_held(s, c) for c in s.contracts_of(p)]) or words("none")
        lines.append(words("{start} {held}  {who}", held=held, who=seat(p),
                           start=f"{mark} {side:<8} ${cash[p]!s:<4} {token:<12} {_size(s.hand[p]):<6}"))
    return joined([*lines, *_contracts(sight)], "\n")


def _held(s: Position, number: int) -> Words:
    name = s.board.states[number]
    return (styled(f"{name} (used)", "dim") if s.flipped & BIT[number] else text(name),)


def _contracts(sight: Sight[Position]) -> list[Words]:
    """What the contracts say that can be seen: held, turned up, or dealt."""
    s, lines = sight.state, []
    for c, data in enumerate(s.game.edition.data["contracts"]):
        where = _where(sight, c)
        if where:
            lines.append(words("  {where}: {contract}. {text}", where=where, contract=contract(s.board, data["id"]),
                               text=data["text"]))
    return lines


def _where(sight: Sight[Position], number: int) -> Words:
    s = sight.state
    holder = s.holder(number)
    if holder != NOBODY:
        return (seat(int(holder)),)
    if s.offer & BIT[number]:
        return words("turned up")
    owner = next((p for p in range(SEATS) if sight.sees(p) and s.dealt[p] & BIT[number]), None)
    return () if owner is None else words("dealt to {who}", who=seat(owner))


# ---- hands -----------------------------------------------------------------------------------------------------------


def _hand(s: Position, p: int) -> Words:
    """The cards of a hand side by side, drawn as they lie on the board: o is the start, # are new hexes."""
    cards = [c for c in range(s.board.cards) if s.hand[p] & BIT[c]]
    pictures = [_picture(s, c) for c in cards]
    height = max(len(picture) for picture in pictures)
    padded = [picture + [" " * len(picture[0])] * (height - len(picture)) for picture in pictures]
    names = joined([styled(f"{s.board.card_ids[c]:<{len(one[0])}}", "bold") for c, one in zip(cards, padded)], "  ")
    head = words("hand of {who}: o start, # new locomotives; turned is the same upside down", who=seat(p))
    return joined([head, names, *("  ".join(row) for row in zip(*padded))], "\n")


def _picture(s: Position, card: int) -> list[str]:
    face = s.game.edition.data["cards"][card]["hexes"]
    places = {(q, 2 * r + q): "#" for q, r in face} | {(0, 0): "o"}
    qs, rows = [q for q, _ in places], [row for _, row in places]
    width = max(2 * (max(qs) - min(qs)) + 1, len(s.board.card_ids[card]) + 3)
    return [
        "".join(f"{places.get((q, row), ' ')} " for q in range(min(qs), max(qs) + 1)).ljust(width)[:width]
        for row in range(min(rows), max(rows) + 1)
    ]
