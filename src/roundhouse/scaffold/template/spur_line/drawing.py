"""Spur Line as pictures, put together from the parts of the kit."""
from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from roundhouse import games
from roundhouse.engine.contract import NOBODY, OVER
from roundhouse.engine.facts import Fact
from roundhouse.games.asides import rail
from roundhouse.games.drawn import Choice, Ground, Panel, Spot, side_by_side
from roundhouse.games.drawn import picture as as_picture
from roundhouse.games.kept import once_per_game
from roundhouse.games.kit import hands, maps, market, railways, scenes
from roundhouse.games.kit.cards import card_spot
from roundhouse.games.kit.choices import Preview, find, offered
from roundhouse.games.livery import label
from roundhouse.games.markup import NOTHING, Markup, heading, markup, tag
from roundhouse.games.sight import Sight
from roundhouse.games.survey import HILL, LAND, TOWN, neatline
from roundhouse.games.words import Words, amount, term, words
from spur_line import facts
from spur_line.rules import RULES as RULES
from spur_line.rules import SpurLine, SpurLineState
from spur_line.things import railways as standing
from spur_line.things import telling, things

TITLE = 300, 216            # how wide and high it is
movements = telling.movements


@once_per_game
def sheet(game: SpurLine) -> maps.HexMap:
    return maps.hex_map(game.name, game.grid, TITLE)


@once_per_game
def land(game: SpurLine) -> Markup:
    """The sheet without its places to choose."""
    at, named, towns = sheet(game), things(game), game.values
    hills = [h for h, cost in enumerate(game.costs) if cost > 1]
    plain = [h for h in range(len(game.grid)) if h not in hills and h not in towns]
    worth = [label(at.centres[h][0], at.centres[h][1] - 15, f"£{value}", 20) for h, value in towns.items()]
    key = (maps.key_row(92, LAND, "", term("open country"), "£1"),
           maps.key_row(134, HILL, game.name, term("hills"), named.money(game.data["hill_cost"])),
           maps.key_row(176, TOWN, "", term("town"), term("£1, with room for all")))
    return markup(maps.definitions(named, at), maps.survey(at, hills, plain),
                  maps.towns(at, {h: named.places[game.grid.ids[h]] for h in towns}, marks=worth),
                  neatline(at.width, at.height), maps.cartouche(at, "Spur Line", *TITLE, key))


@once_per_game
def ground(game: SpurLine) -> Ground:
    at, hexes = sheet(game), range(len(game.grid))
    spots = maps.to_choose(at, ["home" if h in game.homes else "urban" if h in game.values else "easy" for h in hexes])
    return Ground(round(at.width), round(at.height), markup(land(game), spots), maps.ID_SIZE, rail=22)


def pieces(sight: Sight[SpurLineState], names: Sequence[str] = ()) -> Markup:
    s = sight.state
    return maps.railways(sheet(s.rules), list(things(s.rules).firms.values()), s.track, s.rules.values)


def spots(sight: Sight[SpurLineState]) -> list[Spot]:
    """The hexes, the railways' shares and engines, the calls, and the orders of one's own."""
    s, at = sight.state, things(sight.state.rules)
    own = [s.rules.grid.ids[town] for who, held in enumerate(s.orders) if who == sight.seat for town in held]
    cards = side_by_side([card_spot(town) for town in own], [at.other("card", town) for town in own])
    calls = Spot("calls", words("The calls for dividends: {calls} so far", calls=s.calls))
    return [*railways.spots(at, sheet(s.rules), standing(s), s.rules.costs), calls, *cards]


def choices(sight: Sight[SpurLineState]) -> list[Choice]:
    return offered(sight, things(sight.state.rules), _effects, _ghost)


def _effects(step: Preview[SpurLineState]) -> list[Words]:
    """What it costs and brings, a clause each."""
    s, found = step.before, []
    if (laid := step.find(facts.TrackLaid)) is not None:
        n = s.rules.companies.index(laid.company)
        found.append(words("the treasury pays {cost} and keeps {left}", cost=amount(laid.cost, "£"),
                           left=amount(laid.left, "£")))
        if more := step.after.each(n, s.sold(n)) - s.each(n, s.sold(n)):
            found.append(words("a call pays each share {more}", more=amount(more, "£", signed=True)))
    if (met := step.find(facts.OrderMet)) is not None:
        found.append(words("meets your order, {pays} at the end", pays=amount(met.pays, "£")))
    paid = sum(got for fact in step.told for who, got in fact.money if who == step.me)
    return [*found, words("pays you {paid}", paid=amount(paid, "£"))] if paid > 0 else found


