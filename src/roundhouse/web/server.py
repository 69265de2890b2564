"""Running the server."""
from __future__ import annotations

import logging
import signal
import socket
import sys
import threading
import webbrowser
from types import FrameType

import uvicorn
from fastapi import FastAPI

from roundhouse.errors import UserError
from roundhouse.web.app import create_app
from roundhouse.web.settings import Settings


class Server(uvicorn.Server):
    """Ends the event streams first: they would never end by themselves."""

    def __init__(self, app: FastAPI, config: uvicorn.Config) -> None:
        super().__init__(config)
        self._app = app

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._app.state.hub.stop()
        super().handle_exit(sig, frame)


def serve(settings: Settings, host: str, port: int, open_browser: bool = False) -> None:
    """Serve until told to stop."""
    sock = listen(host, port)
    address = f"http://{f'[{host}]' if ':' in host else host}:{sock.getsockname()[1]}/"
    app = create_app(settings)
    # Threads that draw pages hand over quickly to the one that answers: with the usual 5 ms, many small waits add up.
    sys.setswitchinterval(0.001)
    config = uvicorn.Config(
        app, log_level="warning", log_config=None, access_log=False, server_header=False,
        # A player who thinks for a minute need not connect anew.
        timeout_keep_alive=75, timeout_graceful_shutdown=3,
    )
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    print(f"Roundhouse is open: {address}  (Ctrl+C closes it; the games are kept)", flush=True)
    if open_browser:
        threading.Timer(0.5, webbrowser.open, [address]).start()
    # Uvicorn ends with the signal that has ended it. As an exit, also this one leaves time to clear away.
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    Server(app, config).run(sockets=[sock])


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
