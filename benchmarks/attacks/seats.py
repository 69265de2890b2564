"""What is somebody else's at a table: the table of rights, a seat taken over by knocking, hidden tables tried from,
finished games rewritten, and a flood of knocks.

    python -m benchmarks.attacks.seats [--address http://127.0.0.1:8080]
"""
from __future__ import annotations

from functools import partial
from typing import Any

import httpx

from benchmarks.attacks.target import OK, Target, run

KNOCKS, COOKIE = 120, "roundhouse"
FORBIDDEN = httpx.codes.FORBIDDEN
HIDDEN_FORMS: dict[str, dict[str, object]] = {
    "act": {"version": 1, "line": "pass"}, "undo": {"version": 1}, "restore": {"version": 1},
    "consent": {"version": 1, "agree": "yes"}, "intend": {"wish": "pass"}, "chat": {"words": "hello"}, "rematch": {},
    "seats/0": {"do": "sit"}, "seats/1": {"do": "leave"}, "notes": {"notes": "x"}, "try": {"step": 1, "seat": 0},
    "care": {"do": "knock", "seat": 1}, "hint": {},
}
HIDDEN_PAGES = ("", "/now", "/log", "/words", "/record", "/plan", "/review", "/instead?at=1&line=pass")
CARE = ("cancel", "end", "play-on", "watch", "hide", "time", "let-in", "keep-out", "leave", "hints")


class Browser:
    """Somebody with a cookie, who comes to the pages."""

    def __init__(self, target: Target, player: httpx.Client | None = None) -> None:
        self._target = target
        self.http = target.client(headers={"origin": target.address})
        if player is not None:
            self.http.cookies.set(COOKIE, player.headers["authorization"].removeprefix("Bearer "))

    def get(self, path: str) -> httpx.Response:
        return self._target.patiently(lambda: self.http.get(path))

    def post(self, path: str, **form: object) -> httpx.Response:
        return self._target.patiently(lambda: self.http.post(path, data=form))


def seated(target: Target, game: str, *names: str, **more: Any) -> tuple[str, list[httpx.Client]]:
    """A table of people, begun."""
    people = [target.player(name) for name in names]
    table = target.new_table(people[0], game, "me", *["open"] * (len(names) - 1), **more)
    for seat, person in zip(table["seats"][1:], people[1:], strict=True):
        assert target.patiently(partial(person.post, f"/api/join/{seat['invite']}")).status_code == OK
    return table["id"], people


def to_the_end(target: Target, id: str, people: list[httpx.Client]) -> None:
    def about() -> Any:
        return target.patiently(lambda: people[0].get(f"/api/tables/{id}")).json()

    while (info := about())["status"] == "playing":
        if info["to_act"] is not None and info["seats"][info["to_act"]]["kind"] == "person":
            view = target.view(people[info["to_act"]], id)
            if view["legal"]:
                target.act(people[info["to_act"]], view, view["legal"][-1])


def matrix(target: Target) -> None:
    """A stranger asks for everything at a table that lets nobody watch, and at one that does."""
    hidden, _ = seated(target, "narrow-gauge", "Ann", "Bob", watched=False)
    shown, _ = seated(target, "narrow-gauge", "Ann", "Bob")
    eve = Browser(target, target.player("Eve"))
    answers = [eve.get(f"/games/{hidden}{page}") for page in HIDDEN_PAGES]
    answers += [eve.post(f"/games/{hidden}/{do}", **form) for do, form in HIDDEN_FORMS.items()]
    answers += [eve.post(f"/games/{hidden}/care", do=do, seat=1, who=1) for do in CARE]
    told = sum(answer.status_code != FORBIDDEN for answer in answers)
    target.promise(f"of {len(answers)} questions about a hidden table, not 403", told, "", 0)
    info = eve.get(f"/api/tables/{hidden}").text
    target.promise("names of those at a hidden table that are told", ("Ann" in info) + ("Bob" in info), "", 0)
    others = {do: form for do, form in HIDDEN_FORMS.items() if do not in ("try", "care")}
    answers = [eve.post(f"/games/{shown}/{do}", **form) for do, form in others.items()]
    answers += [eve.post(f"/games/{shown}/care", do=do, seat=1, who=1) for do in CARE]
    told = sum(answer.status_code != FORBIDDEN for answer in answers)
    target.promise(f"of {len(answers)} things done by a stranger, not 403", told, "", 0)


def tokens(target: Target) -> None:
    """A program with a seat's token does what only its person may; a browser that came by the link leaves for good."""
    id, (ann, _) = seated(target, "narrow-gauge", "Ann", "Bob")
    link = ann.post(f"/api/tables/{id}/seats/0/key").json()["token"]
    with target.client(headers={"authorization": f"Bearer {link}"}) as program:
        care = [{"do": do, "seat": 0} for do in ("end", "leave", "hide", "time")]
        done = [program.post(f"/games/{id}/care", data=form) for form in care]
        done += [program.post(f"/games/{id}/seats/0", data={"do": do}) for do in ("level-1", "leave", "link", "unlink")]
        done += [program.post(f"/api/tables/{id}/chat", json={"words": "x"}), program.post(f"/games/{id}/rematch")]
        target.promise("of 10 things that are for people, done by a token", sum(not a.is_error for a in done), "", 0)
        target.promise("views that a token is refused", program.get(f"/api/tables/{id}/view").status_code != OK, "", 0)
    guest = target.player("Ann's phone")
    guest.post(f"/api/join/{link}")
    phone = Browser(target, guest)
    left = [phone.post(f"/games/{id}/care", do="leave", seat=0), phone.post(f"/games/{id}/care", do="end")]
    target.promise("games ended or left by who came by a link", sum(not a.is_error for a in left), "", 0)


