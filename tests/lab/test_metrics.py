"""Metrics: each counts what its words say, and the books of every game add up."""
from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from roundhouse.bots import bot
from roundhouse.bots.match import play
from roundhouse.engine.contract import CHANCE, Game
from roundhouse.errors import UserError
from roundhouse.games import Setup, title, titles
from roundhouse.games.books import Brought, Built, Earned, Entry, Sold, Took
from roundhouse.games.defaults.books import NoBooks
from roundhouse.lab.metrics import BUILT_IN, Metric, WatchedStep, builtin, measure, metric
from roundhouse.lab.metrics.books import Books
from roundhouse.records import Record, Result, replay

GAMES = [(name, min(4, one.players[1]), edition) for name, one in titles().items() for edition in one.editions]


def games(name: str, seats: int, edition: str | None, how_many: int = 4) -> list[Record]:
    setup = Setup.of(name, seats, edition)
    players = ["level-1"] * seats
    return [play(setup, players, [bot(one) for one in players], 5, number) for number in range(how_many)]


def steps(record: Record) -> list[WatchedStep]:
    one = title(record.game.name)
    return [WatchedStep(step, one) for step in replay(record).passed()]


def entries(record: Record) -> list[tuple[WatchedStep, Entry]]:
    return [(watched, entry) for watched in steps(record) for entry in watched.entries]


# ---- the books -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "seats", "edition"), GAMES)
def test_the_books_name_only_what_there_is(name: str, seats: int, edition: str | None) -> None:
    books = title(name).room.books
    game = title(name).game(seats, edition)
    items = {(kind.name, item) for kind in books.kinds(game) for item in kind.items}
    spots = [shape.id for shape in books.chart(game)]
    assert len(set(spots)) == len(spots) > 0
    for record in games(name, seats, edition):
        for _, entry in entries(record):
            if isinstance(entry, Took | Brought | Sold):
                assert (entry.kind, entry.item) in items
                assert 0 <= entry.seat < seats
            elif isinstance(entry, Built | Earned):
                assert entry.spot in spots
        assert sum(watched.begins_turn for watched in steps(record)) >= 2 * seats


def test_in_irish_gauge_all_money_is_in_the_books() -> None:
    for record in games("irish-gauge", 4, None):
        scores = [20] * 4
        for _, entry in entries(record):
            if isinstance(entry, Took) and entry.price is not None:
                scores[entry.seat] -= entry.price
            elif isinstance(entry, Brought):
                scores[entry.seat] += entry.amount
        assert record.result is not None
        assert scores == record.result.scores


@pytest.mark.parametrize("edition", ["south-africa", "allegheny"])
def test_in_age_of_rail_all_money_is_in_the_books(edition: str) -> None:
    for record in games("age-of-rail", 4, edition):
        data = record.game.edition.data
        scores = [data["starting_cash"]["4"]] * 4
        for watched, entry in entries(record):
            if isinstance(entry, Took) and entry.kind == "share":
                scores[entry.seat] -= entry.price or 0
            elif isinstance(entry, Took) and entry.kind == "development":
                second = watched.before.view()["phase"] == "develop"
                scores[entry.seat] -= data["second_development_cost"] if second else 0
            elif isinstance(entry, Sold):
                scores[entry.seat] += entry.price
            elif isinstance(entry, Brought):
                scores[entry.seat] += entry.amount
        assert record.result is not None
        assert scores == record.result.scores


def test_in_narrow_gauge_all_that_comes_in_is_in_the_books() -> None:
    """A connection pays the marker's new value times the dividend, $1 more with Pennsylvania; then come dividends."""
    checked = 0
    for record in games("narrow-gauge", 2, None):
        dividend = {one["id"]: one["dividends"][0] for one in record.game.edition.data["companies"]}
        expected, paid = [0, 0], [0, 0]
        for step in replay(record).passed():
            before, after = cast(dict[str, Any], step.before.view()), cast(dict[str, Any], step.after.view())
            for company, marker in after["connections"].items():
                made = range(before["connections"][company] + 1, marker + 1)
                agents = any(one["id"] == "pennsylvania" for one in before["contracts"][step.by]) if made else False
                expected[step.by] += sum(n * dividend[company] + agents for n in made)
        if max(after["connections"].values()) == 10:
            continue    # at the end of its track a marker no longer tells how many connections there were
        checked += 1
        for seat in (0, 1):
            expected[seat] += sum(part[seat] for round_ in after["dividends"] for part in round_.values())
        for _, entry in entries(record):
            if isinstance(entry, Brought):
                paid[entry.seat] += entry.amount
        assert paid == expected
    assert checked


def test_in_appalachian_trail_the_lines_make_the_score() -> None:
    for record in games("appalachian-trail", 3, None):
        scores = [0] * 3
        for _, entry in entries(record):
            if isinstance(entry, Brought):
                scores[entry.seat] += entry.amount
        assert record.result is not None
        assert scores == record.result.scores


def test_a_share_that_is_sold_on_earns_no_more() -> None:
    books = Books()
    for entry in (
        Took("share", "A", 0, 5), Took("share", "A", 0, 7), Brought("share", "A", 0, 8), Sold("share", "A", 0, 20),
        Took("share", "A", 1, 20), Brought("share", "A", 0, 3), Brought("share", "A", 1, 3),
    ):
        books._write(entry)
    assert [(lot.took.price, lot.paid) for lot in books.lots] == [(5, 24.0), (7, 7.0), (20, 3.0)]


