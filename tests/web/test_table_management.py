"""Looking after a table: it is closed, left, hidden, and a guest who lost their cookie comes back."""
from __future__ import annotations

from collections.abc import Iterator

import pytest

from roundhouse.engine.contract import WATCHER
from roundhouse.web.errors import Forbidden, NotFound, Refused
from roundhouse.web.pages.table.link_preview import board_png
from tests.web.house import BOT, ME, OPEN, House, house


@pytest.fixture
def made(url: str) -> Iterator[House]:
    with house(url) as opened:
        yield opened


def said(made: House, id: str) -> list[str]:
    return [line.words for line in made.tables.chat.heard(None, id) if line.seat < 0]


def test_who_made_a_table_cancels_it_before_the_game(made: House) -> None:
    ann, bob = made.guest(), made.guest("Bob")
    table = made.tables.creation.create(ann, "irish-gauge", [ME, OPEN, OPEN])
    assert table.invite is not None
    made.tables.seating.accept(bob, table.invite)
    with pytest.raises(Forbidden):
        made.tables.closing.cancel(bob, table.id)
    assert made.tables.closing.cancel(ann, table.id).status == "closed"
    with pytest.raises(Refused, match="closed"):
        made.tables.seating.accept(made.guest("Cleo"), table.invite)
    begun, (first, *_) = made.table("irish-gauge", "Ann", "Bob", "Cleo")
    with pytest.raises(Refused, match="begun"):
        made.tables.closing.cancel(first, begun.id)


def test_a_game_ends_early_when_all_agree(made: House) -> None:
    table, people = made.table("irish-gauge", "Ann", "Bob", "Cleo")
    made.tables.closing.agree_to_end(people[0], table.id, True)
    made.tables.closing.agree_to_end(people[1], table.id, True)
    made.tables.closing.agree_to_end(people[0], table.id, False)
    assert made.tables.closing.agree_to_end(people[2], table.id, True).status == "playing"
    with pytest.raises(Forbidden):
        made.tables.closing.agree_to_end(made.guest("Stranger"), table.id, True)
    assert made.tables.closing.agree_to_end(people[0], table.id, True).status == "closed"
    with pytest.raises(Refused, match="closed"):
        made.tables.moves.act(people[table.to_act], table.id, "pass", made.tables.repository.table(table.id).version)
    assert made.tables.viewing.look(people[0], table.id).seat == 0, "nobody's hand is shown by that"


def test_who_leaves_for_good_leaves_a_bot_that_nobody_changes(made: House) -> None:
    table, people = made.table("irish-gauge", "Ann", "Bob", "Cleo")
    after = made.tables.closing.leave_game(people[1], table.id, 1, "level-4")
    assert after.seats[1].bot == "level-4" and after.seats[1].name == "Bob" and made.tables.lists.mine(people[1]) == []
    assert said(made, table.id) == ["Bob has left the game. A bot plays on for them."]
    for person in (people[0], people[1], people[2]):
        with pytest.raises(Forbidden):
            made.tables.substitutes.sit_bot(person, table.id, 1, "level-1")
    made.tables.closing.leave_game(people[0], table.id, 0, "level-1")
    assert made.tables.closing.leave_game(people[2], table.id, 2, "level-1").status == "closed", "nobody is left"


def test_a_bot_that_takes_over_is_told(made: House) -> None:
    table, people = made.table("irish-gauge", "Ann", "Bob", "Cleo")
    made.tables.substitutes.sit_bot(people[1], table.id, 1, "level-2")
    made.tables.substitutes.take_back(people[1], table.id, 1)
    assert said(made, table.id) == ["A bot plays for Bob from now on.", "Bob plays again."]


def test_a_table_that_lets_nobody_watch(made: House) -> None:
    table, people = made.table("irish-gauge", "Ann", "Bob", "Cleo", watched=False)
    stranger = made.guest("Stranger")
    for eyes in (None, stranger):
        for look in (made.tables.viewing.look, made.tables.viewing.record):
            with pytest.raises(Forbidden, match="watch"):
                look(eyes, table.id)
    assert made.tables.viewing.look(people[2], table.id).seat == 2
    with pytest.raises(Forbidden):
        made.tables.closing.let_watch(people[1], table.id, True)
    made.tables.closing.let_watch(people[0], table.id, True)
    assert made.tables.viewing.look(stranger, table.id).seat == WATCHER


