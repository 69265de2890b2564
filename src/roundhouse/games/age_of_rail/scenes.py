"""Moments of Age of Rail that are worth stopping for: connections, the late railroad, dividends, the last payoff."""
from __future__ import annotations

from collections.abc import Sequence

from roundhouse.engine.facts import Fact
from roundhouse.games.age_of_rail.facts import AuctionOpened, Connected, DividendDue, Ended, Paid
from roundhouse.games.age_of_rail.rules import AgeOfRail
from roundhouse.games.age_of_rail.table import headed
from roundhouse.games.age_of_rail.things import things
from roundhouse.games.kit.market import badge
from roundhouse.games.kit.messages import message
from roundhouse.games.kit.scenes import dividend, final, gains
from roundhouse.games.markup import Markup, markup, tag
from roundhouse.games.words import html, plain, seat, term, words


def scene(game: AgeOfRail, facts: Sequence[Fact], names: Sequence[str]) -> Markup:
    """A connection with its bonus, the late railroad that opens, a dividend with its sums, the final count."""
    paid = [fact for fact in facts if isinstance(fact, Paid)]
    shown = []
    for fact in facts:
        match fact:
            case Connected():
                shown.append(_connection(game, fact, paid[0], names))
            case AuctionOpened() if fact.reached:
                shown.append(_late(game, fact, names))
            case DividendDue():
                shown.append(_dividend(game, fact, [one for one in paid if one.why != "bonus"], names))
            case Ended():
                shown.append(_final(game, fact, names))
    return markup(shown)


def _connection(game: AgeOfRail, fact: Connected, bonus: Paid, names: Sequence[str]) -> Markup:
    at = things(game.board)
    title = (badge(at, fact.company), " ", term("reaches {place}", place=at.place(fact.there).text))
    return gains(at, "AR-EXT-2", title, plain(message(bonus, BONUS, at)), bonus.money, names, "connection")


BONUS = (
    "Connection Bonus: Income {income} / {divisor}{rounded|up=, rounded up,|down=, rounded down,|} is {each} a share."
)


def _late(game: AgeOfRail, fact: AuctionOpened, names: Sequence[str]) -> Markup:
    city = things(game.board).place(fact.reached).text
    said = html(words("One share is auctioned here and now; {opener} opens.", opener=seat(fact.opener)), names)
    title = headed(fact.rule, term("{city} is reached:", city=city), " ", badge(things(game.board), fact.company), " ",
                    term("opens"))
    return tag("section", title, tag("p", said), class_="scene late")


def _dividend(game: AgeOfRail, due: DividendDue, paid: Sequence[Paid], names: Sequence[str]) -> Markup:
    """Every railroad's sum and what each player gets of it."""
    at, sums = things(game.board), SUMS[due.final]
    title = term("Final Payoff") if due.final else term("Dividend {n} of {of}", n=due.number, of=due.of)
    heads = ("Railroad", "Value and Income" if due.final else "Income", "A share")
    return dividend(at, "AR-END-1" if due.final else "AR-DIV-2", title, heads,
                    [(one, message(one, sums, at)) for one in paid], names)


SUMS = ("{income} / {divisor}", "({value} + {income}) / {divisor} sold")


def _final(game: AgeOfRail, end: Ended, names: Sequence[str]) -> Markup:
    at, heads = things(game.board), (term("Cash before"), term("Final Payoff"))
    return final(at, end.rule, "The end: {won}", end, heads,
                 lambda seat: (at.money(end.cash[seat]), at.money(end.scores[seat] - end.cash[seat], True)), names)
