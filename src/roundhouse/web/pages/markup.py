"""The tables' markup as HTML: bold stays bold, terminal colours go, everything else is shown as it is."""
from __future__ import annotations

import re
from html import escape

from markupsafe import Markup

TAG = re.compile(r"\\\[|\[(/?)([a-zA-Z@#][^\[\]]*|(?<=/))\]")
"""As Rich reads it: an escaped bracket, or a tag that begins with a letter, @ or #; a bare [/] ends the last one."""

RULED = re.compile(r'<h3 data-rule="([\w-]+)">(.*?)</h3>')


def html(text: str) -> Markup:
    """The text as HTML, with its bold and dim parts marked and no tag left open."""
    out: list[str] = []
    opened: list[str] = []
    at = 0
    for found in TAG.finditer(text):
        out.append(escape(text[at : found.start()], quote=False))
        at = found.end()
        if found[0] == "\\[":
            out.append("[")
        elif found[1]:
            out.append(opened.pop() if opened else "")
        else:
            begin, end = _element(found[2])
            out.append(begin)
            opened.append(end)
    out.append(escape(text[at:], quote=False))
    return Markup("".join(out + opened[::-1]))


def with_rules(drawn: str, game: str) -> Markup:
    """What a game has drawn, with a question mark at each heading that names its rule."""
    return Markup(RULED.sub(lambda found: f"<h3>{found[2]} {asked(game, found[1])}</h3>", drawn))


def asked(game: str, rule: str) -> Markup:
    """A question mark that opens a rule."""
    return Markup('<a class="ask" href="/rules/{}#{}" aria-label="Rule {}" title="Rule {}">?</a>').format(
        game, rule, rule, rule
    )


def short(name: str, most: int) -> str:
    """A name as HTML, cut where there is no room for all of it."""
    return escape(name if len(name) <= most else f"{name[: most - 1].rstrip()}…")


def plain(text: str) -> str:
    """The text without its markup."""
    return TAG.sub(lambda found: "[" if found[0] == "\\[" else "", text)


def _element(style: str) -> tuple[str, str]:
    words = style.split()
    if "bold" in words:
        return "<b>", "</b>"
    if "dim" in words:
        return '<span class="dim">', "</span>"
    return "", ""
