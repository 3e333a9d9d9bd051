"""The page for spectators elsewhere: one file with all that it needs, which reads at a broker what tables tell."""

import re
from base64 import b64encode
from dataclasses import asdict
from pathlib import Path

from flask import Flask, render_template
from markupsafe import Markup

from device.club.broker.spectator_access import SpectatorsWay
from device.status.snapshot.clock_view import clock_text
from device.status.snapshot.table_snapshot import snapshot_of
from engine.match.match import Match
from engine.state.match_state import new_match_state
from webui.language import label, speak, table_title

_WEBUI = Path(__file__).parents[1]
_STATIC = _WEBUI / "static"
FIRST = "spectators"
"""The script that the page begins with."""
STYLES = ("page.css", "clock.css", "wall.css")
_IMPORTED = re.compile(r'"\./([\w-]+)\.js"')


def spectators_page(way: SpectatorsWay, title: str, language: str) -> str:
    """The page as a file: it reads the `way` that is given, and is headed with a title."""
    app = Flask("webui")
    speak(app, language)
    app.add_template_filter(clock_text)
    app.add_template_filter(label)
    app.add_template_global(table_title)
    with app.test_request_context(query_string={"lang": language}):
        return render_template(
            "spectators.html",
            title=title,
            way=asdict(way),
            snapshot=snapshot_of(new_match_state(Match(0, "", ""))).as_json(0.0),
            styles=Markup("\n".join((_STATIC / each).read_text(encoding="utf-8") for each in STYLES)),
            modules=_modules(),
            icon=_address((_STATIC / "icon.svg").read_bytes(), "image/svg+xml"),
        )


def _modules() -> dict[str, str]:
    """Each script that the page needs, by its name, as an address that holds it: a file has no others beside it."""
    script = "text/javascript"
    found = {"mqtt": _address((_WEBUI / "vendored" / "mqtt.mjs").read_bytes(), script)}
    wanted = [FIRST]
    while wanted:
        name = wanted.pop()
        source = (_STATIC / f"{name}.js").read_text(encoding="utf-8")
        # what lies in an address has no neighbours: others are known by their names alone
        found[name] = _address(_IMPORTED.sub(r'"\1"', source).encode(), script)
        wanted += [each for each in _IMPORTED.findall(source) if each not in found]
    return found


def _address(content: bytes, kind: str) -> str:
    return f"data:{kind};base64,{b64encode(content).decode()}"
