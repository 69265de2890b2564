"""A game's rulebook as a page: chapters, rules with an address each, rulings marked."""
from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from roundhouse.games.title import Title

RULE = re.compile(r"\b[A-Z]{2}-[A-Z]{2,6}-\d+[a-z]?\b")
OWN_NAME = re.compile(rf"<code>({RULE.pattern})</code>")
"""A rule ends with its own name; anywhere else the name is a reference."""
LINKED_NAME = re.compile(rf'<code><a href="#{RULE.pattern}">({RULE.pattern})</a></code>')
RULING = re.compile(r"<strong>Rulings?[:.]?</strong>")


@dataclass(frozen=True)
class Chapter:
    anchor: str
    title: str
    level: int


@dataclass(frozen=True)
class Rulebook:
    html: Markup
    chapters: tuple[Chapter, ...]
    rules: dict[str, Markup]
    """The words of each rule, by its name."""

    def words(self, rule: str) -> Markup:
        return self.rules.get(rule, Markup(""))


@cache
def rulebook(title: Title) -> Rulebook:
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(title.rulebook.read_text(encoding="utf-8"))
    chapters = []
    rules: dict[str, Markup] = {}
    for number, token in enumerate(tokens):
        if token.type != "inline":
            continue
        if tokens[number - 1].type == "heading_open":
            chapters.append(_chapter(tokens[number - 1], token))
        words = markdown.renderer.render([token], markdown.options, {})
        for own in OWN_NAME.findall(words):
            rules.setdefault(own, Markup(_mark(OWN_NAME.sub("", words), title.name)))
    drawn = markdown.renderer.render(tokens, markdown.options, {}).replace(
        'src="pictures/', f'loading="lazy" src="/rules/{title.name}/pictures/'
    )
    whole = _anchors(_mark(drawn, ""))
    return Rulebook(Markup(whole), tuple(chapters), rules)


def _chapter(heading: Token, words: Token) -> Chapter:
    """A heading gets an address."""
    name = _plain(words.children or ())
    anchor = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
    heading.attrSet("id", anchor)
    return Chapter(anchor, name, int(heading.tag[1]))


def _plain(tokens: Sequence[Token]) -> str:
    return "".join(token.content for token in tokens)


def _anchors(html: str) -> str:
    """Each rule's own name becomes its address, once."""
    seen: set[str] = set()

    def address(found: re.Match[str]) -> str:
        rule = found[1]
        anchor = "" if rule in seen else f' id="{rule}"'
        seen.add(rule)
        return f'<a class="rule"{anchor} href="#{rule}">{rule}</a>'

    return LINKED_NAME.sub(address, html)


def _mark(html: str, game: str) -> str:
    """References to rules become links, and rulings are seen to be rulings."""
    page = f"/rules/{game}" if game else ""
    parts = re.split(r"(<[^>]*>)", html)
    words = [part if part.startswith("<") else RULE.sub(rf'<a href="{page}#\g<0>">\g<0></a>', part) for part in parts]
    return RULING.sub('<strong class="ruling">Ruling:</strong>', "".join(words))
