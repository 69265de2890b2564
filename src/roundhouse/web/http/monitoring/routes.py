"""The addresses at which a house is watched."""
from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from roundhouse.web.errors import NotFound

router = APIRouter()


@router.get("/metrics")
def metrics(request: Request) -> Response:
    """The figures of this house for Prometheus. NotFound, as if there were nothing, for whoever may not read them."""
    known, settings = request.app.state.metrics, request.app.state.settings
    if known is not None:
        from roundhouse.web.http.monitoring.metrics import may_read

        if may_read(request, settings.metrics_token):
            return Response(known.text(), media_type="text/plain; version=0.0.4; charset=utf-8")
    raise NotFound("there is nothing at this address")
