"""A season of a club: twelve members, people and levels, play a Swiss of five rounds at tables of three and four. At
its end standings, ratings, head-to-head and explorer are right to the last number, by sums that are made again here."""
from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest
from openskill.models import PlackettLuce, PlackettLuceRating
from sqlalchemy import select

from roundhouse.engine.dice import Dice
from roundhouse.web.competition.explorer.explorer import Explorer, GameQuery
from roundhouse.web.competition.explorer.exploring import Exploring
from roundhouse.web.competition.history import Histories
from roundhouse.web.competition.ratings import BETA, LEVEL_SIGMA, MU, SIGMA, TAU, levels_of
from roundhouse.web.competition.standings import Standings
from roundhouse.web.storage import schema as at
from roundhouse.web.tables.model.table import Table
from tests.web.house import House
from tests.web.test_tournaments import begun, check, plan

GAME, ROUNDS = "irish-gauge", 5


def finish(made: House, id: str, seed: int) -> Table:
    """A game to its end, everybody at random, in one change."""
    dice = Dice(seed)
    with made.tables.repository.change(id) as change:
        now = change.before
        while now.status == "playing":
            code = int(now.course.state.random_by_kind(dice))
            now = now.with_course(now.course.then(code, change.now, kept=True)).after_chance(change.now)
        change.after = now
    return made.tables.repository.table(id)


def test_a_season_is_right_to_the_last_number(made: House) -> None:
    play_season(made)


def play_season(made: House) -> None:
    """All of it, in a house that may have other games."""
    tournaments, id, people = begun(made, 5, 7, plan(GAME, size=4, rounds=ROUNDS))
    ended: list[Table] = []
    for round in range(1, ROUNDS + 1):
        found = tournaments.find(id)
        assert (found.status, found.round) == ("playing", round)
        for n, board in enumerate(found.boards[round]):
            ended.append(finish(made, board.table or "", 100 * round + n))
        if round == 1:
            tournaments.withdraw(people[4], id)
        tournaments.go_on()
    found = tournaments.find(id)
    assert found.status == "over"
    assert [sorted(len(table.seats) for table in ended[3 * n:3 * n + 3]) for n in range(ROUNDS)] == [
        [4, 4, 4], *[[3, 4, 4]] * (ROUNDS - 1)
    ]
    check(made, found)
    check_ratings(made, ended)
    check_head_to_head(made, ended, [person.id for person in people])
    check_explorer(made, ended, people[0].id)


def places(table: Table) -> list[int]:
    assert table.result is not None
    scores, winners = table.result.scores, table.result.winners
    return [1 if seat in winners else max(2, 1 + sum(one > score for one in scores))
            for seat, score in enumerate(scores)]


def check_ratings(made: House, ended: list[Table]) -> None:
    model = PlackettLuce(mu=MU, sigma=SIGMA, beta=BETA, tau=TAU)
    levels = levels_of(GAME)
    mine: dict[int | None, PlackettLuceRating] = {}
    for table in ended:
        teams = [
            [model.rating(levels[seat.bot or ""].mu, LEVEL_SIGMA) if seat.player is None
             else mine.get(seat.player, model.rating())]
            for seat in table.seats
        ]
        after = model.rate(teams, ranks=[float(place) for place in places(table)])
        mine |= {seat.player: one[0] for seat, one in zip(table.seats, after) if seat.player is not None}
    with made.database.reading() as connection:
        ours = select(at.ratings).where(at.ratings.c.player.in_([player for player in mine if player is not None]))
        kept = {row.player: row for row in connection.execute(ours.where(at.ratings.c.game == GAME))}
    assert kept.keys() >= mine.keys()
    for player, one in mine.items():
        assert (kept[player].mu, kept[player].sigma) == pytest.approx((one.mu, one.sigma))
        assert kept[player].games == sum(player in [seat.player for seat in table.seats] for table in ended)
    assert Standings(made.database).foresight(GAME).games == len(ended)


def check_head_to_head(made: House, ended: list[Table], people: list[int]) -> None:
    games: Counter[tuple[object, object]] = Counter()
    ahead: Counter[tuple[object, object]] = Counter()
    for table in ended:
        sitting = list(zip((seat.player or seat.bot for seat in table.seats), places(table)))
        for (one, place), (other, rank) in permutations(sitting, 2):
            games[one, other] += 1
            ahead[one, other] += place < rank
    histories = Histories(made.database)
    for person in people:
        found = histories.of(None, person)
        for rival in found.rivals:
            other = rival.other.player or rival.other.bot
            assert (rival.games, rival.ahead, rival.behind) == (
                games[person, other], ahead[person, other], ahead[other, person]
            )
        assert sum(rival.games for rival in found.rivals) == sum(n for (one, _), n in games.items() if one == person)
        assert found.games == sum(person in [seat.player for seat in table.seats] for table in ended)


def check_explorer(made: House, ended: list[Table], person: int) -> None:
    exploring, explorer = Exploring(made.tables.repository), Explorer(made.database)
    before = {one.edition + str(one.seats): one.games for one in explorer.beginnings(GAME)}
    with made.database.reading() as connection:
        rows = connection.execute(select(at.openings.c.id, at.openings.c.games)).all()
    known = {row.id: row.games for row in rows}
    while exploring.go_on():
        pass
    latest = sorted((table for table in ended), key=lambda table: (-table.changed, table.id))
    found = explorer.games(GameQuery(game=GAME)).games[:len(latest)]
    assert {one.table for one in found} == {table.id for table in latest}
    mine = [table for table in ended if person in [seat.player for seat in table.seats]]
    page = explorer.games(GameQuery(player=person, game=GAME))
    assert {one.table for one in page.games} == {table.id for table in mine}
    for one in explorer.beginnings(GAME):
        here = [table for table in ended if len(table.seats) == one.seats]
        assert one.games == len(here) + before.get(one.edition + str(one.seats), 0)
        tree = explorer.tree(one.id)
        assert tree is not None
        for branch in tree.branches:
            fits = [table for table in here if first_move(table) == (branch.by, branch.line)]
            assert branch.games == len(fits) + known.get(branch.id, 0)
            if branch.id not in known:
                assert branch.share == pytest.approx(sum(won(table, branch.by) for table in fits) / len(fits))


def first_move(table: Table) -> tuple[int, str]:
    step = next(step for step in table.course.steps if step.by >= 0)
    return step.by, table.game.text(step.code)


def won(table: Table, seat: int) -> float:
    assert table.result is not None
    return (seat in table.result.winners) / len(table.result.winners)
