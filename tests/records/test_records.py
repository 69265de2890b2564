"""Records: the same bytes again, and nothing believed that the rules don't allow."""
from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundhouse import OVER
from roundhouse.bots import bot
from roundhouse.bots.match import play
from roundhouse.games import Setup
from roundhouse.records import Record, RecordError, read, replay, write
from roundhouse.records.replay import moments
from tests.walks import Choice, choices, game, over_games, tables


def played(choice: Choice, seed: int) -> Record:
    setup = Setup.of_game(game(choice))
    return play(setup, ["random"] * setup.seats, [bot("random")] * setup.seats, seed)


GAME = played(tables("irish-gauge")[0], 5)


@over_games(60)
@given(choices(), st.integers(0, 2**32))
def test_a_record_replays_to_the_same_state_and_the_same_bytes(choice: Choice, seed: int) -> None:
    record = played(choice, seed)
    again = Record.loads(record.dumps())
    assert again.dumps() == record.dumps()
    assert again.log == record.log
    state = replay(again).state
    assert state.to_act == OVER
    assert record.result is not None
    assert (state.scores(), state.winners()) == (record.result.scores, record.result.winners)
    assert played(choice, seed).dumps() == record.dumps()


@over_games(25)
@given(choices(), st.integers(0, 2**32))
def test_every_prefix_of_a_game_is_a_record(choice: Choice, seed: int) -> None:
    record = played(choice, seed)
    stop = seed % len(record.log)
    part = Record(record.setup, record.seats, record.log[:stop])
    assert replay(Record.loads(part.dumps())) == replay(record).back_to(stop)


def test_a_record_is_laid_out_for_people() -> None:
    text = GAME.dumps()
    assert list(json.loads(text)) == [
        "format", "game", "edition", "edition_digest", "rules_version", "options", "seats", "log", "result",
    ]
    assert '\n  ["chance", "cube B8 ' in text
    assert text.endswith("}\n")


def test_the_steps_as_json() -> None:
    first, second, *_, last = moments(replay(GAME))
    assert list(first) == ["step", "state", "legal"]
    assert first["legal"] == [["cube B8 white", 4], ["cube B8 pink", 4], ["cube B8 black", 4]]
    assert list(second) == ["step", "by", "do", "state", "legal"]
    assert (second["step"], second["by"], second["do"]) == (1, "chance", GAME.log[0][1])
    assert last["legal"] == []


# ---- what is refused -------------------------------------------------------------------------------------------------


def changed(change: Callable[[Any], object]) -> str:
    data = json.loads(GAME.dumps())
    change(data)
    return json.dumps(data)


@pytest.mark.parametrize(("text", "reason"), [
    ("", "not a whole JSON file"),
    (GAME.dumps()[:-200], "not a whole JSON file"),
    ("{}", "not a Roundhouse record"),
    ('{"format": "18xx"}', "not a Roundhouse record"),
    ("[]", "not a Roundhouse record"),
    (changed(lambda d: d.update(format="roundhouse-record/9")), 'found "roundhouse-record/9"'),
    (changed(lambda d: d.pop("log")), 'the record has no "log"'),
    (changed(lambda d: d.update(note="hello")), '"note" is not a part of a record'),
    (changed(lambda d: d.update(game="chess")), 'a game "chess" is not known here'),
    (changed(lambda d: d.update(edition="second")), 'the edition "second" with digest'),
    (changed(lambda d: d.update(edition_digest="0123")), 'with digest "0123", not known here: give its file'),
    (changed(lambda d: d.update(edition=["first"])), '"edition" is not a text'),
    (changed(lambda d: d.update(edition_text="{}")), "the edition capstone-2019"),
    (changed(lambda d: d.update(rules_version=99)), "version 99 of the rules"),
    (changed(lambda d: d.update(rules_version="1")), '"rules_version" is not a whole number'),
    (changed(lambda d: d.update(options={"fast": True})), "has no option 'fast'"),
    (changed(lambda d: d.update(seats=["a", "b"])), "is for 3 to 5 players, not 2"),
    (changed(lambda d: d.update(seats="abc")), '"seats" is not a list of names'),
    (changed(lambda d: d.update(log={})), '"log" is not a list'),
    (changed(lambda d: d["log"].insert(3, ["chance"])), 'step 4: expected [seat or "chance", line]'),
    (changed(lambda d: d["log"].insert(3, [-1, "pass"])), 'step 4: expected a seat or "chance"'),
    (changed(lambda d: d["log"].insert(3, [True, "pass"])), 'step 4: expected a seat or "chance"'),
    (changed(lambda d: d["log"].__setitem__(9, ["chance", d["log"][9][1]])), "step 10: "),
    (changed(lambda d: d["log"].__setitem__(2, ["chance", "cube H3 mauve"])), "step 3: 'cube H3 mauve' is not a move"),
    (changed(lambda d: d["log"].__setitem__(2, ["chance", "cube B8 white"])), "step 3: 'cube B8 white' is not allowed"),
    (changed(lambda d: d["log"].pop()), "but its log stops before the end of the game"),
    (changed(lambda d: d["log"].append([0, "pass"])), "comes after the end of the game"),
    (changed(lambda d: d.pop("result")), "the game is over, but the record has no result"),
    (changed(lambda d: d["result"]["scores"].__setitem__(0, 999)), "the result says"),
    (changed(lambda d: d["result"].update(winners=[7])), "the result says"),
    (changed(lambda d: d.update(result=[1])), '"result" is not'),
    (changed(lambda d: d["result"].update(scores=["1", "2", "3"])), "is not a list of whole numbers"),
    (changed(lambda d: d["result"].update(scores=[1])), "expected 3 scores, found 1"),
])
def test_a_damaged_truncated_edited_or_foreign_record_is_refused(text: str, reason: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(text)
    with pytest.raises(RecordError) as error:
        read(file)
    assert reason in str(error.value)


def test_an_edited_price_is_found_out() -> None:
    """Another price in place of the one that won leads to a step that is not allowed, or to another result."""
    course = replay(GAME)
    won = [n for n, (_, line) in enumerate(GAME.log[:-1]) if line.startswith("bid ") and GAME.log[n + 1][1] == "pass"]
    edited = 0
    for number in won:
        bids = [line for line in course.at(number).lines() if line.startswith("bid ") and line != GAME.log[number][1]]
        if not bids or any(line.startswith("bid ") for _, line in GAME.log[number + 1 : number + 3]):
            continue
        log = list(GAME.log)
        log[number] = (log[number][0], bids[0])
        with pytest.raises(RecordError) as error:
            replay(Record(GAME.setup, GAME.seats, log, GAME.result))
        assert error.value.step is not None
        assert error.value.step > number
        edited += 1
    assert edited > 2


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", None])
def test_a_file_that_can_not_be_read_is_refused(content: bytes | None, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(RecordError, match=r"game\.json"):
        read(file)


# ---- writing ---------------------------------------------------------------------------------------------------------


def test_a_written_record_is_read_again(tmp_path: Path) -> None:
    write(GAME, tmp_path / "game.json")
    assert read(tmp_path / "game.json").dumps() == GAME.dumps()
    assert [file.name for file in tmp_path.iterdir()] == ["game.json"]


def test_a_write_that_fails_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "game.json"
    file.write_text("before")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(RecordError, match="No space left on device; nothing that was there is changed"):
        write(GAME, file)
    assert file.read_text() == "before"
    assert [file.name for file in tmp_path.iterdir()] == ["game.json"]


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="can't be written"):
        write(GAME, tmp_path / "none" / "game.json")