def test_one_link_fills_the_whole_table(made: House) -> None:
    ann = made.guest()
    table = made.tables.creation.create(ann, "irish-gauge", [ME, OPEN, BOT, OPEN])
    assert table.invite is not None
    seats = [made.tables.seating.accept(made.guest(name), table.invite)[1] for name in ("Bob", "Cleo")]
    assert seats == [1, 3] and made.tables.repository.table(table.id).status == "playing"
    with pytest.raises(NotFound, match="taken"):
        made.tables.seating.accept(made.guest("Dora"), table.invite)
    with pytest.raises(NotFound):
        made.tables.seating.invited(table.invite)


def test_a_guest_without_their_cookie_is_let_back_in_by_the_owner(made: House) -> None:
    table, (ann, bob, cleo) = made.table("irish-gauge", "Ann", "Bob", "Cleo")
    lost = made.guest("Bob again")
    with pytest.raises(Refused):
        made.tables.claims.knock(cleo, table.id, 1)
    made.tables.claims.knock(lost, table.id, 1)
    (knock,) = made.tables.repository.table(table.id).knocks
    assert (knock.seat, knock.name) == (1, "Bob again")
    with pytest.raises(Forbidden):
        made.tables.claims.let_in(cleo, table.id, lost.id, True)
    with pytest.raises(Forbidden):
        made.tables.viewing.look(lost, table.id, seat=1)
    made.tables.claims.let_in(ann, table.id, lost.id, True)
    assert made.tables.viewing.look(lost, table.id).seat == 1 and made.tables.repository.table(table.id).knocks == ()
    assert made.tables.viewing.look(bob, table.id).seat == WATCHER, "the lost cookie opens nothing any more"
    assert said(made, table.id)[-1] == "Ann has let Bob again into Bob's seat.", "and all are told"
    with pytest.raises(NotFound):
        made.tables.claims.let_in(ann, table.id, lost.id, True)


def test_the_seat_of_an_account_is_given_to_nobody(made: House) -> None:
    table, (_, bob, _) = made.table("irish-gauge", "Ann", "Bob", "Cleo")
    made.players.claim(bob, "Bob", "a long secret")
    with pytest.raises(Refused, match="account"):
        made.tables.claims.knock(made.guest("Thief"), table.id, 1)


def test_what_was_seen_and_noted_is_ones_own(made: House) -> None:
    table, (ann, bob, _) = made.table("irish-gauge", "Ann", "Bob", "Cleo")
    made.tables.chat.say(bob, table.id, "Hello")
    assert made.tables.repository.called_at(ann, table.id)[1].visit is None
    made.tables.visits.mark_seen(ann, table.id, 10_000, 10_000)
    visit = made.tables.repository.called_at(ann, table.id)[1].visit
    assert visit is not None and (visit.step, visit.talk) == (table.step, 1)
    made.tables.visits.mark_seen(ann, table.id, 0, 0)
    made.tables.visits.note(ann, table.id, "Bob bluffs")
    visit = made.tables.repository.called_at(ann, table.id)[1].visit
    assert visit is not None and (visit.step, visit.talk, visit.notes) == (table.step, 1, "Bob bluffs")
    assert made.tables.repository.called_at(bob, table.id)[1].visit is None
    with pytest.raises(Forbidden):
        made.tables.visits.note(made.guest("Stranger"), table.id, "x")
    with pytest.raises(Refused):
        made.tables.visits.note(ann, table.id, "x" * 5000)


def test_the_picture_of_a_table_shows_what_all_may_see(made: House) -> None:
    table, people = made.table("irish-gauge", "Ann", "Bob", "Cleo")
    before = board_png(made.tables, table.id)
    assert before.startswith(b"\x89PNG")
    made.play(table, people, 40)
    assert board_png(made.tables, table.id) != before
    hidden, people = made.table("irish-gauge", "Ann", "Bob", "Cleo", watched=False)
    before = board_png(made.tables, hidden.id)
    made.play(hidden, people, 40)
    assert board_png(made.tables, hidden.id) == before, "of a hidden table, the board before the game"
