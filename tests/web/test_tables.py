"""Sitting down, acting, taking back, leaving word: what each may do, and what each may see."""
from __future__ import annotations

from dataclasses import replace

import pytest

from roundhouse.engine.contract import CHANCE
from roundhouse.engine.dice import Dice
from roundhouse.errors import UserError
from roundhouse.records import Record, RecordError, replay
from roundhouse.web.errors import Forbidden, NotFound, NotSignedIn, Refused, Stale, TooManyRequests
from roundhouse.web.tables import chat
from roundhouse.web.tables.model.info import SeatRequest
from roundhouse.web.tables.model.premoves import offer
from roundhouse.web.tables.model.table import AWAY_SECONDS, STAND_IN, Table
from tests.web.house import BOT, ME, OPEN, House

# ---- making tables and sitting down ----------------------------------------------------------------------------------


def test_a_game_begins_when_no_seat_is_open(made: House) -> None:
    ann, bob = made.guest("Ann"), made.guest("Bob")
    table = made.tables.creation.create(ann, "irish-gauge", [ME, OPEN, BOT])
    assert (table.status, table.step) == ("waiting", 0)
    with pytest.raises(Refused, match="begins when every seat is taken"):
        made.tables.moves.act(ann, table.id, "pass", table.version)
    invite = table.seats[1].invite
    assert invite is not None
    table, seat = made.tables.seating.accept(bob, invite)
    assert (table.status, seat, table.names[:2]) == ("playing", 1, ["Ann", "Bob"])
    assert table.step > 0 and table.to_act >= 0
    assert all(step.by == CHANCE for step in table.course.steps)


def test_what_can_not_be_played_is_not_set_up(made: House) -> None:
    ann = made.guest()
    for game, wishes, more in (
        ("chess", [ME, ME], {}),
        ("irish-gauge", [ME], {}),
        ("irish-gauge", [ME, BOT, SeatRequest(bot="mybot.py:Clever")], {}),
        ("irish-gauge", [ME, BOT, SeatRequest(bot="search-9999999")], {}),
        ("irish-gauge", [ME, BOT, BOT], {"edition": "/etc/passwd"}),
        ("narrow-gauge", [ME, BOT], {"options": {"order": "neither"}}),
        ("narrow-gauge", [ME, BOT], {"pace": "slow"}),
    ):
        with pytest.raises(UserError):
            made.tables.creation.create(ann, game, wishes, **more)
    assert made.tables.lists.mine(ann) == []


def test_an_invitation_is_good_for_one_and_shown_to_the_owner_only(made: House) -> None:
    ann, bob, eve = made.guest("Ann"), made.guest("Bob"), made.guest("Eve")
    table = made.tables.creation.create(ann, "narrow-gauge", [ME, OPEN])
    invite = made.tables.viewing.info(ann, table).seats[1].invite
    assert invite is not None
    assert made.tables.viewing.info(bob, table).seats[1].invite is None
    assert made.tables.viewing.info(None, table).seats[1].invite is None
    with pytest.raises(Refused, match="somebody else"):
        made.tables.seating.accept(ann, invite)
    made.tables.seating.accept(bob, invite)
    with pytest.raises(NotFound):
        made.tables.seating.accept(eve, invite)
    with pytest.raises(NotFound):
        made.tables.seating.accept(ann, invite)


def test_anyone_may_sit_down_at_a_public_table_and_only_there(made: House) -> None:
    ann, bob, eve = made.guest("Ann"), made.guest("Bob"), made.guest("Eve")
    private = made.tables.creation.create(ann, "narrow-gauge", [ME, OPEN])
    public = made.tables.creation.create(ann, "narrow-gauge", [ME, OPEN], public=True)
    assert [info.id for info in made.tables.lists.waiting(bob)] == [public.id]
    with pytest.raises(Forbidden, match="no seat is free"):
        made.tables.seating.join(bob, private.id)
    assert made.tables.seating.join(bob, public.id).status == "playing"
    with pytest.raises(Refused, match="all seats are taken"):
        made.tables.seating.join(eve, public.id)
    assert [info.id for info in made.tables.lists.mine(bob)] == [public.id]
    assert {info.id for info in made.tables.lists.mine(ann)} == {public.id, private.id}


