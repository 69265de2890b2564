"""The map of Age of Rail as a survey sheet: stations, links, externals, and what can be clicked."""
from __future__ import annotations

from math import hypot

from roundhouse.games.age_of_rail.labels import LARGER, NAME_SIZE, lettering
from roundhouse.games.age_of_rail.land import land
from roundhouse.games.age_of_rail.rules import AgeOfRail
from roundhouse.games.age_of_rail.sheet import TITLE_HEIGHT, TITLE_WIDTH, Sheet, Way, radius, reach, sheet
from roundhouse.games.age_of_rail.things import things
from roundhouse.games.drawn import Ground
from roundhouse.games.kept import once_per_game
from roundhouse.games.kit.market import certificates
from roundhouse.games.livery import (
    DISPLAY_FACE,
    FAINT,
    INK,
    PAPER,
    TEXT_FACE,
    fill,
    ink_on,
    label,
    patterns,
)
from roundhouse.games.markup import Inside, Markup, markup, tag
from roundhouse.games.survey import FRAME, LAND, TOWN, neatline
from roundhouse.games.title import provenance

RAIL, STRIP = 21.5, 14.7        # the least width beside a map, or height below a wide one, in the size of the text


# ---- the ground ------------------------------------------------------------------------------------------------------


@once_per_game
def ground(game: AgeOfRail) -> Ground:
    """The sheet with its places, links and names, as it never changes during a game."""
    at = sheet(game)
    svg = markup(_surveyed(game, at), _spots(game, at), lettering(game, at))     # a glow lies under the names
    room = {"strip": STRIP} if at.wide else {"rail": RAIL}
    return Ground(round(at.width), round(at.height), svg, at.type_size * LARGER, **room, crowded=True)


def printed(game: AgeOfRail) -> Markup:
    """The sheet as it is printed, with nothing to click."""
    at = sheet(game)
    return markup(_surveyed(game, at), lettering(game, at))


def _surveyed(game: AgeOfRail, at: Sheet) -> Markup:
    """All but the names."""
    return markup(
        tag("defs", _definitions(game, at), tag("clipPath", tag("rect", **_inside(at)), id="ar-frame")),
        tag("rect", width=at.width, height=at.height, fill=LAND),
        tag("g", land(game.edition.name, *at.corner), clip_path="url(#ar-frame)"),
        tag("path", d="".join(way.path for way in at.links), class_="links", fill="none", stroke=INK, stroke_width=1.8,
            stroke_dasharray="7 6", stroke_opacity=0.75),
        [_external(way) for way in at.externals],
        _bases(game, at),
        neatline(at.width, at.height),
        _title(game, at),
    )


def _inside(at: Sheet) -> dict[str, object]:
    """What the frame leaves to the map."""
    return {"x": FRAME, "y": FRAME, "width": at.width - 2 * FRAME, "height": at.height - 2 * FRAME}


# ---- what can be clicked ---------------------------------------------------------------------------------------------


def _spots(game: AgeOfRail, at: Sheet) -> Markup:
    """Where two lie on each other, the later one is clicked: a place before a link, a link before what is beside."""
    board = game.board
    reaches = [round(reach(game, at, p)) for p in range(len(at.places))]
    links = [tag("path", class_="spot link", data_spot=name, d=_band(way))
             for name, way in zip(board.link_ids, at.links)]
    places = [tag("circle", class_=f"spot {kind}", data_spot=name, cx=round(x), cy=round(y), r=max(25, reach + 3))
              for name, kind, (x, y), reach in zip(board.place_ids, board.place_classes, at.places, reaches)]
    externals = [tag("circle", class_="spot external", data_spot=f"to:{name}", cx=way.end[0], cy=way.end[1], r=26)
                 for name, way in zip(board.external_ids, at.externals)]
    return tag("g", externals, links, places, fill="transparent")


def _band(way: Way) -> str:
    """The ground beside a link, broad enough for a thumb."""
    (ax, ay), (bx, by) = way.start, way.end
    length = hypot(bx - ax, by - ay) or 1.0
    nx, ny = 11 * (by - ay) / length, 11 * (ax - bx) / length
    parts = [0.15, 0.5, 0.85]
    there = [f"{way.at(part)[0] + nx:.0f} {way.at(part)[1] + ny:.0f}" for part in parts]
    back = [f"{way.at(part)[0] - nx:.0f} {way.at(part)[1] - ny:.0f}" for part in parts[::-1]]
    return f"M{' '.join(there + back)}z"


# ---- stations, seals and certificates --------------------------------------------------------------------------------


def _definitions(game: AgeOfRail, at: Sheet) -> Markup:
    stations = [
        tag("g", station(kind, steps, level), id=f"ar-place-{n}-{level}")
        for n, (kind, steps) in enumerate(at.looks) for level in range(len(steps))
    ]
    seals = [
        tag("g", tag("circle", r=8, fill=fill(c), stroke=INK),
            label(0, 4, at.letters[r], 11, fill=ink_on(c), font_weight=800), id=f"ar-seal-{r}")
        for r, c in enumerate(at.colours)
    ]
    return markup(patterns(at.colours), stations, seals, certificates(things(game.board)))


