"""Looking up names without waiting longer for them than there is time."""
from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
from collections.abc import Awaitable, Callable

Resolve = Callable[[str, int], Awaitable[list[str]]]
"""Gives the addresses of a host, best first. OSError where there are none."""
AT_ONCE = 128
_places = threading.BoundedSemaphore(AT_ONCE)


async def resolve(host: str, port: int) -> list[str]:
    """The addresses that the system's resolver gives, each once.

    A lookup can't be interrupted, and may go on for a minute after its caller has given up. So it has a thread of its
    own, which holds up neither the others nor the end of the process.
    """
    if not _places.acquire(blocking=False):
        raise OSError("too many names are being looked up")
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[list[str]] = loop.create_future()

    def look_up() -> None:
        try:
            found: list[str] | OSError = _addresses(host, port)
        except (OSError, UnicodeError) as error:
            found = OSError(f"{host} was not found: {error}")
        finally:
            _places.release()
        # The loop may have ended, when nobody waits any more.
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(_settle, answer, found)

    threading.Thread(target=look_up, name="lookup", daemon=True).start()
    return await answer


def _addresses(host: str, port: int) -> list[str]:
    rows = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(row[4][0]) for row in rows))


def _settle(answer: asyncio.Future[list[str]], found: list[str] | OSError) -> None:
    if answer.done():
        return
    if isinstance(found, OSError):
        answer.set_exception(found)
    else:
        answer.set_result(found)
