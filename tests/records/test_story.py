"""The end counts the whole game: every sum that the rules told, and how it was won."""
from __future__ import annotations

from collections.abc import Sequence

import pytest

from roundhouse.bots.match import play
from roundhouse.bots.random import RandomBot
from roundhouse.games import Setup, title, titles
from roundhouse.games.words import plain
from roundhouse.records import replay
from roundhouse.records.story import story

NAMES = ["Ann", "Ben", "Cat", "Dai", "Eve", "Fay"]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", sorted(titles()))
def test_the_accounts_add_up_to_the_scores(name: str, seed: int) -> None:
    seats = title(name).players[0]
    course = replay(play(Setup.of(name, seats), NAMES[:seats], [RandomBot() for _ in range(seats)], seed))
    told = story(course)
    assert told.scores == tuple(course.state.scores())
    for seat in range(seats) if told.accounts else ():
        assert sum(account.sums[seat] for account in told.accounts) == told.scores[seat]
    assert all(account.name for account in told.accounts)
    won = [NAMES[seat] for seat in course.state.winners()]
    assert won[0] in plain(told.told[0], NAMES) and "win" in plain(told.told[0], NAMES)


@pytest.mark.parametrize(("name", "held"), [("irish-gauge", True), ("age-of-rail", False), ("narrow-gauge", False)])
def test_all_money_is_told_by_facts(name: str, held: bool) -> None:
    """What is counted beside it are the printed values of the shares in Irish Gauge (IG-END-2), and nothing else."""
    seats = title(name).players[0]
    course = replay(play(Setup.of(name, seats), NAMES[:seats], [RandomBot() for _ in range(seats)], 5))
    rest = [account for account in story(course).accounts if account.name == "what was held at the end"]
    assert bool(rest) == held
    if held:
        cash = course.state.view(None)["cash"]
        assert isinstance(cash, list)
        assert rest[0].sums == tuple(score - int(has) for score, has in zip(course.state.scores(), cash))


@pytest.mark.parametrize("name", ["irish-gauge", "narrow-gauge"])
def test_what_is_told_of_a_step_that_won_it_is_what_the_winner_got(name: str) -> None:
    told_of = led = 0
    seats = title(name).players[0]
    for seed in range(12):
        course = replay(play(Setup.of(name, seats), NAMES[:seats], [RandomBot() for _ in range(seats)], seed))
        winner, *others = course.state.winners()
        told = [plain(sentence, NAMES) for sentence in story(course).told]
        steps = list(course.passed())
        for words in [] if others else [one for one in told if "rom step " in one or " than step " in one]:
            number = int(words.split("step ")[1].split()[0].strip(","))
            if any(dict(fact.money).get(winner, 0) > 0 for fact in steps[number - 1].told):
                assert NAMES[winner] in words.partition(": ")[2] or words.startswith("From")
                told_of += 1
            if words.startswith("From step"):
                led += 1
                check_lead([step.after.scores() for step in steps[number - 2:]], winner, words)
    assert told_of and led


def check_lead(scores: Sequence[Sequence[int]], winner: int, words: str) -> None:
    """Ahead of all from the second on; before it, of all but those who are named."""
    before, *since = scores
    assert all(score < one[winner] for one in since for who, score in enumerate(one) if who != winner)
    said = words.partition("just before that, ")[2].partition(".")[0]
    assert [who for who, score in enumerate(before) if score >= before[winner] and who != winner] == [
        who for who, name in enumerate(NAMES[: len(before)]) if name in said]
