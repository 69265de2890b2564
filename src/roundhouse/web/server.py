"""Running the server."""
from __future__ import annotations

import asyncio
import gc
import signal
import socket
import sys
import threading
import webbrowser
from dataclasses import replace
from functools import partial
from types import FrameType
from typing import cast

import uvicorn
from fastapi import FastAPI

from roundhouse.base import at, stand_at
from roundhouse.errors import UserError
from roundhouse.web import logs, supervisor
from roundhouse.web.addresses import local, reachable
from roundhouse.web.app import create_app
from roundhouse.web.http.connections import Connection
from roundhouse.web.http.rate_limits import ALL_CONNECTIONS, ConnectionLimits
from roundhouse.web.settings import Proxies, Settings

OTHER_FILES = 200
"""Files that a server has open besides connections."""


class Server(uvicorn.Server):
    """Ends the event streams first, which would never end by themselves, what is thought about, and what is sent."""

    def __init__(self, app: FastAPI) -> None:
        super().__init__(_config(app))
        self._app = app

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Let those go who would keep the server from ending: open event streams, bots that think, messages that are
        being sent."""
        self._app.state.broadcast.stop()
        self._app.state.bot_runner.dismiss()
        self._app.state.sender.dismiss()
        super().handle_exit(sig, frame)


def _config(app: FastAPI) -> uvicorn.Config:
    proxies = Proxies(app.state.settings.proxies)
    return uvicorn.Config(
        app, log_level="warning", log_config=None, access_log=False, server_header=False, ws="none",
        http=cast(type[asyncio.Protocol], partial(Connection, ConnectionLimits(proxies, in_all=places()))),
        proxy_headers=True, forwarded_allow_ips=proxies.names,
        # A player who thinks for a minute need not connect anew.
        timeout_keep_alive=75, timeout_graceful_shutdown=3,
    )


def places() -> int:
    """How many connections there can be. Each is a file to the system, whose usual limit is for smaller things."""
    try:
        import resource
    except ModuleNotFoundError:     # where there is no such limit
        return ALL_CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = ALL_CONNECTIONS + OTHER_FILES
    if soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return max(1, min(ALL_CONNECTIONS, soft - OTHER_FILES))


def serve(settings: Settings, host: str, port: int, open_browser: bool = False, workers: int = 1) -> None:
    """Serve until told to stop."""
    if workers > 1:
        settings = supervisor.prepare(settings, workers)
    sock = listen(host, port)
    stand_at(settings.address)
    address = f"{local(host, sock.getsockname()[1])}{at('/')}"
    others = [settings.address] if settings.address else reachable(host, sock.getsockname()[1])
    settings = replace(settings, address=others[0] if others else address)
    logs.set_up(settings.log)
    app = create_app(settings) if workers == 1 else None
    _greet(address, others, open_browser)
    if app is not None and app.state.opened:
        print(f"{app.state.opened}.", flush=True)
    if app is None:
        sys.exit(128 + supervisor.Supervisor(workers, serve_on, settings, others, sock).run())
    _serve(app, others, sock)


def serve_on(settings: Settings, others: list[str], sock: socket.socket) -> None:
    """Serve on a socket that others may serve on too."""
    logs.set_up(settings.log)
    _serve(create_app(settings), others, sock)


def _greet(address: str, others: list[str], open_browser: bool) -> None:
    print(f"Roundhouse is open: {address}  (Ctrl+C closes it; the games are kept)", flush=True)
    for other in others:
        print(f"For others: {other.rstrip('/')}/", flush=True)
    if not others:
        print("Only this machine can open it; with --host 0.0.0.0 others on your network can too.", flush=True)
    if open_browser:
        threading.Timer(0.5, webbrowser.open, [address]).start()


def _serve(app: FastAPI, others: list[str], sock: socket.socket) -> None:
    app.state.reachable = others
    # Uvicorn ends with the signal that has ended it. As an exit, also this one leaves time to clear away.
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    spare_the_lasting()
    Server(app).run(sockets=[sock])


def spare_the_lasting() -> None:
    """What is there now stays for ever: rules, boards, pages. Looking through it for waste would hold up everyone.

    So would looking through the streams of a large audience each time that some more come; see `_keep_house`.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 5, 100)


def listen(host: str, port: int) -> socket.socket:
    """The socket, taken before anything is printed: the address printed is the one that answers, however soon."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    sock = socket.socket(family, socket.SOCK_STREAM)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        sock.bind((host, port))
        sock.listen(1024)
    except OSError as error:
        sock.close()
        raise UserError(f"{host}:{port} can't be listened on: {error.strerror}; try another --port") from error
    return sock
