"""The guide of the web room is true: what it names is there, and all that is there is named."""
from __future__ import annotations

import re
from pathlib import Path

import roundhouse.web
from tests.web.test_arrows import ORDER

ROOM = Path(roundhouse.web.__file__).parent
STATIC = ROOM / "pages/static"
GUIDE = (ROOM / "README.md").read_text()
UNNAMED = {"__pycache__", "migrations", "templates", "static"}
"""Folders of files of one kind, each within a folder that is named."""
EXPORTED = re.compile(r"^export (?:async )?(?:function\*?|const|let|class) ([A-Za-z]+)", re.M)
NAMED = re.compile(r"""import \{([^}]*)\} from ["']\./([a-z-]+)\.js["']""")
WHOLE = re.compile(r"""import \* as ([A-Za-z]+) from ["']\./([a-z-]+)\.js["']""")
IMPORT = re.compile(r"""(?:from|import|Worker\(at\(|Worker\()\s*\(?["'](?:\./|/static/)([a-z-]+)\.js["']""")


def test_every_module_that_it_names_is_there() -> None:
    named = set(re.findall(r"`([a-z_/]+\.py)`", GUIDE))
    tops = ROOM, ROOM.parents[1], Path(__file__).parents[2]
    assert named and not [name for name in named if not any((top / name).exists() for top in tops)]


def test_every_folder_is_named_in_the_order_of_the_arrows() -> None:
    named = re.findall(r"^\| `([a-z/]+)/` \|", GUIDE, re.M)
    there = [one.relative_to(ROOM) for one in ROOM.rglob("*") if one.is_dir() and not UNNAMED & set(one.parts)]
    assert sorted(named) == sorted(place.as_posix() for place in there)
    tops = [name for name in named if "/" not in name]
    assert tops == [name for name in ORDER if name in tops]
    for start in re.findall(r"\| `([a-z_/]+\.py)` \|$", GUIDE, re.M):
        assert (ROOM / start).exists(), start


def test_every_script_is_on_the_map_with_what_it_stands_on() -> None:
    rows = re.findall(r"^\| `([a-z-]+)\.js` \| [^|]+ \| ([^|]*) \|$", GUIDE, re.M)
    told = {name: sorted(re.findall(r"[a-z-]+", below)) for name, below in rows}
    imported = {one.stem: sorted(set(IMPORT.findall(one.read_text()))) for one in STATIC.glob("*.js")}
    assert told == imported


def test_every_name_that_a_script_imports_is_exported() -> None:
    exported = {one.stem: set(EXPORTED.findall(one.read_text())) for one in STATIC.glob("*.js")}
    for one in STATIC.glob("*.js"):
        text = one.read_text()
        for names, module in NAMED.findall(text):
            wanted = {name.split(" as ")[0].strip() for name in names.split(",") if name.strip()}
            assert wanted <= exported[module], (one.name, module, wanted - exported[module])
        for alias, module in WHOLE.findall(text):
            used = set(re.findall(rf"\b{alias}\.(?!js\b)([A-Za-z]+)", text))
            assert used <= exported[module], (one.name, module, used - exported[module])


def test_scripts_are_short() -> None:
    lines = {one.name: len(one.read_text().splitlines()) for one in STATIC.glob("*.js")}
    assert not [name for name, count in lines.items() if count > 300]
