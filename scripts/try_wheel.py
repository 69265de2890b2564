"""Tries Roundhouse as it is installed, where no compiler is found: it plays, serves and studies, and trains with torch.

    python -m venv fresh && fresh/bin/pip install 'dist/FILE.whl[web,lab]'
    fresh/bin/python scripts/try_wheel.py [plain|compiled]

Whether its engine is to be plain or compiled can be said. Nothing of this checkout is used. Left out is
what it has no library for, and training where the engine is plain, since that takes long.
"""
from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import urllib.request
from importlib.util import find_spec
from pathlib import Path

GAME = "appalachian-trail"


def environment(home: str) -> dict[str, str]:
    """That of a person who has nothing but this Python: no other program can be found."""
    kept = {name: os.environ[name] for name in ("SYSTEMROOT", "TEMP", "TMP") if name in os.environ}
    found = {"PATH": str(Path(sys.executable).parent), "HOME": home, "USERPROFILE": home, "XDG_CONFIG_HOME": home,
             "APPDATA": home, "CC": "no-such-compiler", "COLUMNS": "120", "PYTHONUTF8": "1"}
    return kept | found


def roundhouse(home: str, *words: str, typed: str = "") -> str:
    """What a command prints; it must succeed."""
    command = [sys.executable, "-m", "roundhouse", *words]
    done = subprocess.run(
        command, cwd=home, env=environment(home), input=typed, capture_output=True, encoding="utf-8", check=False,
        timeout=300,
    )
    if done.returncode:
        sys.exit(f"roundhouse {' '.join(words)}: {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def check(holds: bool, what: str) -> None:
    if not holds:
        sys.exit(f"failed: {what}")
    print(f"works: {what}", flush=True)


def plays(home: str) -> None:
    shown = roundhouse(home, "play", GAME, "--seed", "4", "--bots", "level-2", typed="?\nundo\n")
    check("go on with:" in shown, "a game begins in the terminal, and is kept")
    kept = shown.splitlines()[-1].split()[1:]
    check("go on with:" in roundhouse(home, *kept, typed="log\n"), "it goes on")
    roundhouse(home, "sim", GAME, "--games", "3", "--bots", "level-1", "--seed", "7", "--records", "games")
    record = json.loads(next(Path(home, "games").glob("*.json")).read_text(encoding="utf-8"))
    check("result" in record, "bots play games to the end, and records are written")


def reads(home: str) -> None:
    check("# " not in roundhouse(home, "rules", GAME)[:200], "the rulebook can be read")
    names = [line.split()[0] for line in roundhouse(home, "docs").splitlines()]
    check({"new-game", "envs", "lab"} <= set(names), f"{len(names)} pages of the docs are there")
    check("In five minutes" in roundhouse(home, "docs", "new-game"), "a page of them can be read")


def writes(home: str) -> None:
    roundhouse(home, "new-game", "coal-run")
    law = roundhouse(home, "--game", "coal-run/coal_run", "referee", "coal-run", "--games", "2")
    check("every law holds" in law, "a new game is written, and keeps the laws")


def studies(home: str) -> None:
    words = ["lab", GAME, "--games", "4", "--bots", "greedy", "--skill", "0", "--seed", "1", "--jobs", "1"]
    roundhouse(home, *words, "--out", "study")
    page = Path(home, "study", "report.html").read_text(encoding="utf-8")
    check("</html>" in page, "the lab plays a study and writes its report")


def serves(home: str) -> None:
    words = [sys.executable, "-m", "roundhouse", "serve", "--port", "0", "--bots", "1"]
    where = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    with subprocess.Popen(words, cwd=home, env=environment(home), encoding="utf-8", **where) as server:  # type: ignore[call-overload]
        try:
            lines = iter(server.stdout.readline, "")
            address = next((word for line in lines for word in line.split() if word.startswith("http://")), "")
            check(bool(address), "a server starts and says where")
            address = address.rstrip(".,/")
            pages = ("/", f"/rules/{GAME}", "/puzzles", "/api/games", "/api/openapi.json", "/static/base.css")
            for page in pages:
                with urllib.request.urlopen(address + page, timeout=60) as answer:
                    check(answer.status == 200 and len(answer.read()) > 100, f"it serves {page}")
            token = ask(address, "/api/players", {"name": "Ann"})["token"]
            table = ask(address, "/api/tables", {"game": GAME, "seats": ["me", "level-1"]}, token)
            check("id" in table, "a table against a bot opens")
        finally:
            server.terminate()
            server.wait(30)


def ask(address: str, path: str, said: dict[str, object], token: str = "") -> dict[str, str]:
    """The answer of the JSON interface."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(address + path, json.dumps(said).encode(), headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        told: dict[str, str] = json.load(answer)
    return told


def trains(home: str) -> None:
    package = find_spec("roundhouse")
    assert package is not None and package.origin is not None
    (net,) = Path(package.origin).parent.glob(f"games/{GAME.replace('-', '_')}/nets/*.net")
    words = ["--seats", "2", "--minutes", "0.1", "--first", "1", "--each", "1", "--long", "2", "--short", "2",
             "--recipe", "epochs=1", "--rival", "level-1", "--games", "0", "--jobs", "1", "--start", str(net)]
    roundhouse(home, "train", GAME, *words, "--into", "run")
    check(bool(list(Path(home, "run").glob("*.net"))), "a net is trained")


def main() -> None:
    with tempfile.TemporaryDirectory() as home:
        version = roundhouse(home, "--version")
        check("make build" not in version, version.strip())
        check(f"engine {' '.join(sys.argv[1:])}" in version, f"the engine is {' '.join(sys.argv[1:]) or 'there'}")
        for part in (plays, reads, writes):
            part(home)
        if find_spec("polars"):
            studies(home)
        if find_spec("fastapi"):
            serves(home)
        if find_spec("torch") and "engine compiled" in version:
            trains(home)


if __name__ == "__main__":
    main()
