"""The explorer: right to the last number by sums that are made here, by index, and for what everybody may see alone."""
from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import httpx
import pytest
from sqlalchemy import delete, event, func, insert, select, update

from benchmarks.web_people import explored_as, fill, take_in_all
from roundhouse.engine.dice import Dice
from roundhouse.games import Setup
from roundhouse.records import Course
from roundhouse.web.competition.explorer.explorer import Explorer, GameQuery
from roundhouse.web.competition.explorer.exploring import DEEPEST, Exploring, take_in
from roundhouse.web.competition.explorer.sketches import alike, sketch_of
from roundhouse.web.errors import Refused
from roundhouse.web.storage import schema as at
from tests.web.house import BOT, ME, House, house, running
from tests.web.test_cost_of_lists import asked, plan
from tests.web.test_people import BESIDE, filled, rows_of


def kept(made: House) -> dict[str, Any]:
    """What the explorer's tables say, without the numbers of places in the tree."""
    with made.database.reading() as connection:
        nodes = {row.id: row for row in connection.execute(select(at.openings))}

        def path(id: int) -> tuple[tuple[int, str], ...]:
            return (*path(nodes[id].parent), (nodes[id].by, nodes[id].line)) if id else ()

        games = defaultdict(set)
        for row in connection.execute(select(at.opening_games)):
            games[path(row.opening)].add(row.table)
        return {
            "tree": {path(id): (row.by, row.games, round(row.share, 9), row.score) for id, row in nodes.items()},
            "games": dict(games), "rules": {tuple(row) for row in connection.execute(select(at.rule_counts))},
            "explored": {tuple(row) for row in connection.execute(select(at.explored))},
            "likenesses": {tuple(row) for row in connection.execute(select(at.likenesses))},
        }


def test_what_is_taken_in_one_by_one_is_the_sum_of_all(made: House) -> None:
    """The house's own way beside the sums of the benchmark, which are made over all at once."""
    filled(made, 120)
    by_table = defaultdict(list)
    for row in rows_of(made):
        by_table[row["table"]].append(row)
    drawn = Random(3)
    games = [explored_as(drawn, rows) for rows in by_table.values() if rows[0]["open"]]
    found = []
    for one_by_one in (True, False):
        with made.database.writing() as connection:
            for table in (at.explored, at.openings, at.opening_games, at.rule_counts, at.rule_games, at.likenesses):
                connection.execute(delete(table))
            if one_by_one:
                for one in games:
                    take_in(connection, one)
            else:
                take_in_all(connection, games)
        found.append(kept(made))
    assert found[0] == found[1]
    for path, (by, n, share, score) in found[0]["tree"].items():
        fits = [one for one in games
                if ((-1, f"{one.game} {one.edition} {one.seats}"), *one.opening)[: len(path)] == path]
        assert n == len(fits) and {one.table for one in fits} == found[0]["games"][path]
        if by >= 0:
            assert share == pytest.approx(sum(one.shares[by] for one in fits))
            assert score == sum(one.scores[by] for one in fits)


