"""Addresses that others can reach: printed when the house opens, and used in invitations."""
from __future__ import annotations

import pytest

from roundhouse.web import addresses
from roundhouse.web.addresses import local, reachable
from tests.web.browsing import House, Visitors, browser, house, visitor
from tests.web.house import ME, OPEN

__all__ = ["browser", "house", "visitor"]


def test_no_address_for_others_is_one_that_only_this_machine_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    found = ["192.168.1.5", "127.0.1.1", "fe80::1", "::1", "0.0.0.0", "2001:db8::7"]
    monkeypatch.setattr(addresses, "_own", lambda: found)
    for host in ("0.0.0.0", "::"):
        assert reachable(host, 8080) == ["http://192.168.1.5:8080", "http://[2001:db8::7]:8080"]
        assert local(host, 8080) == "http://127.0.0.1:8080"
    assert reachable("127.0.0.1", 8080) == reachable("localhost", 8080) == reachable("::1", 8080) == []
    assert reachable("games.lan", 80) == ["http://games.lan:80"]


def test_asking_the_system_sends_nothing_and_finds_no_loopback() -> None:
    assert all("127." not in found and "0.0.0.0" not in found for found in reachable("0.0.0.0", 80))


def test_an_invitation_copied_on_this_machine_leads_here_from_others(house: House, visitor: Visitors) -> None:
    page = visitor()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=house.address)
    player, token = house.app.state.players.guest("Ann")
    table = house.app.state.tables.creation.create(player, "irish-gauge", [ME, OPEN, OPEN])
    page.context.add_cookies([{"name": "roundhouse", "value": token, "url": house.address}])
    lan = "http://192.168.1.5:8080"
    for others, start in ([f"{lan}/"], f"{lan}/join/"), ([], f"{house.address}/join/"):
        house.app.state.reachable = others
        page.goto(f"/games/{table.id}")
        page.get_by_role("button", name="Copy one link for all seats").click()
        page.get_by_role("button", name="Copied" if others else "Copied: for this machine only", exact=True).wait_for()
        assert page.evaluate("navigator.clipboard.readText()") == f"{start}{table.invite}"
