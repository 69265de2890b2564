"""Looking after a table: it is closed, left, hidden, and a guest who lost their cookie comes back."""
from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import update

from roundhouse.engine.contract import WATCHER
from roundhouse.games import titles
from roundhouse.web.errors import Forbidden, NotFound, Refused
from roundhouse.web.pages.table.link_preview import board_png, pieces_shown
from roundhouse.web.people.player import Player
from roundhouse.web.storage import schema as at
from roundhouse.web.tables.chat import HOUSE_LINES_A_MINUTE
from roundhouse.web.tables.seats import claims
from tests.web.house import BOT, ME, OPEN, House, house
from tests.web.timelapse import Timelapse, lapse

__all__ = ["lapse"]


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


def test_what_the_house_says_of_one_player_does_not_fill_the_chat(made: House, lapse: Timelapse) -> None:
    """Nobody drowns the others by having the house speak: it is done, and told only so often."""
    table, (ann, bob, _) = made.table("irish-gauge", "Ann", "Bob", "Cleo")
    for _ in range(3):
        made.tables.closing.agree_to_end(ann, table.id, True)
    assert len(said(made, table.id)) == 1, "it is told once"
    for _ in range(30):
        made.tables.substitutes.sit_bot(ann, table.id, 0, "level-1")
        made.tables.substitutes.take_back(ann, table.id, 0)
        made.tables.closing.agree_to_end(ann, table.id, False)
        made.tables.closing.agree_to_end(ann, table.id, True)
    assert len(said(made, table.id)) == HOUSE_LINES_A_MINUTE
    assert made.tables.repository.table(table.id).seats[0].ends, "what was done is done"
    made.tables.closing.leave_game(ann, table.id, 0, "level-1")
    assert said(made, table.id)[-1].startswith("Ann has left the game"), "what happens once is told always"
    lapse.pass_by(61)
    made.tables.substitutes.sit_bot(bob, table.id, 1, "level-1")
    assert said(made, table.id)[-1] == "A bot plays for Bob from now on."


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
    assert made.tables.seating.invited(table.invite)[1:] == (None, True)


# ---- guests who have lost their cookie ------------------------------------------------------------------------------


def long_gone(made: House, *players: Player) -> None:
    """Nobody has seen these for a day."""
    ids = [player.id for player in players]
    with made.database.writing() as connection:
        p = at.players.c
        connection.execute(update(at.players).where(p.id.in_(ids)).values(seen=p.seen - 86400))


def test_a_guest_without_their_cookie_is_let_back_in_by_the_others(made: House) -> None:
    table, (ann, bob, cleo) = made.table("irish-gauge", "Ann", "Bob", "Cleo")
    lost, claims = made.guest("Bob again"), made.tables.claims
    with pytest.raises(Refused, match="Bob was here"):
        claims.claim(lost, table.id, 1)
    long_gone(made, bob)
    with pytest.raises(Forbidden):
        claims.claim(cleo, table.id, 1)
    talk = made.tables.repository.table(table.id).talk
    for _ in range(3):
        claims.claim(lost, table.id, 1)
    after = made.tables.repository.table(table.id)
    assert [(claim.seat, claim.name) for claim in after.claims] == [(1, "Bob again")], "the same again is no other"
    assert after.talk == talk, "and none is a line of chat"
    with pytest.raises(Forbidden):
        claims.answer(lost, table.id, lost.id, True)
    claims.answer(ann, table.id, lost.id, True)
    with pytest.raises(Forbidden):
        made.tables.viewing.look(lost, table.id, seat=1)
    claims.answer(cleo, table.id, lost.id, True)
    assert made.tables.viewing.look(lost, table.id).seat == 1 and made.tables.repository.table(table.id).claims == ()
    assert made.tables.viewing.look(bob, table.id).seat == WATCHER, "the lost cookie opens nothing any more"
    assert said(made, table.id)[-1] == "All have agreed that Bob again comes back to Bob's seat.", "and all are told"
    with pytest.raises(NotFound):
        claims.answer(ann, table.id, lost.id, True)


