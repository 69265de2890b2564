"""What a host installs from: scripts, units, settings, image and compose file are whole and say the same. What they do
is tried by `make test-host`."""
from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from packaging.utils import canonicalize_name

from roundhouse.web.http.monitoring.metrics import Metrics
from tests.test_installing import ENTRY, PROJECT

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
UNITS = sorted(DEPLOY.glob("roundhouse*.service")) + sorted(DEPLOY.glob("*.timer"))
SCRIPTS = [*sorted(DEPLOY.glob("*.sh")), ROOT / "scripts/try_host.sh", ROOT / "scripts/try_host_inside.sh"]
GUIDE = (ROOT / "docs/server.md").read_text(encoding="utf-8")


def checked(*words: object) -> None:
    """A checker of the system that must find nothing; skipped where it is not installed."""
    name = str(words[0])
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not here")
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr


def test_scripts_are_shell() -> None:
    for script in SCRIPTS:
        checked("bash", "-n", script)
        assert "set -euo pipefail" in script.read_text(encoding="utf-8")


def test_units_are_such_as_systemd_reads(tmp_path: Path) -> None:
    assert len(UNITS) == 3
    for unit in UNITS:
        text = unit.read_text(encoding="utf-8")
        (tmp_path / unit.name).write_text(text.replace("/opt/roundhouse/current/bin/roundhouse", "/bin/true"))
        if unit.suffix == ".service":
            assert "User=roundhouse" in text and "NoNewPrivileges=yes" in text and "ProtectSystem=strict" in text
    checked("systemd-analyze", "verify", "--man=no", *sorted(tmp_path.iterdir()))


def test_samples_of_web_servers_are_read_by_them(tmp_path: Path) -> None:
    nginx = (ROOT / "docs/proxies/nginx.conf").read_text(encoding="utf-8")
    assert "127.0.0.1:8080" in nginx, "a name that can't be looked up keeps nginx from starting"
    samples = [ROOT / "docs/proxies/Caddyfile", DEPLOY / "Caddyfile"]
    assert all("reverse_proxy 127.0.0.1:8080" in one.read_text(encoding="utf-8") for one in samples)
    if shutil.which("nginx") and shutil.which("openssl"):
        key, certificate = tmp_path / "games.key", tmp_path / "games.crt"
        checked("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=games.example.org",
                "-keyout", key, "-out", certificate)
        here = nginx.replace("/etc/ssl/games", str(tmp_path / "games"))
        (tmp_path / "nginx.conf").write_text(f"pid {tmp_path}/pid;\nevents {{}}\nhttp {{\n{here}\n}}\n")
        checked("nginx", "-t", "-c", tmp_path / "nginx.conf")
    if shutil.which("caddy"):
        for one in samples:
            checked("caddy", "validate", "--adapter", "caddyfile", "--config", one)


def test_the_build_s_tools_are_locked_too() -> None:
    entries = {canonicalize_name(name): version for name, version, _ in
               ENTRY.findall((ROOT / "requirements-build.txt").read_text(encoding="utf-8"))}
    assert {"setuptools", "wheel", "pip"} <= set(entries)
    build = re.findall(r'"(mypy|librt)==([\d.]+)"', (ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert all(entries[name] == version for name, version in build) and len(build) > 1
    assert PROJECT["name"] == "roundhouse-games"


def test_image_and_compose_file_keep_to_little() -> None:
    yaml = pytest.importorskip("yaml", reason="docs bring it along")
    image = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    assert image.count("\nFROM ") == 2 and image.count("FROM debian:12-slim") == 2, "two stages of one Debian"
    assert image.count("--require-hashes") == 2 and "USER 10001" in image and "HEALTHCHECK" in image
    last = image.rpartition("FROM ")[2]
    assert "gcc" not in last and "pip" not in last
    compose: dict[str, Any] = yaml.safe_load((DEPLOY / "compose/compose.yaml").read_text(encoding="utf-8"))
    house = compose["services"]["roundhouse"]
    assert house["read_only"] and house["cap_drop"] == ["ALL"] and "ports" not in house
    assert "ports" not in compose["services"]["postgres"]
    assert house["environment"]["ROUNDHOUSE_PROXY"] == compose["networks"]["inside"]["ipam"]["config"][0]["subnet"]
    settings = (DEPLOY / "compose/settings.env").read_text(encoding="utf-8")
    wanted = set(re.findall(r"\$\{(\w+):\?", (DEPLOY / "compose/compose.yaml").read_text(encoding="utf-8")))
    assert wanted == {"DOMAIN", "POSTGRES_PASSWORD"} and all(f"{name}=" in settings for name in wanted)


def test_the_guide_names_every_file_a_host_has() -> None:
    named = ("deploy/install.sh", "deploy/build.sh", "deploy/compose/compose.yaml", "roundhouse-backup.timer",
             "roundhouse-admin", "docker compose", "/etc/roundhouse/roundhouse.env", "requirements-build.txt")
    assert not [name for name in named if name not in GUIDE]
    options = (ROOT / "src/roundhouse/cli/play.py").read_text(encoding="utf-8")
    known = set(re.findall(r"ROUNDHOUSE_[A-Z_]+", GUIDE + options))
    for file in ("roundhouse.env", "compose/settings.env"):
        asked = set(re.findall(r"ROUNDHOUSE_[A-Z_]+", (DEPLOY / file).read_text(encoding="utf-8")))
        assert asked - known - {"ROUNDHOUSE_OPTIONS"} == set(), file


def test_the_dashboard_asks_for_figures_that_there_are() -> None:
    board = json.loads((ROOT / "docs/monitoring/dashboard.json").read_text(encoding="utf-8"))
    asked = {name for panel in board["panels"] for target in panel["targets"]
             for name in re.findall(r"roundhouse_\w+", target["expr"])}
    source = Path(str(__import__(Metrics.__module__, fromlist=["x"]).__file__)).read_text(encoding="utf-8")
    there = {f"roundhouse_{name}" for name in re.findall(r'(?:Counter|Gauge|Histogram)\(\s*"(\w+)"', source)}
    assert len(asked) > 14
    assert {re.sub(r"_(total|bucket)$", "", name) for name in asked} == there
