"""What users bring themselves: a class in a file of theirs, named FILE.py:CLASS."""
from __future__ import annotations

from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from roundhouse.games.title import ChoiceError


def own(name: str, what: str) -> object:
    """What FILE.py:CLASS names, None if the file has no such thing. `what` it is meant to be: a bot, a metric."""
    file, _, wanted = name.rpartition(":")
    if not Path(file).is_file():
        raise ChoiceError(f"the {what} '{name}' is in a file {file}, which is not there")
    return getattr(_module(file), wanted, None)


@cache
def _module(file: str) -> ModuleType:
    """The file, run once."""
    spec = spec_from_file_location(f"roundhouse_own_{Path(file).stem}", file)
    if spec is None or spec.loader is None:
        raise ChoiceError(f"{file} is not a Python file")
    module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise ChoiceError(f"{file} can't be run: {type(error).__name__}: {error}") from error
    return module
