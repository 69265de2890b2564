"""One's own play, studied: what reviews find is kept once, summed up rightly, and shown to its player alone."""
from __future__ import annotations

import httpx
import pytest
from sqlalchemy import delete, insert, select, update

from roundhouse.bots.advice import ReviewedStep
from roundhouse.bots.mistakes import GameReview, Mistake
from roundhouse.web.bots import thinking
from roundhouse.web.errors import TooManyRequests
from roundhouse.web.storage import schema as at
from roundhouse.web.tables.personal import review_queue
from roundhouse.web.tables.personal.studies import Auctions, auctions_of
from tests.web.house import BOT, ME, House, house, running, until
from tests.web.test_explorer import finished
from tests.web.test_ratings import account

SAME_SITE = {"sec-fetch-site": "same-origin"}


def mistake(number: int, by: int, line: str, better: str, cost: float, kind: str = "majority") -> Mistake:
    return Mistake(number, by, line, 0.5 - cost, 0.5, (better,), kind=kind)


def looked(gains: list[tuple[int, float]], *mistakes: Mistake) -> GameReview:
    steps = [ReviewedStep(n, by, "pass", [0.5, 0.5], [0.5 + gain, 0.5 + gain]) for n, (by, gain) in enumerate(gains, 1)]
    return GameReview(steps, list(mistakes))


def test_what_is_kept_of_reviews_adds_up(made: House) -> None:
    ann, bob, cleo = (account(made, name) for name in ("Ann", "Bob", "Cleo"))
    tables = []
    for seed, who in enumerate((ann, ann, bob)):
        table = made.tables.creation.create(who, "narrow-gauge", [ME, BOT])
        tables.append(finished(made, table.id, seed + 1))
    studies = made.tables.studies
    assert studies.of(ann).waiting == 2 and not studies.of(ann).titles
    assert studies.unreviewed(ann, 5) == [tables[1].id, tables[0].id]
    first = looked([(0, -0.1), (0, 0.2), (1, -0.3), (0, -0.02), (-1, 0.1), (0, -0.5)],
                   mistake(1, 0, "bid 9", "bid 5", 0.1), mistake(3, 1, "pass", "bid 2", 0.3),
                   mistake(6, 0, "x", "y", 0.5, "?"))
    studies.keep(tables[0], first)
    studies.keep(tables[0], first)
    second = mistake(2, 0, "bid 7", "bid 6", 0.06), mistake(3, 0, "pass", "bid 1", 0.1)
    studies.keep(tables[1], looked([(0, 0.0)] * 3, *second))
    studies.keep(tables[2], looked([(0, -0.2), (0, 0.0)]))
    with made.database.writing() as connection:
        for who, sure in ((ann, 20.0), (bob, 21.0), (cleo, 30.0)):
            connection.execute(insert(at.ratings).values(
                player=who.id, game="narrow-gauge", mu=25, sigma=1, games=9, sure=sure, changed=1.0))
    (found,) = studies.of(ann).titles
    assert studies.of(ann).waiting == 0 and found.games == 2
    assert [(one.moves, one.good) for one in found.phases] == [(3, 2), (2, 2), (2, 1)]
    assert [one.lost for one in found.phases] == pytest.approx([0.1, 0.02, 0.5])
    assert found.whole.accuracy == pytest.approx(5 / 7)
    assert found.auctions == Auctions(2, 5, found.auctions.over_cost, 0, 0.0, 1, found.auctions.under_cost)
    assert (found.auctions.over_cost, found.auctions.under_cost) == pytest.approx((0.16, 0.1))
    themes = {name: (times, round(cost, 6)) for name, times, cost in found.themes}
    assert themes["Something else"] == (1, 0.5) and sum(times for times, _ in themes.values()) == 4
    assert found.others == (1, 0.5), "Bob is of about the same rating, Cleo is not"
    assert studies.of(cleo).titles == ()
    with made.database.reading() as connection:
        assert len(connection.execute(select(at.studies)).all()) == 3, "a review that is made again replaces the first"
    for nonsense in ("{cut", "[]", '{"phases": [1], "auctions": 3, "kinds": []}',
                     '{"phases": [[1, 1, "x"], [0, 0, 0], [0, 0, 0]], "auctions": {}, "kinds": {}}',
                     '{"phases": [[1, 1, 0], [0, 0, 0], [0, 0, 0]], "auctions": {"other": 1}, "kinds": {}}'):
        with made.database.writing() as connection:
            connection.execute(update(at.studies).where(at.studies.c.table == tables[0].id).values(told=nonsense))
        (found,) = studies.of(ann).titles
        assert found.games == 1 and found.whole.moves == 3, "the others are summed up without one that can't be read"