def test_nobody_alone_opens_a_seat_and_who_sits_there_can_refuse(made: House) -> None:
    pair, (ann, bob) = made.table("narrow-gauge", "Ann", "Bob")
    second = made.guest("Ann's second browser")
    long_gone(made, bob)
    with pytest.raises(Refused, match="too few"):
        made.tables.claims.claim(second, pair.id, 1)
    assert made.tables.viewing.look(bob, pair.id).seat == 1
    table, (ann, bob, cleo) = made.table("irish-gauge", "Ann", "Bob", "Cleo")
    long_gone(made, bob)
    made.tables.claims.claim(second, table.id, 1)
    made.tables.claims.answer(ann, table.id, second.id, True)
    with pytest.raises(Refused, match="your seat"):
        made.tables.claims.answer(bob, table.id, second.id, True)
    assert made.tables.claims.answer(bob, table.id, second.id, False).claims[0].refused
    with pytest.raises(NotFound):
        made.tables.claims.answer(cleo, table.id, second.id, True)
    with pytest.raises(Refused, match="said no"):
        made.tables.claims.claim(second, table.id, 1)


def test_who_is_back_before_all_have_agreed_keeps_the_seat(made: House) -> None:
    table, (ann, bob, cleo) = made.table("irish-gauge", "Ann", "Bob", "Cleo")
    other = made.guest("Somebody else")
    long_gone(made, bob)
    made.tables.claims.claim(other, table.id, 1)
    made.tables.claims.answer(ann, table.id, other.id, True)
    with made.database.writing() as connection:
        connection.execute(update(at.players).where(at.players.c.id == bob.id).values(seen=at.players.c.seen + 86400))
    with pytest.raises(Refused, match="Bob was here"):
        made.tables.claims.answer(cleo, table.id, other.id, True)
    assert made.tables.viewing.look(bob, table.id).seat == 1


