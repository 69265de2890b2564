"""A stranger's game: from the scaffold by pip to the browser, the lab and three environments, and away again."""
from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser

from tests.web.browsing import AT_ONCE, CHANGED, DESK, act, browser, patient, wait_for_turn
from tests.web.house import Process

__all__ = ["browser"]
ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Place:
    """A Python with Roundhouse, and a folder of packages beside it."""

    home: Path

    @property
    def packages(self) -> Path:
        return self.home / "site"

    @property
    def environment(self) -> dict[str, str]:
        path = os.pathsep.join([str(ROOT / "src"), str(self.packages)])
        return {**os.environ, "PYTHONPATH": path, "ROUNDHOUSE_GAMES": "", "COLUMNS": "200"}

    @property
    def database(self) -> str:
        return f"sqlite:///{self.home / 'tables.sqlite'}"

    def python(self, *words: str) -> str:
        command = [sys.executable, *words]
        done = subprocess.run(command, cwd=self.home, env=self.environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def roundhouse(self, *words: str) -> str:
        return self.python("-m", "roundhouse", *words)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    """With a new game in it, installed as anybody would, but for the network."""
    place = Place(tmp_path_factory.mktemp("stranger"))
    place.roundhouse("new-game", "coal-run")
    pip = ["-m", "pip", "install", "--quiet", "--no-index", "--no-build-isolation", "--no-deps"]
    place.python(*pip, "--target", str(place.packages), "./coal-run")
    shutil.rmtree(place.home / "coal-run")
    return place


def test_it_is_played_in_the_browser(place: Place, browser: Browser) -> None:
    with Process(place.database, env=place.environment) as server:
        page = patient(browser.new_context(base_url=server.address, viewport=DESK, reduced_motion="reduce")).new_page()
        page.add_init_script(AT_ONCE)
        complaints: list[str] = []
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto("/")
        page.locator(".game[data-game=coal-run]").get_by_role("link", name="Choose rivals").click()
        for seat in page.locator("select[name=seat]").all():
            seat.select_option("none" if seat.locator("option[value=none]").count() else "level-1")
        page.get_by_role("button", name="Start").click()
        page.wait_for_selector("#table")
        page.request.post("/me/play", form={"confirms": "never"}, headers={"origin": server.address})
        page.reload()
        assert not page.locator("section.note").count(), "it has a table of its own"
        assert page.locator("#aside .hand figure").count() == 2
        assert page.locator("#ground [data-spot=D3]").count() == 1
        assert page.locator("#aside .market tbody tr").count() == 3
        moves = 0
        while wait_for_turn(page) == "mine":
            if moves == 0:      # the first by a click on a pile of shares
                mark = page.locator("#meta").get_attribute("data-mark")
                page.locator("#aside .pile").first.click()
                page.wait_for_function(CHANGED, arg=mark)
                assert page.locator("#aside .auction").count() == 1
            else:
                act(page, 5 * moves)
            moves += 1
        assert moves >= 3
        assert "The last dividends are paid" in page.locator("#log").inner_text()
        assert page.locator(".scene.final tr.winner").count() >= 1
        assert not complaints


def test_a_curtain_hides_its_orders_and_the_interface_does_too(place: Place) -> None:
    with Process(place.database, env=place.environment) as server:
        with httpx.Client(base_url=f"{server.address}/api", timeout=30) as http:
            token = http.post("/players", json={"name": "Ann"}).json()["token"]
            http.headers["authorization"] = f"Bearer {token}"
            table = http.post("/tables", json={"game": "coal-run", "seats": ["me", "level-1"]}).json()
            view = http.get(f"/tables/{table['id']}/view").json()
        own, others = view["state"]["orders"]
        assert len(own) == 2 and others == 2
        assert sum("?" in step["line"] for step in view["log"]) == 2


def test_it_is_studied(place: Place) -> None:
    words = ["--games", "2", "--seats", "2", "--bots", "level-3", "--skill", "0", "--jobs", "1", "--out", "study"]
    assert "The seat" in place.roundhouse("lab", "coal-run", *words)
    report = (place.home / "study" / "report.html").read_text(encoding="utf-8")
    assert "Coal Run" in report


GYMNASIUM = """
import gymnasium, roundhouse.envs.gym
env = gymnasium.make("roundhouse/coal-run-v1", opponents="level-2")
seen, info = env.reset(seed=3)
over = False
while not over:
    seen, reward, over, cut, info = env.step(int(info["action_mask"].nonzero()[0][0]))
print("gymnasium", reward)
"""
PETTINGZOO = """
from pettingzoo.test import api_test
from roundhouse.envs.pettingzoo import coal_run_v1
api_test(coal_run_v1.env(), num_cycles=30)
"""
OPENSPIEL = """
import pyspiel, random, roundhouse.envs.openspiel
game = pyspiel.load_game("roundhouse_coal_run")
pyspiel.random_sim_test(game, 3, serialize=False, verbose=False, mask_test=False)
state = game.new_initial_state()
while not state.is_terminal():
    state.apply_action(random.choice(state.legal_actions()))
print("openspiel", state.returns())
"""


@pytest.mark.parametrize("program", [GYMNASIUM, PETTINGZOO, OPENSPIEL], ids=["gymnasium", "pettingzoo", "openspiel"])
def test_it_is_an_environment(program: str, place: Place) -> None:
    assert place.python("-c", program).strip()


@pytest.fixture
def without(place: Place) -> Iterator[Place]:
    """The same place, the game taken away as long as this lasts: the tests come in any order."""
    assert "coal-run" in place.roundhouse("games")
    away = place.packages.rename(place.home / "away")
    yield place
    away.rename(place.packages)


def test_taken_away_it_leaves_no_trace(without: Place) -> None:
    """Nothing speaks of it any more, its tables wait for it, and all other games go on."""
    assert "coal-run" not in without.roundhouse("games")
    names = "import gymnasium, roundhouse.envs.gym as g; print([n for n in gymnasium.registry if 'roundhouse' in n])"
    assert "coal-run" not in without.python("-c", names)
    with Process(without.database, env=without.environment) as server:
        home = httpx.get(server.address)
        assert home.status_code == 200
        assert "coal-run" not in home.text
        assert httpx.get(f"{server.address}/rules/coal-run").status_code == 404
        assert httpx.get(f"{server.address}/rules/irish-gauge").status_code == 200
