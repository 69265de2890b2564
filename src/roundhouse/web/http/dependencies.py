"""What endpoints are given beside who asks."""
from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request

from roundhouse.web.tables.services import Tables


async def get_tables(request: Request) -> Tables:
    """The services of the tables, as a dependency of endpoints."""
    tables: Tables = request.app.state.tables
    return tables


TablesDependency = Annotated[Tables, Depends(get_tables)]
