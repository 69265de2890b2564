"""The bot of docs/bots.md plays."""
from __future__ import annotations

import re
from pathlib import Path

from roundhouse.lab.sim import Order, run

DOCS = Path(__file__).parent.parent.parent / "docs" / "bots.md"


def test_the_bot_of_the_page_plays_without_a_fault(tmp_path: Path) -> None:
    code = re.search(r"```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert code is not None
    assert len(code[1].splitlines()) <= 20
    (tmp_path / "mybot.py").write_text(code[1])
    order = Order("irish-gauge", (f"{tmp_path / 'mybot.py'}:Clever", "random", "random"), seed=1)
    for batch in run(order, 2):
        assert all(outcome.faults == () for outcome in batch)
