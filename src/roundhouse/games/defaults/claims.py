"""What can be said of a move of any game: the money that changes hands at once."""

from __future__ import annotations

from collections import Counter

from roundhouse.engine.contract import State
from roundhouse.engine.facts import Fact, Happened
from roundhouse.games.claims import Claim, Claims, Line, Proof, copied
from roundhouse.games.proofs import replayed
from roundhouse.games.sight import Sight
from roundhouse.games.title import Title
from roundhouse.games.words import Words, amount, seat


class PlainClaims:
    """Claims of any game: the money that a move brings at once."""

    ENDS: tuple[type[Fact], ...] = ()
    ANSWERS: tuple[type[Fact], ...] = (Happened,)
    OUTCOMES: tuple[str, ...] = ("money",)

    def __init__(self, title: Title) -> None:
        self._title = title

    def claims(self, line: Line[State]) -> list[Claim]:
        """A claim for each seat whose money the line changes; none of a move that is chosen unseen."""
        found = Claims(line, PROOFS)
        if line.sealed:
            return []
        paid: Counter[int] = Counter()
        for fact in line.facts:
            paid.update(dict(fact.money))
        unit = str(self._title.room.books.UNIT)
        for who, sum_ in paid.items():
            if sum_:
                mine = who == line.me
                says = "It {brings|costs} {who} {sum} at once.".replace(
                    "{brings|costs}", "brings" if sum_ > 0 else "costs"
                )
                found.add(
                    "money",
                    str(who),
                    sum_ if mine else -sum_,
                    says,
                    {"who": "you" if mine else seat(who), "sum": amount(abs(sum_), unit)},
                    who=who,
                    sum=sum_,
                )
        return found.found

    def about(self, sight: Sight[State]) -> list[Words]:
        """Nothing: what is usually good in the game is not known."""
        return []


def money(line: Line[State], thing: str, told: object) -> bool:
    """Played again, the steps pay as much."""
    after, paid = copied(line.before), 0
    assert isinstance(told, dict)
    for step in line.steps:
        for fact in after.tell(after.game.parse(step.text)):
            paid += dict(fact.money).get(int(thing), 0)
    return paid == told["sum"] and replayed(line.before, line.steps) is not None


PROOFS: dict[str, Proof[State]] = {"money": money}


def make(title: Title) -> PlainClaims:
    """Claims in the unit of the title's books."""
    return PlainClaims(title)
