"""Vectors between plain code and compiled code.

mypyc borrows what it is handed and librt counts it as taken: a `vec` that plain code gives to a compiled function as an
argument, or puts into an attribute of a compiled object, is never freed. So no plain module does that. A parameter of
the type `vec[i64] | None`, or one that takes any sequence, is handed over as an object and freed.
"""
from __future__ import annotations

import ast
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from roundhouse import _compiled
from roundhouse.games import titles

PACKAGE = _compiled.PACKAGE
needs_compiled = pytest.mark.skipif(_compiled.HOUSE.library() is None, reason="nothing is compiled here")


# ---- no plain module hands one over ----------------------------------------------------------------------------------


class Taker(NamedTuple):
    """A compiled function with a vector among its parameters."""

    name: str
    module: str
    is_method: bool
    least: int
    most: int


parsed = cache(ast.parse)


@cache
def compiled() -> dict[Path, ast.Module]:
    files = [path for group in (_compiled.HOUSE, *_compiled.rooms()) for path in group.sources()]
    return {path: parsed(path.read_text(encoding="utf-8")) for path in sorted(files) if path.suffix == ".py"}


def plain_modules() -> Iterator[Path]:
    return (path for path in sorted(PACKAGE.rglob("*.py")) if path not in compiled())


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)


def is_vector(annotation: ast.expr | None) -> bool:
    """Whether it is unpacked as it is handed over: a vector, or a tuple with one. What may be something else too, or
    lies in a list, goes as an object."""
    if not isinstance(annotation, ast.Subscript):
        return False
    of = ast.unparse(annotation.value)
    within = annotation.slice.elts if isinstance(annotation.slice, ast.Tuple) else [annotation.slice]
    return of == "vec" or (of in ("tuple", "Final", "ClassVar") and any(is_vector(one) for one in within))


