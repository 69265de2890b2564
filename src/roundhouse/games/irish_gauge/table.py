"""How Irish Gauge looks as text, in Rich's markup: the map, the seats, whose turn it is, and what a move did."""
from __future__ import annotations

from typing import cast

from roundhouse.engine.contract import CHANCE, NOBODY, OVER, State
from roundhouse.engine.words import BIT
from roundhouse.games.irish_gauge.position import (
    AUCTION,
    CITY_INCOME,
    DRAW,
    INITIAL_AUCTION,
    TOWN_INCOME,
    TRACK,
    Position,
    points,
)
from roundhouse.games.sets import members
from roundhouse.games.title import WATCHER, Story, escape, kinds, one_of, provenance

CELL = 6
# Letters and colours of the railways by their colour on the certificates; nothing is told by colour alone.
INKS = {"yellow": "#ffe14d", "purple": "#d9a0ff", "orange": "#ff9b3d", "blue": "#8cc4ff", "red": "#ff8a7a"}
GROUND = {"easy": "on #3c5a34", "difficult": "on #1f3320", "urban": "on #5d5646"}
ACTIONS = {
    "auction": "auction a share", "track": "place track", "interest": "place a special interest",
    "dividends": "call for dividends",
}
CUBES = {"white": "#ffffff", "pink": "#ff9ecb", "black": "#8f8f8f"}


def board(state: State, seat: int | None = None) -> str:
    """The map, the railways and the seats."""
    s = cast(Position, state)
    return "\n\n".join([f"[dim]{escape(provenance(s.game))}[/]", _map(s), _railways(s), _seats(s)])


# ---- the map ---------------------------------------------------------------------------------------------------------


def _map(s: Position) -> str:
    """Flat-top hexes as cells of two lines: the id or the name above, the pieces below. Odd columns stand lower."""
    grid = s.board.grid
    hexes = s.game.edition.data["hexes"]
    low_q = min(q for q, _ in grid.axial)
    rows = [2 * r + q for q, r in grid.axial]
    top = min(rows)
    lines: list[dict[int, str]] = [{} for _ in range(max(rows) - top + 2)]
    for h, (q, _) in enumerate(grid.axial):
        terrain = hexes[h]["terrain"]
        ground = GROUND[terrain]
        lines[rows[h] - top][q - low_q] = f"[{ground}]{_upper(s, h, terrain)}[/]"
        lines[rows[h] - top + 1][q - low_q] = f"[{ground}]{_lower(s, h)}[/]"
    columns = max(q for q, _ in grid.axial) - low_q + 1
    sea = " " * CELL
    drawn = ["".join(line.get(c, sea) for c in range(columns)) for line in lines]
    return "\n".join([*drawn, "", *_legend(s)])


def _legend(s: Position) -> list[str]:
    """What the marks mean, and where to find each Town and City."""
    easy, difficult, urban = (f"[{GROUND[terrain]}]  [/]" for terrain in ("easy", "difficult", "urban"))
    cubes = " ".join(f"{_mark(colour)} {colour}" for colour in s.board.colours)
    cities = [f"{s.board.names[h]} {h}" for h in s.board.names if _cube(s, s.board.grid.index[h])]
    towns = [f"{s.board.names[h]} {h}" for h in s.board.names if not _cube(s, s.board.grid.index[h])]
    return [
        f"{easy} easy 1, shared 1.5  {difficult} ^ difficult 2, one railway  {urban} Town or City as easy",
        f"{cubes}: the cube of a City  o: a Town  capitals: locomotives",
        f"[bold]Cities:[/] {', '.join(cities)}",
        f"[bold]Towns:[/] {', '.join(towns)}",
    ]


def _mark(colour: str) -> str:
    return f"[black on {CUBES.get(colour, '#ffffff')}]{colour[0]}[/]"