def test_a_seats_own_link_opens_it_on_another_device_and_nothing_else(made: House) -> None:
    table, (ann, _) = made.table("narrow-gauge", "Ann", "Bob")
    token = made.tables.seating.own_link(ann, table.id)
    phone = made.players.of_token(token)
    assert phone is not None and phone.only == (table.id, 0)
    assert made.tables.viewing.look(phone, table.id).seat == 0
    with pytest.raises(Forbidden):
        made.tables.creation.create(phone, "narrow-gauge", [ME, BOT])
    with pytest.raises(Forbidden):
        made.tables.viewing.look(phone, table.id, seat=1)
    tablet = made.guest("Tablet")
    made.tables.seating.accept(tablet, token)
    assert made.tables.viewing.look(tablet, table.id).seat == 0
    assert made.tables.repository.table(table.id).names == ["Ann", "Bob"]
    made.tables.seating.own_link(ann, table.id)
    assert made.players.of_token(token) is None


def test_several_people_around_one_screen(made: House) -> None:
    ann = made.guest("Ann")
    wishes = [SeatRequest(me=True, name="Ann"), SeatRequest(me=True, name="Grandpa"), BOT]
    table = made.tables.creation.create(ann, "irish-gauge", wishes)
    assert table.names == ["Ann", "Grandpa", "Level 1"]
    info = made.tables.viewing.info(ann, table)
    assert info.shared_screen and info.mine == (0, 1)
    assert made.tables.viewing.look(ann, table.id, seat=1).seat == 1


def test_a_seat_left_before_the_game_is_open_again(made: House) -> None:
    ann, bob = made.guest("Ann"), made.guest("Bob")
    table = made.tables.creation.create(ann, "irish-gauge", [ME, OPEN, OPEN], public=True)
    made.tables.seating.join(bob, table.id)
    assert made.tables.seating.leave(bob, table.id).seats[1].open
    table, people = made.table("narrow-gauge", "Ann", "Bob")
    with pytest.raises(Refused, match="let a bot play"):
        made.tables.seating.leave(people[1], table.id)


# ---- acting ----------------------------------------------------------------------------------------------------------


def test_a_double_click_is_one_move(made: House) -> None:
    table, people = made.table("irish-gauge", "Ann", "Bob", "Cleo")
    who, line = people[table.to_act], table.course.state.lines()[1]
    after = made.tables.moves.act(who, table.id, line, table.version)
    with pytest.raises(Stale) as caught:
        made.tables.moves.act(who, table.id, line, table.version)
    assert (caught.value.step, caught.value.version) == (after.step, after.version)
    assert made.tables.repository.table(table.id) == after


def test_only_the_seat_to_act_acts_and_only_by_the_rules(made: House) -> None:
    table, people = made.table("irish-gauge", "Ann", "Bob", "Cleo")
    other = people[(table.to_act + 1) % 3]
    with pytest.raises(Forbidden, match="turn"):
        made.tables.moves.act(other, table.id, "pass", table.version)
    with pytest.raises(Forbidden, match="no seat"):
        made.tables.moves.act(made.guest("Eve"), table.id, "pass", table.version)
    with pytest.raises(Forbidden, match="not yours"):
        made.tables.moves.act(other, table.id, "pass", table.version, seat=table.to_act)
    with pytest.raises(Refused, match="more than your £20") as caught:
        made.tables.moves.act(people[table.to_act], table.id, "bid 21", table.version)
    assert caught.value.rule == "IG-AUC-3"
    with pytest.raises(Refused, match="is not a move"):
        made.tables.moves.act(people[table.to_act], table.id, "fly to Cork", table.version)
    assert made.tables.repository.table(table.id) == table
    assert (
        made.tables.moves.act(people[table.to_act], table.id, " BID   9 ", table.version).course.log()[-1][1] == "bid 9"
    )


