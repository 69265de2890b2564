"""The service worker in a real browser: what is pushed is shown, and leads to the game."""
from __future__ import annotations

import json
from typing import Any

import pytest

from tests.web.browsing import House, Visitors, browser, house, visitor

__all__ = ["browser", "house", "visitor"]


def test_what_is_pushed_is_shown(house: House, visitor: Visitors) -> None:
    page = visitor()
    page.context.grant_permissions(["notifications"], origin=house.address)
    page.goto("/")
    if page.evaluate("Notification.permission") != "granted":
        pytest.skip("this browser shows no notifications")
    session = page.context.new_cdp_session(page)
    registered: list[Any] = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda told: registered.extend(told["registrations"]))
    session.send("ServiceWorker.enable")
    page.evaluate("navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready).then(() => 1)")
    until_registered(page, registered)
    said = {"title": "Your turn: Irish Gauge", "body": "", "url": f"{house.address}/my", "count": 1}
    session.send("ServiceWorker.deliverPushMessage", {
        "origin": house.address, "registrationId": registered[-1]["registrationId"], "data": json.dumps(said),
    })
    shown = """async () => {
      const worker = await navigator.serviceWorker.ready;
      const found = await worker.getNotifications();
      return found.length ? [found[0].title, found[0].data.url] : null;
    }"""
    page.wait_for_function(shown)
    assert page.evaluate(shown) == ["Your turn: Irish Gauge", f"{house.address}/my"]


def until_registered(page: Any, registered: list[Any]) -> None:
    while not registered:
        page.wait_for_timeout(10)
