"""The results of games: written with the move that ends them, for games of before too, and for none that was forged."""
from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select, update

from roundhouse.records import Record
from roundhouse.web.people.player import Player
from roundhouse.web.storage import schema as at
from roundhouse.web.tables.model.table import Table
from tests.web.house import BOT, ME, OPEN, House, house
from tests.web.test_upgrade import back_to


def results(made: House, id: str | None = None) -> list[dict[str, Any]]:
    r = at.results.c
    question = select(at.results).order_by(r.table, r.seat)
    with made.database.reading() as connection:
        rows = connection.execute(question if id is None else question.where(r.table == id))
        return [dict(row) for row in rows.mappings()]


def ended(made: House, *names: str, seed: int = 1, **chosen: Any) -> Table:
    table, people = made.table("irish-gauge", *names, **chosen)
    return made.play(table, people, 5000, seed)


def test_a_game_has_its_results_when_it_ends_and_games_of_before_have_the_same(url: str) -> None:
    """The sums are made anew here, from the steps and the scores."""
    with house(url) as made:
        table, people = made.table("irish-gauge", "Ann", "Bob", "Cleo", public=True)
        table = made.play(table, people, 20)
        assert results(made) == [], "not before the end"
        table = made.play(table, people, 5000)
        assert table.result is not None
        found = results(made, table.id)
        assert [row["player"] for row in found] == [person.id for person in people]
        assert [row["score"] for row in found] == table.result.scores
        assert sum(row["share"] for row in found) == pytest.approx(1)
        assert {row["seat"] for row in found if row["place"] == 1} == set(table.result.winners)
        losers = sorted((row for row in found if row["place"] > 1), key=lambda row: -row["score"])
        assert [row["place"] for row in losers] == [2, 3][: len(losers)] or len(losers) < 2
        steps = table.course.steps
        for row in found:
            own = [n for n, step in enumerate(steps) if step.by == row["seat"]]
            assert row["opening"] == table.game.text(steps[own[0]].code)
            waited = sum(steps[n].at - steps[n - 1].at for n in own if n)
            assert row["seconds"] == pytest.approx(waited, abs=1e-3)
            told = (row["game"], row["seats"], row["steps"], row["open"], row["rated"], row["stood_in"])
            assert told == ("irish-gauge", 3, table.step, True, False, 0.0)
        private = ended(made, "Dora", "Ed", "Fay")
        alone = made.tables.creation.create(people[0], "irish-gauge", [ME, ME, ME])
        made.play(alone, [people[0]] * 3, 5000)
        assert [row["player"] for row in results(made, alone.id)] == [None] * 3, "one screen, and nobody knows who"
        assert not any(row["open"] for row in results(made, private.id))
        before = results(made)
        back_to(made.database, "0013")
        made.database.migrate()
        after = results(made)
        for old, new in zip(before, after, strict=True):
            assert new | {"seconds": 0, "ended": 0} == old | {"seconds": 0, "ended": 0}
            assert new["seconds"] == pytest.approx(old["seconds"], abs=1e-3)
            assert new["ended"] == pytest.approx(old["ended"], abs=1e-3)


def test_what_was_not_played_here_has_no_results(made: House) -> None:
    """A file that is nearly won, and a step of another's game to go on from, are worth nothing."""
    table = ended(made, "Ann", "Bob", "Cleo", public=True)
    forger = made.guest("Zoe")
    whole = table.record()
    last = max(n for n, (by, _) in enumerate(whole.log) if by >= 0)
    upload = made.tables.creation.upload(forger, Record(whole.setup, whole.seats, whole.log[:last]).dumps())
    for seat in upload.seats:
        made.tables.seating.accept(forger if seat.number == 0 else made.guest(f"P{seat.number}"), seat.invite or "")
    upload = made.tables.repository.table(upload.id)
    seat = upload.seats[upload.to_act]
    line = whole.log[last][1]
    over = made.tables.moves.act(Player(seat.player or 0, seat.name, True), upload.id, line, upload.version)
    assert over.status == "over" and results(made, upload.id) == []
    tried = made.tables.creation.branch(forger, table.id, last, table.course.steps[last].by)
    over = made.tables.moves.act(forger, tried.id, line, tried.version)
    assert over.status == "over" and results(made, tried.id) == []
    assert len(results(made)) == 3


def test_stand_ins_and_bots_are_told_apart(made: House) -> None:
    """How much of a person's game a bot has played, whoever plays its end."""
    ann, bob = made.guest("Ann"), made.guest("Bob")
    table = made.tables.creation.create(ann, "irish-gauge", [ME, OPEN, BOT])
    table, _ = made.tables.seating.accept(bob, table.seats[1].invite or "")
    made.tables.substitutes.sit_bot(bob, table.id, 1, "level-1")
    table = made.tables.repository.table(table.id)
    bot_moves = 0
    while table.status != "over":
        code = int(table.course.state.legal()[-1])
        if table.to_act == 1 and bot_moves == 3 and table.seats[1].bot is not None:
            table = made.tables.substitutes.take_back(bob, table.id, 1)
        if table.auto:
            bot_moves += table.to_act == 1
            table = made.tables.moves.act_for(table.id, table.version, code) or table
        else:
            line = table.game.text(code)
            table = made.tables.moves.act((ann, bob)[table.to_act], table.id, line, table.version)
    rows = results(made, table.id)
    assert [(row["player"], row["bot"]) for row in rows] == [(ann.id, None), (bob.id, None), (None, "level-1")]
    made_by_bob = sum(step.by == 1 for step in table.course.steps)
    assert bot_moves == 3 and rows[1]["stood_in"] == pytest.approx(3 / made_by_bob) and rows[0]["stood_in"] == 0
    assert rows[2]["stood_in"] == 0, "a bot of its own stands in for nobody"


def test_results_go_to_the_account_with_a_guests_games_and_are_in_what_is_downloaded(made: House) -> None:
    table, people = made.table("irish-gauge", "Ann", "Bob", "Cleo")
    made.play(table, people, 5000)
    account, _ = made.players.claim(made.guest("Zoe"), "Zoe", "a good password")
    with made.players.forgetting() as connection:
        made.tables.holdings.hand_over(connection, people[1], account)
    mine = made.accounts.export(account)["results"]
    assert isinstance(mine, list) and [row["table"] for row in mine] == [table.id]
    with made.database.writing() as connection:
        connection.execute(update(at.players).values(seen=0.0))
    made.accounts.delete(account, "a good password")
    assert results(made, table.id)[1]["player"] == account.id, "former players stay readable"
