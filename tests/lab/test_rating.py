"""The protocol by which agents are rated: the same matches for everybody, and what they come to."""
from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from roundhouse.games import Setup, titles
from roundhouse.lab import rating
from roundhouse.lab.results_file import Match, MatchResult
from tests.lab.test_commands import typed

FIRST = "class First:\n    def choose(self, seat, dice):\n        return seat.legal()[0]\n"


@pytest.mark.parametrize("name", titles())
def test_every_kind_of_bot_is_met_120_times_and_every_seat_is_sat_on_alike(name: str) -> None:
    setup = Setup.of(name)
    todo = rating.plan("mine", setup)
    assert Counter(match.field for match in todo) == dict.fromkeys(rating.FIELDS, 120)
    assert set(Counter((match.field, match.seat) for match in todo).values()) == {120 // setup.seats}
    assert len(set(todo)) == len(todo)
    assert {match.seed for match in todo} == set(range(20_000, 20_000 + 120 // setup.seats))


def test_what_is_won_is_counted_in_parts() -> None:
    def timed(field: str, *winners: int) -> rating.TimedMatch:
        return rating.TimedMatch(MatchResult(Match("mine", field, 0, 1), (3, 2), winners, ()), 0.5)

    found = rating.rows([timed("random", 0), timed("random", 0, 1), timed("random", 1), timed("level-3", 1)])
    assert [(row.field, row.won.value, row.won.n, row.seconds) for row in found] == [
        ("random", 0.5, 3, 0.5), ("level-3", 0.0, 1, 0.5),
    ]
    table = rating.markdown("mine", Setup.of("narrow-gauge"), found)
    assert "| random | 3 | 50.0% | 12.5% to 87.5% | 1.33 | 0.50 |" in table


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    agent = f"{tmp_path / 'first.py'}:First"
    (tmp_path / "first.py").write_text(FIRST)
    monkeypatch.setattr(rating, "FIELDS", ("random",))
    monkeypatch.setattr(rating, "plan", lambda agent, setup: [Match(agent, "random", seat, 7) for seat in range(2)])
    assert typed(monkeypatch, "rate", agent, "appalachian-trail", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["protocol"], told["agent"], told["rows"][0]["won"]["n"]) == (1, agent, 2)
    assert typed(monkeypatch, "rate", "nobody", "appalachian-trail") == 2
    assert "there is no bot 'nobody'" in capsys.readouterr().err
