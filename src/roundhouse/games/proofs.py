"""What the proofs of claims are made of: the engine, played. Nothing of a valuer, a drawing or a claim is asked."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from roundhouse.engine.contract import CHANCE, OVER, State
from roundhouse.engine.facts import Fact
from roundhouse.games.claims import Step, copied

S = TypeVar("S", bound=State)
NEAR = 0.51     # of money: what is told in whole units is as near to what was found


def played(state: S, *lines: str) -> S | None:
    """The position after these lines; None if one of them is not allowed."""
    after = copied(state)
    for line in lines:
        if line not in after.lines():
            return None
        after.do(line)
    return after


def replayed(state: S, steps: Sequence[Step]) -> S | None:
    """The position after these steps, if each is allowed to the seat that makes it."""
    after = copied(state)
    for step in steps:
        if int(after.to_act) != step.by or step.text not in after.lines():
            return None
        after.do(step.text)
    return after


def told(state: State, line: str) -> list[Fact]:
    """What a line does."""
    return copied(state).tell(state.game.parse(line))


def outcomes(state: S) -> Iterator[tuple[S, list[Fact], float]]:
    """What chance may bring: the position, what is told, and how likely it is."""
    weighed = state.outcomes()
    total = sum(weight for _, weight in weighed)
    for code, weight in weighed:
        after = copied(state)
        facts = after.tell(code)
        yield after, facts, weight / total


def money(facts: Sequence[Fact], seats: int) -> list[int]:
    """What facts pay to each seat."""
    sums = [0] * seats
    for fact in facts:
        for seat, sum_ in fact.money:
            sums[seat] += sum_
    return sums


def mean_money(state: State, line: str) -> list[float]:
    """What a line and the chance after it pay to each seat, in the mean of all that may come."""
    begun, seats = copied(state), state.game.seats
    paid = [float(sum_) for sum_ in money(begun.tell(state.game.parse(line)), seats)]
    if begun.to_act == CHANCE:
        for _, facts, chance in outcomes(begun):
            for seat, sum_ in enumerate(money(facts, seats)):
                paid[seat] += chance * sum_
    return paid


def close(found: Sequence[float], said: Sequence[float]) -> bool:
    """Whether numbers that are told in whole units are what was found."""
    return len(found) == len(said) and all(abs(one - two) <= NEAR for one, two in zip(found, said))


def ends(state: State) -> bool:
    """Whether the game is over."""
    return state.to_act == OVER