def functions(tree: ast.AST, owner: str = "") -> Iterator[tuple[str, ast.FunctionDef]]:
    """All functions with the name of their class."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            yield from functions(node, node.name)
        elif isinstance(node, ast.FunctionDef):
            yield owner, node
        else:
            yield from functions(node, owner)


@cache
def takers() -> list[Taker]:
    found = []
    for path, tree in compiled().items():
        for owner, one in functions(tree):
            given = [*one.args.posonlyargs, *one.args.args, *one.args.kwonlyargs]
            given = given[1:] if owner else given
            if any(is_vector(arg.annotation) for arg in given):
                name = owner if one.name == "__init__" else one.name
                is_method = bool(owner) and one.name != "__init__"
                found.append(Taker(name, module_of(path), is_method, len(given) - len(one.args.defaults), len(given)))
    return found


@cache
def takers_by_name() -> dict[str, list[Taker]]:
    by_name: dict[str, list[Taker]] = defaultdict(list)
    for one in takers():
        by_name[one.name].append(one)
    return by_name


@cache
def attributes() -> set[str]:
    """The attributes of compiled objects that are vectors."""
    return {
        node.target.attr for tree in compiled().values() for node in ast.walk(tree)
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Attribute) and is_vector(node.annotation)
    }


@cache
def plain_methods() -> set[str]:
    """The names of functions that are not compiled: a method of such a name may be theirs."""
    trees = [parsed(path.read_text(encoding="utf-8")) for path in plain_modules()]
    return {one.name for tree in trees for _, one in functions(tree)}


def imported(nodes: list[ast.AST]) -> dict[str, str]:
    """By the name that is used in a module, what it is."""
    return {
        name.asname or name.name: f"{node.module}.{name.name}"
        for node in nodes if isinstance(node, ast.ImportFrom) for name in node.names
    }


def handed_over(text: str) -> Iterator[str]:
    """Where plain code hands a vector to compiled code: the lines. A method is known by its name, and by taking so many
    arguments."""
    tree = parsed(text)
    nodes = list(ast.walk(tree))
    known = imported(nodes)
    near = {whole.rpartition(".")[0] for whole in known.values()}
    named = {one.name for _, one in functions(tree)}
    own = {taker.module for taker in takers() if taker.name in named}
    for node in nodes:
        if isinstance(node, ast.Call):
            count = len(node.args) + len(node.keywords)
            spread = any(isinstance(arg, ast.Starred) for arg in node.args)
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            for taker in takers_by_name().get(called, ()):
                if isinstance(node.func, ast.Name):
                    meant = not taker.is_method and known.get(node.func.id) == f"{taker.module}.{taker.name}"
                elif isinstance(node.func, ast.Attribute):
                    by_module = known.get(ast.unparse(node.func.value)) == taker.module
                    method = taker.is_method and (taker.name not in plain_methods() or taker.module in near - own)
                    meant = method or by_module
                else:
                    meant = False
                if meant and (spread or taker.least <= count <= taker.most):
                    yield f"{node.lineno}: {ast.unparse(node)}"
                    break
        targets = node.targets if isinstance(node, ast.Assign) else (
            [node.target] if isinstance(node, ast.AnnAssign | ast.AugAssign) else []
        )
        for target in (one for whole in targets for one in ast.walk(whole)):
            if isinstance(target, ast.Attribute) and target.attr in attributes() and makes_vector(node):
                yield f"{getattr(node, 'lineno', 0)}: {ast.unparse(node)}"


def makes_vector(node: ast.AST) -> bool:
    value = getattr(node, "value", None)
    made = {one.id for one in ast.walk(value) if isinstance(one, ast.Name)} if value is not None else set()
    return bool(made & {"vec", "append", "extend", "zeros", "filled", "packed"})


def test_no_plain_module_hands_a_vector_to_compiled_code() -> None:
    found = [f"{path.relative_to(PACKAGE)}:{line}" for path in plain_modules()
             for line in handed_over(path.read_text(encoding="utf-8"))]
    assert found == []


@pytest.mark.parametrize("line", [
    "append_members(vec[i64](), 0, 7)", "valuer.shares_of(guess, 2)", "encoder.mark_seat(part, numbers, 0, 1, 2)",
    "self.encode_common(out, 0, 1, 2, 3)", "state.cash = vec[i64]([1, 2])", "position.completed = append(done, 1)",
    "Leaf(state, codes, 0, 0, vec[i64]())", "encoder.encode(state, 0, numbers, 0)",
])
def test_one_that_does_is_found(line: str) -> None:
    modules = "from roundhouse.engine.bits import append_members\nfrom roundhouse.bots.evaluator import Leaf\n" \
        "from roundhouse.engine import value as valuer\n"
    assert list(handed_over(modules + line)) == [f"4: {line}"]


def test_no_compiled_function_that_is_called_as_an_object_takes_a_vector() -> None:
    """What stands within another function, or has a decorator, is called like a function of Python."""
    found = []
    for path, tree in compiled().items():
        for _, one in functions(tree):
            inside = [node for node in ast.walk(one) if isinstance(node, ast.FunctionDef | ast.Lambda)]
            for inner in inside[not one.decorator_list:]:
                args = [*inner.args.posonlyargs, *inner.args.args, *inner.args.kwonlyargs]
                if any(is_vector(arg.annotation) for arg in args):
                    found.append(f"{path.name}:{inner.lineno}")
    assert found == []


# ---- and nothing is kept ---------------------------------------------------------------------------------------------

GROWTH = """
import tracemalloc

def growth(times, do):
    "How many bytes each time leaves behind, in that run of several which leaves least: what is kept once fills up."
    tracemalloc.start()
    marks = []
    for _ in range(5):
        for _ in range(times):
            do()
        gc.collect()
        marks.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()
    return max(0, min(after - before for before, after in zip(marks, marks[1:]))) / times
"""

HANDED = "import gc\n" + GROWTH + """
from librt.vecs import vec
from mypy_extensions import i64
from roundhouse.engine.dice import Dice
from roundhouse.engine.value import Valuer
from roundhouse.engine.bits import append_members, members
import roundhouse

game = roundhouse.game("irish-gauge")
state = game.start()
state.apply(state.random(Dice(1)))

class Plain(Valuer):
    "It looks at what the house's valuer looks at."

