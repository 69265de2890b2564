"""The command line as people use it: each command in a process of its own, what it refuses in this one."""
from __future__ import annotations

import contextlib
import io
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from unittest import mock
from xml.etree import ElementTree

import pytest

from roundhouse import ENGINE
from roundhouse.cli import main
from roundhouse.games import titles
from tests.processes import runs, until, workers_of

ROOT = Path(__file__).parent.parent


def roundhouse(*words: str, home: Path | None = None, stdin: str = "") -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "COLUMNS": "120", "NO_COLOR": "1"}
    if home is not None:
        environment |= {"HOME": str(home), "XDG_CONFIG_HOME": str(home)}
    command = [sys.executable, "-m", "roundhouse", *words]
    return subprocess.run(command, env=environment, input=stdin, capture_output=True, text=True)


def refused(*words: str) -> str:
    """What is said of a wrong command: one line. In this process, as there are many."""
    said = io.StringIO()
    with (
        mock.patch.object(sys, "argv", ["roundhouse", *words]), contextlib.redirect_stderr(said),
        pytest.raises(SystemExit) as left,
    ):
        main()
    assert left.value.code == 2
    assert said.getvalue().startswith("roundhouse: ")
    assert said.getvalue().count("\n") == 1
    return said.getvalue()


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("records")
    for name in titles():
        done = roundhouse("sim", name, "--games", "2", "--seed", "7", "--records", str(folder))
        assert done.returncode == 0, done.stderr
    return folder


def test_games_lists_titles_players_editions_and_options() -> None:
    shown = roundhouse("games").stdout
    facts = {fact["name"]: fact for fact in json.loads(roundhouse("games", "--json").stdout)}
    for title in titles().values():
        assert title.title in shown
        assert title.designer in shown
        assert all(edition in shown for edition in title.editions)
        assert all(option.name in shown for option in title.options)
        assert facts[title.name]["players"] == list(title.players)
        assert list(facts[title.name]["editions"]) == list(title.editions)


def test_version_says_which_engine_runs() -> None:
    assert ", engine " in roundhouse("--version").stdout


@pytest.mark.parametrize("name", sorted(titles()))
def test_the_rulebook_can_be_read(name: str) -> None:
    assert titles()[name].title.split(":")[0] in roundhouse("rules", name).stdout


def test_sim_prints_a_table_and_says_where_the_records_are(tmp_path: Path) -> None:
    records = ("--records", str(tmp_path / "a" / "b"))
    done = roundhouse("sim", "irish-gauge", "--seats", "4", "--games", "5", "--seed", "7", *records)
    assert "Irish Gauge: 5 games, seed 7" in done.stdout
    assert "share of wins" in done.stdout
    assert "5 records in" in done.stdout
    assert len(list((tmp_path / "a" / "b").glob("irish-gauge-7-00000?.json"))) == 5


def test_sim_as_json_is_the_same_for_the_same_seed() -> None:
    words = ("sim", "irish-gauge", "--games", "4", "--seed", "3", "--json")
    first, second = roundhouse(*words).stdout, roundhouse(*words, "--jobs", "2").stdout
    assert first == second
    assert [game["number"] for game in json.loads(first)["games"]] == [0, 1, 2, 3]


@pytest.mark.parametrize("name", sorted(titles()))
def test_replay_tells_the_game(name: str, records: Path) -> None:
    done = roundhouse("replay", str(records / f"{name}-7-000000.json"), "--board")
    assert done.returncode == 0, done.stderr
    log = json.loads((records / f"{name}-7-000000.json").read_text())["log"]
    assert all(line in done.stdout for _, line in log)
    assert "over" in done.stdout


@pytest.mark.parametrize("name", sorted(titles()))
def test_replay_prints_the_states(name: str, records: Path) -> None:
    file = records / f"{name}-7-000001.json"
    steps = [json.loads(line) for line in roundhouse("replay", str(file), "--states").stdout.splitlines()]
    log = json.loads(file.read_text())["log"]
    assert [step["step"] for step in steps] == list(range(len(log) + 1))
    assert [[step["by"], step["do"]] for step in steps[1:]] == log
    assert steps[-1]["legal"] == []
    assert steps[-1]["state"]["to_act"] is None


