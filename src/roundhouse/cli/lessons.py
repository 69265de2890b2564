"""The command that gives a lesson in the terminal, or checks one."""
from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.padding import Padding

from roundhouse.cli.common import GameName, app, out
from roundhouse.errors import UserError
from roundhouse.games import title as find_title
from roundhouse.games.sight import sight
from roundhouse.records.lesson import Lesson, LessonError, Scene, Verdict, lessons_of, read_lesson
from roundhouse.records.lesson_check import check
from roundhouse.records.lesson_words import answered, asked
from roundhouse.spoken import rich


@app.command()
def learn(
    game: GameName,
    lesson: Annotated[str | None, typer.Argument(help="Which lesson; the first one without it, or a file.")] = None,
    step: Annotated[int, typer.Option(help="With which step to begin.", min=1)] = 1,
    only_check: Annotated[bool, typer.Option("--check", help="Check it and give none.")] = False,
) -> None:
    """Learn a game in ten minutes: what wins first, then one idea after another, each tried by doing it."""
    chosen = _chosen(game, lesson)
    if only_check:
        check(chosen)
        out.print(f"{escape(chosen.name)}: {len(chosen.steps)} steps, and all that they say is so")
        return
    if step > len(chosen.scenes):
        raise UserError(f"this lesson has {len(chosen.scenes)} steps")
    out.print(f"[bold]{escape(chosen.head)}[/]. {escape(chosen.about)} Leave with 'quit'.\n", soft_wrap=True)
    for scene in chosen.scenes[step - 1 :]:
        if not _given(scene):
            out.print(f"Come back with: roundhouse learn {game} {chosen.name} --step {scene.number}", soft_wrap=True)
            return
    out.print(f"{escape(chosen.ending)}\nA free game: roundhouse play {game} --bots level-1", soft_wrap=True)


def _chosen(game: str, name: str | None) -> Lesson:
    found = lessons_of(game)
    if name is not None and name.endswith(".json"):
        return read_lesson(Path(name))
    if not found:
        raise UserError(f"{find_title(game).title} has no lesson")
    chosen = next((one for one in found if name in (None, one.name)), None)
    if chosen is None:
        raise UserError(f"there is no lesson '{name}'; there is {', '.join(one.name for one in found)}")
    return chosen


def _given(scene: Scene) -> bool:
    """Gives a step until it has been taken; False if whoever learns leaves."""
    room, step = find_title(scene.lesson.title).room, scene.step
    out.print(rich(room.texts.board(sight(scene.course.state, step.you)), step.names))
    _say(f"{scene.number}. {step.head}", asked(scene))
    while True:
        line = _line("Enter to go on" if step.reads else "your move; ? for those that can be tried")
        if line in ("quit", "q"):
            return False
        if step.reads:
            _what_happened(scene, scene.watched)
            return True
        if line == "?":
            out.print(escape("  " + "; ".join(scene.allowed)), soft_wrap=True)
        elif line:
            try:
                verdict = scene.tried(line)
            except LessonError as error:
                out.print(f"[red]{escape(str(error))}[/]", soft_wrap=True)
                continue
            _what_happened(scene, verdict)
            if verdict.goes_on_with:
                _say("Well done", "Your move is as good as any. The lesson goes on from another one: "
                     f"{verdict.goes_on_with}")
                _what_happened(scene, scene.watched)
            if verdict.right:
                return True


def _line(asking: str) -> str:
    try:
        return out.input(f"[dim]({escape(asking)})[/] > ").strip()
    except (EOFError, KeyboardInterrupt):
        return "quit"


def _what_happened(scene: Scene, verdict: Verdict) -> None:
    """What a try and the answer to it did, and the words of the lesson for it."""
    texts = find_title(scene.lesson.title).room.texts
    for fact in verdict.facts:
        seen = fact.seen_by(scene.step.you)
        if seen is not None and (said := texts.tell(verdict.after.game, seen)):
            out.print(Padding(rich(said, scene.step.names), (0, 0, 0, 2)))
    if verdict.say:
        head = "" if scene.step.reads else "Well done" if verdict.right else "There is better"
        _say(head, answered(scene, verdict))


def _say(head: str, words: str) -> None:
    start = f"[bold]{escape(head)}[/]\n" if head else ""
    out.print(f"{start}{escape(words)}\n", soft_wrap=False)
