"""The record of a game: what was chosen, who sat there, and all that happened. Every state is derived from it."""
from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from roundhouse.engine.contract import CHANCE, Game, State
from roundhouse.errors import UserError
from roundhouse.games import titles
from roundhouse.games.title import Title

FORMAT = "roundhouse-record/1"
KEYS = ("format", "game", "edition", "edition_digest", "rules_version", "options", "seats", "log", "result")


class RecordError(UserError):
    """A record that can't be trusted: the step at which it goes wrong (None: before the first), and why."""

    def __init__(self, reason: str, step: int | None = None) -> None:
        super().__init__(reason if step is None else f"step {step}: {reason}")
        self.reason = reason
        self.step = step


@dataclass(frozen=True)
class Result:
    scores: list[int]
    winners: list[int]


@dataclass
class Record:
    game: Game
    seats: list[str]
    log: list[tuple[int, str]] = field(default_factory=list)
    """Who and what, in the notation; CHANCE for what nobody chose."""
    result: Result | None = None

    def add(self, state: State, code: int) -> None:
        """Apply an action to the state that this record has come to, and write it down."""
        by, line = int(state.to_act), self.game.text(code)
        state.apply(code)
        self.log.append((by, line))
        if state.winners():
            self.result = Result(state.scores(), state.winners())

    def dumps(self) -> str:
        """The file: a line for each part and for each step, the same bytes for the same game."""
        head: dict[str, object] = {
            "format": FORMAT,
            "game": self.game.name,
            "edition": self.game.edition.name,
            "edition_digest": self.game.edition.digest,
            "rules_version": self.game.rules_version,
            "options": self.game.options,
            "seats": self.seats,
        }
        parts = [f'"{key}": {_json(value)}' for key, value in head.items()]
        steps = ",\n".join("  " + _json(["chance" if by == CHANCE else by, line]) for by, line in self.log)
        parts.append(f'"log": [\n{steps}\n ]' if steps else '"log": []')
        if self.result is not None:
            parts.append(f'"result": {_json({"scores": self.result.scores, "winners": self.result.winners})}')
        return "{" + ",\n ".join(parts) + "}\n"

    @staticmethod
    def loads(text: str, edition: str | Path | None = None) -> Record:
        """Read a record's parts. `edition` is the file of an edition that does not come with the game.

        What the log says is not yet checked against the rules: see `replay.check`.
        """
        data = _parse(text)
        game = _game(_title(data), data, edition)
        log = [_entry(step, entry) for step, entry in enumerate(data["log"], 1)]
        return Record(game, data["seats"], log, _result(data, game.seats))


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _parse(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"this is not a whole JSON file: {error}") from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        found = data.get("format") if isinstance(data, dict) else None
        raise RecordError(f'this is not a Roundhouse record: expected "format": "{FORMAT}", found {_json(found)}')
    for key in KEYS:
        if key not in data and key != "result":
            raise RecordError(f'the record has no "{key}"')
    for key in data:
        if key not in KEYS:
            raise RecordError(f'"{key}" is not a part of a record')
    if not isinstance(data["log"], list):
        raise RecordError('"log" is not a list')
    if not isinstance(data["seats"], list) or not all(isinstance(seat, str) for seat in data["seats"]):
        raise RecordError('"seats" is not a list of names')
    if not isinstance(data["options"], dict):
        raise RecordError('"options" is not an object')
    return data


def _title(data: dict[str, Any]) -> Title:
    known = titles()
    if not isinstance(data["game"], str) or data["game"] not in known:
        raise RecordError(f'a game {_json(data["game"])} is not known here: {", ".join(known)}')
    return known[data["game"]]


def _game(title: Title, data: dict[str, Any], edition: str | Path | None) -> Game:
    wanted = data["edition"]
    if edition is None and wanted not in title.editions:
        raise RecordError(f"it was played on the edition {_json(wanted)}, not known here: give its file with --edition")
    try:
        game = title.game(len(data["seats"]), wanted if edition is None else edition, data["options"])
    except UserError as error:
        raise RecordError(str(error)) from error
    if game.options != data["options"] or _json(game.options) != _json({k: data["options"][k] for k in game.options}):
        raise RecordError(f'"options" are {_json(data["options"])}, expected all of {_json(game.options)}')
    if data["rules_version"] != game.rules_version:
        raise RecordError(
            f"it was played under version {_json(data['rules_version'])} of the rules, "
            f"and this Roundhouse plays version {game.rules_version}"
        )
    if (wanted, data["edition_digest"]) != (game.edition.name, game.edition.digest):
        raise RecordError(
            f"it was played on the edition {_json(wanted)} with digest {_json(data['edition_digest'])}, "
            f"and this is {_json(game.edition.name)} with digest {_json(game.edition.digest)}"
        )
    return game


def _entry(step: int, entry: Any) -> tuple[int, str]:
    if not (isinstance(entry, list) and len(entry) == 2 and isinstance(entry[1], str)):
        raise RecordError(f'expected [seat or "chance", line], found {_json(entry)}', step)
    by, line = entry
    if by == "chance":
        return CHANCE, line
    if type(by) is not int or by < 0:
        raise RecordError(f'expected a seat or "chance", found {_json(by)}', step)
    return by, line


def _result(data: dict[str, Any], seats: int) -> Result | None:
    if "result" not in data:
        return None
    result = data["result"]
    if not isinstance(result, dict) or set(result) != {"scores", "winners"}:
        raise RecordError('"result" is not {"scores": [..], "winners": [..]}')
    for key, numbers in result.items():
        if not isinstance(numbers, list) or not all(type(n) is int for n in numbers):
            raise RecordError(f'"result": "{key}" is not a list of whole numbers')
    if len(result["scores"]) != seats:
        raise RecordError(f'"result": expected {seats} scores, found {len(result["scores"])}')
    return Result(result["scores"], result["winners"])