def _upper(s: Position, h: int, terrain: str) -> str:
    name = s.board.names.get(s.board.grid.ids[h], "")
    if not name:
        hills = "^" if terrain == "difficult" else ""
        return f"[#a9b59f]{s.board.grid.ids[h] + hills:<{CELL}}[/]"
    return f"[bold]{_short(name):<{CELL}}[/]"


def _short(name: str) -> str:
    return name.replace(" ", "")[: CELL - 1]


def _lower(s: Position, h: int) -> str:
    """A City's cube by the first letter of its colour, a Town's mark, and a letter for each locomotive."""
    colour = _cube(s, h)
    town = s.board.grid.ids[h] in s.board.names and not colour
    mark = _mark(colour) if colour else "o" if town else ""
    width = 1 if mark else 0
    here = [r for r in range(len(s.board.railway_ids)) if h in members(s.track, r, s.board.grid.words)]
    letters = "".join(f"[bold {_ink(s, r)}]{_letter(s, r)}[/]" for r in here)
    return mark + letters + " " * (CELL - width - len(here))


def _cube(s: Position, h: int) -> str:
    for c, colour in enumerate(s.board.colours):
        if h in members(s.cities, c, s.board.grid.words):
            return colour
    return ""


def _ink(s: Position, railway: int) -> str:
    return INKS.get(s.game.edition.data["railways"][railway]["color"], "white")


def _letter(s: Position, railway: int) -> str:
    """A letter that tells the railways apart: the first of its id that no railway before it took."""
    taken: list[str] = []
    for name in s.board.railway_ids:
        taken.append(next((c for c in name if c not in taken), "?"))
    return taken[railway]


def _name(s: Position, railway: int) -> str:
    return f"[bold {_ink(s, railway)}]{s.board.railway_ids[railway]}[/]"


# ---- railways and seats ----------------------------------------------------------------------------------------------


def _railways(s: Position) -> str:
    lines = ["[bold]railway   share  sold    locomotives  Towns  Cities  if all pay, a share gets[/]"]
    for r, name in enumerate(s.board.railway_ids):
        value = s.next_value(r)
        towns, cities = _stations(s, r)
        sold = int(s.sold[r])
        total = s.board.first_share[r + 1] - s.board.first_share[r]
        pays = cities and len(cities) + len(towns) > 1
        full = CITY_INCOME * len(cities) + TOWN_INCOME * len(towns) if pays else 0
        each = f"£{-(-full // sold)}" if sold else "-"
        price = f"£{value}" if value else "none"
        lines.append(
            f"{_letter(s, r)} {_name(s, r)}{' ' * (8 - len(name))}{price:<7}{sold} of {total}  {s.locomotives[r]:<13}"
            f"{len(towns):<7}{len(cities):<8}{each}"
        )
    bag = ", ".join(f"{n} {colour}" for colour, n in zip(s.board.colours, s.bag))
    return "\n".join([*lines, f"bag: {bag}"])


def _stations(s: Position, railway: int) -> tuple[list[str], list[str]]:
    """The names of the Towns and of the Cities on the railway's track."""
    track = members(s.track, railway, s.board.grid.words)
    urban = [h for h in track if h in s.board.urban_hexes]
    towns = [h for h in urban if not _cube(s, h)]
    label = [s.board.names[s.board.grid.ids[h]] for h in towns]
    return label, [s.board.names[s.board.grid.ids[h]] for h in urban if h not in towns]


def _seats(s: Position) -> str:
    lines = ["[bold]seat  cash   shares                                  score now[/]"]
    railways = len(s.board.railway_ids)
    for seat, score in enumerate(s.scores()):
        held = [(r, int(s.shares[seat * railways + r])) for r in range(railways)]
        shown = " ".join(f"{n}x{s.board.railway_ids[r]}" for r, n in held if n) or "none"
        mark = "▶" if s.to_act == seat else " "
        lines.append(f"{mark} {seat}   £{s.cash[seat]:<5} {shown:<39} £{score}")
    return "\n".join(lines)


