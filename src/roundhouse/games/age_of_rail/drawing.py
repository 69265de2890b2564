"""How Age of Rail looks in a browser: what each place holds, what each seat has, and all that the page asks for."""
from __future__ import annotations

from dataclasses import replace

from roundhouse.engine.bits import BIT
from roundhouse.engine.contract import NOBODY, OVER
from roundhouse.engine.dice import Dice
from roundhouse.games.age_of_rail.board import BOX_TITLES
from roundhouse.games.age_of_rail.choices import RULES, bid_note, box_spot, choices, coming, held
from roundhouse.games.age_of_rail.map import ground, printed
from roundhouse.games.age_of_rail.pieces import pieces
from roundhouse.games.age_of_rail.position import Position
from roundhouse.games.age_of_rail.rules import AgeOfRail
from roundhouse.games.age_of_rail.scenes import scene
from roundhouse.games.age_of_rail.sheet import sheet, sheet_of
from roundhouse.games.age_of_rail.table import aside
from roundhouse.games.age_of_rail.things import dollars, telling, things
from roundhouse.games.drawn import Holding, Panel, Spot, side_by_side
from roundhouse.games.drawn import picture as pictured
from roundhouse.games.kit.market import marks
from roundhouse.games.markup import Markup, markup
from roundhouse.games.sets import standing
from roundhouse.games.sight import Sight, sight
from roundhouse.games.words import Words, joined, listed, seat, term, words

movements = telling.movements

__all__ = [
    "RULES", "aside", "bid_note", "choices", "ground", "movements", "panels", "picture", "pieces",
    "scene", "spots",
]


# ---- the places ------------------------------------------------------------------------------------------------------


def spots(sight: Sight[Position]) -> list[Spot]:
    """Every place, link, external, share and action box, each with what is there and whose it is."""
    s = sight.state
    arrows = sheet_of(s).arrows
    texts = {**_places(s), **_links(s), **_externals(s)}
    shares, notes = _shares(s), _notes(s)
    on_map = [Spot(name, said, arrows[name]) for name, said in texts.items()]
    boxes = [words("The action {title}", title=title) for title in BOX_TITLES]
    found = on_map + side_by_side(list(shares), list(shares.values()))
    found += side_by_side([box_spot(title) for title in BOX_TITLES], boxes)
    return [replace(spot, note=notes.get(spot.id, ())) for spot in found]


def _notes(s: Position) -> dict[str, Words]:
    """Whose everything is: who controls the railroads of each place and link, and who holds their shares."""
    board = s.board
    control = [_control(s, r) for r in range(board.railroads)]
    lines = {board.place_ids[p]: [control[r] for r in here] for p, here in _lines_at(s).items()}
    lines |= {board.link_ids[n]: [control[r]] for n, r in _builders(s).items()}
    lines |= {f"to:{name}": [control[r]] for name, r in zip(board.external_ids, s.built_by) if r != NOBODY}
    held = {f"share:{name}": [_held(s, r)] for r, name in enumerate(board.railroad_ids)}
    return {spot: joined([one for one in said if one], "; ") for spot, said in (lines | held).items()}


def _control(s: Position, railroad: int) -> Words:
    who = [seat(one) for one in range(s.seats) if s.controllers[railroad] & BIT[one]]
    control = listed(who)
    return words("{line} is controlled by {who}", line=things(s.board).line(railroad), who=control) if who else ()


def _held(s: Position, railroad: int) -> Words:
    shares = [words("{who} {n}", who=seat(one), n=n) for one in range(s.seats) if (n := held(s, railroad, one))]
    return words("held: {shares}", shares=joined(shares)) if shares else ()


def _lines_at(s: Position) -> dict[int, list[int]]:
    """The railroads at each place that has any."""
    return standing(s.places_of(r) for r in range(s.board.railroads))


def _builders(s: Position) -> dict[int, int]:
    """Which railroad has built each link that is built."""
    return {link: r for r in range(s.board.railroads) for link in s.links_of(r)}


def _places(s: Position) -> dict[str, Words]:
    here = _lines_at(s)
    return {name: _place(s, p, here.get(p, [])) for p, name in enumerate(s.board.place_ids)}


