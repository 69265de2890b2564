"""What can be said of cards in Narrow Gauge: which of them bring a company into a city."""

from __future__ import annotations

from dataclasses import dataclass

from roundhouse.games.claims import Claims, copied
from roundhouse.games.narrow_gauge.facts import CertificateTaken, Connected, PenaltiesPaid
from roundhouse.games.narrow_gauge.position import TAKE, Position
from roundhouse.games.narrow_gauge.rounds import begin_turns
from roundhouse.games.narrow_gauge.things import dollars, hexes, line
from roundhouse.games.words import place

LESS = 3    # dollars by which a card brings less than the best of the hand to be thrown away for it


@dataclass(frozen=True)
class Reach:
    """What a card of a hand can do by itself: the company, the cities, and the money at once."""

    card: str
    company: str
    cities: tuple[str, ...]
    money: int


def reaches(s: Position, seat: int) -> list[Reach]:
    """By one card each, all connections that a seat could make were it to begin a turn now."""
    begun = copied(s)
    begin_turns(begun, seat)
    found: list[Reach] = []
    for take in begun.lines():
        after = copied(begun)
        after.do(take)
        found += _of_company(after, take.split()[1])
    return found


def _of_company(s: Position, company: str) -> list[Reach]:
    found = []
    for code in s.legal():
        text = s.game.text(code)
        if text.startswith("play "):
            facts = copied(s).tell(code)
            links = [fact for fact in facts if isinstance(fact, Connected)]
            if links:
                cost = sum(fact.total for fact in facts if isinstance(fact, PenaltiesPaid))
                card = text.split()[1]
                found.append(
                    Reach(card, company, tuple(fact.city for fact in links), sum(fact.total for fact in links) - cost)
                )
    return found


def best_of(found: list[Reach], card: str = "") -> Reach | None:
    """The one that pays most, of one card or of all."""
    return max((one for one in found if card in ("", one.card)), key=lambda one: (one.money, one.card), default=None)


def add_discard(found: Claims[Position]) -> None:
    """Of a discard: what the card could do. Of drawing up: what is kept."""
    text, s, me = found.line.text, found.line.before, found.line.me
    if not int(sum(s.available)) or s.to_act != me:
        return
    known = reaches(s, me)
    if text.startswith("discard"):
        card = text.split()[1]
        best = best_of(known, card)
        if best is None:
            found.add(
                "card",
                "",
                1.0,
                "{card} brings no company into a city by itself, as the track lies.",
                {"card": place(card, f"card-{card}")},
                (f"card-{card}",),
                card=card,
                money=None,
            )
        elif (most := best_of(known)) is not None and most.money - best.money >= LESS:
            found.add(
                "card",
                "",
                0.4,
                "{card} can bring you {money} at most, the best of your cards {most}: a new one may do more.",
                {
                    "card": place(card, f"card-{card}"),
                    "money": dollars(best.money),
                    "most": dollars(most.money),
                },
                (f"card-{card}",),
                card=card,
                money=best.money,
                most=most.money,
            )
        else:
            found.add(
                "card",
                "",
                -0.3 * best.money - 0.5,
                "It gives up {card}, which could bring the {line} into {cities} for {money}.",
                {
                    "card": place(card, f"card-{card}"),
                    "line": line(best.company),
                    "cities": hexes(best.cities),
                    "money": dollars(best.money),
                },
                (f"card-{card}", *best.cities),
                card=card,
                money=best.money,
            )
        return
    hand = set(s.view(me)["hands"][me])  # type: ignore[index]
    useful = sorted({one.card for one in known} & hand)
    idle = sorted(hand - set(useful))
    if not idle and hand:
        found.add(
            "card",
            "",
            1.0,
            "Each of your cards can bring a company into a city: there is none to throw away.",
            {},
            (),
            idle=[],
            money=None,
            card="",
        )
    elif idle:
        found.add(
            "card",
            "",
            -0.4,
            "You keep {cards}, which {bring|brings|bring} no company into a city by itself.".replace(
                "{bring|brings|bring}", "brings" if len(idle) == 1 else "bring"
            ).replace("by itself", "by itself" if len(idle) == 1 else "by themselves"),
            {"cards": hexes(idle)},
            (),
            idle=idle,
            money=None,
            card="",
        )


def add_waiting(found: Claims[Position]) -> None:
    """Of a certificate with which nothing is connected: that no card of the hand does it."""
    line_, s = found.line, found.line.before
    took = next((fact for fact in line_.facts if isinstance(fact, CertificateTaken)), None)
    if took is None or s.phase != TAKE or any(isinstance(fact, Connected) for fact in line_.facts):
        return
    after = copied(s)
    after.do(line_.text)
    if not _of_company(after, took.company):
        found.add(
            "waits",
            "",
            -1.0,
            "No card of yours brings the {line} into a city by itself.",
            {"line": line(took.company)},
            company=took.company,
        )
