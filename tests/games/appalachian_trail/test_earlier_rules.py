"""Games begun under version 1 of the rules: they replay to the same bytes, and go on as they began."""
from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from roundhouse import CHANCE, OVER
from roundhouse.errors import UserError
from roundhouse.games import title
from roundhouse.games.setup import Setup
from roundhouse.records.record import Record, Result
from roundhouse.records.replay import replay

TRAIL = title("appalachian-trail")
KEPT = Path(__file__).parent / "records" / "v1"
LISTED = [line.split() for line in (KEPT / "states.sha256").read_text(encoding="utf-8").splitlines()]
DIGESTS = {name: digest for digest, name in LISTED}


def read(name: str) -> Record:
    data: Any = json.loads((KEPT / name).read_text(encoding="utf-8"))
    edition = TRAIL.known_edition(data["edition"], data["edition_digest"])
    game = TRAIL.game_under(data["rules_version"], edition, len(data["seats"]), data["options"])
    assert (game.version, game.options) == (1, data["options"])
    assert Setup.of_game(game).game().options == data["options"]
    log = [(CHANCE if by == "chance" else by, line) for by, line in data["log"]]
    return Record(game, data["seats"], log, Result(**data["result"]))


def test_there_are_records_of_every_ending() -> None:
    assert {name.rpartition("-")[0] for name in DIGESTS} == {
        "complete-2", "complete-3", "passed-2", "passed-3", "ran-out-2", "ran-out-3",
    }
    assert sorted(DIGESTS) == sorted(file.name for file in KEPT.glob("*.json"))


@pytest.mark.parametrize("name", sorted(DIGESTS))
def test_every_state_of_an_old_game_is_the_same_to_the_byte(name: str) -> None:
    found = hashlib.sha256()
    for step in replay(read(name)):
        found.update(json.dumps(step.as_json()).encode() + b"\n")
    assert step.state.to_act == OVER
    assert found.hexdigest() == DIGESTS[name]


@pytest.mark.rule("AT-END-3")
def test_an_old_game_ends_when_all_have_passed_whatever_the_deck_holds() -> None:
    record = read("passed-2-1.json")
    *_, before, last = replay(record)
    assert before.state.view()["idle"] == 1
    assert before.state.view()["deck"]
    assert "done" in before.state.lines()
    assert "To use no card now ends the game." in TRAIL.table.prompt(before.state, record.seats)
    story = TRAIL.table.tell(last.before, last.code, last.state, record.seats)
    assert "Nobody used a card all round: the game is over." in [sentence.text for sentence in story]


def test_an_earlier_reading_is_not_offered() -> None:
    new = TRAIL.game(2)
    assert (new.version, new.rules_version) == (2, 2)
    assert "passing" not in new.options
    assert TRAIL.game_under(2, new.edition, 2, {}).options == new.options
    for options, version in (({"passing": "all-pass-ends"}, 1), ({"first": 0}, 1), ({}, 3)):
        with pytest.raises(UserError):
            TRAIL.game_under(version, new.edition, 2, options)
