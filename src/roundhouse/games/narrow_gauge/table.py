"""How Narrow Gauge looks as text, in Rich's markup: the map, the market, the seats, and whose turn it is."""
from __future__ import annotations

from typing import cast

from roundhouse.engine.contract import CHANCE, NOBODY, OVER, State
from roundhouse.engine.words import BIT
from roundhouse.games.narrow_gauge.board import SEATS
from roundhouse.games.narrow_gauge.position import BID, BUILD, CONTRACT, KEEP, MORE, TAKE
from roundhouse.games.narrow_gauge.rules import NarrowGaugeState
from roundhouse.games.narrow_gauge.stories import company_name, contract_name, ink, letters, result, tell
from roundhouse.games.title import WATCHER, escape, kinds, provenance

__all__ = ["board", "help", "prompt", "tell"]

CELL = 6
WIDTH = 78
# Marks and icons stand beside the colours; nothing is told by colour alone.
ICONS = {"diamond": "◆", "circle": "●", "square": "■", "triangle": "▲"}
GROUND = {"plain": "on #3d4a33", "difficult": "on #54432c", "water": "on #26435e"}
MARKS = {"plain": " ", "difficult": "^", "water": "~"}


def board(state: State, seat: int | None = None) -> str:
    """The map, the companies, the market and the seats, as that seat may see them."""
    s = cast(NarrowGaugeState, state)
    parts = [f"[italic]{escape(provenance(s.game))}[/]", _map(s), _companies(s), _market(s), _seats(s, seat)]
    hands = [p for p in range(SEATS) if (seat is None or seat == p) and s.hand[p]]
    return "\n\n".join(parts + [_hand(s, p) for p in hands])


# ---- the map ---------------------------------------------------------------------------------------------------------


def _map(s: NarrowGaugeState) -> str:
    """Flat-top hexes as cells of two lines: the id and its mark above, locomotives below. Odd columns stand lower."""
    grid = s.board.grid
    hexes = s.game.edition.data["hexes"]
    low_q = min(q for q, _ in grid.axial)
    rows = [2 * r + q for q, r in grid.axial]
    top = min(rows)
    lines: list[dict[int, str]] = [{} for _ in range(max(rows) - top + 2)]
    for h, (q, _) in enumerate(grid.axial):
        terrain = hexes[h]["terrain"]
        lines[rows[h] - top][q - low_q] = f"[{GROUND[terrain]}]{_upper(s, h, MARKS[terrain])}[/]"
        lines[rows[h] - top + 1][q - low_q] = f"[{GROUND[terrain]}]{_lower(s, h)}[/]"
    columns = max(q for q, _ in grid.axial) - low_q + 1
    drawn = ["".join(line.get(c, " " * CELL) for c in range(columns)) for line in lines]
    return "\n".join([*drawn, *_legend(s)])


def _upper(s: NarrowGaugeState, h: int, mark: str) -> str:
    name = s.board.grid.ids[h]
    pad = " " * (CELL - len(name) - 1)
    city = s.board.city_of[h]
    if city != NOBODY:
        return f"[bold]{name}[/]{_icon(s, s.tiles[city])}{pad}"
    if h in list(s.board.starts):
        return f"[bold]{name}+[/]{pad}"
    return f"[#b3b09c]{name}{mark}[/]{pad}"


def _lower(s: NarrowGaugeState, h: int) -> str:
    """A letter for each locomotive."""
    ids = s.board.company_ids
    here = [c for c in range(s.board.companies) if h in s.track_of(c)]
    return "".join(f"[bold {ink(ids[c])}]{letters(ids)[c]}[/]" for c in here) + " " * (CELL - len(here))


def _legend(s: NarrowGaugeState) -> list[str]:
    """NG-PEN-5: what the marks mean and what they cost, always in sight."""
    board = s.board
    commodities = "  ".join(f"{_icon(s, c)} {name}" for c, name in enumerate(board.commodity_ids))
    lines = [
        f"^ difficult ${board.difficult_price}   ~ water ${board.water_price}   "
        f"capitals: locomotives, each other company's ${board.other_price}",
        f"cities: {commodities}   + company tile",
    ]
    return [*lines, f"? face down: {', '.join(_left(s))}"] if s.hidden_cities else lines


def _left(s: NarrowGaugeState) -> list[str]:
    return [f"{n} {name}" for name, n in zip(s.board.commodity_ids, s.tiles_left)]


