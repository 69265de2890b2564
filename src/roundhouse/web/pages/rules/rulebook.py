"""A game's rulebook as a page: chapters, rules with an address each, rulings marked."""
from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest

from markdown_it import MarkdownIt
from markdown_it.token import Token

from roundhouse.base import at, base
from roundhouse.games.markup import NOTHING, Markup, tag
from roundhouse.games.rulebook import RULE
from roundhouse.records.book import book, summary
from roundhouse.web.pages.rules.source import KEPT, Source

RULING = re.compile(r"Rulings?[:.]?")
EXAMPLES = "examples/"


@dataclass(frozen=True)
class Chapter:
    """A heading of a rulebook."""

    anchor: str
    title: str
    level: int


@dataclass(frozen=True)
class Rulebook:
    """A rulebook as HTML, its headings, and the words of each rule."""

    html: Markup
    chapters: tuple[Chapter, ...]
    rules: dict[str, Markup]
    """The words of each rule, by its name."""

    def words(self, rule: str) -> Markup:
        """The words of a rule by its name; nothing for a name that it does not have."""
        return self.rules.get(rule, NOTHING)


def rulebook(source: Source) -> Rulebook:
    """A rulebook, made from its Markdown: once for each base, which its addresses begin with, and kept."""
    return _rendered(source, base())


@lru_cache(maxsize=KEPT)
def on_a_page(source: Source) -> Markup:
    """The rules on one page; nothing where there is no such page."""
    return Markup(MarkdownIt("commonmark", {"html": False}).enable("table").render(
        summary(source.title, source.played_with)
    ))


@lru_cache(maxsize=KEPT)
def _rendered(source: Source, _base: str) -> Rulebook:
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(book(source.title, source.played_with, pages=True))
    chapters: list[Chapter] = []
    rules: dict[str, Markup] = {}
    for number, token in enumerate(tokens):
        if token.type != "inline":
            continue
        if tokens[number - 1].type == "heading_open":
            chapters.append(_chapter(tokens[number - 1], token))
        children = token.children or []
        _set_address(tokens[:number], children)
        own = [child.content for child in children if _names_rule(child)]
        new = {rule for rule in own if rule not in rules}
        token.children = list(_marked(children, source, "", new))
        if new:
            said = [child for child in children if not _names_rule(child)]
            quoted = _marked(said, source, at(source.address()))
            words = Markup(markdown.renderer.render([_inline(quoted)], markdown.options, {}).strip())
            rules |= dict.fromkeys(new, words)
    return Rulebook(Markup(markdown.renderer.render(tokens, markdown.options, {})), tuple(chapters), rules)


def _set_address(before: list[Token], children: list[Token]) -> None:
    """An example gets an address where it begins, which is known by the link to its page."""
    for child in children:
        href = str(child.attrGet("href"))
        if child.type == "link_open" and href.startswith(EXAMPLES):
            quotation = next(token for token in reversed(before) if token.type == "blockquote_open")
            quotation.attrSet("id", f"example-{href.removeprefix(EXAMPLES)}")


def _chapter(heading: Token, words: Token) -> Chapter:
    """A heading gets an address."""
    name = "".join(token.content for token in words.children or ())
    anchor = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
    heading.attrSet("id", anchor)
    return Chapter(anchor, name, int(heading.tag[1]))


def _names_rule(token: Token) -> bool:
    """A rule ends with its own name, set as code; anywhere else a name is a reference."""
    return token.type == "code_inline" and RULE.fullmatch(token.content) is not None


def _marked(children: list[Token], source: Source, page: str, new: Collection[str] = ()) -> Iterator[Token]:
    """Each rule's own name becomes its address, references become links, and rulings are seen to be rulings."""
    for child, following in zip_longest(children, children[1:]):
        if _names_rule(child):
            anchor = child.content if child.content in new else None
            yield _drawn(tag("a", child.content, class_="rule", id=anchor, href=f"#{child.content}"))
        elif child.type == "text":
            yield from _referring(child.content, page)
        else:
            if child.type == "strong_open" and following is not None and RULING.fullmatch(following.content):
                child.attrSet("class", "ruling")
            _placed(child, source)
            yield child


def _placed(child: Token, source: Source) -> None:
    """What lies beside the rulebook is asked for at its address here: pictures, and the pages of examples."""
    if child.type == "image":
        where = str(child.attrGet("src"))
        if where.startswith("pictures/"):
            child.attrSet("src", at(f"/rules/{source.game}/{where}"))
        elif where.startswith(EXAMPLES):
            child.attrSet("src", at(source.address(f"/{where}")))
        child.attrSet("loading", "lazy")
    if child.type == "link_open" and str(child.attrGet("href")).startswith(EXAMPLES):
        child.attrSet("class", "show button small")
        child.attrSet("href", at(source.address(f"/{child.attrGet('href')}")))


def _referring(text: str, page: str) -> Iterator[Token]:
    at = 0
    for found in RULE.finditer(text):
        yield Token("text", "", 0, content=text[at : found.start()])
        yield _drawn(tag("a", found[0], href=f"{page}#{found[0]}"))
        at = found.end()
    yield Token("text", "", 0, content=text[at:])


def _inline(children: Iterable[Token]) -> Token:
    return Token("inline", "", 0, children=list(children))


def _drawn(markup: Markup) -> Token:
    return Token("html_inline", "", 0, content=markup)