# ---- whose turn it is ------------------------------------------------------------------------------------------------


def prompt(state: State, names: list[str], seat: int | None = WATCHER) -> str:
    s = cast(Position, state)
    if s.to_act == OVER:
        scores = s.scores()
        return "The game is over: " + ", ".join(f"{names[p]} £{scores[p]}" for p in _by_score(scores)) + "."
    if s.to_act == CHANCE:
        return "Cubes are drawn from the bag." if s.phase == DRAW else "The board is being set up."
    who = names[s.to_act]
    if s.phase in (AUCTION, INITIAL_AUCTION):
        return f"{who}: {_bidding(s, names)}"
    if s.phase == TRACK:
        left = "1 point" if s.halves == 2 else f"{points(s.halves)} points"
        return f"{who}: place track for {_name(s, s.building)}, {left} left, or done."
    open_now = kinds(s)
    return f"{who}: {one_of(words for kind, words in ACTIONS.items() if kind in open_now)}."


def _bidding(s: Position, names: list[str]) -> str:
    auction, may = s.auction, kinds(s)
    share = f"{_name(s, auction.lot)} share of £{auction.minimum}"
    least = "" if auction.high != NOBODY else f", £{auction.minimum} or more"
    what = f"bid on the {share}{least}" if "bid" in may else f"pass on the {share}"
    if {"bid", "pass"} <= may:
        what += ", or pass"
    if auction.high != NOBODY:
        return f"{what}; £{auction.high} stands, by {names[auction.leader]}."
    return f"{what}; if all pass, the opener has it free." if "pass" in may else f"{what}."


def _by_score(scores: list[int]) -> list[int]:
    return sorted(range(len(scores)), key=lambda seat: -scores[seat])


# ---- what happened ---------------------------------------------------------------------------------------------------


def tell(before: State, code: int, after: State, names: list[str], seat: int | None = None) -> list[Story]:
    """What a move did, in sentences, each with its rule."""
    s, t = cast(Position, before), cast(Position, after)
    kind, *words = s.game.text(code).split()
    who = names[s.to_act] if s.to_act >= 0 else ""
    match kind:
        case "cube":
            return [Story(f"A {words[1]} cube is placed on {_place(s, words[0])}.", "IG-SET-2")]
        case "start":
            return [Story(f"{names[int(words[0])]} opens the first auction.", "IG-SET-4")]
        case "auction":
            value = s.next_value(s.board.railway_ids.index(words[0]))
            return [Story(f"{who} puts a {words[0]} share of £{value} up for auction.", "IG-AUC-9")]
        case "bid":
            return [Story(f"{who} bids £{words[0]}.", "IG-AUC-2"), *_sale(s, t, names)]
        case "pass":
            return [Story(f"{who} passes.", "IG-AUC-4"), *_sale(s, t, names)]
        case "track":
            return _track(s, t, words[0], words[1], who, names)
        case "done":
            unused = "1 point" if s.halves == 2 else f"{points(s.halves)} points"
            return [Story(f"{who} stops building with {unused} unused.", "IG-TRK-2")]
        case "interest":
            what = f"{who} places a {words[1]} special interest in {_place(s, words[0])}, which is a City from now on."
            return [Story(what, "IG-INT-1"), *_ending(t, names)]
        case "dividends":
            return [Story(f"{who} calls for dividends.", "IG-DIV-1")]
    return [Story(f"Drawn: {', '.join(words)}.", "IG-DIV-1"), *_dividends(s, code, names), *_ending(t, names)]


def _place(s: Position, hex_: str) -> str:
    name = s.board.names.get(hex_)
    return f"{name} ({hex_})" if name else hex_


