"""Behind nginx and Caddy with our samples, and before those who only say that they are a proxy; health and logs.

    python -m benchmarks.attacks.proxies        (servers of its own; a program that is not installed is left out)
"""
from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from benchmarks.attacks.target import OK, Target, own_server

SAMPLES = Path(__file__).parents[2] / "docs" / "proxies"
HOST, PROXY, VISITORS = "localhost", "127.0.2.1", ("203.0.113.7", "203.0.113.8")
PLAYERS_AT_ONCE, LOG_SECONDS = 60, 20
CERTIFICATE = ("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", f"/CN={HOST}")


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


def nginx(folder: Path, port: int, server: str) -> list[str]:
    """Our sample between the lines that every nginx has."""
    subprocess.run(["openssl", *CERTIFICATE, "-keyout", folder / "key", "-out", folder / "crt"], check=True,
                   capture_output=True)
    sample = (SAMPLES / "nginx.conf").read_text(encoding="utf-8")
    for ours, here in (("127.0.0.1:8080", server), ("443", str(port)), ("games.example.org", HOST),
                       ("/etc/ssl/games.crt", str(folder / "crt")), ("/etc/ssl/games.key", str(folder / "key"))):
        sample = sample.replace(ours, here)
    file = folder / "nginx.conf"
    places = "".join(f"{kind}_temp_path {folder};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    file.write_text(f"pid {folder}/pid;\nerror_log {folder}/errors;\nevents {{}}\n"
                    f"http {{ access_log off;\n{places}{sample} }}\n", encoding="utf-8")
    return ["nginx", "-c", str(file), "-e", str(folder / "errors"), "-g", "daemon off;"]


def caddy(folder: Path, port: int, server: str) -> list[str]:
    sample = (SAMPLES / "Caddyfile").read_text(encoding="utf-8")
    sample = sample.replace("games.example.org {", f"https://{HOST}:{port} {{\n\ttls internal")
    file = folder / "Caddyfile"
    quiet = "{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n"
    file.write_text(quiet + sample.replace("127.0.0.1:8080", server), encoding="utf-8")
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(file)]


@contextmanager
def before(target: Target, make: Any) -> Iterator[str]:
    """That web server before the target; its address."""
    with tempfile.TemporaryDirectory() as name:
        port = free_port()
        words = make(Path(name), port, "{}:{}".format(*target.where))
        homes = {**os.environ, "HOME": name, "XDG_DATA_HOME": name, "XDG_CONFIG_HOME": name}
        process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=homes)
        try:
            address = f"https://{HOST}:{port}"
            for _ in range(100):
                try:
                    httpx.get(f"{address}/health", verify=False)
                    break
                except httpx.TransportError:
                    time.sleep(0.2)
            yield address
        finally:
            process.terminate()
            process.wait()


def samples(target: Target) -> None:
    """Cookies are for HTTPS only, and an event comes when it happens."""
    for make in (nginx, caddy):
        if shutil.which(make.__name__) is None:
            target.told(f"{make.__name__} is not installed; not tried", "our sample")
            continue
        with before(target, make) as address, httpx.Client(base_url=address, verify=False, timeout=20) as http:
            made = http.post("/api/tables", json={"game": "narrow-gauge", "seats": ["me", "me"], "public": True})
            target.promise(f"{make.__name__}: cookies that are not Secure", _insecure(made), "", 0)
            target.promise(f"{make.__name__}: events held back", _held_back(http, made.json()["id"]), "", 0)


def _held_back(http: httpx.Client, id: str) -> bool:
    try:
        with http.stream("GET", f"/games/{id}/events") as events:
            return not any(line.startswith("event:") for line in events.iter_lines())
    except httpx.ReadTimeout:
        return True


def _insecure(made: httpx.Response) -> bool:
    assert made.is_success, made.text
    return "Secure" not in made.headers["set-cookie"]


def word_of_a_proxy(target: Target) -> None:
    """A proxy elsewhere, as with containers, is believed when it was named; anybody else is not."""
    sent = {"game": "narrow-gauge", "seats": ["me", "me"]}
    with target.client(PROXY) as proxy, target.client("127.0.3.1") as stranger:
        told = {"x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.9"}
        true, false = (who.post("/api/tables", json=sent, headers=told) for who in (proxy, stranger))
        target.promise("a named proxy not believed", _insecure(true), "", 0)
        target.promise("somebody else believed", not _insecure(false), "", 0)
        first, second = ({"x-forwarded-for": visitor} for visitor in VISITORS)
        flood = [proxy.post("/api/players", json={"name": f"Eve {n}"}, headers=first) for n in range(PLAYERS_AT_ONCE)]
        target.told("of a visitor's flood behind a proxy, refused", sum(not one.is_success for one in flood))
        other = proxy.post("/api/players", json={"name": "Bob"}, headers=second)
        target.promise("another visitor behind it, refused", not other.is_success, "", 0)


def health(target: Target) -> None:
    answer = httpx.get(f"{target.address}/health")
    good = answer.status_code == OK and answer.json() == {"live": True, "ready": True}
    target.promise("a sound server that is not live and ready", not good, "", 0)


def log(target: Target, written: Path) -> None:
    """A worker is killed at a thought that a request has asked for: the line that tells of it says which."""
    assert target.pid is not None
    ann = target.player("Ann", PROXY)
    id = target.new_table(ann, "age-of-rail", "me", "level-5", "level-5")["id"]
    until = time.monotonic() + LOG_SECONDS
    line = ""
    while not line and time.monotonic() < until:
        for worker in _children(target.pid):
            os.kill(worker, signal.SIGKILL)
        time.sleep(0.5)
        ann.post(f"/games/{id}/hint")
        line = next((one for one in written.read_text(encoding="utf-8").splitlines() if "has died" in one), "")
    target.told("a line of the log", line[:90])
    target.promise("of time and table, not in it", (line[:2] != "20") + (f"table={id}" not in line), "", 0)


def _children(process: int) -> list[int]:
    """The workers; not the process that looks after what they share."""
    listed = subprocess.run(["ps", "-eo", "pid=,ppid=,args="], capture_output=True, text=True, check=True).stdout
    rows = [line.split(None, 2) for line in listed.splitlines()]
    return [int(pid) for pid, parent, words in rows if int(parent) == process and "spawn_main" in words]


def main() -> None:
    print((__doc__ or "").splitlines()[0])
    named = ("--proxy", "127.0.0.1", "--proxy", f"{PROXY}/24")
    with tempfile.NamedTemporaryFile("w+", encoding="utf-8") as written, own_server(*named, stderr=written) as target:
        health(target)
        samples(target)
        word_of_a_proxy(target)
        log(target, Path(written.name))
    target.judge()


if __name__ == "__main__":
    main()
