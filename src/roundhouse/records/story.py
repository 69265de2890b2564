"""A game that is over, told once more: where everybody's money came from, and how it was won."""
from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from roundhouse.engine.facts import Fact
from roundhouse.games import title
from roundhouse.games.words import Words, amount, joined, seat, words
from roundhouse.records.course import Course, PassedStep


@dataclass(frozen=True)
class Account:
    """What all facts of a kind brought each seat over a whole game, or took from it."""

    name: str
    sums: tuple[int, ...]


@dataclass(frozen=True)
class Story:
    """A whole game. The accounts add up to the scores; they are empty where nobody has money."""

    accounts: tuple[Account, ...]
    scores: tuple[int, ...]
    told: tuple[Words, ...]
    """How it was won, a sentence each."""


def story(course: Course) -> Story:
    """The story of a game that is over: everybody's accounts, the scores, and how it was won."""
    steps = list(course.passed())
    seats = course.setup.seats
    scores = tuple(int(score) for score in course.state.scores())
    accounts = _accounts(course, steps, scores)
    return Story(accounts, scores, tuple(_won(course, steps, accounts, scores)) if seats > 1 else ())


def _accounts(course: Course, steps: Sequence[PassedStep], scores: Sequence[int]) -> tuple[Account, ...]:
    """What was there at the start, what the facts paid, and what is counted at the end beside the money."""
    paid: dict[str, Counter[int]] = {}
    for step in steps:
        for fact in step.told:
            for who, sum_ in fact.money:
                paid.setdefault(fact.account, Counter())[who] += sum_
    if not paid:
        return ()
    seats = range(course.setup.seats)
    begun = Account("what was there at the start", tuple(int(score) for score in course.at(0).scores()))
    kinds = [Account(name, tuple(sums[who] for who in seats)) for name, sums in paid.items()]
    rest = tuple(scores[who] - sum(one.sums[who] for one in (begun, *kinds)) for who in seats)
    return (begun, *kinds, *([Account("what was held at the end", rest)] if any(rest) else []))


# ---- how it was won --------------------------------------------------------------------------------------------------


def _won(
    course: Course, steps: Sequence[PassedStep], accounts: Sequence[Account], scores: Sequence[int]
) -> list[Words]:
    unit = str(title(course.game.name).room.books.UNIT)
    winners = [int(who) for who in course.state.winners()]
    rivals = [who for who in range(len(scores)) if who not in winners]
    if len(winners) != 1 or not rivals:
        return [words("{who} share the win with {score}.", who=joined(map(seat, winners), last=" and "),
                      score=amount(scores[winners[0]], unit))]
    winner, second = winners[0], max(rivals, key=lambda who: scores[who])
    margin = scores[winner] - scores[second]
    ahead = words("{margin} ahead of {second}", margin=amount(margin, unit), second=seat(second))
    tied = words("level with {second}, and wins the tie", second=seat(second))
    sentences = [words("{who} wins with {score}, {ahead}.", who=seat(winner), score=amount(scores[winner], unit),
                       ahead=ahead if margin else tied)]
    return [*sentences, *_difference(accounts, winner, second, unit), *_lead(course, steps, winner, unit)]


def _difference(accounts: Sequence[Account], winner: int, second: int, unit: str) -> list[Words]:
    """In what the winner did better than the next, and in what worse."""
    apart = sorted(accounts, key=lambda one: one.sums[winner] - one.sums[second])
    if not apart:
        return []
    best, worst = apart[-1], apart[0]
    told = [words("What made it: {account}.", account=_compared(best, winner, second, unit))]
    if worst.sums[winner] < worst.sums[second]:
        told.append(words("{second} did better in {account}.", second=seat(second),
                          account=_compared(worst, second, winner, unit)))
    return told


def _compared(account: Account, one: int, other: int, unit: str) -> Words:
    mine, theirs = (amount(account.sums[who], unit) for who in (one, other))
    return words("{name}, {mine} to {theirs}", name=account.name, mine=mine, theirs=theirs)


def _lead(course: Course, steps: Sequence[PassedStep], winner: int, unit: str) -> list[Words]:
    """When the lead was taken for good, and the step that moved it most."""
    leads = [_lead_of(step.after.scores(), winner) for step in steps]
    behind = [number for number, lead in enumerate(leads, 1) if lead <= 0]
    told: list[Words] = []
    if behind and behind[-1] < len(steps):
        told.append(words("The lead was taken for good at step {step} of {all}: {what}", step=behind[-1] + 1,
                          all=len(steps), what=_said(course, steps[behind[-1]], winner)))
    elif not behind:
        told.append(words("{who} led from the first step to the last.", who=seat(winner)))
    swing = [after - before for before, after in zip([0, *leads], leads)]
    most = max(range(len(swing)), key=lambda n: swing[n])
    if swing[most] > 0 and (not behind or most != behind[-1]):
        told.append(words("Nothing brought more than step {step}, {swing} on the rivals: {what}", step=most + 1,
                          swing=amount(swing[most], unit, signed=True), what=_said(course, steps[most], winner)))
    return told


def _lead_of(scores: Sequence[int], winner: int) -> int:
    return int(scores[winner]) - max(int(score) for who, score in enumerate(scores) if who != winner)


def _said(course: Course, step: PassedStep, winner: int) -> Words:
    """The sentence of a step that brought the winner most over the rivals, or its first."""
    def brought(fact: Fact) -> int:
        paid = dict(fact.money)
        return paid.pop(winner, 0) - max(paid.values(), default=0)

    texts = title(course.game.name).room.texts
    facts = sorted(step.told, key=brought, reverse=True)
    return next(filter(None, (texts.tell(course.game, fact) for fact in facts)), ())
