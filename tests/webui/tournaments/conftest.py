"""The pages of tournaments over a database of their own, in an application that has nothing else."""

import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from waitress import wasyncore

from device.club.tournament.event_store import Events
from device.store.access import Access
from device.store.log.store import Store, sqlite_url
from engine.tournament.entries import Entered, Entry, Joined, ResultAsked
from engine.tournament.tournament_values import (
    Entrant,
    EventPlan,
    PairingFormat,
    PairingOutcome,
    ResultQuery,
    Seeding,
)
from tests.device.hand_clock import HandClock
from webui.desk.access_pages import access_pages
from webui.desk.referee_desk import Desk
from webui.door.headers import guard
from webui.door.packing import pack
from webui.door.server import open_server
from webui.hub.hub_app import MENU
from webui.hub.tournament_pages import events_pages
from webui.language import speak
from webui.library.evenings import match_page
from webui.menu import lead
from webui.problem import explain_errors
from webui.reference.reference_pages import reference_pages

PIN = "4711"
ACCESS = Access(None, PIN)
PEOPLE = (
    "Anna Lindqvist", "Ben Okafor", "Cleo Papadopoulou", "Dan Meier", "Eva Nyström", "Farid Haddad", "Greta Sommer",
    "Hugo Silva", "Ines Moreau", "Jaakko Virtanen", "Kaan Yılmaz",
)  # fmt: skip


def hall(events: Events) -> Flask:
    """The application."""
    app, desk = Flask("webui"), Desk(ACCESS)
    guard(app)
    speak(app, "en")
    pack(app)
    explain_errors(app)
    app.jinja_env.globals["hub"] = True
    lead(app, MENU)
    app.add_template_global(match_page)
    app.register_blueprint(events_pages(events, desk))
    app.register_blueprint(access_pages(desk))
    app.register_blueprint(reference_pages(desk))
    return app


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def events(tmp_path: Path, clock: HandClock) -> Iterator[Events]:
    store = Store(sqlite_url(tmp_path / "hub.db"))
    yield Events(store, clock)
    store.close()


@pytest.fixture
def app(events: Events) -> Flask:
    return hall(events)


def announce(
    events: Events, format: PairingFormat = PairingFormat.SWISS, people: int = 8, **plan: Any
) -> int:
    """A tournament with players, in the order of their names; its number."""
    told = EventPlan(
        **{"name": "Thursday evening", "format": format, "length": 7, "seeding": Seeding.ORDER, **plan}
    )
    kept = events.begin(
        told, "Maria", [Joined(Entrant(at, name)) for at, name in enumerate(PEOPLE[:people], 1)]
    )
    return kept.number


def play(events: Events, number: int, rounds: int = 1, leaving: int = 0) -> None:
    """Pair and play some rounds; of the last, so many pairings are left open."""
    for round in range(rounds):
        kept = events.find(number)
        assert kept is not None
        if not kept.event.open:
            kept = events.pair(number, "Maria")
        open_now = kept.event.open
        last = len(open_now) - (leaving if round == rounds - 1 else 0)
        results: list[Entry] = []
        for at, pairing in enumerate(open_now[:last]):
            lost = (at * 3 + round * 2) % 7
            winner = pairing.white if (at + round) % 3 else pairing.black
            score = (7, lost) if winner == pairing.white else (lost, 7)
            from_table = ("4", 12 + at, "told") if at == 1 else ("", 0, "")
            results.append(Entered(pairing.number, PairingOutcome(winner, score), *from_table))
        events.enter(number, results, "Maria")


def wonder(events: Events, number: int) -> ResultQuery:
    """Ask about a match whose names are not quite those of the first open pairing."""
    kept = events.find(number)
    assert kept is not None
    pairing = kept.event.open[0]
    names = kept.event.player(pairing.white).name[:-1], kept.event.player(pairing.black).name
    query = ResultQuery("3", 7, names, (7, 5), 0, 7, (pairing.number,), "names", "told")
    events.enter(number, [ResultAsked(query)])
    return query


@pytest.fixture
def serve_hall(events: Events) -> Iterator[Callable[[], str]]:
    """Serves the application; its address."""
    waitress = open_server(hall(events), "127.0.0.1", 0, 8)
    thread = threading.Thread(target=waitress.run)
    thread.start()
    yield lambda: f"http://127.0.0.1:{waitress.effective_port}"
    waitress.task_dispatcher.shutdown(cancel_pending=True, timeout=10)
    with suppress(OSError):
        waitress.trigger.pull_trigger(lambda: wasyncore.close_all(waitress._map, ignore_all=True))
    thread.join(10)
    assert not thread.is_alive()