def test_chance_is_decided_by_the_server_and_can_not_be_drawn_again(made: House) -> None:
    table, people = made.table("appalachian-trail", "Ann", "Bob")
    table = made.play(table, people, 6)
    while not (len(table.course.steps) and table.course.steps[-1].by == CHANCE):
        table = made.play(table, people, 1)
    last = table.course.last_by([0, 1])
    assert last is not None
    back = replace(table, course=table.course.back_to(last)).after_chance(0.0)
    assert back.course.log() == table.course.log()
    elsewhere = replace(table, course=table.course.back_to(0), secret="00" * 32).after_chance(0.0)
    assert elsewhere.course.log() != table.course.log()[: elsewhere.step]


# ---- taking back -----------------------------------------------------------------------------------------------------


def own_moves(made: House) -> tuple[Table, list, int]:  # type: ignore[type-arg]
    """Age of Rail at a moment when one seat has made two moves running, and no chance after them."""
    for seed in range(1, 50):
        table, people = made.table("age-of-rail", "Ann", "Bob", "Cleo")
        dice = Dice(seed)
        for _ in range(60):
            if table.status == "over":
                break
            code = int(table.course.state.random_by_kind(dice))
            who = table.to_act
            table = made.tables.moves.act(people[who], table.id, table.game.text(code), table.version)
            if table.to_act == who and [step.by for step in table.course.steps[-2:]] == [who, who]:
                return table, people, who
    raise AssertionError("no such moment")


def test_own_moves_are_taken_back_while_nothing_has_come_of_them(made: House) -> None:
    table, people, who = own_moves(made)
    assert made.tables.viewing.look(people[who], table.id).undo == "free"
    for gone in (1, 2):
        back = made.tables.undo.undo(people[who], table.id, made.tables.repository.table(table.id).version)
        assert back.course.steps == table.course.steps[: table.step - gone]
    with pytest.raises(Stale):
        made.tables.undo.undo(people[who], table.id, table.version)


def test_other_people_must_agree_when_somebody_has_acted_since(made: House) -> None:
    table, people = made.table("irish-gauge", "Ann", "Bob", "Cleo")
    first, second = table.to_act, (table.to_act + 1) % 3
    third = 3 - first - second
    table = made.tables.moves.act(people[first], table.id, "bid 8", table.version)
    table = made.tables.moves.act(people[second], table.id, "bid 9", table.version)
    assert made.tables.viewing.look(people[first], table.id).undo == "ask"
    asked = made.tables.undo.undo(people[first], table.id, table.version)
    assert asked.course == table.course and asked.ask is not None
    moment = made.tables.viewing.look(people[second], table.id)
    assert moment.ask is not None and moment.ask.waiting == tuple(sorted((second, third)))
    asked = made.tables.undo.answer(people[second], table.id, True, table.version)
    assert asked.course == table.course
    with pytest.raises(Forbidden):
        made.tables.undo.answer(made.guest("Eve"), table.id, True, table.version)
    back = made.tables.undo.answer(people[third], table.id, True, table.version)
    assert (back.step, back.to_act, back.ask) == (table.step - 2, first, None)


def test_one_who_does_not_agree_is_enough_and_a_move_ends_the_question(made: House) -> None:
    table, people = made.table("irish-gauge", "Ann", "Bob", "Cleo")
    first, second = table.to_act, (table.to_act + 1) % 3
    third = 3 - first - second
    table = made.tables.moves.act(people[first], table.id, "bid 8", table.version)
    table = made.tables.moves.act(people[second], table.id, "bid 9", table.version)
    made.tables.undo.undo(people[first], table.id, table.version)
    assert made.tables.undo.answer(people[third], table.id, False, table.version).ask is None
    made.tables.undo.undo(people[first], table.id, table.version)
    after = made.tables.moves.act(people[third], table.id, "pass", table.version)
    assert after.ask is None and after.step == table.step + 1


