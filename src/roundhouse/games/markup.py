"""One builder for SVG and HTML: what is given as text is escaped, what is already markup is not."""
from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from html import escape

from roundhouse.base import at


class Markup(str):
    """SVG or HTML. Anything else that is put into an element is text, and escaped."""

    __slots__ = ()

    def __html__(self) -> str:
        """Templates take it as it is."""
        return str(self)

    def __add__(self, other: str) -> Markup:
        return Markup(str.__add__(self, other if isinstance(other, Markup) else escape(other, quote=False)))

    @classmethod
    def escape(cls, value: object) -> Markup:
        """Any value as text that is safe in HTML; quotes stay as they are."""
        return cls(escape(str(value), quote=False))


NOTHING = Markup("")

Inside = str | int | float | None | Iterable["Inside"]
"""What an element may hold: markup, text, numbers, nothing, or a series of those."""


def tag(name: str, /, *inside: Inside, **attributes: object) -> Markup:
    """An element. A trailing _ is dropped from an attribute's name and _ becomes -; one that is None is left out."""
    given = "".join([_attribute(key, value) for key, value in attributes.items()]) if attributes else ""
    if not inside and name in VOID:
        return Markup(f"<{name}{given}/>")
    return Markup(f"<{name}{given}>{''.join(map(_rendered, inside))}</{name}>")


# Elements of SVG that are written short when they hold nothing, and those of HTML that never hold anything.
VOID = frozenset("use path rect circle line polygon polyline ellipse image stop img br hr input".split())


def markup(*inside: Inside) -> Markup:
    """All of it, one after another."""
    return Markup("".join(map(_rendered, inside)))


def _rendered(part: Inside) -> str:
    if isinstance(part, Markup):
        return part
    if isinstance(part, str):
        return _text(part)
    if part is None:
        return ""
    if isinstance(part, int | float):
        return _number(part)
    return "".join(map(_rendered, part))


# Drawings say the same few things in the same few places again and again.
@lru_cache(maxsize=20_000, typed=True)
def _attribute(key: str, value: object) -> str:
    return "" if value is None else f' {key.rstrip("_").replace("_", "-")}="{_value(value)}"'


@lru_cache(maxsize=20_000)
def _text(value: str) -> str:
    return escape(value, quote=False)


def _value(value: object) -> str:
    return _number(value) if isinstance(value, int | float) else escape(str(value))


def _number(value: float) -> str:
    """Coordinates to a tenth: what the eye can tell, and not a byte more."""
    return f"{value:.1f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def heading(game: str, rule: str, *inside: Inside) -> Markup:
    """The heading of a panel or a scene, with a question mark beside it that opens its rule."""
    return tag("h2", *inside, " ", asked(game, rule))


def asked(game: str, rule: str) -> Markup:
    """A question mark that opens a rule."""
    address = at(f"/rules/{game}#{rule}")
    return tag("a", "?", class_="ask", href=address, aria_label=f"Rule {rule}", title=f"Rule {rule}")


def for_screens(large: Inside, small: Inside) -> Markup:
    """The same words twice: as they are, and larger where a board is small. A stylesheet shows one of them."""
    return markup(tag("g", large, class_="on-large"), tag("g", small, class_="on-small", display="none"))