def test_what_a_bid_was_wrong_about() -> None:
    assert auctions_of([mistake(1, 0, "bid 9", "pass", 0.1)]) == pytest.approx({"stayed": 1, "stayed_cost": 0.1})
    assert auctions_of([mistake(1, 0, "bid 3", "bid 5", 0.1)]) == pytest.approx({"under": 1, "under_cost": 0.1})
    assert auctions_of([mistake(1, 0, "track A B", "bid 5", 0.1), mistake(1, 0, "pass", "dividends", 0.1)]) == {}


def test_what_is_to_be_reviewed_waits_for_a_server_and_not_for_ever(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever becomes of the one that had it in hand."""
    with house(url) as made:
        ann, bob = account(made, "Ann"), account(made, "Bob")
        queue, ids = made.tables.reviews, list[str]()
        for who in (ann, ann, bob):
            ids.append(finished(made, made.tables.creation.create(who, "narrow-gauge", [ME, BOT]).id, 1).id)
        queue.ask(ann, ids[:2])
        queue.ask(ann, ids[:2])         # in another tab
        queue.ask(bob, ids[2:])
        assert made.tables.studies.of(ann).asked == 2
        monkeypatch.setattr(review_queue, "MOST_PLAYERS", 2)
        with pytest.raises(TooManyRequests):
            queue.ask(made.guest("Zoe"), ids[:1])
        first, second = queue.take(), queue.take()
        assert (first, second) == (ids[0], ids[2]), "a game of each in turn"
        queue.done(ids[2])
        queue.put_back(ids[0])
        for _ in range(review_queue.MOST_TRIES):
            assert queue.take() == ids[0]
            assert queue.take() == ids[1], "what another server has in hand is taken by none"
            assert queue.take() is None
            queue.put_all_back()        # as a server does that starts after one that was killed
        assert queue.take() is None, "a game that ends every server is given up"
        assert made.tables.studies.of(ann).asked == 0 and made.tables.studies.of(ann).waiting == 2
        queue.ask(ann, ids[:1])
        with made.database.writing() as connection:
            connection.execute(update(at.reviews_asked).values(lease_until=1e18))
        assert queue.take() == ids[0], "a lease beyond all measure holds nothing"


def test_all_games_are_reviewed_when_their_player_asks(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "REVIEW_ITERATIONS", 4)
    with running(sqlite_url, limits=False) as server:
        players, tables = server.app.state.players, server.tables
        ann, token = players.claim(players.guest()[0], "Ann", "a good password")
        page = httpx.Client(base_url=server.address, headers=SAME_SITE, follow_redirects=True)
        assert page.get("/me/study").status_code == page.post("/me/study").status_code == 401
        page.cookies["roundhouse"] = token
        assert "No review of a game of yours" in page.get("/me/study").text
        page.post("/me/study")      # there is nothing to be reviewed yet
        made = House.__new__(House)
        made.tables = tables
        for seed in (1, 2):
            table = tables.creation.create(ann, "irish-gauge", [ME, BOT, BOT])
            finished(made, table.id, seed)
        assert "2 games of yours have not been reviewed" in page.get("/me/study").text
        tables.reviews.ask(ann, tables.studies.unreviewed(ann, 5))     # and the server ends before it has begun
    with running(sqlite_url, limits=False) as server:
        tables, page.base_url = server.tables, server.address
        until(lambda: tables.studies.of(ann).waiting == 0)
        until(lambda: tables.studies.of(ann).asked == 0)
        with server.app.state.database.writing() as connection:
            connection.execute(delete(at.studies))
        page.post("/me/study")
        until(lambda: tables.studies.of(ann).waiting == 0)
        shown = page.get("/me/study").text
        assert "The last third" in shown and "What you miss most" in shown and "have not been reviewed" not in shown