def test_an_answer_to_an_earlier_question_is_not_taken_for_a_later_one(made: House) -> None:
    table, people = made.table("irish-gauge", "Ann", "Bob", "Cleo")
    first, second = table.to_act, (table.to_act + 1) % 3
    third = 3 - first - second
    table = made.tables.moves.act(people[first], table.id, "bid 8", table.version)
    table = made.tables.moves.act(people[second], table.id, "bid 9", table.version)
    earlier = made.tables.undo.undo(people[first], table.id, table.version)
    table = made.tables.moves.act(people[third], table.id, "pass", earlier.version)
    later = made.tables.undo.undo(people[first], table.id, table.version)
    with pytest.raises(Stale):
        made.tables.undo.answer(people[second], table.id, True, earlier.version)
    with pytest.raises(Stale):
        made.tables.undo.answer(people[second], table.id, False, earlier.version)
    assert made.tables.repository.table(table.id).ask == later.ask


def test_bots_are_not_asked(made: House) -> None:
    ann = made.guest()
    table = made.tables.creation.create(ann, "irish-gauge", [ME, BOT, BOT])
    while table.to_act != 0:
        table = made.tables.moves.act_for(table.id, table.version, int(table.course.state.legal()[0])) or table
    before = table
    table = made.tables.moves.act(ann, table.id, "pass", table.version)
    table = made.tables.moves.act_for(table.id, table.version, int(table.course.state.legal()[0])) or table
    assert table.step == before.step + 2
    assert made.tables.undo.undo(ann, table.id, table.version).course == before.course


def test_a_move_that_showed_what_was_sealed_is_not_taken_back_freely(made: House) -> None:
    table, people = made.table("narrow-gauge", "Ann", "Bob")
    while not offer(table, 1 - table.to_act):
        table = made.play(table, people, 1)
    first = table.to_act
    table = made.tables.moves.act(people[first], table.id, "bid 1", table.version)
    assert made.tables.viewing.look(people[first], table.id).undo == "free"
    table = made.tables.moves.act(people[1 - first], table.id, "bid 0", table.version)
    assert table.course.steps[-1].by == 1 - first, "no chance step hides what this test is about"
    assert made.tables.viewing.look(people[1 - first], table.id).undo == "ask"


# ---- bots ------------------------------------------------------------------------------------------------------------


def test_a_bots_answer_to_an_older_question_is_not_taken(made: House) -> None:
    ann = made.guest()
    table = made.tables.creation.create(ann, "narrow-gauge", [BOT, ME])
    asked = table.version
    code = int(table.course.state.legal()[0])
    assert made.tables.moves.act_for(table.id, asked, code) is not None
    assert made.tables.moves.act_for(table.id, asked, code) is None


def test_a_bots_answer_is_not_taken_for_that_of_the_next_bot(made: House) -> None:
    table = made.tables.creation.create(made.guest(), "irish-gauge", [BOT, BOT, BOT])
    asked, code = table.version, table.game.parse("pass")
    after = made.tables.moves.act_for(table.id, asked, code)
    assert after is not None and after.auto, "the next to act is a bot, too, and could pass"
    assert made.tables.moves.act_for(table.id, asked, code) is None
    assert made.tables.repository.table(table.id).step == after.step


