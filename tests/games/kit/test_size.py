"""How much the rooms say and draw: all lines of these files, with blank ones and docstrings, as `wc -l` counts them."""
from __future__ import annotations

import re
from pathlib import Path

from roundhouse import games

FOLDER = Path(games.__file__).parent
ROOMS = [FOLDER / name for name in ("age_of_rail", "appalachian_trail", "irish_gauge", "narrow_gauge")]
APART = re.compile("__init__|edition|claims.*|proofs|staging|rulebook")
"""What a room has that neither says nor draws, besides what is compiled: its rules, valuer and observer."""
KIND = re.compile(r"^class (\w+)(?:\(.*\))?:\n(?:    .*\n|\n)*?    rules: ClassVar", re.MULTILINE)


def speaking(room: Path) -> list[Path]:
    compiled = (room / "compiled.txt").read_text(encoding="utf-8").split()
    return [file for file in room.glob("*.py") if file.name not in compiled and not APART.fullmatch(file.stem)]


def lines(files: list[Path]) -> int:
    return sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files)


def test_four_rooms_say_and_draw_in_8800_lines_and_the_kit_in_1300() -> None:
    assert lines([file for room in ROOMS for file in speaking(room)]) <= 8800
    assert lines(list((FOLDER / "kit").glob("*.py"))) <= 1300


def test_a_kind_of_fact_is_named_in_one_other_file_on_average() -> None:
    named = kinds = 0
    for room in ROOMS:
        texts = {file.stem: file.read_text(encoding="utf-8") for file in speaking(room)}
        facts = [text for name, text in texts.items() if name.startswith("facts")]
        words = [set(re.findall(r"\w+", text)) for name, text in texts.items() if not name.startswith("facts")]
        found = {kind for text in facts for kind in KIND.findall(text)}
        kinds += len(found)
        named += sum(kind in file for kind in found for file in words)
    assert kinds > 90
    assert named <= kinds, f"{named / kinds:.2f} files for a kind"
