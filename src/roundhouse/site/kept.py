"""The page of what a browser keeps: all of it as one file, and back."""
from __future__ import annotations

import gzip
import re
import sqlite3
import zlib
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from sqlalchemy import func, select
from starlette.datastructures import UploadFile

from roundhouse.errors import UserError
from roundhouse.web.pages.render import page
from roundhouse.web.pages.site.home import Form
from roundhouse.web.storage import schema as at
from roundhouse.web.storage.database import Database, newest_version, versions
from roundhouse.web.storage.sqlite_file import HEADER, VERSIONS, SqliteFile

router = APIRouter()
FROM_THE_FIRST = ("players", "sessions", "tables", "seats", "steps")
"""Tables that every version of the database has had."""
LARGEST = 256 * 1024 * 1024
"""The size to which a file may unpack: some thousand tables."""


@router.get("/kept")
def kept(request: Request) -> HTMLResponse:
    """The page on which all of it is taken along as a file, or brought back."""
    return _page(request)


@router.get("/kept/house")
def whole(request: Request) -> Response:
    """All of it, as it is at this moment."""
    body = gzip.compress(packed(request.app.state.database), 6, mtime=0)
    name = f"roundhouse-{datetime.now(UTC):%Y-%m-%d}.house"
    disposition = f'attachment; filename="{name}"'
    return Response(body, media_type="application/octet-stream", headers={"content-disposition": disposition})


@router.post("/kept")
def bring(request: Request, form: Form) -> HTMLResponse:
    """Such a file takes the place of what is kept. Whatever goes wrong, all of it stays as it was."""
    file = form.get("file")
    try:
        if not isinstance(file, UploadFile):
            raise UserError("no file was sent")
        replace(request.app.state.database, unpacked(file.file.read()))
    except UserError as error:
        return _page(request, 422, refusal=str(error))
    return _page(request, brought=True)


def _page(request: Request, status: int = 200, refusal: str = "", brought: bool = False) -> HTMLResponse:
    tables = 0
    if not brought:     # what was replaced may be of an earlier version
        with request.app.state.database.reading() as connection:
            tables = connection.execute(select(func.count()).select_from(at.tables)).scalar_one()
    return page("kept.html", status, tables=tables, refusal=refusal, brought=brought)


def packed(database: Database) -> bytes:
    """The database as a file."""
    with TemporaryDirectory() as folder:
        copy = Path(folder, "house.sqlite")
        with closing(sqlite3.connect(_path(database))) as here, closing(sqlite3.connect(copy)) as there:
            here.backup(there)
        return copy.read_bytes()


def unpacked(body: bytes) -> bytes:
    """The database in a file; UserError if there is none."""
    try:
        unpacker = zlib.decompressobj(wbits=31)
        found = unpacker.decompress(body, LARGEST)
    except zlib.error:
        found = b""
    if not found.startswith(HEADER) or not unpacker.eof:
        raise UserError("this is no house: it is made by “Download everything”, here or in another browser")
    return found


def replace(database: Database, body: bytes) -> None:
    """Put another database in the place of what one holds, in one transaction; UserError for one that is not ours."""
    with TemporaryDirectory() as folder:
        file = Path(folder, "house.sqlite")
        file.write_bytes(body)
        said = SqliteFile(file).inspect()
        if said:
            raise UserError(said)
        with closing(sqlite3.connect(file)) as new:
            _look_through(new)
            database.close()
            with closing(sqlite3.connect(_path(database))) as here:
                new.backup(here)


def _look_through(new: sqlite3.Connection) -> None:
    """UserError for a database that the house could not be opened with: it would take the place of one that can."""
    if new.execute("PRAGMA integrity_check").fetchone() != ("ok",):
        raise UserError("this file is damaged: nothing of it was taken")
    version, *more = [str(one) for (one,) in new.execute(f"SELECT version_num FROM {VERSIONS}")] or [""]
    if re.fullmatch(r"\d{4}", version) and version > newest_version():
        raise UserError("this file was made by a newer Roundhouse: open that here first, then bring it")
    found = {
        str(table): {str(column) for (column,) in new.execute("SELECT name FROM pragma_table_info(?)", (table,))}
        for (table,) in new.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    }
    wanted = {table.name: {column.name for column in table.columns} for table in at.metadata.sorted_tables}
    if version != newest_version():     # what an earlier one has is known to those that bring it up to date
        wanted = {table: set() for table in FROM_THE_FIRST}
    ours = all(table in found and columns <= found[table] for table, columns in wanted.items())
    if more or version not in versions() or not ours:
        raise UserError("this is no house of Roundhouse: nothing of it was taken")


def _path(database: Database) -> str:
    return str(database.engine.url.database)