def takeover(target: Target) -> None:
    """The owner knocks from a second browser for the seat of a guest who is here, and lets themselves in."""
    for game, names in (
        ("narrow-gauge", ("Ann", "Bob")), ("appalachian-trail", ("Ann", "Bob", "Cleo")),
        ("irish-gauge", ("Ann", "Bob", "Cleo")), ("age-of-rail", ("Ann", "Bob", "Cleo")),
    ):
        id, people = seated(target, game, *names)
        owner, second = Browser(target, people[0]), Browser(target)
        second.post(f"/games/{id}/care", do="knock", seat=1)
        more = target.player("Ann's second browser")
        Browser(target, more).post(f"/games/{id}/care", do="knock", seat=1)
        for who in range(1, 200):
            if owner.http.post(f"/games/{id}/care", data={"do": "let-in", "who": who}).status_code == 429:
                break
        mine = more.get(f"/api/tables/{id}").json()["mine"]
        target.promise(f"seats of {game} taken from a guest who is here", len(mine), "", 0)


def knocks(target: Target) -> None:
    """Guests knock again and again; strangers without a cookie do, too."""
    id, (ann, *_) = seated(target, "irish-gauge", "Ann", "Bob", "Cleo")
    eve, talk = Browser(target, target.player("Eve")), ann.get(f"/api/tables/{id}").json()["talk"]
    for _ in range(KNOCKS):
        eve.post(f"/games/{id}/care", do="knock", seat=1)
    known = 0
    for _ in range(KNOCKS):
        with target.client(headers={"origin": target.address}) as nobody:
            nobody.post(f"/games/{id}/care", data={"do": "knock", "seat": 1})
            known += COOKIE in nobody.cookies
    lines = ann.get(f"/api/tables/{id}").json()["talk"] - talk
    target.promise(f"lines of chat from {2 * KNOCKS} knocks", lines, "", 0)
    target.promise(f"guests stored by {KNOCKS} knocks without a cookie", known, "", 5)


def spoken_of(target: Target) -> None:
    """One player has the house speak again and again; a line stays open after its seat and its session have ended."""
    id, (ann, bob) = seated(target, "narrow-gauge", "Ann", "Bob", watched=False)
    browser = Browser(target, ann)
    for n in range(30):
        browser.post(f"/games/{id}/care", do="play-on" if n % 2 else "end")
        browser.post(f"/games/{id}/seats/0", do="take-back" if n % 2 else "level-1")
    talk = bob.get(f"/api/tables/{id}").json()["talk"]
    target.promise("lines of chat that one has the house say in 60 clicks", talk, "", 20)
    phone = target.player("Phone")
    token = target.patiently(lambda: ann.post(f"/api/tables/{id}/seats/0/key")).json()["token"]
    assert target.patiently(lambda: phone.post(f"/api/join/{token}")).status_code == OK
    with phone.stream("GET", f"/api/tables/{id}/events") as line:
        parts = line.iter_text()
        while "event: table" not in next(parts):
            pass
        ann.delete(f"/api/tables/{id}/seats/0/key")
        bob.post(f"/api/tables/{id}/chat", json={"words": "Hello"})
        target.promise("events of a hidden table to who has lost the seat", "".join(parts).count("event: table"), "", 0)


def finished(target: Target) -> None:
    """A finished game is rewritten: its bots, its seats, who may look."""
    ann = target.player("Ann")
    id = target.new_table(ann, "narrow-gauge", "me", "me")["id"]
    to_the_end(target, id, [ann, ann])
    before = ann.get(f"/api/tables/{id}").json()
    browser = Browser(target, ann)
    for do in ("level-5", "take-back", "link", "leave"):
        browser.post(f"/games/{id}/seats/1", do=do)
    for do in ("hide", "end", "leave", "cancel", "no-hints"):
        browser.post(f"/games/{id}/care", do=do, seat=0)
    after = ann.get(f"/api/tables/{id}").json()
    changed = [key for key in before if before[key] != after[key]]
    target.promise("facts of a finished game that were changed", len(changed), "", 0)


def ended(target: Target) -> None:
    """One player closes a game alone, while a bot stands in for the other; a hint is asked where none is allowed."""
    id, (ann, bob) = seated(target, "narrow-gauge", "Ann", "Bob")
    bob.post(f"/api/tables/{id}/seats/1/bot", json={"level": "level-1"})
    Browser(target, ann).post(f"/games/{id}/care", do="end")
    closed = ann.get(f"/api/tables/{id}").json()["status"] != "playing"
    target.promise("games closed by one of two", closed, "", 0)
    id, people = seated(target, "irish-gauge", "Ann", "Bob", "Cleo")
    given = [Browser(target, one).post(f"/games/{id}/hint") for one in people]
    target.promise("hints at a table made without", sum(answer.is_success for answer in given), "", 0)


def recovery(target: Target) -> None:
    """Recovery codes are guessed; a used one is tried again; the lost cookie is, too."""
    thief = Browser(target)
    guessed = [thief.http.post("/recover", data={"code": f"AAAA-BBBB-CCCC-{n:04}"}) for n in range(30)]
    target.promise("of 30 codes that were guessed, tried", sum(a.status_code != 429 for a in guessed), "", 10)
    target.promise("of these, good", sum(answer.is_success for answer in guessed), "", 0)


def attack(target: Target) -> None:
    matrix(target)
    tokens(target)
    takeover(target)
    knocks(target)
    spoken_of(target)
    finished(target)
    ended(target)
    recovery(target)


if __name__ == "__main__":
    run(attack, __doc__)