def station(kind: str, steps: tuple[int, ...], level: int) -> Markup:
    """A place around its middle: a shape for its class, sized by its value, and a pip for each step to come."""
    r = radius(steps[level])
    ring = {"stroke": INK, "stroke_width": 1.8}
    if kind == "railhead":
        shape = tag("rect", x=-r * 0.88, y=-r * 0.88, width=r * 1.76, height=r * 1.76, fill=PAPER, **ring)
    elif kind == "metro":
        o, i = r * 1.12, r * 0.46
        points = f"{-o:.1f},{-i:.1f} {-i:.1f},{-o:.1f} {i:.1f},{-o:.1f} {o:.1f},{-i:.1f} "
        points += f"{o:.1f},{i:.1f} {i:.1f},{o:.1f} {-i:.1f},{o:.1f} {-o:.1f},{i:.1f}"
        shape = tag("polygon", points=points, fill=TOWN, stroke=INK, stroke_width=2.6)
    else:
        shape = tag("circle", r=r, fill=TOWN if kind == "base" else PAPER, **ring)
        if kind == "mercantile":
            shape = markup(shape, tag("circle", r=r - 3, fill="none", stroke=INK))
    dots = [f"M{7 * n - 3.5 * (len(steps) - 2):.3g} {-r - 5.5:.3g}h0" for n in range(len(steps) - 1)]
    figure = tag("text", steps[level], y=r * 0.44, font_size=r * 1.25, fill=INK)
    return markup(shape, _dots(dots, INK, 6), _dots(dots[level:], PAPER, 3.6), figure)


def _dots(dots: list[str], colour: str, wide: float) -> Markup | None:
    return tag("path", d="".join(dots), stroke=colour, stroke_width=wide, stroke_linecap="round") if dots else None


def figures(inside: Inside, **attributes: object) -> Markup:
    """A group in which stations can be used: it has the type of their figures."""
    return tag("g", inside, font_family=TEXT_FACE, font_weight=700, text_anchor="middle", **attributes)


def _bases(game: AgeOfRail, at: Sheet) -> Markup:
    """A ring in the colour of the railroad that starts there, and its seal."""
    board = game.board
    rings = []
    for r, base in enumerate(board.base):
        x, y = at.places[int(base)]
        rings += [
            tag("circle", cx=x, cy=y, r=25, fill="none", stroke=fill(at.colours[r]), stroke_width=5),
            tag("circle", cx=x, cy=y, r=28, fill="none", stroke=INK, stroke_width=0.8),
            tag("use", href=f"#ar-seal-{r}", x=round(x - 25), y=round(y - 13)),
        ]
    return markup(rings)


def _external(way: Way) -> Markup:
    """An arrow off the map."""
    (ax, ay), (bx, by) = way.start, way.end
    length = hypot(bx - ax, by - ay) or 1.0
    dx, dy = (bx - ax) / length, (by - ay) / length
    line = tag("path", d=way.path, fill="none", stroke=INK, stroke_width=1.8, stroke_dasharray="2 5")
    head = tag("path", d=f"M{bx + 11 * dx:.1f} {by + 11 * dy:.1f}L{bx - 7 * dx - 9 * dy:.1f} {by - 7 * dy + 9 * dx:.1f}"
                         f"L{bx - 7 * dx + 9 * dy:.1f} {by - 7 * dy - 9 * dx:.1f}z", fill=INK)
    return markup(line, head)


# ---- the margins -----------------------------------------------------------------------------------------------------


def _title(game: AgeOfRail, at: Sheet) -> Markup:
    x, y, scale = at.title
    heading, _, where = game.edition.data["name"].rpartition(": ")
    heading, note = heading or where, provenance(game).partition(";")[0]
    middle, type_size = TITLE_WIDTH / 2, at.type_size / scale
    inside: list[Inside] = [
        tag("rect", width=TITLE_WIDTH, height=TITLE_HEIGHT, fill=PAPER, stroke=INK, stroke_width=1.4),
        tag("rect", x=6, y=6, width=TITLE_WIDTH - 12, height=TITLE_HEIGHT - 12, fill="none", stroke=FAINT),
        label(middle, 50, heading, min(40.0, 480 / len(heading)), font_family=DISPLAY_FACE),
        label(middle, 76, where.upper(), min(type_size, 400 / len(where)), letter_spacing=3),
        tag("path", d=f"M{middle - 110} 87h220M{middle - 40} 91h80", stroke=INK, fill="none"),
        [_class_row(kind, steps, said, 115 + 31 * n, type_size)
         for n, (kind, steps, said) in enumerate(_classes(game))],
        label(middle, TITLE_HEIGHT - 13, note, min(type_size, 640 / len(note)), fill=FAINT, font_style="italic"),
    ]
    return tag("g", inside, transform=f"translate({x:.0f} {y:.0f}) scale({scale})")


def _class_row(kind: str, steps: tuple[int, ...], said: str, y: int, type_size: float) -> Markup:
    shape = figures(station(kind, steps, 0), transform=f"translate(44 {y}) scale({type_size / 15.3:.2f})")
    return markup(shape, label(76, y + 5, said, type_size, text_anchor="start"))


def _classes(game: AgeOfRail) -> list[tuple[str, tuple[int, ...], str]]:
    """Each class of places that the map has, with its steps and a word about them."""
    found = {p["class"]: tuple(p["steps"]) for p in game.edition.data["places"]}
    order = sorted(found, key=list(NAME_SIZE)[::-1].index)
    return [
        (kind, found[kind] if kind != "metro" else found[kind][:4],
         "metro, grows in steps" if kind == "metro" else f"{kind} {found[kind][0]}, developed {found[kind][1]}")
        for kind in order
    ]

