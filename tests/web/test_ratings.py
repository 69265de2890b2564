"""Ratings: what counts, what is foretold, and what is not done at a table that counts."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import inf, isfinite, log
from typing import Any

import pytest
from openskill.models import PlackettLuce
from sqlalchemy import insert, select

from roundhouse.engine.dice import Dice
from roundhouse.web.competition import ratings
from roundhouse.web.competition.ratings import BETA, MU, SIGMA, TAU, Rating, chances, levels_of
from roundhouse.web.competition.standings import Standings
from roundhouse.web.errors import Refused
from roundhouse.web.people.player import Player
from roundhouse.web.storage import schema as at
from roundhouse.web.tables.model.clock import Clock
from roundhouse.web.tables.model.info import SeatRequest
from roundhouse.web.tables.model.table import Table
from roundhouse.web.tables.undo import undo_of
from tests.web.house import BOT, ME, OPEN, House, house
from tests.web.test_results import results

CLOCK = Clock(3600.0, 0.0, "move")
LEVEL_3 = SeatRequest(bot="level-3")


def account(made: House, name: str) -> Player:
    return made.players.claim(made.guest("Newcomer"), name, "a good password")[0]


def rated(made: House, people: list[Player], *bots: SeatRequest, game: str = "irish-gauge") -> Table:
    wishes = [ME, *[OPEN] * (len(people) - 1), *bots]
    table = made.tables.creation.create(people[0], game, wishes, clock=CLOCK, rated=True)
    for person, seat in zip(people[1:], table.seats[1:]):
        table, _ = made.tables.seating.accept(person, seat.invite or "")
    return table


def play_out(made: House, table: Table, people: list[Player], seed: int = 1) -> Table:
    """To the end, bots and people alike at random."""
    dice = Dice(seed)
    while table.status == "playing":
        code = int(table.course.state.random_by_kind(dice))
        if table.auto:
            table = made.tables.moves.act_for(table.id, table.version, code) or table
        else:
            line = table.game.text(code)
            table = made.tables.moves.act(people[table.to_act], table.id, line, table.version)
    return table


def kept(made: House) -> dict[int, tuple[float, float, int]]:
    with made.database.reading() as connection:
        rows = connection.execute(select(at.ratings))
        return {row.player: (row.mu, row.sigma, row.games) for row in rows}


def test_a_rated_game_is_counted_as_openskill_counts_it_and_what_was_foretold_is_kept(url: str) -> None:
    with house(url) as made:
        people = [account(made, "Ann"), account(made, "Bob")]
        model = PlackettLuce(mu=MU, sigma=SIGMA, beta=BETA, tau=TAU)
        mine = [model.rating(), model.rating(), model.rating(levels_of("irish-gauge")["level-3"].mu, 0.3)]
        losses, even = [], []
        for seed in (1, 2):
            expected = chances([Rating(one.mu, one.sigma) for one in mine])
            assert sum(expected) == pytest.approx(1)
            table = play_out(made, rated(made, people, LEVEL_3), people, seed)
            rows = results(made, table.id)
            after = model.rate([[one] for one in mine], ranks=[float(row["place"]) for row in rows])
            mine = [after[0][0], after[1][0], mine[2]]
            assert [row["expected"] for row in rows] == pytest.approx(expected)
            assert [row["mu"] for row in rows] == [pytest.approx(mine[0].mu), pytest.approx(mine[1].mu), None]
            assert all(row["open"] and row["rated"] for row in rows), "whoever is rated is so in the open"
            losses += [-row["share"] * log(chance) for row, chance in zip(rows, expected)]
            even += [row["share"] * log(3) for row in rows]
        found = kept(made)
        for person, one in zip(people, mine):
            assert found[person.id] == pytest.approx((one.mu, one.sigma, 2))
        told = Standings(made.database).foresight("irish-gauge")
        assert [told.games, told.loss, told.even] == pytest.approx([2, sum(losses) / 2, sum(even) / 2])
        listed = Standings(made.database).of("irish-gauge")
        assert {one.player for one in listed} == {None, *(person.id for person in people)}
        sure = [one.rating.mu - 2 * one.rating.sigma for one in listed]
        assert sure == sorted(sure, reverse=True)


def test_leaving_comes_last_and_so_does_running_out_of_time(made: House) -> None:
    people = [account(made, "Ann"), account(made, "Bob")]
    for how in ("leaves", "runs out"):
        table = rated(made, people, LEVEL_3)
        before = {player: mu for player, (mu, _, _) in kept(made).items()}
        if how == "leaves":
            made.tables.closing.leave_game(people[1], table.id, 1, "level-5")
        else:
            while made.tables.repository.table(table.id).to_act != 1:
                table = made.tables.repository.table(table.id)
                line = table.game.text(int(table.course.state.legal()[0]))
                if table.auto:
                    made.tables.moves.act_for(table.id, table.version, int(table.course.state.legal()[0]))
                else:
                    made.tables.moves.act(people[table.to_act], table.id, line, table.version)
            with made.tables.repository.change(table.id) as change:
                change.after = replace(change.before, deadline=change.now - 1)
            with made.database.writing() as connection:
                connection.execute(at.tables.update().where(at.tables.c.id == table.id).values(deadline=1.0))
            made.tables.repository._memory.clear()
            assert made.tables.timekeeper.run_out(table.id).seats[1].bot == "level-3"
        table = play_out(made, made.tables.repository.table(table.id), people)
        after = kept(made)
        assert after[people[1].id][0] < before.get(people[1].id, MU) - 0.1, f"whoever {how} is worth less, whoever won"
    assert Standings(made.database).foresight("irish-gauge").games == 0, "and tells nothing of what was foretold"


def test_alone_against_levels_nobody_gets_away_by_leaving(made: House) -> None:
    ann = account(made, "Ann")
    table = rated(made, [ann], LEVEL_3, LEVEL_3)
    with pytest.raises(Refused, match="played to its end, or left"):
        made.tables.closing.agree_to_end(ann, table.id, True)
    table = made.tables.closing.leave_game(ann, table.id, 0, "level-5")
    assert table.status == "playing", "the bots play it out"
    play_out(made, table, [ann])
    assert kept(made)[ann.id][0] < MU


def test_what_would_falsify_a_rating_is_refused(made: House) -> None:
    ann, bob, guest = account(made, "Ann"), account(made, "Bob"), made.guest("Zoe")
    create = made.tables.creation.create
    refused: list[tuple[Player, list[SeatRequest], dict[str, Any]]] = [
        (guest, [ME, OPEN, OPEN], {}), (ann, [ME, ME, OPEN], {}), (ann, [ME, OPEN, OPEN], {"clock": None}),
        (ann, [ME, OPEN, OPEN], {"hints": True}), (ann, [ME, OPEN, OPEN], {"watched": False}),
    ]
    for who, wishes, chosen in refused:
        with pytest.raises(Refused):
            create(who, "irish-gauge", wishes, **{"clock": CLOCK, "rated": True, **chosen})
    table = create(ann, "irish-gauge", [ME, OPEN, OPEN], clock=CLOCK, rated=True, public=True)
    assert table.at_zero == "bot" and not table.hints
    tables = made.tables
    attempts: list[Callable[[], object]] = [
        lambda: tables.seating.accept(guest, table.invite or ""), lambda: tables.seating.join(guest, table.id),
        lambda: tables.seating.join(ann, table.id, 1), lambda: tables.hints.allow(ann, table.id, True),
        lambda: tables.closing.let_watch(ann, table.id, False),
    ]
    for attempt in attempts:
        with pytest.raises(Refused):
            attempt()
    tables.seating.join(bob, table.id)
    tables.substitutes.sit_bot(ann, table.id, 2, "level-1")
    attempts = [
        lambda: tables.substitutes.sit_bot(bob, table.id, 1, "level-5"),
        lambda: tables.seating.own_link(bob, table.id, 1),
    ]
    for attempt in attempts:
        with pytest.raises(Refused, match="rated"):
            attempt()
    alone = create(ann, "irish-gauge", [ME, BOT, BOT], clock=CLOCK, rated=True)
    with pytest.raises(Refused, match="agreed when the game began"):
        tables.substitutes.sit_bot(ann, alone.id, 1, "level-5")
    assert not any(seat.may_change for seat in tables.viewing.info(ann, alone).seats)
    assert results(made) == [] and kept(made) == {}


@pytest.mark.parametrize("nonsense", [{"mu": inf}, {"mu": 1e300}, {"sigma": inf}, {"sigma": -1.0}])
def test_a_rating_that_is_none_keeps_no_game_from_its_end(made: House, nonsense: dict[str, float]) -> None:
    """Whoever has it is rated as somebody new, and is in the list as that."""
    people = [account(made, name) for name in ("Ann", "Bob", "Cleo")]
    with made.database.writing() as connection:
        row = {"mu": MU, "sigma": 2.0, "games": 1, "sure": 1.0, "changed": 1.0, **nonsense}
        connection.execute(insert(at.ratings).values(player=people[1].id, game="irish-gauge", **row))
    listed = {one.player: one.rating for one in Standings(made.database).of("irish-gauge")}
    assert listed[people[1].id] == Rating()
    assert play_out(made, rated(made, people), people).status == "over"
    assert all(isfinite(mu) and 0 < sigma < SIGMA for mu, sigma, _ in kept(made).values())


def test_what_was_shown_is_not_taken_back(made: House) -> None:
    """Alone with bots one may else take back anything."""
    ann = account(made, "Ann")
    for is_rated in (False, True):
        table = made.tables.creation.create(ann, "irish-gauge", [ME, BOT, BOT], clock=CLOCK, rated=is_rated)
        while table.to_act != 0 or not any(
            step.by == 0 and not table.was_forced(number) for number, step in enumerate(table.course.steps, 1)
        ):
            code = int(table.course.state.legal()[-1])
            if table.auto:
                table = made.tables.moves.act_for(table.id, table.version, code) or table
            else:
                table = made.tables.moves.act(ann, table.id, table.game.text(code), table.version)
        assert undo_of(table, ann)[0] == ("" if is_rated else "free")
        if is_rated:
            with pytest.raises(Refused, match="no move of yours"):
                made.tables.undo.undo(ann, table.id, table.version)


def test_levels_of_every_title_stand_on_the_scale() -> None:
    for game in ("irish-gauge", "age-of-rail", "narrow-gauge", "appalachian-trail", "some-game-of-yours"):
        levels = levels_of(game)
        mus = [levels[f"level-{number}"].mu for number in range(1, 7)]
        assert mus == sorted(mus) and levels["level-3"].points == 1000
    assert ratings.LEVELS_FILE.exists()