def _place(s: Position, place: int, here: list[int]) -> Words:
    board, at = s.board, things(s.board)
    steps = [int(n) for n in board.steps[board.first_step[place]:board.first_step[place] + board.last_level[place] + 1]]
    level = int(s.levels[place])
    larger = [str(n) for n in steps[level + 1:]]
    growth = words("can grow to {steps}", steps=listed(larger)) if larger else words("fully grown")
    bases = [words("base of {line}", line=at.line(r)) for r in range(board.railroads) if board.base[r] == place]
    kind = [] if bases and board.place_classes[place] == "base" else [words(board.place_classes[place])]
    lines = [words("{lines} here", lines=listed(map(at.line, here)))] if here else []
    value = words("value {value}", value=steps[level])
    return joined([at.place(board.place_ids[place]), *kind, *bases, value, growth, *lines])


def _links(s: Position) -> dict[str, Words]:
    builder, found = _builders(s), {}
    for n, name in enumerate(s.board.link_ids):
        a, b = map(things(s.board).place, name.split("~"))
        found[name] = joined([words("{a} to {b}", a=a, b=b), _owner(s, builder.get(n, int(NOBODY)))])
    return found


def _externals(s: Position) -> dict[str, Words]:
    board, place = s.board, things(s.board).place
    return {
        f"to:{name}": joined([
            words("{external} from {gate}", external=place(f"to:{name}"), gate=place(board.place_ids[board.gate[e]])),
            dollars(board.price[e]), _owner(s, int(s.built_by[e])),
        ])
        for e, name in enumerate(board.external_ids)
    }


def _owner(s: Position, railroad: int) -> Words:
    return words("not built") if railroad == NOBODY else words("built by {line}", line=things(s.board).line(railroad))


def _shares(s: Position) -> dict[str, Words]:
    board = s.board
    found = {}
    for r, name in enumerate(board.railroad_ids):
        if s.is_open & BIT[r]:
            said = words(
                "{line} shares: {sold} of {shares} sold, from {least}, Treasury {treasury}, Income {income}, Value "
                "{value}, a share pays {pays}, {final} at the end", line=things(board).line(r),
                sold=int(s.sold[r]), shares=int(board.shares),
                least=dollars(s.minimum_bid(r)), treasury=dollars(s.treasury[r]), income=int(s.income[r]),
                value=int(s.value[r]), pays=dollars(s.dividend(r)), final=dollars(s.final_payoff(r)),
            )
        else:
            said = words("{line} shares: not yet open", line=things(board).line(r))
        found[f"share:{name}"] = said
    return found


# ---- the seats -------------------------------------------------------------------------------------------------------


def panels(sight: Sight[Position]) -> list[Panel]:
    """What each seat has: cash, score and shares, with what a dividend would bring."""
    s = sight.state
    return [_panel(s, who, score) for who, score in enumerate(s.scores())]


def _panel(s: Position, who: int, score: int) -> Panel:
    at, board = sheet_of(s), s.board
    holdings = tuple(
        Holding(
            board.railroad_shorts[r], at.colours[r], at.letters[r], n, dollars(s.final_payoff(r)).text,
            term(PAYS[bool(s.controllers[r] & BIT[who])], paid=dollars(s.dividend(r))),
        )
        for r in range(board.railroads) if (n := held(s, r, who))
    )
    lines = () if s.to_act == OVER else ((term("Dividend"), dollars(coming(s, who)).text),)
    return Panel(dollars(s.cash[who]).text, dollars(score).text, holdings, lines,
                 marks(s, s.auction, who, "$", s.seller))


PAYS = ("pays {paid} a dividend", "pays {paid} a dividend, in control")


# ---- for the list of games -------------------------------------------------------------------------------------------


def picture() -> Markup:
    """A game well under way, played with the same dice each time."""
    from roundhouse import games

    game = games.game("age-of-rail", 4)
    assert isinstance(game, AgeOfRail)
    state, dice = game.start(), Dice(229)
    while state.dividends_paid < 5:
        state.apply(state.random_by_kind(dice))
    at = sheet(game)
    drawn = markup(printed(game), pieces(sight(state, None), []))
    return pictured(drawn, f"0 0 {round(at.width)} {round(at.height)}", "The map of Age of Rail")
