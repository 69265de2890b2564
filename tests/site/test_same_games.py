"""The rules and the bots of a site do exactly what they do here."""
from __future__ import annotations

import re
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.site.digests import games
from tests.site.unpacked import HERE, engine, there, unpack

ROOT = HERE.parents[1]
RULES = (
    "engine/test_dice.py", "games/irish_gauge/test_rules.py", "games/age_of_rail/test_develop.py",
    "games/age_of_rail/test_track.py", "games/age_of_rail/test_stock.py", "games/narrow_gauge/test_auction.py",
    "games/narrow_gauge/test_contracts.py", "games/narrow_gauge/test_cards.py",
    "games/appalachian_trail/test_scoring.py", "games/appalachian_trail/test_trail.py",
    "games/appalachian_trail/test_turn.py",
)
"""Those that need nothing that a browser's Python has not."""
RUN = """
import os, sys
sys.path += [{libraries!r}]
sys.path.insert(0, {root!r})
os.chdir({root!r})
os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
import pytest
class Count:
    passed = 0
    def pytest_runtest_logreport(self, report):
        if report.failed:
            print("FAILED", report.nodeid, str(report.longrepr)[-600:])
        elif report.when == "call" and report.passed:
            Count.passed += 1
options = "-q -x -p no:cacheprovider -p no:faulthandler --import-mode=importlib --noconftest -W ignore"
code = pytest.main([*options.split(), "--assert=plain", "--tb=short", *{files!r}], plugins=[Count()])
print("code", int(code), "passed", Count.passed)
"""


@pytest.fixture(scope="module")
def site() -> Iterator[Path]:
    with TemporaryDirectory(prefix="roundhouse-site-") as folder:
        unpack(Path(folder))
        yield Path(folder)


def test_games_have_the_same_digests_there(site: Path, tmp_path: Path) -> None:
    script = tmp_path / "games.py"
    nets = site / "nets"
    text = (HERE / "digests.py").read_text(encoding="utf-8")
    bring = f"""
from pathlib import Path
from roundhouse.site import bots
for net in Path({str(nets)!r}).iterdir():
    bots.keep_net(net.name, net.read_bytes())
"""
    script.write_text(text.replace("\nimport hashlib", f"\nimport hashlib\n{bring}", 1), encoding="utf-8")
    found = [line for line in there(site, script, nets).splitlines() if line.count(" ") >= 2]
    assert found == games(engine() == "compiled")


def test_the_rules_hold_there(site: Path, tmp_path: Path) -> None:
    script = tmp_path / "rules.py"
    libraries = sysconfig.get_paths()["purelib"]
    files = [str(ROOT / "tests" / name) for name in RULES]
    script.write_text(RUN.format(libraries=libraries, root=str(ROOT), files=files), encoding="utf-8")
    said = there(site, script, ROOT / "tests", Path(libraries))
    found = re.search(r"code (\d+) passed (\d+)", said)
    assert found is not None and found[1] == "0" and int(found[2]) > 150, said[-3000:]