def test_every_search_finds_what_fits_and_nothing_else(made: House) -> None:
    often = filled(made, 400)
    explorer, rows = Explorer(made.database), [row for row in rows_of(made) if row["open"]]
    with made.database.reading() as connection:
        listed = {tuple(row) for row in connection.execute(select(at.rule_games.c.rule, at.rule_games.c.table))}
        roots = connection.execute(select(at.openings.c.id).where(at.openings.c.parent == 0)).scalars().all()
        passed = select(at.opening_games.c.opening, at.opening_games.c.table)
        through = {tuple(row) for row in connection.execute(passed)}
    rule = min({name for name, _ in listed})
    best: dict[str, int] = defaultdict(int)
    for row in rows:
        best[row["table"]] = max(best[row["table"]], row["score"])
    mine = {row["table"] for row in rows if row["player"] == often.id}
    games = {row["table"]: row for row in rows}
    by_kind: tuple[tuple[GameQuery, Callable[[dict[str, Any]], bool]], ...] = (
        (GameQuery(), lambda row: True), (GameQuery(game="irish-gauge"), lambda row: row["game"] == "irish-gauge"),
        (GameQuery(seats=3, least=180), lambda row: row["seats"] == 3 and best[row["table"]] >= 180),
        (GameQuery(player=often.id), lambda row: row["table"] in mine),
        (GameQuery(player=often.id, game="age-of-rail"),
         lambda row: row["table"] in mine and row["game"] == "age-of-rail"),
        (GameQuery(game="narrow-gauge", rule=rule),
         lambda row: row["game"] == "narrow-gauge" and (rule, row["table"]) in listed),
        (GameQuery(opening=roots[0]), lambda row: (roots[0], row["table"]) in through),
        (GameQuery(shortest=91), lambda row: False), (GameQuery(longest=90), lambda row: True),
        (GameQuery(edition="nowhere"), lambda row: False),
    )
    for wanted, fits in by_kind:
        shown, after = list[str](), ""
        while True:
            page = explorer.games(replace(wanted, after=after))
            shown += [one.table for one in page.games]
            if not (after := page.further):
                break
        right = sorted((row for row in games.values() if fits(row)), key=lambda row: (-row["ended"], row["table"]))
        assert sorted(shown) == sorted(row["table"] for row in right), wanted
        assert [games[id]["ended"] for id in shown] == [row["ended"] for row in right], "the latest first"
    one = explorer.games(GameQuery()).games[0]
    assert [(seat.place, seat.score) for seat in one.seats] == sorted(
        (row["place"], row["score"]) for row in rows if row["table"] == one.table)
    with pytest.raises(Refused):
        explorer.games(GameQuery(after="nonsense"))


def test_who_is_private_and_what_is_hidden_is_not_found(made: House) -> None:
    often = filled(made, 200)
    explorer = Explorer(made.database)
    mine = explorer.games(GameQuery(player=often.id)).games
    assert mine
    with made.database.writing() as connection:
        connection.execute(update(at.tables).where(at.tables.c.id == mine[0].table).values(hidden=True))
    assert mine[0].table not in [one.table for one in explorer.games(GameQuery()).games]
    assert explorer.games(GameQuery(player=often.id)).games[:1] == mine[1:2]
    with made.database.writing() as connection:
        connection.execute(update(at.players).where(at.players.c.id == often.id).values(private=True))
    assert not explorer.games(GameQuery(player=often.id)).games


def test_a_game_that_can_not_be_taken_in_keeps_no_other_waiting(made: House) -> None:
    tables = [made.table("narrow-gauge", "Ann", "Bob", public=True) for _ in range(2)]
    for table, people in tables:
        made.play(table, people, 1000)
    with made.database.writing() as connection:     # half of it is there already, as nothing but a fault leaves it
        row = {"game": "x", "edition": "x", "seats": 2, "steps": 1, "best": 1, "rated": False, "ended": 1.0}
        connection.execute(insert(at.explored).values(table=tables[0][0].id, **row))
    exploring = Exploring(made.tables.repository)
    exploring.go_on()
    assert exploring.go_on() == 0
    found = Explorer(made.database).games(GameQuery(game="narrow-gauge")).games
    assert [one.table for one in found] == [tables[1][0].id]


def test_every_question_goes_by_index(made: House) -> None:
    often = filled(made, 300)
    for wanted in (GameQuery(), GameQuery(game="irish-gauge", least=50), GameQuery(player=often.id, game="irish-gauge"),
                   GameQuery(opening=1), GameQuery(game="irish-gauge", rule="R-3"),
                   GameQuery(after="20.5_game0000020")):
        with asked(made) as questions:
            Explorer(made.database).games(wanted)
        assert len(questions) == 2
        with made.database.reading() as connection:
            steps = plan(made, connection, *questions[0])
        assert "TEMP B-TREE" not in steps, (wanted, steps)
        assert all("INDEX" in step or "PRIMARY KEY" in step for step in steps.splitlines()), (wanted, steps)


