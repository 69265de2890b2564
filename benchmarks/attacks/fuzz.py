"""Everything that the description of the interface allows, and what it does not: no answer is 500.

    python -m benchmarks.attacks.fuzz [--address http://127.0.0.1:8080]        (needs schemathesis, in the extra dev)
"""
from __future__ import annotations

import subprocess
import sys
import tempfile

from benchmarks.attacks.target import Target, run

EXAMPLES, SECONDS = 50, 240
KNOWN = (
    ("GET", f"/api/tables/nosuch/chat?after={10**30}", b""),
    ("GET", "/games/%00", b""),
    ("POST", "/api/records", b'{"record": "\\ud800"}'),
    ("POST", "/api/tables", b'{"game": "narrow-gauge", "seats": ["me", "\\ud800"]}'),
    ("POST", "/claim", b"name=" + b"%C3%9F" * 24 + b"&password=a+good+password"),
)

COMMANDS = (
    ("sim", "irish-gauge", "--games", "1", "--seed", str(2**64)),
    ("lab", "sweep", "irish-gauge", "--games", "1", "--vary", "starting_cash=1..99999999999"),
    ("serve", "--database", "nosuch://"),
    ("serve", "--port", "99999"),
)


def commands(target: Target) -> None:
    """What a person can mend is told in a line."""
    tracebacks = 0
    with tempfile.TemporaryDirectory() as folder:
        for words in COMMANDS:
            command = [sys.executable, "-m", "roundhouse", *words]
            done = subprocess.run(command, timeout=SECONDS, check=False, capture_output=True, text=True, cwd=folder)
            tracebacks += "Traceback" in done.stderr or done.returncode == 0
    target.promise("commands that end in a traceback", tracebacks, "", 0)


def attack(target: Target) -> None:
    commands(target)
    failed = 0
    with target.client() as http:
        for method, path, body in KNOWN:
            kind = "application/json" if body.startswith(b"{") else "application/x-www-form-urlencoded"
            answer = http.request(method, path, content=body, headers={"content-type": kind})
            failed += answer.status_code == 500
    target.promise("answers of 500 to what once went wrong", failed, "", 0)
    command = [sys.executable, "-m", "schemathesis.cli", "run", f"{target.address}/api/openapi.json"]
    command += ["--checks", "not_a_server_error", "--max-examples", str(EXAMPLES), "--exclude-path-regex", "events$"]
    done = subprocess.run(command, timeout=SECONDS, check=False, capture_output=True, text=True)
    print(done.stdout[-600:])
    target.promise("operations that answered 500", done.returncode, "", 0)


if __name__ == "__main__":
    run(attack, __doc__, "--no-limits")