def _sale(s: Position, t: Position, names: list[str]) -> list[Story]:
    lot = s.auction.lot
    if t.sold[lot] == s.sold[lot]:
        return []
    winner = t.owner[t.board.first_share[lot] + s.sold[lot]]
    price = s.cash[winner] - t.cash[winner]
    if price == 0:
        return [Story(f"Nobody bids: {names[winner]} takes the {s.board.railway_ids[lot]} share free.", "IG-AUC-6")]
    return [Story(f"{names[winner]} buys the {s.board.railway_ids[lot]} share for £{price}.", "IG-AUC-5")]


def _track(s: Position, t: Position, railway: str, hex_: str, who: str, names: list[str]) -> list[Story]:
    r = s.board.railway_ids.index(railway)
    h = s.board.grid.index[hex_]
    w = s.board.word[h]
    cost = "2" if s.board.difficult[w] & s.board.bit[h] else "1.5" if s.occupied[w] & s.board.bit[h] else "1"
    story = [Story(f"{who} places {railway} track in {_place(s, hex_)} for {cost}.", "IG-TRK-4")]
    if t.majors_paid & ~s.majors_paid & BIT[r]:
        paid = _payments(s, r, int(s.board.major_dividend), names)
        story.append(Story(f"{railway} joins the major cities: £{s.board.major_dividend} {paid}", "IG-TRK-6"))
    return story


def _dividends(s: Position, code: int, names: list[str]) -> list[Story]:
    """Every railway's sum: its paying Cities, its Towns, what a share gets, and who is paid."""
    draw = code - int(s.board.draw_code)
    colours = {s.board.colours[c] for c in s.board.draws[draw]}
    story = []
    at = {s.board.names[s.board.grid.ids[h]]: _cube(s, h) for h in s.board.urban_hexes}
    for r, railway in enumerate(s.board.railway_ids):
        towns, cities = _stations(s, r)
        paying = [city for city in cities if at[city] in colours]
        income = int(s.income(r, draw))
        if income == 0:
            why = "reaches no paying City" if not paying else f"has only {paying[0]} to pay and no Town"
            story.append(Story(f"{railway} {why}: no dividend.", "IG-DIV-3"))
            continue
        parts = [f"{CITY_INCOME} for {city}" for city in paying] + [f"{TOWN_INCOME} for {town}" for town in towns]
        paid = _payments(s, r, income, names)
        story.append(Story(f"{railway} earns £{income} ({' + '.join(parts)}), {paid}", "IG-DIV-4"))
    return story


def _payments(s: Position, railway: int, income: int, names: list[str]) -> str:
    sold = int(s.sold[railway])
    each = -(-income // sold)
    held = [(names[seat], int(s.shares[seat * len(s.board.railway_ids) + railway])) for seat in range(s.game.seats)]
    sums = ", ".join(f"{name} +£{each * n}" for name, n in held if n)
    return f"over {sold} {'share' if sold == 1 else 'shares'}, £{each} each: {sums}."


def _ending(t: Position, names: list[str]) -> list[Story]:
    if t.to_act != OVER:
        return []
    lines = [Story("The bag is empty: the game is over.", "IG-END-1")]
    scores = t.scores()
    for seat in _by_score(scores):
        shares = scores[seat] - int(t.cash[seat])
        lines.append(Story(f"{names[seat]}: £{t.cash[seat]} cash + £{shares} in shares = £{scores[seat]}.", "IG-END-2"))
    won = [names[seat] for seat in t.winners()]
    end = f"{won[0]} wins." if len(won) == 1 else f"{' and '.join(won)} share the win."
    return [*lines, Story(end, "IG-END-2")]


def help() -> str:
    """What can be typed, in a few lines."""
    return (
        "[bold]bid 7[/], [bold]pass[/]            in an auction\n"
        "[bold]auction GSW[/]            put that railway's next share up; you open the bidding\n"
        "[bold]track MGW H10[/]          place a locomotive; again for more, [bold]done[/] to stop\n"
        "[bold]interest D4 pink[/]       make a Town a City with a cube of your choice\n"
        "[bold]dividends[/]              draw three cubes and pay"
    )
