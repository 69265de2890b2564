"""A game that is over, told once more: where everybody's money came from, and how it was won."""
from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from operator import eq, gt

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
    winner, best = winners[0], max(scores[who] for who in rivals)
    seconds = [who for who in rivals if scores[who] == best]
    margin = scores[winner] - best
    next_ = joined(map(seat, seconds), last=" and ")
    ahead = words("{margin} ahead of {next}", margin=amount(margin, unit), next=next_)
    tied = words("level with {next}, and wins the tie", next=next_)
    sentences = [words("{who} wins with {score}, {ahead}.", who=seat(winner), score=amount(scores[winner], unit),
                       ahead=ahead if margin else tied)]
    return [*sentences, *_difference(accounts, winner, seconds[0], unit), *_lead(course, steps, winner, unit)]


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
    """Since when the winner was ahead of everybody, who was not behind until then, and the step that moved it most."""
    leads = [_lead_of(step.after.scores(), winner) for step in steps]
    behind = [number for number, lead in enumerate(leads, 1) if lead <= 0]
    told: list[Words] = []
    if behind and behind[-1] < len(steps):
        told.append(words("From step {step} of {all} on {who} had more than anybody else; just before that, {others}. "
                          "{what}",
                          step=behind[-1] + 1, all=len(steps), who=seat(winner),
                          others=_not_behind(steps[behind[-1] - 1].after.scores(), winner),
                          what=_said(course, steps[behind[-1]], winner)))
    elif not behind:
        told.append(words("{who} had more than anybody else from the first step to the last.", who=seat(winner)))
    swing = [after - before for before, after in zip([0, *leads], leads)]
    most = max(range(len(swing)), key=lambda n: swing[n])
    if swing[most] > 0 and (not behind or most != behind[-1]):
        told.append(words("Nothing did more for {who} than step {step}, {swing} against the best of the others: {what}",
                          who=seat(winner), step=most + 1, swing=amount(swing[most], unit, signed=True),
                          what=_said(course, steps[most], winner)))
    return told


def _not_behind(scores: Sequence[int], winner: int) -> Words:
    """Who had as much as the winner, or more."""
    level, ahead = (
        [seat(who) for who, score in enumerate(scores) if who != winner and compared(int(score), int(scores[winner]))]
        for compared in (eq, gt)
    )
    found = [words(IS[len(some) > 1, how], who=joined(some, last=" and "))
             for how, some in (("ahead", ahead), ("level", level)) if some]
    return joined(found, " and ")


IS = {(False, "ahead"): "{who} was ahead", (True, "ahead"): "{who} were ahead",
      (False, "level"): "{who} was level", (True, "level"): "{who} were level"}


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
