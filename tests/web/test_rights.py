"""Who may do what: at whose wish moves are taken back, whose session and whose seat something is, whose name."""
from __future__ import annotations

from dataclasses import replace

import httpx
import pytest
from sqlalchemy import update

from roundhouse import CHANCE
from roundhouse.records.course import kind
from roundhouse.web.bots import bot_runner
from roundhouse.web.errors import Forbidden, Refused
from roundhouse.web.pages.table.view import see
from roundhouse.web.people import players
from roundhouse.web.people.authentication import COOKIE
from roundhouse.web.people.player import Player
from roundhouse.web.storage import schema as at
from roundhouse.web.tables import roles
from roundhouse.web.tables.model.table import AWAY_SECONDS, Table
from roundhouse.web.tables.rights import Action
from tests.web.house import BOT, ME, OPEN, House, running

GOOD = "a good password"


# ---- taking back -----------------------------------------------------------------------------------------------------


def left_to_a_bot(made: House, monkeypatch: pytest.MonkeyPatch) -> tuple[Table, Player, Player]:
    """Ann has moved, Bob has moved, and a bot has come in Bob's place."""
    table, (ann, bob) = made.table("narrow-gauge", "Ann", "Bob")
    table = made.play(table, [ann, bob], 2)
    monkeypatch.setitem(AWAY_SECONDS, "live", -1)
    table = made.tables.substitutes.sit_bot(ann, table.id, 1, "level-1")
    monkeypatch.setitem(AWAY_SECONDS, "live", 300)
    return table, ann, bob