@pytest.mark.parametrize("hidden", [False, True])
def test_where_hands_are_hidden_all_agree_and_else_those_who_are_here(
    made: House, hidden: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The house's games with hidden hands seat three at most, so that two others are all; others may seat more."""
    three, _ = made.table("appalachian-trail", "Ann", "Bob", "Cleo")
    table, people = made.table("irish-gauge", "Ann", "Bob", "Cleo", "Dora")
    assert (claims.has_hidden_hands(three), claims.has_hidden_hands(table)) == (True, False)
    monkeypatch.setattr(claims, "has_hidden_hands", lambda table: hidden)
    lost = made.guest("Bob again")
    long_gone(made, people[1], people[-1])
    made.tables.claims.claim(lost, table.id, 1)
    for person in people[:1] + people[2:3]:
        made.tables.claims.answer(person, table.id, lost.id, True)
    assert made.tables.repository.table(table.id).held_by(lost) == (() if hidden else (1,))
    if hidden:
        made.tables.claims.answer(people[-1], table.id, lost.id, True)
        assert made.tables.repository.table(table.id).held_by(lost) == (1,)


def test_claims_are_few_and_the_seat_of_an_account_is_given_to_nobody(made: House) -> None:
    table, (_, bob, cleo) = made.table("irish-gauge", "Ann", "Bob", "Cleo")
    long_gone(made, bob, cleo)
    made.players.claim(bob, "Bob", "a long secret")
    with pytest.raises(Refused, match="account"):
        made.tables.claims.claim(made.guest("Thief"), table.id, 1)
    for _ in range(5):
        made.tables.claims.claim(made.guest("Cleo again"), table.id, 2)
    stranger = Player(0, "Guest 1", True, arrive=lambda name: pytest.fail("who is refused is not even stored"))
    with pytest.raises(Refused, match="others wait"):
        made.tables.claims.claim(stranger, table.id, 2)


def test_a_finished_game_and_a_hidden_one_have_no_seat_to_claim(made: House) -> None:
    waiting = made.tables.creation.create(made.guest(), "irish-gauge", [ME, OPEN, OPEN])
    hidden, (_, bob, _) = made.table("irish-gauge", "Ann", "Bob", "Cleo", watched=False)
    long_gone(made, bob)
    for id in (waiting.id, hidden.id):
        with pytest.raises(Refused):
            made.tables.claims.claim(made.guest("Eve"), id, 0)


# ---- the end that all agree to, and hints ---------------------------------------------------------------------------


def test_nobody_ends_a_game_while_a_bot_stands_in_for_somebody_else(made: House) -> None:
    table, (ann, bob) = made.table("narrow-gauge", "Ann", "Bob")
    made.tables.substitutes.sit_bot(bob, table.id, 1, "level-1")
    assert made.tables.closing.agree_to_end(ann, table.id, True).status == "playing", "Bob is asked too"
    assert made.tables.closing.agree_to_end(bob, table.id, True).closed == "agreed"
    left, (ann, bob) = made.table("narrow-gauge", "Ann", "Bob")
    made.tables.closing.leave_game(bob, left.id, 1, "level-1")
    assert made.tables.closing.agree_to_end(ann, left.id, True).closed == "agreed", "who has left for good is not"


def test_hints_are_agreed_before_the_game_and_counted_where_others_play(made: House) -> None:
    ann = made.guest("Ann")
    alone = made.tables.creation.create(ann, "narrow-gauge", [ME, BOT])
    assert alone.hints
    made.tables.hints.asked(ann, alone, 0)
    assert made.tables.repository.table(alone.id).stamp == alone.stamp, "alone against bots nothing is written down"
    table = made.tables.creation.create(ann, "narrow-gauge", [ME, OPEN])
    assert not table.hints and made.tables.hints.allow(ann, table.id, True).hints
    bob = made.guest("Bob")
    with pytest.raises(Forbidden):
        made.tables.hints.allow(bob, table.id, False)
    assert table.invite is not None
    table, _ = made.tables.seating.accept(bob, table.invite)
    with pytest.raises(Refused, match="agreed"):
        made.tables.hints.allow(ann, table.id, False)
    people = (ann, bob)
    for _ in range(2):
        made.tables.hints.asked(people[table.to_act], table, table.to_act)
    after = made.tables.repository.table(table.id)
    assert after.seats[table.to_act].hints == 1 and after.revision > table.revision, "once a position, and all see it"
    assert made.tables.viewing.info(None, after).seats[table.to_act].hints == 1
    without, others = made.table("narrow-gauge", "Cleo", "Dora")
    with pytest.raises(Refused, match="without hints"):
        made.tables.hints.asked(others[without.to_act], without, without.to_act)


def test_what_was_seen_and_noted_is_ones_own(made: House) -> None:
    table, (ann, bob, _) = made.table("irish-gauge", "Ann", "Bob", "Cleo")
    made.tables.chat.say(bob, table.id, "Hello")
    assert made.tables.repository.table_and_visitor(ann, table.id)[1].visit is None
    made.tables.visits.mark_seen(ann, table.id, 10_000, 10_000)
    visit = made.tables.repository.table_and_visitor(ann, table.id)[1].visit
    assert visit is not None and (visit.step, visit.talk) == (table.step, 1)
    made.tables.visits.mark_seen(ann, table.id, 0, 0)
    made.tables.visits.note(ann, table.id, "Bob bluffs")
    visit = made.tables.repository.table_and_visitor(ann, table.id)[1].visit
    assert visit is not None and (visit.step, visit.talk, visit.notes) == (table.step, 1, "Bob bluffs")
    assert made.tables.repository.table_and_visitor(bob, table.id)[1].visit is None
    with pytest.raises(Forbidden):
        made.tables.visits.note(made.guest("Stranger"), table.id, "x")
    with pytest.raises(Refused):
        made.tables.visits.note(ann, table.id, "x" * 5000)


def test_the_picture_of_a_table_shows_what_all_may_see(made: House) -> None:
    table, people = made.table("irish-gauge", "Ann", "Bob", "Cleo")
    before = board_png(made.tables.repository.table(table.id))
    assert before.startswith(b"\x89PNG")
    made.play(table, people, 40)
    assert board_png(made.tables.repository.table(table.id)) != before
    hidden, people = made.table("irish-gauge", "Ann", "Bob", "Cleo", watched=False)
    before = board_png(made.tables.repository.table(hidden.id))
    made.play(hidden, people, 40)
    assert board_png(made.tables.repository.table(hidden.id)) == before, "of a hidden table, the board before the game"
    for name, title in titles().items():
        secret, _ = made.table(name, *("Annabelle", "Bobberson", "Cleopatra")[:title.players[0]], watched=False)
        shown = str(pieces_shown(secret))
        assert not any(seat.name in shown for seat in secret.seats), "and nobody's name"