def test_a_game_without_books_has_those_of_its_facts(monkeypatch: pytest.MonkeyPatch) -> None:
    (record,) = games("irish-gauge", 3, None, 1)
    own = measure(replay(record), BUILT_IN)["takes"]
    monkeypatch.setitem(title("irish-gauge").room.__dict__, "books", NoBooks())
    row = measure(replay(record), BUILT_IN)
    assert row["takes"] == own != []
    assert row["decisions"] > 20


# ---- the numbers -----------------------------------------------------------------------------------------------------


def watched(by: int = 0, **known: object) -> WatchedStep:
    """A step of which only some things are known."""
    return cast(WatchedStep, SimpleNamespace(**{
        "by": by, "chosen": by != CHANCE, "entries": [], "begins_turn": False, "legal": [1, 2], **known,
    }))


def value(made: type[Metric], steps: Sequence[WatchedStep], scores: list[int], winners: list[int]) -> float | None:
    listener = made(cast(Game, SimpleNamespace(seats=len(scores), name="irish-gauge")))
    for one in steps:
        listener.watch(one)
    listener.result = Result(scores, winners)
    return listener.value()


CHANCES = [[0.5, 0.5], [0.8, 0.2], [0.7, 0.3], [0.4, 0.6], [0.0, 1.0]]
PATH = [watched(chances=one) for one in CHANCES]


@pytest.mark.parametrize(("made", "steps", "expected"), [
    (builtin.Decisions, [watched(), watched(legal=[1]), watched(CHANCE), watched(1)], 2),
    (builtin.Turns, [watched(begins_turn=True), watched(), watched(CHANCE, begins_turn=True)], 2),
    (builtin.TopScore, [], 9), (builtin.Margin, [], 5), (builtin.Spread, [], 5),
    (builtin.LeadChanges, [watched(scores=s) for s in ([0, 0], [1, 0], [1, 1], [1, 2], [3, 2], [4, 2])], 2),
    (builtin.Decided, PATH, 60.0),
    (builtin.Drama, PATH, 100 * (0.6 + 0.4) / 5),
    (builtin.Swing, PATH, 40.0),
    (builtin.LedAtHalf, PATH, 0.0),
    (builtin.Options, [watched(legal=[1, 2, 3]), watched(legal=[1]), watched(legal=[1, 2])], 2.5),
    (builtin.Forced, [watched(legal=[1]), watched(), watched(), watched(CHANCE, legal=[1])], 100 / 3),
])
def test_what_a_metric_counts(made: type[Metric], steps: list[WatchedStep], expected: float) -> None:
    assert value(made, steps, [4, 9], [1]) == pytest.approx(expected)


def test_a_lull_is_turns_without_anything_in_the_books() -> None:
    turn = watched(begins_turn=True)
    deed = watched(entries=[Built("A1", "GSW")])
    assert value(builtin.Lull, [turn, deed, turn, turn, turn, deed, turn, deed], [1, 2], [1]) == 2
    assert value(builtin.Lull, [turn, deed, turn, deed], [1, 2], [1]) == 0


def test_shared_wins_have_no_drama() -> None:
    assert value(builtin.Drama, PATH, [4, 4], [0, 1]) is None


@pytest.mark.parametrize(("name", "seats", "edition"), GAMES)
def test_every_metric_has_a_value_in_every_game(name: str, seats: int, edition: str | None) -> None:
    (record,) = games(name, seats, edition, 1)
    row = measure(replay(record), BUILT_IN)
    for one in BUILT_IN:
        assert row[one.name] is not None or len(record.result.winners if record.result else []) > 1, one.name
        assert one.words.endswith(".")
    assert 1 <= row["real_choices"] <= row["options"] + 1
    assert len(row["path"]) == 21
    assert set(row["rules"]) <= set(re.findall(r"[A-Z]{2}-[A-Z]+-[A-Z0-9]+", title(name).rulebook))


# ---- metrics of one's own --------------------------------------------------------------------------------------------


def test_the_metric_in_the_docs_counts_what_it_says(tmp_path: Path) -> None:
    docs = Path(__file__).parents[2] / "docs" / "lab.md"
    code = next(block for block in re.findall(r"```python\n(.*?)```", docs.read_text(), re.S) if "(Metric)" in block)
    assert len([line for line in code.splitlines() if line.strip()]) <= 10
    (tmp_path / "mine.py").write_text(code)
    mine = metric(f"{tmp_path / 'mine.py'}:FirstDividend")
    counted = []
    for record in games("irish-gauge", 4, None):
        first = record.log.index(next(step for step in record.log if step[1] == "dividends"))
        turns = [watched for watched in steps(record) if watched.begins_turn and watched.passed.number <= first]
        assert measure(replay(record), [mine])["first_dividend"] == len(turns)
        counted.append(len(turns))
    assert max(counted) > 2


BEGIN = "from roundhouse.lab.metrics import Metric\nclass Mine(Metric): "


@pytest.mark.parametrize(("code", "reason"), [
    ("x = 1", "has no class 'Mine' that is a Metric"),
    ("1 / 0", "can't be run: ZeroDivisionError"),
    (BEGIN + "pass", "does not say its name"),
    (BEGIN + "name = title = words = 'margin'", "not that of another"),
])
def test_a_metric_that_is_none_is_refused(tmp_path: Path, code: str, reason: str) -> None:
    (tmp_path / "mine.py").write_text(code)
    with pytest.raises(UserError, match=reason):
        metric(f"{tmp_path / 'mine.py'}:Mine")