def test_who_is_away_is_asked_too(made: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table, ann, bob = left_to_a_bot(made, monkeypatch)
    assert made.tables.viewing.look(ann, table.id).undo == "ask", "the button says so"
    asked = made.tables.undo.undo(ann, table.id, table.version)
    assert asked.step == table.step and asked.ask is not None
    assert made.tables.undo.undo(ann, table.id, table.version).step == table.step, (
        "asking again at once changes nothing"
    )
    back = made.tables.undo.answer(bob, table.id, True, table.version)
    assert back.step < table.step


def test_who_stays_away_is_not_waited_for_for_ever(made: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table, ann, _ = left_to_a_bot(made, monkeypatch)
    made.tables.undo.undo(ann, table.id, table.version)
    with made.database.writing() as connection:
        connection.execute(update(at.asks).values(at=0.0))
        connection.execute(update(at.tables).values(stamp=at.tables.c.stamp + 1))
    assert made.tables.undo.undo(ann, table.id, table.version).step < table.step


def test_what_was_taken_back_is_put_back(made: House) -> None:
    ann = made.guest("Ann")
    table = made.tables.creation.create(ann, "narrow-gauge", [ME, ME])
    table = made.play(table, [ann, ann], 9)
    assert made.tables.viewing.look(ann, table.id).undo == "free", "nobody else need be asked"
    back = made.tables.undo.undo(ann, table.id, table.version)
    assert back.step < table.step
    with pytest.raises(Forbidden):
        made.tables.undo.restore(made.guest("Eve"), table.id, back.version)
    again = made.tables.undo.restore(ann, table.id, back.version)
    assert again.course.steps == table.course.steps
    with pytest.raises(Refused, match="nothing was taken back"):
        made.tables.undo.restore(ann, table.id, again.version)


def drawn(table: Table, since: int) -> list[str]:
    """What chance has decided after that step."""
    later = range(since + 1, table.step + 1)
    return [table.course.line(n, None) for n in later if table.course.steps[n - 1].by == CHANCE]


def test_the_same_luck_follows_whatever_is_done_instead(made: House) -> None:
    """Who has seen which cubes are drawn for dividends sees the same drawn, whenever they are called for again."""
    ann = made.guest("Ann")
    table = made.tables.creation.create(ann, "irish-gauge", [ME, ME, ME])
    seen = 0
    for seed in range(60):
        if "dividends" in table.course.state.lines():
            called = made.tables.moves.act(ann, table.id, "dividends", table.version)
            if called.status == "over":
                break
            assert see(made.tables.viewing.look(ann, table.id)).luck_shown, "the button says so"
            shown = drawn(called, table.step)
            back = made.tables.undo.undo(ann, table.id, called.version)
            other = next(line for line in back.course.state.lines() if line != "dividends")
            later = made.tables.moves.act(ann, table.id, other, back.version)
            while "dividends" not in later.course.state.lines():
                later = made.play(later, [ann] * 3, 1)
            assert drawn(made.tables.moves.act(ann, table.id, "dividends", later.version), later.step) == shown
            seen += bool(shown)
            table = made.tables.repository.table(table.id)
        table = made.play(table, [ann] * 3, 1, seed)
    assert seen > 1


def test_each_kind_of_luck_goes_its_own_way(made: House) -> None:
    """The first card is drawn alike whether three things were drawn before it or many, and the second otherwise."""
    lucks = []
    for game in ("narrow-gauge", "appalachian-trail"):
        table, _ = made.table(game, "Ann", "Bob")
        kinds = [kind(line) for _, line in table.course.log()]
        at_card = [table.course.back_to(kinds.index("card") + more) for more in (0, 1)]
        lucks.append([replace(table, course=course, secret="00" * 32).next_luck() for course in at_card])
    assert lucks[0] == lucks[1] and lucks[0][0] != lucks[0][1]


# ---- sessions --------------------------------------------------------------------------------------------------------


def test_no_token_from_before_opens_an_account(made: House) -> None:
    account, first = made.players.claim(made.guest("Ann"), "Ann", GOOD)
    _, planted = made.players.guest("Visitor")
    guest = made.players.of_token(planted)
    _, token = made.players.sign_in("Ann", GOOD, guest)
    assert made.players.of_token(planted) is None
    assert made.players.of_token(token) == made.players.of_token(first) == account


def test_all_sessions_end_at_once(made: House) -> None:
    account, first = made.players.claim(made.guest("Ann"), "Ann", GOOD)
    _, second = made.players.sign_in("Ann", GOOD)
    assert made.players.of_token(first) and made.players.of_token(second)
    made.players.sign_out_everywhere(account)
    assert made.players.of_token(first) is None and made.players.of_token(second) is None


def test_a_session_ends_by_itself(made: House) -> None:
    _, token = made.players.claim(made.guest("Ann"), "Ann", GOOD)
    _, guests = made.players.guest("Bob")
    with made.database.writing() as connection:
        connection.execute(update(at.sessions).values(created=at.sessions.c.created - players.ACCOUNT_SECONDS - 1))
    assert made.players.of_token(token) is None
    assert made.players.of_token(guests) is not None


def test_the_cookie_changes_with_the_rights(sqlite_url: str) -> None:
    with running(sqlite_url, limits=False) as server:
        _, planted = server.app.state.players.guest("Ann")
        form = {"name": "Ann", "password": GOOD}
        with httpx.Client(base_url=server.address, headers={"origin": server.address}) as browser:
            browser.cookies.set(COOKIE, planted, domain="127.0.0.1")
            assert browser.post("/claim", data=form).status_code == 303
            assert browser.get("/me").status_code == 200
            assert httpx.get(f"{server.address}/me", cookies={COOKIE: planted}).status_code == 303
            browser.post("/logout", data={"everywhere": "yes"})
            assert browser.get("/me").status_code == 303


# ---- seats -----------------------------------------------------------------------------------------------------------


def test_a_stranger_at_a_public_table_has_one_seat_and_brings_no_bots(made: House) -> None:
    ann, eve = made.guest("Ann"), made.guest("Eve")
    table = made.tables.creation.create(ann, "irish-gauge", [ME, OPEN, OPEN], public=True)
    table = made.tables.seating.join(eve, table.id)
    assert not any(seat.may_sit for seat in made.tables.viewing.info(eve, table).seats)
    with pytest.raises(Forbidden, match="no seat is free"):
        made.tables.seating.join(eve, table.id, 2)
    with pytest.raises(Forbidden, match="the owner of the table"):
        made.tables.substitutes.sit_bot(eve, table.id, 2, "level-1")
    assert made.tables.substitutes.sit_bot(ann, table.id, 2, "level-1").status == "playing"


def test_the_level_of_a_bot_is_agreed_at_the_start(made: House) -> None:
    ann, bob = made.guest("Ann"), made.guest("Bob")
    table = made.tables.creation.create(ann, "irish-gauge", [ME, OPEN, BOT], public=True)
    made.tables.substitutes.sit_bot(ann, table.id, 2, "level-3")
    made.tables.seating.join(bob, table.id)
    for who in (ann, bob):
        assert not made.tables.viewing.info(who, made.tables.repository.table(table.id)).seats[2].may_change, (
            "and is not offered"
        )
        with pytest.raises((Refused, Forbidden)):
            made.tables.substitutes.sit_bot(who, table.id, 2, "level-1")
    alone = made.tables.creation.create(ann, "narrow-gauge", [ME, BOT])
    assert made.tables.viewing.info(ann, alone).seats[1].may_change
    assert made.tables.substitutes.sit_bot(ann, alone.id, 1, "level-2").seats[1].bot == "level-2"


def test_who_stands_in_for_somebody_is_offered_to_nobody_else(
    made: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, ann, _ = left_to_a_bot(made, monkeypatch)
    assert made.tables.viewing.info(ann, table).owner and not made.tables.viewing.info(ann, table).seats[1].may_change
    with pytest.raises(Forbidden, match="only Bob"):
        made.tables.substitutes.sit_bot(ann, table.id, 1, "level-5")


def test_a_leaked_link_is_ended_with_all_who_came_by_it(made: House) -> None:
    table, (ann, _) = made.table("narrow-gauge", "Ann", "Bob")
    thief = made.guest("Eve")
    leaked = made.tables.seating.own_link(ann, table.id)
    program = made.players.of_token(leaked)
    assert program is not None
    made.tables.seating.accept(thief, leaked)
    for who in (thief, program):
        with pytest.raises(Forbidden):
            made.tables.seating.own_link(who, table.id)
    made.tables.seating.end_link(ann, table.id)
    assert made.players.of_token(leaked) is None
    assert made.tables.repository.table(table.id).held_by(thief) == ()
    assert made.tables.repository.table(table.id).held_by(ann) == (0,)


# ---- names and pauses ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["ANN", "Ａｎｎ", "level 3", "Level-5", "LEVEL4", "Open Seat"])
def test_nobody_passes_for_an_account_or_a_bot(made: House, name: str) -> None:
    made.players.claim(made.guest("Ann"), "Ann", GOOD)
    with pytest.raises(Refused):
        made.guest(name)
    with pytest.raises(Refused):
        made.players.rename(made.guest("Bob"), name)


def test_a_secret_limit_takes_its_time_as_people_do() -> None:
    """Most of the time about as long as usual, sometimes several times that; never at once."""
    drawn = sorted(bot_runner.a_persons_time() for _ in range(2000))
    assert drawn[0] >= 0.3 and drawn[-1] <= 6.0
    assert 0.8 < drawn[1000] < 1.25 and drawn[1900] > 2.0 and drawn[100] < 0.5


def test_all_rights_at_once_are_those_that_are_asked_for_one_by_one(made: House) -> None:
    table, people = made.table("irish-gauge", "Ann", "Bob", "Cleo", watched=False)
    over = made.play(table, people, 10_000)
    for at_table in (table, replace(table, watched=True), replace(table, hidden=True), over):
        for who in (None, made.guest("Dan"), *people):
            assert roles.rights_of(who, at_table) == {one for one in Action if roles.may(who, at_table, one)}
