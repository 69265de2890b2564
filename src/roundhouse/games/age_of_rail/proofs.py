"""Claims of Age of Rail found again by playing them: dividends are paid, shares bought, turns taken by the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from roundhouse.engine.contract import NOBODY, OVER
from roundhouse.engine.facts import Fact
from roundhouse.games import auction_claims
from roundhouse.games.age_of_rail.dividends import pay_dividends
from roundhouse.games.age_of_rail.facts import DividendDue, IncomeMoved, Paid, ShareSold
from roundhouse.games.age_of_rail.position import TURN, Position
from roundhouse.games.claims import Line, Proof, copied
from roundhouse.games.proofs import money, replayed

Told = Mapping[str, Any]


def paid_now(s: Position, final: bool | None = None) -> list[Fact]:
    """What the next dividend, or the Final Payoff, pays if it comes now."""
    table = copied(s)
    if final is not None:
        table.dividends_paid = table.board.dividends_before_final if final else 0
    table.witness = []
    pay_dividends(table, False)
    return table.witness


def each(s: Position, railroad: str, final: bool) -> int:
    """What a share of a railroad is paid then; nothing of one that is closed."""
    return next((fact.each for fact in paid_now(s, final) if isinstance(fact, Paid) and fact.company == railroad), 0)


def shares(s: Position, railroad: str) -> list[int]:
    """How many shares of a railroad each seat holds."""
    return cast(list[int], cast(dict[str, dict[str, object]], s.view(None)["railroads"])[railroad]["shares"])


def facts_again(line: Line[Position]) -> list[Fact]:
    """The facts of all steps of a line, told by playing them again."""
    state, facts = copied(line.before), []
    for step in line.steps:
        facts += state.tell(state.game.parse(step.text))
    return facts


def dividend(line: Line[Position], thing: str, told: Told) -> object:
    """What the dividends of the line pay each seat is what was told."""
    facts = [fact for fact in facts_again(line) if isinstance(fact, Paid) and fact.why == "dividend"]
    return money(facts, line.before.game.seats) == told["pay"]


def end(line: Line[Position], thing: str, told: Told) -> object:
    """The line ends the game, and the one who moves is a winner or not, as told."""
    after = replayed(line.before, line.steps)
    return after is not None and after.to_act == OVER and (line.me in after.winners()) == told["won"]


def grows(line: Line[Position], thing: str, told: Told) -> object:
    """What a share is paid by the next dividend, if one is left, and the Final Payoff, before and after, is as told; so
    are holdings."""
    last = line.after.view(None)["dividends_paid"] == line.after.board.dividends_before_final
    dividends = [None, None] if last else [each(s, thing, False) for s in (line.after, line.before)]
    found = [*dividends, *(each(s, thing, True) for s in (line.after, line.before))]
    held = shares(line.before, thing)
    best = max(n for seat, n in enumerate(held) if seat != line.me)
    return found == [told["pays"], told["paid"], told["final"], told["was"]] and (
        held[line.me],
        held[told["who"]],
        best,
    ) == (told["mine"], told["theirs"], told["theirs"])


def bonus(line: Line[Position], thing: str, told: Told) -> object:
    """The Connection Bonuses of the line bring the one who moves what was told."""
    facts = [fact for fact in facts_again(line) if isinstance(fact, Paid) and fact.why == "bonus"]
    return money(facts, line.before.game.seats)[line.me] == told["sum"]


def treasury(line: Line[Position], thing: str, told: Told) -> object:
    """Played again, the railroad has as much left as told."""
    after = replayed(line.before, line.steps)
    return (
        after is not None
        and cast(dict[str, dict[str, object]], after.view(None)["railroads"])[thing]["treasury"] == told["left"]
    )


def clock(line: Line[Position], thing: str, told: Told) -> object:
    """Each first step that the next seat may take ends, however it goes on, in a dividend; one now pays as much."""
    t = line.after
    if (
        money(paid_now(t), t.game.seats) != told["pay"]
        or int(t.to_act) != told["who"]
        or t.view(None)["action_track"] != told["track"]
    ):
        return False
    return all(_pays_in_the_end(t, line_) for line_ in t.lines())


def _pays_in_the_end(s: Position, text: str) -> bool:
    after, seat = copied(s), int(s.to_act)
    facts = after.tell(after.game.parse(text))
    turn = after.view(None)["turn"]
    while after.to_act != OVER and turn == seat and not any(isinstance(fact, DividendDue) for fact in facts):
        facts = after.tell(after.legal()[0])
        turn = after.view(None)["turn"]
    return any(isinstance(fact, DividendDue) for fact in facts)


def shuts(line: Line[Position], thing: str, told: Told) -> object:
    """The seat that is to act then has no action of the box."""
    first = {
        "build": ("link", "build-nothing", "connect", "delegate"),
        "offer": ("offer", "offer-own", "offer-nothing"),
        "develop": ("develop", "develop-nothing"),
        "dividends": ("dividends",),
    }[told["box"]]
    after = line.after
    return int(after.to_act) == told["who"] and not any(one.split()[0] in first for one in after.lines())


# ---- ways, with the engine -------------------------------------------------------------------------------------------


def rich(s: Position, railroad: str) -> Position:
    """A turn of a controller of that railroad, which has all the money it could need."""
    begun = copied(s)
    number = s.board.railroad_ids.index(railroad)
    held = shares(s, railroad)
    begun.building = begun.builder = begun.first_link = begun.junction = NOBODY
    begun.phase, begun.turn, begun.to_act = TURN, held.index(max(held)), held.index(max(held))
    begun.treasury[number] = 999
    begun.is_open |= 1 << number
    begun.auction.close()
    return begun


def built(s: Position, railroad: str) -> dict[str, int]:
    """Every link that the engine lets it build, and the Income that this brings."""
    begun, found = rich(s, railroad), cast(dict[str, int], {})
    for text in begun.lines():
        if text.startswith(f"link {railroad} "):
            facts = begun.copy().tell(begun.game.parse(text))
            moved = next(one for one in facts if isinstance(one, IncomeMoved) and one.company == railroad)
            found[text.split()[2]] = moved.after - moved.before
    return found


def next_link(line: Line[Position], thing: str, told: Told) -> object:
    """The best link by Income is as told, and none can be built if none was named."""
    ways = built(line.after, thing)
    return not ways if not told["where"] else ways.get(told["where"]) == told["best"] == max(ways.values())


def nearer(line: Line[Position], thing: str, told: Told) -> object:
    """Built link after link, as far as was said and no sooner; that place then counts as much."""
    places = cast(dict[str, Any], line.after.view(None))
    links = set(places["railroads"][thing]["links"])
    network = {end for link in links for end in link.split("~")}
    taken = {link for one in places["railroads"].values() for link in one["links"]}
    for count in range(1, told["links"] + 1):
        on = {link for link in line.after.board.link_ids if link not in taken and network & set(link.split("~"))}
        network = network | {end for link in on for end in link.split("~")}
        if told["place"] in network:
            place = next(one for one in line.after.game.edition.data["places"] if one["id"] == told["place"])
            level = places["development"].get(told["place"], 0)
            return count == told["links"] and place["steps"][level] == told["worth"]
    return False


# ---- sales -----------------------------------------------------------------------------------------------------------


def sale(line: Line[Position], thing: str, told: Told) -> object:
    """Played again, that seat has the share for that price, and it is paid as much as was said. When it has just been
    paid, purses hold what was told."""
    after = replayed(line.before, line.steps)
    if after is None:
        return False
    gained = [now - was for now, was in zip(shares(after, thing), shares(line.before, thing))]
    facts = facts_again(line)
    at = next((n for n, fact in enumerate(facts) if isinstance(fact, ShareSold)), None)
    if at is None or gained[told["who"]] != 1 or not auction_claims.all_the_same(line, told):
        return False
    moved = money(facts[: at + 1], line.before.game.seats)
    purses = [had + got for had, got in zip(cast(list[int], line.before.view(None)["cash"]), moved)]
    if (purses[told["who"]], purses[line.me]) != (told["left"], told["mine"]):
        return False
    if -money([facts[at]], line.before.game.seats)[told["who"]] != told["price"]:
        return False
    left = int(after.board.dividends_before_final) - cast(int, after.view(None)["dividends_paid"])
    return (each(after, thing, False), each(after, thing, True), left) == (told["pays"], told["final"], told["n"])


def thins(line: Line[Position], thing: str, told: Told) -> object:
    """What a share is paid at the end was as told before, and is as told after the sale."""
    after = replayed(line.before, line.steps)
    return (
        after is not None
        and (each(line.before, thing, True), each(after, thing, True)) == (told["before"], told["after"])
        and shares(line.before, thing)[told["who"]] == told["theirs"]
    )


def funds(line: Line[Position], thing: str, told: Told) -> object:
    """Played again, that seat has paid as much, the Treasury has what was told, and it is enough for those links."""
    after = replayed(line.before, line.steps)
    if after is None:
        return False
    has = cast(int, cast(dict[str, dict[str, object]], after.view(None)["railroads"])[thing]["treasury"])
    costs = int(after.board.link_cost) + (int(after.board.second_link_cost) if "double" in told["links"] else 0)
    bought = next((fact for fact in facts_again(line) if isinstance(fact, ShareSold)), None)
    paid = bought is not None and (bought.seat, bought.price) == (told["who"], told["price"])
    return paid and has == told["has"] >= costs


def dear(line: Line[Position], thing: str, told: Told) -> object:
    """Bought for one more than stands, all others passing, it is paid as little as was said."""
    table = copied(line.before)
    table.cash[line.me] += told["price"]
    if told["price"] != min(int(text[4:]) for text in table.lines() if text.startswith("bid ")):
        return False
    table.do(f"bid {told['price']}")
    while "pass" in table.lines():
        table.do("pass")
    found = each(table, thing, False), each(table, thing, True)
    return found == (told["pays"], told["final"]) and told["price"] > found[0] * told["n"] + found[1]


PROOFS: dict[str, Proof[Position]] = {
    **auction_claims.PROOFS,
    "dividend": dividend,
    "end": end,
    "grows": grows,
    "bonus": bonus,
    "treasury": treasury,
    "clock": clock, "next link": next_link, "nearer": nearer,
    "shuts": shuts,
    "buys": sale,
    "lets": sale,
    "sells": sale,
    "thins": thins,
    "funds": funds,
    "dear": dear,
}
