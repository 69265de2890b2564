"""Old games for ever: whatever has become of rules, options and editions, a record replays to the same bytes."""
from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from roundhouse.games import Setup, setup, titles
from roundhouse.games.title import Option, Title
from roundhouse.records import Record, RecordError, read, replay
from roundhouse.records.replay import moments
from tests.editions import changed

ROOT = Path(__file__).parent.parent.parent
FIRST = Path(__file__).parent / "v1"
LISTED = [line.split() for line in (FIRST / "legal.sha256").read_text(encoding="utf-8").splitlines()]
KEPT = sorted(
    file for part in ("tests", "docs", "examples") for file in (ROOT / part).rglob("*.json")
    if file.read_bytes().startswith(b'{"format": "roundhouse-record/')
)
IRISH = FIRST / "irish-gauge-interest.json"


@pytest.mark.parametrize("file", KEPT, ids=lambda file: file.stem)
def test_every_record_that_is_kept_anywhere_replays_to_the_same_bytes(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    record = read(file)
    assert record.dumps() == text
    assert Record.of(replay(record), record.seats).dumps() == text


@pytest.mark.parametrize(("digest", "name"), LISTED, ids=lambda one: one if one.endswith(".json") else "")
def test_what_might_have_been_done_in_an_old_game_is_the_same(digest: str, name: str) -> None:
    """At every step, with the weights of all outcomes, as it was when version 1 of the rules was played."""
    found = hashlib.sha256()
    for moment in moments(replay(read(FIRST / name))):
        found.update(json.dumps(moment["legal"]).encode() + b"\n")
    assert found.hexdigest() == digest


def test_there_are_records_of_the_first_version_of_every_game_on_every_edition() -> None:
    heads = [json.loads(file.read_text(encoding="utf-8")) for file in FIRST.glob("*.json")]
    assert {head["rules_version"] for head in heads} == {1}
    assert {"irish-gauge", "age-of-rail", "narrow-gauge", "appalachian-trail"} <= {head["game"] for head in heads}
    assert sorted(name for _, name in LISTED) == sorted(file.name for file in FIRST.glob("*.json"))
    assert {(head["game"], head["edition"]) for head in heads} >= {
        ("age-of-rail", "allegheny"), ("age-of-rail", "south-africa"), ("irish-gauge", "capstone-2019"),
    }


# ---- what changes from version to version ----------------------------------------------------------------------------


@pytest.fixture
def upgraded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Title]:
    """Irish Gauge with more money at the start, and one option more: nothing was played so before."""
    old = titles()["irish-gauge"]
    folder = tmp_path / "irish_gauge"
    folder.mkdir()
    change = {"edition": "capstone-2019", "starting_cash": 30}
    changed(old.edition().data, change, folder / "capstone-2019.json")
    quick = Option("pace", ("usual", "quick"), "How fast it goes.")
    new = replace(old, folder=folder, options=(*old.options, quick))
    monkeypatch.setitem(titles(), "irish-gauge", new)
    setup._game.cache_clear()
    yield new
    setup._game.cache_clear()


def keep_earlier(title: Title) -> None:
    """What whoever changes an edition has to do."""
    old = json.loads(IRISH.read_text(encoding="utf-8"))
    (title.folder / "earlier").mkdir()
    there = ROOT / "src" / "roundhouse" / "games" / "irish_gauge" / f"{old['edition']}.json"
    kept = title.folder / "earlier" / f"{old['edition']}.{old['edition_digest']}.json"
    kept.write_bytes(there.read_bytes())


def test_a_changed_edition_keeps_its_earlier_text(upgraded: Title) -> None:
    with pytest.raises(RecordError, match="not known here: give its file with --edition"):
        read(IRISH)
    keep_earlier(upgraded)
    record = read(IRISH)
    assert record.dumps() == IRISH.read_text(encoding="utf-8")
    assert record.game.edition.data["starting_cash"] == 20
    assert Setup.of("irish-gauge").game().edition.data["starting_cash"] == 30
    assert record.setup.anew() == Setup.of("irish-gauge", len(record.seats))


def test_an_option_that_came_later_has_its_usual_value_and_is_not_written(upgraded: Title) -> None:
    keep_earlier(upgraded)
    record = read(IRISH)
    assert record.game.options == {"pace": "usual"}
    assert json.loads(record.dumps())["options"] == {}
    assert dict(Setup.of("irish-gauge").options) == {"pace": "usual"}
    text = record.dumps().replace('"options": {}', '"options": {"pace": "quick"}')
    assert Record.loads(text).game.options == {"pace": "quick"}


def test_an_edition_of_ones_own_goes_along_with_its_records(tmp_path: Path) -> None:
    data = titles()["irish-gauge"].edition().data
    own = Setup.of("irish-gauge", 3, changed(data, {"starting_cash": 30}, tmp_path / "mine.json"))
    text = Record(own, ["a", "b", "c"]).dumps()
    assert json.loads(text)["edition_text"] == (tmp_path / "mine.json").read_text(encoding="utf-8")
    (tmp_path / "mine.json").unlink()
    setup._game.cache_clear()
    again = Record.loads(text)
    assert (again.setup, again.dumps()) == (own, text)
    assert replay(again).state.view()["cash"] == [30] * 3
    assert "edition_text" not in Record(Setup.of("irish-gauge"), ["a", "b", "c"]).dumps()


def test_a_record_of_another_edition_than_it_says_is_refused(tmp_path: Path) -> None:
    data = titles()["irish-gauge"].edition().data
    own = Setup.of("irish-gauge", 3, changed(data, {"starting_cash": 30}, tmp_path / "mine.json"))
    text = Record(own, ["a", "b", "c"]).dumps()
    with pytest.raises(RecordError, match="was expected, and this is mine with the digest"):
        Record.loads(text.replace('\\"starting_cash\\": 30', '\\"starting_cash\\": 31'))


# ---- which game this is ----------------------------------------------------------------------------------------------


def test_a_setup_is_one_value_wherever_it_comes_from() -> None:
    record = read(IRISH)
    same = Setup.of("irish-gauge", len(record.seats))
    assert record.setup == same == Setup.of_game(same.game())
    assert hash(record.setup) == hash(same)
    assert record.setup.game() is same.game()
    assert same != Setup.of("irish-gauge", 3)
    old = replace(same, version=0)
    assert old != same