plain = Plain([])
codes = vec[i64]([1, 2, 3])
ways = {
    "pick": lambda: Dice(1).pick(vec[i64]([1, 2, 3])),
    "shuffle": lambda: Dice(1).shuffle(vec[i64]([1, 2, 3])),
    "members": lambda: members(vec[i64]([7, 9]), 1, 1),
    "look": lambda: plain.worth_a_look(state, vec[i64]([1, 2, 3])),
    "candidates": lambda: plain.candidates(state),
    "an argument": lambda: append_members(vec[i64]([1, 2, 3]), 0, 5),
}
for name, do in ways.items():
    print(name, round(growth(100, do)))
"""


@needs_compiled
def test_what_plain_code_may_hand_over_is_given_back_and_an_argument_is_not() -> None:
    """If the last is 0, mypyc or librt has mended it: then this file, and the rule that it keeps, may go."""
    said = subprocess.run([sys.executable, "-c", HANDED], capture_output=True, text=True, check=True).stdout
    lost = dict(line.rsplit(" ", 1) for line in said.splitlines())
    assert int(lost.pop("an argument")) >= 24
    assert set(lost.values()) == {"0"}, lost


PLAYED = "import gc, sys\n" + GROWTH + """
import copy, pickle
from array import array
import roundhouse
from roundhouse.bots import Seat, bot
from roundhouse.engine.dice import Dice
from roundhouse.envs.observe import Observer
from roundhouse.envs.vector import VectorGames
from roundhouse.games import Setup, title
from roundhouse.games.sight import sight
from roundhouse.games.words import plain
from roundhouse.records.course import Course
from roundhouse.bots.thinkers import new_search
from tests.games.drawn import names

name = sys.argv[1]
setup = Setup.of(name)
room, game = title(name).room, setup.game()
observer = Observer(game)
numbers, mask = array("f", bytes(4 * observer.size)), bytearray(observer.action_count)
batch = VectorGames(game, 4, seed=1)
called = names(game)

def half():
    course, dice = Course(setup), Dice(7)
    while len(course.steps) < 12 or course.to_act < 0:
        if course.over:
            break
        course.apply(int(course.state.random(dice)))
    return course

course = half()

def to_the_end():
    state, dice = game.start(), Dice(3)
    while state.to_act != roundhouse.OVER:
        state.apply(state.random(dice))
    return state

def look():
    state, seen = course.state, sight(course.state, max(0, course.to_act))
    room.texts.board(seen), room.texts.prompt(seen)
    list(room.drawing.choices(seen))
    for step in course.passed():
        for fact in step.told:
            plain(room.texts.tell(game, fact), called)

def encode():
    for seat in range(game.seats):
        observer.write(course.state, seat, numbers)
    observer.write_mask(course.state, mask)

def think():
    seat, dice = max(0, course.to_act), Dice(5)
    search = new_search(game, seat)
    for _ in range(20):
        search.iterate(course.state.imagine(seat, dice), dice)
    return bot("greedy").choose(Seat(course, seat), dice)

ways = {
    "play": (20, to_the_end), "course": (5, half), "look": (6, look), "encode": (50, encode), "think": (5, think),
    "environments": (50, lambda: batch.step(batch.random_actions())),
    "pickle": (500, lambda: pickle.loads(pickle.dumps(course.state))), "deep copy": (50, lambda: copy.deepcopy(batch)),
}
for way, (times, do) in ways.items():
    print(way, round(growth(times, do)), sep=": ")
"""


SMALLEST = 32       # bytes of a vector with one item


@needs_compiled
@pytest.mark.parametrize("name", sorted(titles()))
def test_no_game_leaves_anything_behind(name: str) -> None:
    """Every way by which plain and compiled code meet: less than a vector is left by a whole turn of each."""
    command, root = [sys.executable, "-c", PLAYED, name], Path(__file__).parent.parent
    said = subprocess.run(command, capture_output=True, text=True, check=True, cwd=root).stdout
    lost = {line.split(": ")[0]: int(line.split(": ")[1]) for line in said.splitlines()}
    assert len(lost) == 8
    assert max(lost.values()) < SMALLEST, lost
