"""The buffers of a caller that numbers are written into: which will do, and why another doesn't."""
from __future__ import annotations

from typing import TYPE_CHECKING, Protocol


class Array(Protocol):
    """One of NumPy's: type checkers take them for buffers from Python 3.12 on, and it need not be installed here."""

    @property
    def nbytes(self) -> int:
        """How many bytes the numbers take."""


if TYPE_CHECKING:
    from typing_extensions import Buffer

    Room = Buffer | Array


def room(out: Room, kind: str, offset: int, size: int) -> memoryview:
    """The place in a buffer for so many floats ("f") or bytes ("B"), or an error that says why there is none."""
    view = memoryview(out)  # type: ignore[arg-type]
    if view.ndim != 1 or not view.contiguous or (view.format != "f" if kind == "f" else view.itemsize != 1):
        wanted = "32-bit floats" if kind == "f" else "bytes, int8 or bool"
        raise ValueError(f"needs a contiguous buffer of {wanted} along one axis, not {view.format!r} x {view.shape}")
    if not 0 <= offset <= view.nbytes // view.itemsize - size:
        raise ValueError(f"needs room for {size} numbers from {offset} on; the buffer has {len(view)}")
    return (view if kind == "f" else view.cast("B"))[offset:offset + size]
