"""Where the minutes of the tests go: wall and processor seconds by folder beside their budget, and the slowest tests.

    ROUNDHOUSE_ENGINE=compiled python benchmarks/suite.py -n 2 --dist worksteal [MORE OF PYTEST'S WORDS]

Processor seconds are those of a test's process and of all that it started: servers, browsers, databases. They say what
a test costs on a machine that is busy with other things, too. The budget stands in CONTRIBUTING.md. Linux only.
"""
from __future__ import annotations

import os
import re
import sys
from collections import defaultdict
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SLOWEST = 40
TICKS = os.sysconf("SC_CLK_TCK")
BUDGET = re.compile(r"^\| `(tests[\w/]*)`([\w ]*?) *\| *(\d*) *\| *(\d*) *\|", re.M)


def budget(engine: str) -> dict[str, int]:
    """The processor seconds that a folder may take, as CONTRIBUTING.md has them."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    column = 2 if engine == "plain" else 3
    return {row[1] + row[2]: int(row[1 + column]) for row in BUDGET.finditer(text) if row[1 + column]}


def place(test: str) -> str:
    """The folder that a test is counted in; those in a browser are counted by themselves."""
    parts = test.partition("::")[0].split("/")
    if parts[-1].startswith("test_browser"):
        return "tests/web in a browser"
    return "/".join(parts[: min(2, len(parts) - 1)])


def family(process: int) -> Iterator[int]:
    """A process, and all that descend from it."""
    yield process
    try:
        children = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii").split()
    except OSError:
        return
    for child in children:
        yield from family(int(child))


def processor_seconds() -> float:
    """Of this process, of those that it has started and that have ended, and of those that still run."""
    ticks = 0
    for process in family(os.getpid()):
        try:
            told = Path(f"/proc/{process}/stat").read_text(encoding="ascii", errors="replace")
        except OSError:
            continue
        ticks += sum(map(int, told.rpartition(")")[2].split()[11:15]))
    return ticks / TICKS


class Meter:
    """In the process that runs tests: what each phase of a test took."""

    def __init__(self) -> None:
        self.mark = processor_seconds()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logstart(self) -> None:
        self.mark = processor_seconds()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        now = processor_seconds()
        report.__dict__["processor"] = max(0.0, now - self.mark)
        self.mark = now
        return report


class Ledger:
    """In the process that gathers the reports: what they add up to."""

    def __init__(self) -> None:
        self.tests: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        sums = self.tests[report.nodeid]
        sums[0] += report.duration
        sums[1] += getattr(report, "processor", 0.0)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        from roundhouse import ENGINE

        say, allowed = terminalreporter.write_line, budget(ENGINE)
        places: dict[str, list[float]] = defaultdict(lambda: [0, 0.0, 0.0])
        for name, (wall, processor) in self.tests.items():
            for folder in (place(name), "all"):
                for at, value in enumerate((1, wall, processor)):
                    places[folder][at] += value
        say(f"\n{f'{ENGINE} engine':28}{'tests':>7}{'wall s':>9}{'processor s':>13}{'budget':>8}")
        for folder, (tests, wall, processor) in sorted(places.items(), key=lambda item: item[1][2]):
            most = sum(allowed.values()) if folder == "all" else allowed.get(folder)
            over = "  over" if most is not None and processor > most else ""
            say(f"{folder:28}{tests:7.0f}{wall:9.1f}{processor:13.1f}{'' if most is None else most:>8}{over}")
        say("\nprocessor s  wall s  the slowest tests")
        for name, (wall, processor) in sorted(self.tests.items(), key=lambda item: -item[1][1])[:SLOWEST]:
            say(f"{processor:11.1f}{wall:8.1f}  {name}")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Meter())
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Ledger())


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    sys.exit(pytest.main(["-p", "benchmarks.suite", *sys.argv[1:]]))
