"""Letters go through the queue: with what they are about or not at all, without a secret, only while they are true."""
from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from sqlalchemy import delete, select, update

from roundhouse.web.delivery import letter_queue
from roundhouse.web.delivery.letter_queue import LETTERS_AN_HOUR, LetterQueue
from roundhouse.web.delivery.sender import Sender
from roundhouse.web.errors import Refused
from roundhouse.web.people.email import links as email_links
from roundhouse.web.people.email.letters import Letter
from roundhouse.web.people.player import Player
from roundhouse.web.storage import schema as at
from tests.web.delivering import BASE, sender_of
from tests.web.house import House
from tests.web.receivers import Mailbox, mail_server, text_of
from tests.web.timelapse import HOUR, Timelapse, lapse

__all__ = ["lapse"]
ADDRESS = "ann@players.example"


@pytest.fixture
def box() -> Iterator[Mailbox]:
    with mail_server() as started:
        yield started


@pytest.fixture
def sender(made: House, box: Mailbox) -> Sender:
    return sender_of(made, box)


def queue(made: House, player: Player, notice: bool = False, seconds: float = HOUR) -> None:
    with made.database.writing() as connection:
        link = email_links.reserve(connection, player.id, email_links.LOGIN, "/me", email_links.SOON)
        letter = Letter(ADDRESS, "Sign in", ("Open this:", "Or do nothing."), link, notice, seconds)
        LetterQueue(True).queue(connection, letter)


def kept(made: House) -> str:
    """Every row of the database, as text."""
    with made.database.reading() as connection:
        return str([row for table in at.metadata.sorted_tables for row in connection.execute(select(table)).all()])


def token_in(box: Mailbox) -> str:
    found = re.search(rf"{BASE}/enter/(\S+)", text_of(box.letters[-1]))
    assert found
    return found[1]


def test_a_letter_is_sent_once_and_its_link_works(made: House, box: Mailbox, sender: Sender) -> None:
    ann = made.guest()
    queue(made, ann)
    assert sender.send_due() == 1 and sender.send_due() == 0
    (letter,) = box.letters
    assert letter["to"] == ADDRESS and letter["subject"] == "Sign in"
    assert text_of(letter).splitlines()[0] == "Open this:" and "Or do nothing." in text_of(letter)
    with made.database.writing() as connection:
        assert email_links.use(connection, token_in(box), email_links.LOGIN).player == ann.id


def test_no_secret_lies_in_the_database_and_no_address_stays(made: House, box: Mailbox, sender: Sender) -> None:
    queue(made, made.guest())
    waiting = kept(made)
    sender.send_due()
    assert token_in(box) not in waiting + kept(made)
    assert ADDRESS in waiting and ADDRESS not in kept(made) and "Open this" not in kept(made)


def test_a_letter_is_kept_with_what_it_is_about_or_not_at_all(made: House, box: Mailbox, sender: Sender) -> None:
    class Undone(Exception):
        pass

    def change() -> None:
        with made.database.writing() as connection:
            LetterQueue(True).queue(connection, Letter(ADDRESS, "Hello", ("Hello",)))
            raise Undone

    with pytest.raises(Undone):
        change()
    assert sender.send_due() == 0


def test_a_letter_whose_link_has_ended_is_not_sent(made: House, box: Mailbox, sender: Sender) -> None:
    ann = made.guest()
    queue(made, ann)
    with made.database.writing() as connection:
        connection.execute(delete(at.links).where(at.links.c.player == ann.id))
    assert sender.send_due() == 0 and box.letters == [] and ADDRESS not in kept(made)


def test_a_letter_that_came_too_late_is_not_sent(made: House, box: Mailbox, sender: Sender, lapse: Timelapse) -> None:
    queue(made, made.guest(), seconds=60)
    lapse.pass_by(61)
    assert sender.send_due() == 0 and box.letters == [] and ADDRESS not in kept(made)


def test_what_a_mail_server_does_not_take_is_tried_again_under_the_same_name(
    made: House, box: Mailbox, sender: Sender, lapse: Timelapse
) -> None:
    queue(made, made.guest())
    box.refuse = "451 try later"
    for _ in range(3):
        assert sender.send_due() == 0
        lapse.pass_by(letter_queue.LONGEST_PAUSE)
    box.refuse = ""
    assert sender.send_due() == 1
    with made.database.writing() as connection:
        assert email_links.use(connection, token_in(box), email_links.LOGIN).purpose == email_links.LOGIN
    assert box.letters[0]["message-id"] == "<letter-1@house.example>"


def test_what_a_mail_server_refuses_for_ever_is_given_up(made: House, box: Mailbox, sender: Sender) -> None:
    queue(made, made.guest())
    box.refuse = "550 no such user"
    assert sender.send_due() == 0 and ADDRESS not in kept(made)


def test_an_address_gets_a_few_letters_an_hour_and_every_notice(
    made: House, box: Mailbox, sender: Sender, lapse: Timelapse
) -> None:
    ann = made.guest()
    for _ in range(49):
        queue(made, ann)
    queue(made, ann, notice=True)
    assert sender.send_due() == LETTERS_AN_HOUR + 1
    lapse.pass_by(HOUR + 1)
    queue(made, ann)
    assert sender.send_due() == 1


def test_a_house_without_a_mail_server_says_so(made: House) -> None:
    with pytest.raises(Refused, match="sends no e-mail"), made.database.writing() as connection:
        LetterQueue(False).queue(connection, Letter(ADDRESS, "Hello", ("Hello",)))


@pytest.mark.parametrize("broken", [{"text": "{"}, {"text": "[]"}, {"text": "7"}, {"text": None}, {"address": None}])
def test_a_garbled_letter_stops_no_other(
    made: House, box: Mailbox, sender: Sender, broken: dict[str, object]
) -> None:
    queue(made, made.guest())
    with made.database.writing() as connection:
        connection.execute(update(at.letters).values(broken))
    queue(made, made.guest("Bob"))
    sender.send_due()
    assert [str(letter["to"]) for letter in box.letters if letter["to"]] == [ADDRESS]
    with made.database.reading() as connection:
        assert connection.execute(select(at.letters.c.due)).scalars().all() == [None, None]