def _icon(s: NarrowGaugeState, commodity: int) -> str:
    if commodity == NOBODY:
        return "[bold]?[/]"
    name, icon = s.board.commodity_ids[commodity], s.board.icons[commodity]
    return f"[bold {ink(name)}]{ICONS.get(icon, icon[0])}[/]"


# ---- companies, market and seats -------------------------------------------------------------------------------------


def _companies(s: NarrowGaugeState) -> str:
    board = s.board
    lines = ["[bold]company                             dividend marker pays next supply offer held[/]"]
    for c, name in enumerate(board.company_ids):
        title = f"{name}, {board.company_names[c]}"
        dividend = board.dividend[s.round * board.companies + c]
        step = min(s.marker[c] + 1, board.connection_max)
        held = f"{s.certificates[c]}:{s.certificates[board.companies + c]}"
        lines.append(
            f"{letters(s.board.company_ids)[c]} [{ink(name)}]{title[:33]:<33}[/] ${dividend:<7} {s.marker[c]:<6} "
            f"${step * dividend:<8} {s.supply[c]:<6} {s.available[c]:<5} {held}"
        )
    rest = f"round {s.round + 1} of {board.rounds}, to the last {board.left_over} certificates on offer; "
    return "\n".join([*lines, f"{rest}pile {_size(s.pile)}, discarded {_size(s.discard)}"])


def _size(cards: int) -> int:
    return int(cards).bit_count()


def _market(s: NarrowGaugeState) -> str:
    """A line for each commodity, from seat 1's edge to seat 0's, its die in brackets (NG-COM-2)."""
    board = s.board
    last = int(board.last_row)
    rows = range(-last, last + 1)
    lines = [f"[bold]market     seat 1 {'─' * (5 * last - 8)}┤ X ├{'─' * (5 * last - 8)} seat 0    pays now[/]"]
    for c, name in enumerate(board.commodity_ids):
        cells = [
            f"[reverse bold] [{s.die[c]}] [/]" if row == s.row[c]
            else f" {'X' if row == 0 else f'${board.row_value[abs(row)]}':^4}" for row in rows
        ]
        owner = next((p for p in range(SEATS) if s.market_value(p, c)), None)
        pays = "-" if owner is None else f"seat {owner} ${s.market_value(owner, c)}"
        lines.append(f"{_icon(s, c)} {name:<8} {''.join(cells)}   {pays}")
    return "\n".join(lines)


def _seats(s: NarrowGaugeState, seat: int | None) -> str:
    seen = s.view(seat)
    cash = cast(list[object], seen["cash"])
    lines = ["[bold]seat         cash  build token  cards  contracts[/]"]
    for p, side in enumerate(("south", "north")):
        mark = "▶" if s.to_act == p else " "
        token = "dark: 1" if s.dark & BIT[p] else "white: 2"
        held = ", ".join(_held(s, c) for c in s.contracts_of(p)) or "none"
        lines.append(f"{mark} {p} {side:<8} ${cash[p]!s:<4} {token:<12} {_size(s.hand[p]):<6} {held}")
    return "\n".join([*lines, *_contracts(s, seat)])


def _held(s: NarrowGaugeState, contract: int) -> str:
    name = s.board.contract_ids[contract]
    return f"[dim]{name} (used)[/]" if s.flipped & BIT[contract] else name


def _contracts(s: NarrowGaugeState, seat: int | None) -> list[str]:
    """What the contracts say that the seat can see: held, turned up, or dealt to it."""
    lines = []
    for c, data in enumerate(s.game.edition.data["contracts"]):
        holder = s.holder(c)
        owner = next((p for p in range(SEATS) if s.dealt[p] & BIT[c] and (seat is None or seat == p)), NOBODY)
        where = f"seat {holder}" if holder != NOBODY else "turned up" if s.offer & BIT[c] else f"dealt to seat {owner}"
        if holder != NOBODY or s.offer & BIT[c] or owner != NOBODY:
            lines.append(f"  {where}: {contract_name(s, c)}. {data['text']}")
    return lines


