"""JSON that is nested too deeply is refused before it is read."""
from __future__ import annotations

import pytest

from roundhouse.games.data import EditionError, parse_edition
from roundhouse.nesting import MOST_LEVELS, too_deep
from roundhouse.records import Record, RecordError


@pytest.mark.parametrize(("text", "deep"), [
    ("[" * MOST_LEVELS + "]" * MOST_LEVELS, False), ('{"a":' * (MOST_LEVELS + 1), True), ("[" * 100_000, True),
    ("[]" * 500, False), ('["' + "[" * 500 + '"]', False), (r'["\"' + "{" * 500 + r'\\"]', False),
    ('"' * 501 + "[" * 500, False), ("]" * 500, False), ("", False),
])
def test_levels_are_counted_outside_of_strings(text: str, deep: bool) -> None:
    assert too_deep(text) is deep
    assert too_deep(text.encode()) is deep


def test_files_that_are_nested_too_deeply_are_refused() -> None:
    with pytest.raises(RecordError, match="nested too deeply"):
        Record.loads('{"log": ' + "[" * 100_000)
    with pytest.raises(EditionError, match="nested too deeply"):
        parse_edition("[" * 100_000, "there")