def test_a_game_is_taken_in_once_when_it_ends_and_only_where_all_may_see_it(url: str) -> None:
    with house(url) as made:
        exploring = Exploring(made.tables.repository)
        ended = []
        for seed, public in enumerate((True, True, False), 1):
            table = made.tables.creation.create(made.guest("Ann"), "narrow-gauge", [ME, BOT], public=public)
            ended.append(finished(made, table.id, seed))
        exploring.go_on()
        exploring.go_on()
        explorer = Explorer(made.database)
        assert {one.table for one in explorer.games(GameQuery()).games} == {ended[0].id, ended[1].id}
        (begin,) = explorer.beginnings("narrow-gauge")
        assert (begin.seats, begin.games) == (2, 2)
        with made.database.reading() as connection:
            assert connection.execute(select(func.count()).select_from(at.to_explore)).scalar() == 0
        first = [step for step in ended[0].course.steps if step.by >= 0][:DEEPEST]
        node = begin.id
        for step in first:
            tree = explorer.tree(node)
            assert tree is not None
            branch = next(one for one in tree.branches if one.line == ended[0].game.text(step.code))
            assert branch.by == step.by and 0 <= branch.share <= 1
            node = branch.id
        tree = explorer.tree(node)
        assert tree is not None and [one.line for one in tree.path] == [ended[0].game.text(step.code) for step in first]
        rules = {one.rule: one.games for one in explorer.rules("narrow-gauge")}
        mine = [{fact.rule for step in table.course.told() for fact in step.told} for table in ended[:2]]
        assert rules == {rule: sum(rule in one for one in mine) for rule in mine[0] | mine[1] if rule}
        hits = [explorer.like("narrow-gauge", 2, sketch_of(ended[0].course.at(step)), "")
                for step in range(0, ended[0].step, 5)]
        assert sum(bool(found) and found[0].table == ended[0].id for found in hits) > 0.8 * len(hits)
        assert all(one.table != ended[0].id for one in explorer.like(
            "narrow-gauge", 2, sketch_of(ended[0].course.at(ended[0].step // 2)), ended[0].id))


def finished(made: House, id: str, seed: int) -> Any:
    dice = Dice(seed)
    with made.tables.repository.change(id) as change:
        now = change.before
        while now.status == "playing":
            code = int(now.course.state.random_by_kind(dice))
            now = now.with_course(now.course.then(code, change.now, kept=True)).after_chance(change.now)
        change.after = now
    return made.tables.repository.table(id)


def test_positions_are_the_liker_the_nearer_they_are() -> None:
    dice, course = Dice(1), Course(Setup.of("irish-gauge", 3))
    while not course.over:
        course = course.then(int(course.state.random_by_kind(dice)), 0.0, kept=True)
    sketches = [sketch_of(course.at(step)) for step in range(len(course.steps) + 1)]
    last = len(sketches) - 1
    near = sum(alike(sketches[n], sketches[n + 1]) for n in range(last)) / last
    far = sum(alike(sketches[n], sketches[last]) for n in range(last // 3)) / (last // 3)
    assert alike(sketches[5], sketches[5]) == 1 and near > 0.75 and far < near - 0.4


def test_the_pages_show_it_and_take_six_statements(sqlite_url: str) -> None:
    with running(sqlite_url, limits=False, rounds=0) as server, httpx.Client(base_url=server.address) as client:
        state = server.app.state
        often, token = state.players.claim(state.players.guest("Ann")[0], "Always here", "a good password")
        fill(state.database, often, 300, 30)
        statements = list[str]()
        event.listen(state.database.engine, "before_cursor_execute",
                     lambda *given: None if BESIDE.search(given[2]) else statements.append(given[2]))
        root = state.explorer.beginnings("irish-gauge")[0]
        move = state.explorer.tree(root.id).branches[0]
        for address, words in (
            ("/explore", "Explorer"),
            ("/explore?game=irish-gauge&who=always+HERE&least=100&seats=4&shortest=1", "Always here"),
            ("/explore?who=nobody+there", "Nobody here"), ("/explore?longest=1", "No game fits"),
            ("/explore?game=irish-gauge&rule=R-9&least=abc", "R-9"),
            ("/explore/irish-gauge", f"?at={root.id}"),
            (f"/explore/irish-gauge?at={root.id}", move.line),
            (f"/explore/irish-gauge?at={move.id}", "The latest games"),
        ):
            statements.clear()
            answer = client.get(address, headers={"cookie": f"roundhouse={token}"})
            assert answer.status_code == 200 and words in answer.text, address
            assert len(statements) <= 6, (address, statements)
        assert client.get(f"/explore/narrow-gauge?at={root.id}").status_code == 404
        assert client.get("/explore/nothing").status_code in (404, 422)
        assert client.get("/explore?after=x").status_code == 422