@pytest.mark.parametrize("name", sorted(titles()))
def test_replay_as_one_seat_saw_it(name: str, records: Path) -> None:
    done = roundhouse("replay", str(records / f"{name}-7-000000.json"), "--states", "--seat", "1")
    for line in done.stdout.splitlines():
        step = json.loads(line)
        assert step["legal"] == [] or step["state"]["to_act"] == 1
    assert roundhouse("replay", str(records / f"{name}-7-000000.json"), "--seat", "1").returncode == 0


def test_a_broken_record_is_refused_with_the_step_and_the_reason(records: Path, tmp_path: Path) -> None:
    text = (records / "irish-gauge-7-000000.json").read_text().replace('["chance", "start', '["chance", "strat', 1)
    (tmp_path / "broken.json").write_text(text)
    assert "step 9: 'strat " in refused("replay", str(tmp_path / "broken.json"))


def test_an_own_edition_is_played_and_goes_along_with_its_records(tmp_path: Path) -> None:
    data = titles()["irish-gauge"].edition().data | {"edition": "rich", "starting_cash": 99}
    (tmp_path / "rich.json").write_text(json.dumps(data))
    edition = ("--edition", str(tmp_path / "rich.json"))
    roundhouse("sim", "irish-gauge", *edition, "--games", "1", "--seed", "1", "--records", str(tmp_path / "out"))
    file = str(tmp_path / "out" / "irish-gauge-1-000000.json")
    (tmp_path / "rich.json").rename(tmp_path / "elsewhere.json")
    assert '"cash": [99, 99, 99]' in roundhouse("replay", file, "--states").stdout.splitlines()[0]
    text = Path(file).read_text()
    Path(file).write_text("".join(line for line in text.splitlines(True) if '"edition_text"' not in line))
    assert "give its file with --edition" in refused("replay", file)
    again = roundhouse("replay", file, "--edition", str(tmp_path / "elsewhere.json"), "--states").stdout
    assert '"cash": [99, 99, 99]' in again.splitlines()[0]


@pytest.mark.parametrize(("words", "message"), [
    (["sim", "irish-guage"], "there is no game 'irish-guage' here"),
    (["sim", "irish-gauge", "--seats", "6"], "is for 3 to 5 players, not 6"),
    (["sim", "irish-gauge", "--bots", "random,random"], "one for each of the 3, not 2"),
    (["sim", "irish-gauge", "--bots", "deep-blue"], "there is no bot 'deep-blue'"),
    (["sim", "irish-gauge", "--option", "speed"], "an option is NAME=VALUE, not 'speed'"),
    (["sim", "irish-gauge", "--option", "speed=2"], "has no option 'speed'"),
    (["sim", "narrow-gauge", "--seats", "3"], "is for 2 players, not 3"),
    (["sim", "irish-gauge", "--edition", "[/x]"], "has no edition '[/x]'"),
    (["sim", "irish-gauge", "--edition", "second"], "has no edition 'second', and there is no such file"),
    (["sim", "irish-gauge", "--records", "/dev/null/x", "--games", "1"], "can't be made"),
    (["replay", "nowhere.json"], "nowhere.json can't be read"),
    (["play", "irish-gauge", "--seat", "3"], "the seats are 0 to 2, not 3"),
    (["play", "--resume", "nowhere.json"], "nowhere.json can't be read"),
])
def test_what_is_wrong_is_said_in_one_line(words: list[str], message: str) -> None:
    assert message in refused(*words)


def test_a_mistake_ends_the_process_with_one_line_and_no_stack_trace() -> None:
    done = roundhouse("sim", "irish-guage")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("roundhouse: there is no game 'irish-guage' here") and done.stderr.count("\n") == 1


def test_bench_measures_each_game() -> None:
    rows = json.loads(roundhouse("bench", "irish-gauge", "--seconds", "0.05", "--json").stdout)
    assert "plain" in {row["engine"] for row in rows}
    assert all(row["game"] == "irish-gauge" and row["moves"] > row["playouts"] > 0 and row["copy"] > 0 for row in rows)


