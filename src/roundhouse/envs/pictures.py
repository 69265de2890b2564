"""A game for the eye: its table as coloured text for a terminal, and as an image."""
from __future__ import annotations

from functools import cache
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.color import Color
from rich.console import Console
from rich.segment import Segment

from roundhouse.engine.contract import State
from roundhouse.games import title

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

COLUMNS = 108
SIZE = (1080, 1440)     # of every image, whatever there is to tell: a film needs frames of one size
MARGIN = 36
LETTER = (9, 18)
FONT_SIZE = 15
PAPER = (24, 22, 19)    # lamp-light on a dark table
INK = (236, 228, 211)
FAINT = (150, 143, 130)


def text(state: State, seat: int | None) -> str:
    """The table as that seat may see it, None seeing everything, with the colours of a terminal."""
    out = StringIO()
    console = Console(file=out, force_terminal=True, color_system="truecolor", width=COLUMNS, highlight=False)
    console.print(_markup(state, seat))
    return out.getvalue()


def pixels(state: State, seat: int | None) -> npt.NDArray[np.uint8]:
    """The same as an image, height by width by red, green and blue."""
    try:
        import numpy as np
        from PIL import Image
    except ModuleNotFoundError as missing:
        raise ImportError(f"{missing}: images need pip install 'roundhouse-games[envs]'") from None
    console = Console(width=COLUMNS, color_system="truecolor", highlight=False)
    lines = console.render_lines(console.render_str(_markup(state, seat)), pad=False)
    image = _drawn(lines)
    image.thumbnail((SIZE[0] - 2 * MARGIN, SIZE[1] - 2 * MARGIN), Image.Resampling.LANCZOS)
    page = Image.new("RGB", SIZE, PAPER)
    page.paste(image, ((SIZE[0] - image.width) // 2, (SIZE[1] - image.height) // 2))
    return np.array(page)


def _markup(state: State, seat: int | None) -> str:
    known = title(state.game.name)
    names = [f"player_{number}" for number in range(state.game.seats)]
    now = known.table.prompt(state, names, seat)
    return f"[bold]{known.title}[/]\n\n{known.table.board(state, seat)}\n\n[bold]{now}[/]"


def _drawn(lines: list[list[Segment]]) -> Any:
    """Letters on a grid, in the colours of the text."""
    from PIL import Image, ImageDraw

    image = Image.new("RGB", (COLUMNS * LETTER[0], len(lines) * LETTER[1]), PAPER)
    draw = ImageDraw.Draw(image)
    for row, line in enumerate(lines):
        column = 0
        for words, style, _ in line:
            x, y = column * LETTER[0], row * LETTER[1]
            column += len(words)
            ground = _rgb(style.bgcolor if style else None, PAPER)
            if ground != PAPER:
                draw.rectangle((x, y, column * LETTER[0] - 1, y + LETTER[1] - 1), fill=ground)
            ink = _rgb(style.color if style else None, FAINT if style and style.dim else INK)
            draw.text((x, y), words, fill=ink, font=_font(bool(style and style.bold)))
            if style and style.underline:
                draw.line((x, y + LETTER[1] - 2, column * LETTER[0] - 1, y + LETTER[1] - 2), fill=ink)
    return image


def _rgb(colour: Color | None, usual: tuple[int, int, int]) -> tuple[int, int, int]:
    if colour is None or colour.is_default:
        return usual
    red, green, blue = colour.get_truecolor()
    return red, green, blue


@cache
def _font(bold: bool) -> Any:
    import matplotlib
    from PIL import ImageFont

    file = Path(matplotlib.get_data_path(), "fonts", "ttf", f"DejaVuSansMono{'-Bold' if bold else ''}.ttf")
    return ImageFont.truetype(str(file), FONT_SIZE)
