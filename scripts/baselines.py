"""The page of baselines, from the ratings in docs/envs/baselines.jsonl; what is missing there is played first.

    python scripts/baselines.py              # some minutes for each that is missing; it goes on where it was
    python scripts/baselines.py --page       # only the page, from what there is

An agent that is trained is made by the commands under its name; run them first, where it says so.
"""
from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from roundhouse.envs.names import environment
from roundhouse.games import Setup, title
from roundhouse.lab.ladder import of_hundred
from roundhouse.lab.rating import FIELDS, GAMES, PROTOCOL, SEED
from roundhouse.lab.statistics import Estimate

FOLDER = Path(__file__).parents[1] / "docs" / "envs"
RESULTS = FOLDER / "baselines.jsonl"
PAGE = FOLDER / "baselines.md"


@dataclass(frozen=True)
class Baseline:
    """An agent that stands on the page."""

    agent: str
    words: str
    made_by: tuple[str, ...] = ()
    """Commands to run first, with GAME and SEATS for the game at hand."""
    games: tuple[str, ...] = ("irish-gauge", "age-of-rail", "narrow-gauge", "appalachian-trail")
    """Those that it is rated in."""

    def command(self, game: str) -> str:
        before = "ROUNDHOUSE_AGENT=agent.zip " if self.made_by else ""
        return f"{before}roundhouse rate {self.agent} {game}"


BASELINES = (
    Baseline("random", "every legal action with the same chance"),
    Baseline("level-1", "greedy that moves without thinking four times of ten"),
    Baseline("level-2", "greedy: the action that is worth most one step ahead, by a value function for each game"),
    Baseline("level-3", "tree search with 25 iterations and the same value function"),
    Baseline("level-4", "the same with 150 iterations; with 100 in Narrow Gauge, 60 in Appalachian Trail"),
    Baseline("examples/openspiel_agent.py:Mcts",
             "OpenSpiel's `MCTSBot` with 50 simulations, random playouts; it needs a game in which nothing is hidden",
             games=("irish-gauge", "age-of-rail")),
    Baseline(
        "examples/agent.py:Agent", "the policy of a `MaskablePPO`, taught by a dataset of 1,000 games of level-2",
        (
            "roundhouse sim GAME --seats SEATS --bots level-2 --games 1000 --seed 1 --records games/",
            "roundhouse dataset games/ --out steps/",
            "python examples/imitate.py steps/ agent.zip",
        ),
    ),
)


def read(file: Path = RESULTS) -> dict[tuple[str, str], dict[str, Any]]:
    """The ratings there are, by agent and game."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    found = [json.loads(line) for line in lines]
    return {(one["agent"], one["game"]): one for one in found if one["protocol"] == PROTOCOL}


def play(missing: Iterable[tuple[Baseline, str]]) -> None:
    """Rate these, and keep each result as soon as it is there. Trained agents are left to who has made them."""
    for baseline, game in missing:
        command = [sys.executable, "-m", "roundhouse", "rate", baseline.agent, game, "--json"]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            print(f"{baseline.agent} in {game}: {done.stderr.strip()}", file=sys.stderr)
            continue
        with RESULTS.open("a", encoding="utf-8") as out:
            out.write(json.dumps(json.loads(done.stdout)) + "\n")


# ---- the page --------------------------------------------------------------------------------------------------------

HEAD = f"""\
# Baselines

How strong some agents are, by one protocol, so that yours can be laid beside them. Written by `scripts/baselines.py`.

    roundhouse rate mine.py:Agent irish-gauge

Protocol {PROTOCOL}: the game with as few players as it takes, its usual edition and options. The agent sits alone among
bots of one kind: {', '.join(FIELDS)}. Against each it plays {GAMES} games, on every seat equally often, with
the seeds from {SEED:,} on, each seed with every seating. A cell is its share of the wins, a tie in parts, with Wilson's
interval of 95 %. The time is processor time for a game, everybody at the table together, on one core of a small
machine. Where two intervals overlap, so many games do not tell which is stronger.

An agent is a class with `choose(seat, dice)`, as [the page on bots](../bots.md) says; `examples/agent.py` is one with a
net, and [datasets](datasets.md) are what it can be taught by.
"""


def page(results: Mapping[tuple[str, str], Mapping[str, Any]]) -> str:
    """The whole page."""
    games = dict.fromkeys(game for baseline in BASELINES for game in baseline.games)
    parts = [HEAD, *(_section(game, results) for game in games), _agents()]
    return "\n".join(part for part in parts if part)


def _section(game: str, results: Mapping[tuple[str, str], Mapping[str, Any]]) -> str:
    there = [baseline for baseline in BASELINES if (baseline.agent, game) in results]
    if not there:
        return ""
    seats = Setup.of(game).seats
    lines = [
        f"## {title(game).title}", "",
        f"`{environment(game)}`, {seats} players; a fair share is {1 / seats:.0%}.", "",
        f"| agent | {' | '.join(f'among {field}' for field in FIELDS)} | seconds a game |",
        "|---|" + "---:|" * (len(FIELDS) + 1),
    ]
    for baseline in there:
        rows = {row["field"]: row for row in results[baseline.agent, game]["rows"]}
        cells = [_cell(rows[field]["won"]) if field in rows else "" for field in FIELDS]
        times = " / ".join(f"{rows[field]['seconds']:.2f}" for field in FIELDS if field in rows)
        lines.append(f"| `{baseline.agent}` | {' | '.join(cells)} | {times} |")
    return "\n".join([*lines, "", *(f"    {baseline.command(game)}" for baseline in there), ""])


def _cell(won: Mapping[str, Any]) -> str:
    share, interval = of_hundred(Estimate(**won))
    return f"{share} ({interval})"


def _agents() -> str:
    lines = ["## The agents", ""]
    for baseline in BASELINES:
        lines.append(f"- `{baseline.agent}`: {baseline.words}{', made by:' if baseline.made_by else '.'}")
        lines += ["", *(f"      {command}" for command in baseline.made_by)] if baseline.made_by else []
    return "\n".join(lines) + "\n"


def main(words: list[str]) -> None:
    results = read()
    wanted = [(one, game) for one in BASELINES if not one.made_by for game in one.games]
    if "--page" not in words:
        play((one, game) for one, game in wanted if (one.agent, game) not in results)
    PAGE.write_text(page(read()), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