def test_a_bot_for_somebody_who_left_and_back_again(made: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table, (ann, bob) = made.table("narrow-gauge", "Ann", "Bob")
    with pytest.raises(Refused, match="short time ago"):
        made.tables.substitutes.sit_bot(ann, table.id, 1, "level-3")
    with pytest.raises(Forbidden):
        made.tables.substitutes.sit_bot(made.guest("Eve"), table.id, 1, "level-3")
    monkeypatch.setitem(AWAY_SECONDS, "live", -1)
    assert made.tables.viewing.info(ann, table).seats[1].away
    table = made.tables.substitutes.sit_bot(ann, table.id, 1, "level-1")
    assert (table.seats[1].bot, table.seats[1].name) == (STAND_IN, "Bob")
    with pytest.raises(Forbidden, match="only Bob"):
        made.tables.substitutes.sit_bot(ann, table.id, 1, "level-1")
    table = made.tables.substitutes.take_back(bob, table.id)
    assert table.seats[1].person
    assert made.tables.substitutes.sit_bot(bob, table.id, 1, "level-2").seats[1].bot == "level-2"
    with pytest.raises(UserError):
        made.tables.substitutes.sit_bot(bob, table.id, 1, "mybot.py:Clever")


# ---- looking ---------------------------------------------------------------------------------------------------------


def test_any_moment_has_an_address(made: House) -> None:
    table, (ann, bob) = made.table("narrow-gauge", "Ann", "Bob")
    table = made.play(table, [ann, bob], 20)
    moment = made.tables.viewing.look(ann, table.id, at=40)
    assert (moment.step, moment.newest, moment.may_act) == (40, False, False)
    assert moment.state.view(None) == table.course.at(40).view(None)
    assert [p.number for p in moment.told(38)] == [38, 39, 40]
    for step in (-1, table.step + 1):
        with pytest.raises(NotFound):
            made.tables.viewing.look(ann, table.id, at=step)


def test_a_record_is_whole_when_the_game_is_over_and_not_before(made: House) -> None:
    table, people = made.table("appalachian-trail", "Ann", "Bob")
    table = made.play(table, people, 20)
    assert "?" in made.tables.viewing.record(people[0], table.id)
    with pytest.raises(RecordError):
        replay(Record.loads(made.tables.viewing.record(None, table.id)))
    with pytest.raises(Forbidden):
        made.tables.viewing.record(people[0], table.id, seat=1)
    table = made.play(table, people, 5000)
    replay(Record.loads(made.tables.viewing.record(None, table.id)))


def test_a_record_is_uploaded_watched_and_gone_on_with(made: House) -> None:
    table, people = made.table("irish-gauge", "Ann", "Bob", "Cleo")
    table = made.play(table, people, 30)
    text = made.tables.viewing.record(None, table.id)
    zoe = made.guest("Zoe")
    again = made.tables.creation.upload(zoe, text)
    named = [f"'{name}' (in the file)" for name in table.names]
    assert (again.status, again.step, again.names) == ("waiting", table.step, named)
    assert made.tables.viewing.look(None, again.id).state.view(None) == table.course.state.view(None)
    made.tables.seating.join(zoe, again.id, 0)
    for seat in (1, 2):
        again = made.tables.substitutes.sit_bot(zoe, again.id, seat, "level-2")
    assert again.status == "playing"
    for bad in (text.replace('"bid 7"', '"bid 6"', 1), text[:-50], "{}", text.replace("irish-gauge", "chess")):
        with pytest.raises(RecordError):
            made.tables.creation.upload(zoe, bad)


def test_a_rematch_keeps_the_others_seats_for_them(made: House) -> None:
    table, (ann, bob) = made.table("appalachian-trail", "Ann", "Bob")
    with pytest.raises(Refused, match="after the end"):
        made.tables.creation.rematch(ann, table.id)
    table = made.play(table, [ann, bob], 5000)
    with pytest.raises(Forbidden):
        made.tables.creation.rematch(made.guest("Eve"), table.id)
    again = made.tables.creation.rematch(bob, table.id)
    assert again.names == ["Bob", "Ann"] and again.status == "waiting"
    assert made.tables.creation.rematch(ann, table.id).id == again.id
    with pytest.raises(Refused, match="no seat is free"):
        made.tables.seating.join(made.guest("Eve"), again.id)
    again = made.tables.seating.join(ann, again.id)
    assert (again.status, again.seats[1].player) == ("playing", ann.id)


def test_chat_is_for_those_who_sit_here(made: House) -> None:
    table, (ann, bob) = made.table("narrow-gauge", "Ann", "Bob")
    version = table.version
    made.tables.chat.say(ann, table.id, "good luck")
    table = made.tables.chat.say(bob, table.id, "<b>you too</b>")
    assert [(said.seat, said.words) for said in made.tables.chat.heard(None, table.id)] == [
        (0, "good luck"), (1, "<b>you too</b>"),
    ]
    assert [said.number for said in made.tables.chat.heard(None, table.id, after=1)] == [2]
    assert table.version == version, "a word makes no move stale"
    with pytest.raises(Forbidden):
        made.tables.chat.say(made.guest("Eve"), table.id, "hello")
    for words in ("", " ", "x" * 501, "a\x00b"):
        with pytest.raises(Refused):
            made.tables.chat.say(ann, table.id, words)


def test_nobody_fills_the_chat_alone_and_who_is_muted_is_not_read(made: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table, (ann, bob) = made.table("narrow-gauge", "Ann", "Bob")
    for number in range(chat.LINES_A_MINUTE):
        made.tables.chat.say(bob, table.id, f"spam {number}")
    with pytest.raises(TooManyRequests):
        made.tables.chat.say(bob, table.id, "and more")
    made.tables.chat.say(ann, table.id, "please stop")
    assert made.tables.chat.heard(bob, table.id)[-1].words == "please stop"
    made.tables.chat.mute(ann, table.id, 1, True)
    assert [said.words for said in made.tables.chat.heard(ann, table.id)] == ["please stop"]
    assert len(made.tables.chat.heard(None, table.id)) == chat.LINES_A_MINUTE + 1
    made.tables.chat.mute(ann, table.id, 1, False)
    assert len(made.tables.chat.heard(ann, table.id)) == chat.LINES_A_MINUTE + 1
    with pytest.raises(Forbidden):
        made.tables.chat.mute(made.guest("Eve"), table.id, 1, True)


def test_the_chat_has_pages_and_a_table_shows_the_latest(made: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table, (ann, _) = made.table("narrow-gauge", "Ann", "Bob")
    monkeypatch.setattr(chat, "LINES_A_MINUTE", 10_000)
    for number in range(1, 251):
        made.tables.chat.say(ann, table.id, f"line {number}")
    assert [said.number for said in made.tables.repository.table(table.id).said] == list(range(211, 251))
    pages, after = [], 0
    while page := made.tables.chat.heard(None, table.id, after):
        pages.append(len(page))
        after = page[-1].number
    assert pages == [100, 100, 50] and after == 250


# ---- players ---------------------------------------------------------------------------------------------------------


def test_a_guest_claims_their_games(made: House) -> None:
    ann, token = made.players.guest("Ann")
    table = made.tables.creation.create(ann, "narrow-gauge", [ME, BOT])
    _, new = made.players.claim(ann, "Annie", "a good password")
    assert made.players.of_token(token) is None
    known = made.players.of_token(new)
    assert known is not None and (known.id, known.name, known.guest) == (ann.id, "Annie", False)
    assert made.tables.repository.table(table.id).names[0] == "Annie"
    elsewhere, _ = made.players.sign_in("ANNIE", "a good password")
    assert [info.id for info in made.tables.lists.mine(elsewhere)] == [table.id]
    for name, password in (("Annie", "another password"), ("Nobody", "a good password"), ("Annie", "")):
        with pytest.raises(NotSignedIn):
            made.players.sign_in(name, password)


def test_signing_in_brings_the_guests_games_along(made: House) -> None:
    account, _ = made.players.claim(made.guest("Ann"), "Ann", "a good password")
    guest, token = made.players.guest("Guest 1234")
    table = made.tables.creation.create(guest, "narrow-gauge", [ME, OPEN])
    signed, _ = made.players.sign_in("Ann", "a good password", guest)
    assert signed.id == account.id
    assert made.tables.repository.table(table.id).held_by(signed) == (0,)
    assert made.tables.repository.table(table.id).names[0] == "Ann"
    assert made.tables.viewing.info(signed, made.tables.repository.table(table.id)).owner
    assert made.players.of_token(token) is None


def test_names_and_passwords_have_their_limits(made: House) -> None:
    ann = made.guest("Ann")
    good = "a good password"
    for name, password in (("", good), ("x" * 25, good), ("Ann", "short"), ("A\tB\0", good)):
        with pytest.raises(Refused):
            made.players.claim(ann, name, password)
    made.players.claim(ann, "Ann", "a good password")
    with pytest.raises(Refused, match="taken"):
        made.players.claim(made.guest("Bob"), "ANN", "a good password")
    with pytest.raises(Refused, match="already"):
        made.players.claim(made.players.sign_in("Ann", "a good password")[0], "Anna", "a good password")