# ---- playing in the terminal -----------------------------------------------------------------------------------------


def test_a_whole_game_is_played_by_typing(tmp_path: Path) -> None:
    """Calling for dividends at every turn and passing every auction comes to an end."""
    done = roundhouse("play", "irish-gauge", "--seed", "4", home=tmp_path, stdin="pass\ndividends\n" * 100)
    assert "The game is over: " in done.stdout
    file = next(tmp_path.rglob("irish-gauge-1.json"))
    assert "result" in json.loads(file.read_text())


def test_the_player_is_told_what_is_possible_and_what_is_not(tmp_path: Path) -> None:
    lines = "?\n? pass\n? zebra\nhelp\nbid 99\nfly to Cork\nlog\nboard\nquit\n"
    done = roundhouse("play", "irish-gauge", "--seed", "4", "--seat", "1", home=tmp_path, stdin=lines)
    for expected in [
        "pass", "None of your moves contains 'zebra'", "place a locomotive", "take back your last move",
        "That is not allowed: ", "IG-AUC-3", "'fly to Cork' is not a move in irish-gauge", "chance: cube B8",
        "The game is kept in ",
    ]:
        assert expected in done.stdout, expected


def test_undo_and_save_and_resume(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    lines = f"undo\npass\nundo\nlog\nsave {file}\nsave\nsave {tmp_path}/no/such/folder.json\n"
    done = roundhouse("play", "irish-gauge", "--seed", "4", home=tmp_path, stdin=lines)
    assert "There is no move of yours to take back." in done.stdout
    assert "Taken back: pass." in done.stdout
    assert "Save to which file?" in done.stdout
    assert "can't be written" in done.stdout
    saved = json.loads(file.read_text())
    assert [0, "pass"] not in saved["log"]
    done = roundhouse("play", "--resume", str(file), home=tmp_path, stdin="pass\n")
    assert "human passes" in done.stdout
    assert [0, "pass"] in json.loads(file.read_text())["log"]
    assert "is a game of irish-gauge, not of age-of-rail" in refused("play", "age-of-rail", "--resume", str(file))
    assert "nobody called 'Ada' sits there" in refused("play", "--resume", str(file), "--name", "Ada")


def test_a_move_is_understood_whatever_its_spaces_and_capitals(tmp_path: Path) -> None:
    lines = "MOVES\nPass\nundo\n Bid  80 \nlink CdFM Komatipoort~Lourenco-Marques\n"
    done = roundhouse("play", "age-of-rail", "--seed", "3", "--bots", "random", home=tmp_path, stdin=lines)
    assert "bid 67 to bid 80" in done.stdout
    assert "human passes" in done.stdout
    assert "human bids $80" in done.stdout
    log = json.loads(next(tmp_path.rglob("age-of-rail-1.json")).read_text())["log"]
    assert [0, "link CDFM komatipoort~lourenco-marques"] in log


def test_what_the_bots_did_stands_below_the_board(tmp_path: Path) -> None:
    """Between the board and the question, where nothing scrolls off."""
    shown = roundhouse("play", "irish-gauge", "--seed", "4", home=tmp_path, stdin="pass\n").stdout
    board, news = shown.rpartition("\n\n")[0], shown.rpartition("human: bid on")[0].rpartition("\n\n")[2]
    assert "human passes" in news and "IG-AUC-4" in news
    assert "human passes" not in board


def test_after_undo_the_question_is_asked_once(tmp_path: Path) -> None:
    done = roundhouse("play", "irish-gauge", "--seed", "4", home=tmp_path, stdin="pass\nundo\n")
    after = done.stdout.partition("Taken back: pass.")[2]
    assert after.count("human: bid on") == 1


def test_the_command_to_go_on_names_the_own_edition(tmp_path: Path) -> None:
    file = tmp_path / "my editions" / "rich.json"
    file.parent.mkdir()
    file.write_text(json.dumps(titles()["irish-gauge"].edition().data | {"edition": "rich", "starting_cash": 99}))
    words = ("play", "irish-gauge", "--seed", "4", "--name", "Ada [b]", "--edition", str(file))
    done = roundhouse(*words, home=tmp_path, stdin="pass\n")
    command = shlex.split(done.stdout.splitlines()[-1])
    assert command[0] == "roundhouse"
    again = roundhouse(*command[1:], home=tmp_path, stdin="log\n")
    assert again.returncode == 0, again.stderr
    assert "Ada [b]: pass" in again.stdout


def test_the_command_to_go_on_names_the_folder_of_a_game_that_is_being_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = os.environ["ROUNDHOUSE_GAMES"]
    monkeypatch.delenv("ROUNDHOUSE_GAMES")
    done = roundhouse("--game", os.path.relpath(folder), "play", "night-mail", "--seed", "4", home=tmp_path)
    command = shlex.split(done.stdout.splitlines()[-1])
    assert command[:3] == ["roundhouse", "--game", folder]
    again = roundhouse(*command[1:], home=tmp_path)
    assert again.returncode == 0, again.stderr
    assert shlex.split(again.stdout.splitlines()[-1]) == command


@pytest.mark.skipif(os.name == "nt", reason="no pseudo-terminal")
def test_it_plays_over_a_real_terminal(tmp_path: Path) -> None:
    pexpect = pytest.importorskip("pexpect")
    environment = {**os.environ, "HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path), "TERM": "xterm-256color"}
    child = pexpect.spawn(
        sys.executable, ["-m", "roundhouse", "play", "irish-gauge", "--seed", "4"], env=environment, encoding="utf-8",
        dimensions=(60, 100), timeout=300,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),    # a shell's background job ignores it
    )
    child.expect("> ")
    child.sendline("pass")
    child.expect(r"human\S* passes")
    child.sendintr()
    child.expect("go on with:")
    child.expect("roundhouse play --resume")
    child.expect(pexpect.EOF)
    assert len(list(tmp_path.rglob("irish-gauge-1.json"))) == 1


# ---- advice and measures ---------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def unfinished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of two that has just begun."""
    file = tmp_path_factory.mktemp("unfinished") / "game.json"
    folder = tmp_path_factory.mktemp("whole")
    roundhouse("sim", "appalachian-trail", "--games", "1", "--seed", "3", "--records", str(folder))
    data = json.loads(next(folder.glob("*.json")).read_text())
    data.pop("result")
    data["log"] = data["log"][:20]
    file.write_text(json.dumps(data))
    return file


def test_hint_says_chances_and_moves(unfinished: Path) -> None:
    shown = roundhouse("hint", str(unfinished), "--iterations", "30")
    assert shown.returncode == 0, shown.stderr
    assert "Chance to win: random 0 " in shown.stdout
    advice = json.loads(roundhouse("hint", str(unfinished), "--iterations", "30", "--json").stdout)
    assert sum(advice["chances"]) == pytest.approx(1)
    assert advice["moves"][0]["line"] in shown.stdout
    other = roundhouse("hint", str(unfinished), "--iterations", "5", "--seat", str(1 - advice["seat"])).stdout
    assert f"As random {1 - advice['seat']} sees it; random {advice['seat']} is to act." in other
    assert "the seats of this game are 0 to 1" in refused("hint", str(unfinished), "--seat", "5")


def test_hint_of_a_finished_game(records: Path) -> None:
    file = next(records.glob("appalachian-trail*.json"))
    assert "The game is over." in roundhouse("hint", str(file)).stdout


def test_review_goes_through_the_game_and_draws_it(records: Path, tmp_path: Path) -> None:
    file = next(records.glob("appalachian-trail*.json"))
    plot = tmp_path / "chances.svg"
    done = roundhouse("review", str(file), "--iterations", "2", "--plot", str(plot))
    assert done.returncode == 0, done.stderr
    assert "What changed most" in done.stdout
    drawn = ElementTree.parse(plot).getroot()
    assert drawn.tag == "{http://www.w3.org/2000/svg}svg"
    assert len(drawn.findall(".//{*}polyline")) == 2
    nowhere = refused("review", str(file), "--plot", str(tmp_path / "no" / "folder.svg"))
    assert "can't be written" in nowhere      # told before a step is looked at


def test_calibrate_tells_what_was_predicted_and_observed() -> None:
    words = ["calibrate", "appalachian-trail", "--bots", "random", "--games", "3", "--iterations", "0", "--seed", "1"]
    done = roundhouse(*words)
    assert done.returncode == 0, done.stderr
    assert "predicted" in done.stdout and "observed" in done.stdout
    assert "on average, with temperature" in done.stdout
    assert roundhouse(*words).stdout == done.stdout


def test_tune_leaves_the_bots_weights_alone_when_told_where_to_write(tmp_path: Path) -> None:
    from roundhouse.bots.values import weights_file

    before = weights_file("appalachian-trail").read_bytes()
    words = ["tune", "appalachian-trail", "--rounds", "1", "--games", "2", "--jobs", "1"]
    done = roundhouse(*words, "--into", str(tmp_path / "new.json"))
    assert done.returncode == 0, done.stderr
    assert ("stay as they are" in done.stdout) != (tmp_path / "new.json").exists()
    assert weights_file("appalachian-trail").read_bytes() == before


def test_ladder_prints_writes_and_goes_on(tmp_path: Path) -> None:
    words = ["ladder", "appalachian-trail", "--bots", "random,level-1", "--rounds", "1", "--jobs", "1"]
    kept, page = tmp_path / "kept.jsonl", tmp_path / "page.md"
    done = roundhouse(*words, "--keep", str(kept), "--write", str(page))
    assert done.returncode == 0, done.stderr
    assert len(kept.read_text().splitlines()) == 4
    assert page.read_text().strip() == done.stdout.strip()
    assert "Intervals hold in 95 of 100 cases." in done.stdout
    again = roundhouse(*words, "--keep", str(kept))
    assert again.stdout.strip() == done.stdout.strip()
    assert len(kept.read_text().splitlines()) == 4
    assert "two different bots" in refused("ladder", "irish-gauge", "--bots", "greedy")


@pytest.mark.skipif(ENGINE == "plain", reason="a net thinks for many minutes uncompiled")
def test_puzzles_are_found_and_kept(tmp_path: Path) -> None:
    file = tmp_path / "found.jsonl"
    words = ["puzzles", "narrow-gauge", "--bots", "level-2", "--games", "2", "--iterations", "100", "--into", str(file)]
    done = roundhouse(*words)
    assert done.returncode == 0, done.stderr
    found = file.read_text()
    assert done.stdout.startswith(f"{len(found.splitlines())} puzzle") and "of 2 games in" in done.stdout
    assert roundhouse(*words).stdout == done.stdout and file.read_text() == found
    assert "there is no bot 'deep-blue'" in refused(*words, "--bots", "deep-blue")
    assert "puzzles can't be kept in" in refused(*words[:-1], str(tmp_path / "no" / "folder.jsonl"))


@pytest.mark.parametrize("words", [("sim", "irish-gauge"), ("lab", "irish-gauge"), ("play", "irish-gauge")])
def test_a_seed_too_large_for_the_dice_is_refused(words: tuple[str, ...]) -> None:
    done = roundhouse(*words, "--seed", str(2**64))
    assert done.returncode == 2 and "--seed" in done.stderr and "Traceback" not in done.stderr


@pytest.mark.skipif(shutil.which("ps") is None, reason="there is no ps here")
@pytest.mark.parametrize("command", ["sim", "lab"])
def test_no_worker_outlives_a_killed_run(command: str, tmp_path: Path) -> None:
    words = [sys.executable, "-m", "roundhouse", command, "irish-gauge", "--games", "100000", "--jobs", "2"]
    with subprocess.Popen(words, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as run:
        workers = until(lambda: len(found := workers_of(run.pid)) > 2 and found)
        run.kill()
    until(lambda: not any(map(runs, workers)))