def _hand(s: NarrowGaugeState, seat: int) -> str:
    """The cards of a hand side by side, drawn as they lie on the board: o is the start, # are new hexes."""
    cards = [c for c in range(s.board.cards) if s.hand[seat] & BIT[c]]
    pictures = [_picture(s, c) for c in cards]
    height = max(len(picture) for picture in pictures)
    padded = [picture + [" " * len(picture[0])] * (height - len(picture)) for picture in pictures]
    names = "  ".join(f"[bold]{s.board.card_ids[c]:<{len(p[0])}}[/]" for c, p in zip(cards, padded))
    head = f"hand of seat {seat}: o start, # new locomotives; turned is the same upside down"
    return "\n".join([head, names, *("  ".join(row) for row in zip(*padded))])


def _picture(s: NarrowGaugeState, card: int) -> list[str]:
    face = s.game.edition.data["cards"][card]["hexes"]
    places = {(q, 2 * r + q): "#" for q, r in face} | {(0, 0): "o"}
    qs, rows = [q for q, _ in places], [row for _, row in places]
    width = max(2 * (max(qs) - min(qs)) + 1, len(s.board.card_ids[card]) + 3)
    return [
        "".join(f"{places.get((q, row), ' ')} " for q in range(min(qs), max(qs) + 1)).ljust(width)[:width]
        for row in range(min(rows), max(rows) + 1)
    ]


# ---- whose turn it is ------------------------------------------------------------------------------------------------


def prompt(state: State, names: list[str], seat: int | None = WATCHER) -> str:
    s = cast(NarrowGaugeState, state)
    if s.to_act == OVER:
        return result(s, names)
    if s.to_act == CHANCE:
        return "Chance decides."
    return f"{names[s.to_act]}: {_task(s, seat)}"


def _task(s: NarrowGaugeState, seat: int | None) -> str:
    """What is to be done now."""
    if s.phase == BID:
        last = ". The first bids were equal, and these are the last." if s.tied else "."
        return f"bid in secret for the first turn, 0 or more; both will pay{last}"
    if s.phase == CONTRACT:
        return _contract(s)
    if s.phase == KEEP:
        return "keep one of your two contracts; the first state in the alphabet has the first turn."
    if s.phase == TAKE:
        return "Step 1, take a certificate; you will build for its company."
    if s.phase == BUILD:
        return f"Step 2, {_card(s, seat)}"
    if s.phase == MORE:
        return f"Step 3, {_more_cards(s, seat)}"
    return f"Step 4, {'discard what you like, then ' if s.hand[s.turn] else ''}draw."


def _contract(s: NarrowGaugeState) -> str:
    bid = f"your bid of ${s.bids[s.to_act]}"
    if "contract" in kinds(s):
        return f"take a contract worth at most {bid}, or no-contract."
    return f"no-contract: {bid} is enough for none."


def _known(s: NarrowGaugeState, seat: int | None) -> set[str]:
    """What may be done, where it follows from the hand: to whoever may not see it, every kind is possible."""
    return kinds(s) if seat in (s.to_act, None) else {"play", "flip", "no-card", "end"}


def _card(s: NarrowGaugeState, seat: int | None) -> str:
    company, may = company_name(s, s.company), _known(s, seat)
    if "play" in may:
        return f"play a track card for {company}{', mirrored' if s.mirror else ''}."
    flip = "flip a contract, or " if "flip" in may else ""
    return f"none of your cards can be laid for {company}: {flip}no-card."


def _more_cards(s: NarrowGaugeState, seat: int | None) -> str:
    company = company_name(s, s.company)
    if s.extra or s.mirror:
        return f"play the card that you flipped for, for {company}."
    if s.cards == s.allowed:
        return "no card left to play: end."
    if "play" in _known(s, seat):
        return f"play another card for {company}, or end."
    return f"none of your cards can be laid for {company}: end."


def help() -> str:
    """What can be typed, in a few lines."""
    return (
        "[bold]bid 3[/]                    in the auction for the first turn\n"
        "[bold]contract ohio[/], [bold]no-contract[/]   after it\n"
        "[bold]keep ohio[/]                one of two, in random turn order\n"
        "[bold]take blue[/]                Step 1: a certificate\n"
        "[bold]play T17 G5[/]              Step 2: lay a card from a hex; [bold]no-card[/] if none can be laid\n"
        "[bold]play T17 G5 turned[/]       the same upside down\n"
        "[bold]flip kentucky[/]            use a contract; [bold]flip virginia green[/] moves a die\n"
        "[bold]end[/]                      Step 3: no more cards\n"
        "[bold]discard T03[/], [bold]draw[/]        Step 4: refill the hand"
    )
