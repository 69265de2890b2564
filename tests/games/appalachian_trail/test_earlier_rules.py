"""Games begun under version 1 of the rules: they replay to the same bytes, and go on as they began."""
from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from roundhouse.errors import UserError
from roundhouse.games import title
from roundhouse.games.setup import Setup
from roundhouse.games.sight import sight
from roundhouse.games.words import plain
from roundhouse.records import Record, replay
from roundhouse.records.replay import moments

TRAIL = title("appalachian-trail")
KEPT = Path(__file__).parent / "records" / "v1"
LISTED = [line.split() for line in (KEPT / "states.sha256").read_text(encoding="utf-8").splitlines()]
DIGESTS = {name: digest for digest, name in LISTED}


def read(name: str) -> Record:
    text = (KEPT / name).read_text(encoding="utf-8")
    record = Record.loads(text)
    assert record.dumps() == text
    assert (record.game.version, record.game.options) == (1, json.loads(text)["options"])
    assert Setup.of_game(record.game) == record.setup
    return record


def test_there_are_records_of_every_ending() -> None:
    assert {name.rpartition("-")[0] for name in DIGESTS} == {
        "complete-2", "complete-3", "passed-2", "passed-3", "ran-out-2", "ran-out-3",
    }
    assert sorted(DIGESTS) == sorted(file.name for file in KEPT.glob("*.json"))


@pytest.mark.parametrize("name", sorted(DIGESTS))
def test_every_state_of_an_old_game_is_the_same_to_the_byte(name: str) -> None:
    found = hashlib.sha256()
    course = replay(read(name))
    for moment in moments(course):
        found.update(json.dumps(moment).encode() + b"\n")
    assert course.over
    assert found.hexdigest() == DIGESTS[name]


@pytest.mark.rule("AT-END-3")
def test_an_old_game_ends_when_all_have_passed_whatever_the_deck_holds() -> None:
    record = read("passed-2-1.json")
    *_, last = replay(record).passed()
    assert last.before.view()["idle"] == 1
    assert last.before.view()["deck"]
    assert "done" in last.before.lines()
    texts = TRAIL.room.texts
    assert "To use no card now ends the game." in plain(texts.prompt(sight(last.before, None)))
    told = [plain(texts.tell(record.game, fact), record.seats) for fact in last.told]
    assert "Nobody used a card all round: the game is over." in told


def test_an_earlier_reading_is_not_offered() -> None:
    new = TRAIL.game(2)
    assert (new.version, new.rules_version) == (2, 2)
    assert "passing" not in new.options
    assert TRAIL.game_under(2, new.edition, 2, {}).options == new.options
    for options, version in (({"passing": "all-pass-ends"}, 1), ({"first": 0}, 1), ({}, 3)):
        with pytest.raises(UserError):
            TRAIL.game_under(version, new.edition, 2, options)