def _ghost(step: Preview[SpurLineState]) -> Markup:
    laid, s = step.find(facts.TrackLaid), step.before
    if laid is None:
        return NOTHING
    track, costs = s.track[s.rules.companies.index(laid.company)], [(s.rules.grid.index[laid.hex], f"£{laid.cost}")]
    return maps.laid(sheet(s.rules), things(s.rules).firms[laid.company], track, costs)


def bid_note(sight: Sight[SpurLineState], bid: int) -> Words:
    s = sight.state
    if s.auction.lot == NOBODY or not sight.acts:
        return ()
    each, left = standing(s)[s.auction.lot].would_pay, s.cash[s.to_act] - bid
    return words("Leaves you {left}. The share would be paid {each} now.", left=amount(left, "£"),
                 each=amount(each, "£"))


def panels(sight: Sight[SpurLineState]) -> list[Panel]:
    s, at, lines, found = sight.state, things(sight.state.rules), standing(sight.state), []
    for who, score in enumerate(s.scores()):
        worth = at.money(score) if sight.sees(who) or s.to_act == OVER else ""
        marks = market.marks(s, s.auction, who, "£")
        orders = ((term("Orders"), str(len(s.orders[who]))),)
        found.append(Panel(at.money(s.cash[who]), worth, railways.holdings(at, lines, s.held[who]), orders, marks))
    return found


def aside(sight: Sight[SpurLineState], names: Sequence[str]) -> Markup:
    """The auction, the railways with their shares, the orders, and the calls."""
    s, at, lines = sight.state, things(sight.state.rules), standing(sight.state)

    def cards(who: int) -> list[Markup]:
        towns = [(s.rules.grid.ids[town], at.money(s.worth(town))) for town in s.orders[who]]
        return [hands.card(id, hands.paper(at.places[id], pays), "", who == sight.seat) for id, pays in towns]
    calls = term("{calls} of {all} called.", calls=s.calls, all=s.rules.data["calls"])
    return rail(railways.auction(at, "SL-AUC-2", lines, s.rules.grid.ids, s.auction, names),
                railways.listed(at, "SL-DIV-1", lines),
                tag("section", heading(at.game, "SL-DIV-1", term("Dividends")), tag("p", calls), class_="spot",
                    data_spot="calls"),
                hands.hands(at, "SL-HID-1", sight, names, cards, s.to_act == OVER))


def scene(game: SpurLine, told: Sequence[Fact], names: Sequence[str]) -> Markup:
    """A dividend with its sums, and the final count."""
    called, end, at = find(told, facts.DividendsCalled), find(told, facts.Ended), things(game)
    if called is None:
        return NOTHING
    paid = [(one, (amount(one.income, "£"),)) for one in told if isinstance(one, facts.Paid)]
    title = term("Dividends, {n} of {all}", n=called.number, all=called.of)
    shown = scenes.dividend(at, "SL-DIV-1", title, ("Railway", "Income", "A share"), paid, names)
    return markup(shown, scenes.final(
        at, "SL-END-2", "The end: {won}", end, (term("Cash"), term("Orders")),
        lambda who: (at.money(end.cash[who]), at.money(end.scores[who] - end.cash[who])), names) if end else None)


def picture() -> Markup:
    """A game well under way."""
    s = SpurLineState(cast(SpurLine, games.game(SpurLine.name)))
    for track, line in zip(s.track, ("F2 F3 E3 D3", "D1 E1 F1", "C4 B4 A4")):
        track += [s.rules.grid.index[id] for id in line.split()]
    at = sheet(s.rules)
    whole = markup(land(s.rules), pieces(Sight(s, None)))
    return as_picture(whole, f"0 0 {at.width:.0f} {at.height:.0f}", "The map of Spur Line")


