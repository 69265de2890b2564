"""The page of ladders: what is planned, what the claims say, and the command that plays them again."""
from __future__ import annotations

from pathlib import Path
from shutil import copy

import pytest

from roundhouse import ENGINE
from roundhouse._compiled import library_name
from roundhouse.games import Setup, titles
from roundhouse.lab.ladder import matches, play_match
from roundhouse.lab.ladder_page import SEED, Rung, page, play_table, played_before, rungs, section, setups
from roundhouse.lab.results_file import Match, MatchResult, ResultsFile

SETUP = Setup.of("irish-gauge", 4)
KEPT = Path(__file__).parents[2] / "docs" / "ladder.jsonl"


def test_every_game_has_a_table_for_every_number_of_players() -> None:
    planned = {(one.title, one.seats) for one in setups()}
    assert ("age-of-rail", 4, "allegheny") in {(one.title, one.seats, one.edition) for one in setups()}
    for name, title in titles().items():
        assert {seats for game, seats in planned if game == name} == set(range(title.players[0], title.players[1] + 1))


def test_each_level_meets_the_one_below_and_the_top_meets_greedy() -> None:
    pairs = [(rung.one, rung.field) for rung in rungs(SETUP)]
    named = [(f"level-{n}", f"level-{n - 1}") for n in (2, 3, 4, 5)]
    assert pairs[1:5] == [tuple("greedy" if name == "level-2" else name for name in pair) for pair in named]
    bars = {(rung.one, rung.field): rung.bar for rung in rungs(SETUP)}
    assert bars["level-5", "greedy"] == pytest.approx(0.4)
    assert bars["greedy", "random"] == 0.7
    assert {rung.bar for rung in rungs(Setup.of("narrow-gauge", 2)) if rung.field == "random"} == {0.9}


def test_a_title_says_how_many_games_a_rung_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(titles()[SETUP.title].ladder, 4, (8, 12, 16, 20, 24, 28, 32))
    assert [rung.games for rung in rungs(SETUP)] == [8, 12, 16, 20, 24, 28, 32]


def test_a_rung_is_played_in_all_seatings_with_the_seeds_that_the_command_takes() -> None:
    rung = Rung("greedy", "random", 10, 0.7)
    ours = rung.matches(4)
    assert len(ours) == 4 * rung.rounds(4) == 8
    theirs = matches(SETUP, ["random", "greedy"], rung.rounds(4), SEED, neighbours=False)
    assert set(ours) == {match for match in theirs if match.one == "greedy"}


def test_every_other_seat_is_one_match_and_two_of_them_a_round() -> None:
    rung = Rung("level-6", "level-5", 10, 0.5, seed=7, step=2)
    ours = rung.matches(4)
    assert len(ours) == 2 * rung.rounds(4) == 10
    assert set(ours) <= set(matches(SETUP, ["level-5", "level-6"], 5, 7, neighbours=False, step=2))
    played = MatchResult(ours[1], (3, 9, 3, 5), (1,), ())
    assert played.names() == ["level-5", "level-6", "level-5", "level-6"]
    assert (played.share(), played.place()) == (1.0, 1)
    text = section(SETUP, [rung], [played])
    assert "--rounds 5 --seed 7 --every-other" in text
    assert "| level-6 | level-5, every other seat | 1 of 10 | | | | 50.0% | to be played |" in text


def test_the_more_rows_the_wider_the_intervals() -> None:
    rung = Rung("greedy", "random", 40, 0.5)
    played = [MatchResult(Match("greedy", "random", 0, n), (9, 1, 1, 1), (int(n >= 27),), ()) for n in range(40)]
    alone, among = section(SETUP, [rung], played), section(SETUP, [rung], played, rows=60)
    assert "| 52.0% to 79.9% |" in alone and "| yes |" in alone
    assert "| 41.5% to 85.9% |" in among and "| not sure |" in among


@pytest.mark.parametrize(("won", "games", "said"), [(39, 40, "yes"), (30, 40, "not sure"), (3, 40, "**no**")])
def test_a_claim_is_held_against_its_whole_interval(won: int, games: int, said: str) -> None:
    rung = Rung("greedy", "random", games, 0.7)
    played = [
        MatchResult(Match("greedy", "random", 0, n), (9, 1, 1, 1), (0,), ()) if n < won
        else MatchResult(Match("greedy", "random", 0, n), (1, 9, 1, 1), (1,), ())
        for n in range(games)
    ]
    text = section(SETUP, [rung], played)
    row = next(line for line in text.splitlines() if line.startswith("| greedy"))
    assert row.endswith(f"| 70.0% | {said} |")
    assert f"roundhouse ladder irish-gauge --seats 4 --bots random,greedy --rounds 10 --seed {SEED}" in text
    assert text in page([text], "make ladder")


def test_a_table_is_played_once_and_kept(tmp_path: Path) -> None:
    setup = Setup.of("appalachian-trail", 2)
    plan = [Rung("greedy", "random", 2, 0.9)]
    kept = tmp_path / "ladder.jsonl"
    first = list(play_table(setup, plan, ResultsFile(kept), 1))
    size = kept.stat().st_size
    assert list(play_table(setup, plan, ResultsFile(kept), 1)) == first == played_before(setup, plan, ResultsFile(kept))
    assert played_before(setup, [Rung("random", "greedy", 2, 0.9)], ResultsFile(kept)) == []
    assert kept.stat().st_size == size
    net = MatchResult(Match("level-6", "random", 0, 1), (9, 1), (0,), ())
    ResultsFile(kept).add(setup, net)
    again = ResultsFile(kept).read(setup)
    code = again[net.match].code
    assert code in library_name() and f"`{code}`" in section(setup, plan, [*first, *again.values()])


@pytest.mark.skipif(ENGINE == "plain", reason="the same games take minutes uncompiled")
def test_the_bots_of_today_play_the_games_of_the_page(tmp_path: Path) -> None:
    """A line that is kept knows of weights, rules and nets, not of code: who searches in another way plays it again."""
    kept = ResultsFile(Path(copy(KEPT, tmp_path)))
    seen = 0
    for setup in setups():
        games = kept.read(setup)
        plan = rungs(setup)
        quick = [*plan[:4], *(plan[-1:] if setup.seats == 2 else [])]       # the master's too, where games are short
        for match in [rung.matches(setup.seats)[0] for rung in quick]:
            if match in games:
                assert play_match(setup, match) == games[match], setup
                assert bool(games[match].code) == ("level-6" in match.one), "what a net played with is told"
                seen += 1
    assert seen == 4 * 11 + 2
