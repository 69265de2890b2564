"""The page of baselines says what the kept ratings say, and agents that come with the docs can be rated."""
from __future__ import annotations

from pathlib import Path

import pytest

from roundhouse.bots import bot
from roundhouse.bots.match import play
from roundhouse.games import Setup
from roundhouse.lab.rating import FIELDS, GAMES
from scripts.baselines import BASELINES, PAGE, page, read

ROOT = Path(__file__).parents[2]


def test_the_page_is_as_the_ratings_would_write_it() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(read()), "python scripts/baselines.py --page writes it"


def test_every_rating_is_whole() -> None:
    results = read()
    assert results
    for (agent, game), one in results.items():
        assert any(baseline.agent == agent and game in baseline.games for baseline in BASELINES)
        assert [row["field"] for row in one["rows"]] == list(FIELDS)
        assert all(row["won"]["n"] == GAMES for row in one["rows"])


def test_openspiels_search_plays_as_a_bot() -> None:
    pytest.importorskip("pyspiel")
    name = f"{ROOT / 'examples' / 'openspiel_agent.py'}:Mcts"
    faults: list[str] = []
    play(Setup.of("irish-gauge"), [name, "random", "random"], [bot(name), bot("random"), bot("random")], 1, 0, faults)
    assert faults == []


def test_an_agent_learns_from_a_dataset_and_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All that the docs say, in small: games, a dataset, a net, a bot."""
    pytest.importorskip("sb3_contrib")
    from examples.imitate import main
    from roundhouse.envs.dataset import find_records, write_dataset
    from roundhouse.lab.sim import Order, run
    (tmp_path / "games").mkdir()
    for _ in run(Order(Setup.of("irish-gauge"), ("level-1",) * 3, 1, str(tmp_path / "games")), 3):
        pass
    for _ in write_dataset(find_records([tmp_path / "games"]), tmp_path / "steps"):
        pass
    main([str(tmp_path / "steps"), str(tmp_path / "agent.zip"), "--rounds", "1"])
    monkeypatch.setenv("ROUNDHOUSE_AGENT", str(tmp_path / "agent.zip"))
    name = f"{ROOT / 'examples' / 'agent.py'}:Agent"
    faults: list[str] = []
    play(Setup.of("irish-gauge"), [name, "random", "random"], [bot(name), bot("random"), bot("random")], 1, 0, faults)
    assert faults == []
