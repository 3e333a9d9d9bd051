"""The card of a table: that part of its public snapshot which the wall shows, as small as that can be said."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from device.status.text.labels import card_labels

Json = dict[str, Any]
"""An object of JSON."""
Card = dict[str, Any]
"""What the wall shows of a table, by its parts; each is sent anew only when it has changed."""

BLIND = ("covered", "moved", "dark", "lost")
"""Views in which a camera sees nothing of its board."""
LONGEST = 160
"""Letters of a text that a card has room for."""
_PLAIN = [*range(26)], [0, *range(24, 0, -1), 25]
"""How the sites of most games lie, which need not be said."""
_PLAYED = ("side", "roll", "carried", "either", "notation", "moves", "captured", "illegal", "from_hand")
_CUBE = ("value", "next", "owner", "offered_by", "in_play")


def card_of(snapshot: Mapping[str, Any]) -> Card:
    """What a card shows of a snapshot, which is one for everybody: nothing is taken out here, nor put in.

    Its names are a snapshot's own, so that whatever words a page has for a snapshot it has for a card. Raises
    ValueError for what is no snapshot.
    """
    try:
        return _card(snapshot)
    except (KeyError, TypeError, AttributeError, IndexError, ValueError, OverflowError) as error:
        raise ValueError(f"this is no notice of a table: {error!r}") from error


def safe_page(page: object) -> str:
    """The address of a table's own pages, if that is one that a link may lead to; else nothing.

    >>> safe_page("http://table3.local:8080/"), safe_page("javascript:alert(1)")
    ('http://table3.local:8080/', '')
    """
    text = str(page or "")
    try:
        parts = urlsplit(text)
    except ValueError:
        return ""
    return text if parts.scheme in ("http", "https") and parts.hostname else ""


def _card(snapshot: Mapping[str, Any]) -> Card:
    match, game, fault, question = (
        snapshot["match"],
        snapshot["game"],
        snapshot["fault"],
        snapshot["question"],
    )
    seen = snapshot["seen"] or snapshot["position"]
    card: Card = {
        "match": {
            "number": int(match["number"]),
            "length": int(match["length"]),
            "white": _text(match["white"]),
            "black": _text(match["black"]),
            "crawford": match["crawford"],
            "winner": match["winner"],
        },
        "game": {
            "number": int(game["number"]),
            "id": _text(game["id"]),
            "name": _text(game["name"]),
            "phase": game["phase"],
            "result": game["result"],
        },
        "board": _board(game),
        "score": {"W": int(snapshot["score"]["W"]), "B": int(snapshot["score"]["B"])},
        "to_play": snapshot["to_play"],
        "roll": snapshot["roll"],
        "carried": bool(snapshot.get("carried")),
        "either": bool(snapshot.get("either")),
        "cube": {name: snapshot["cube"][name] for name in _CUBE},
        "last_play": snapshot["last_play"] and {name: snapshot["last_play"].get(name) for name in _PLAYED},
        "seating": snapshot["seating"],
        "position": _position(seen),
        "kept_back": bool(snapshot["kept_back"]),
        "fault": fault and {"text": _text(fault["text"]), "points": list(fault["points"])},
        "question": question and _text(question["text"]),
        "says": _text(snapshot["says"]),
        "attention": attention_of(snapshot),
    }
    begins = {name: game.get(name) for name in ("decide", "source")}
    labelled = {**card, "game": {**card["game"], **begins}, "chouette": _chouette(snapshot.get("chouette"))}
    return {**card, "labels": card_labels(labelled)}


def attention_of(snapshot: Mapping[str, Any]) -> str:
    """What somebody should go and see to at a table: a fault, a question, a camera that is blind; empty: nothing."""
    if snapshot["fault"] or snapshot["cube_fault"] or snapshot.get("setup"):
        return "fault"
    if snapshot["question"] or snapshot.get("resign"):
        return "question"
    return "blind" if snapshot["camera"]["view"] in BLIND else ""


def _chouette(told: Mapping[str, Any] | None) -> Json | None:
    """Who has won how much in a chouette, and what their cubes stand at; one for which all play is the captain's."""
    if told is None:
        return None
    box = told["line"][0]
    cubes = {
        each["player"]: int(each["value"])
        for each in told["stakes"]
        if each["points"] is None
        and each["against"] == box
        and (not told.get("one_cube") or each["player"] == told["captain"])
    }
    scores = [
        {"player": _text(each["player"]), "points": int(each["points"]), "cube": cubes.get(each["player"])}
        for each in told["scores"]
    ]
    return {"scores": scores}


def _board(game: Mapping[str, Any]) -> Json:
    """How the board is drawn, without what is so in most games."""
    squares, facing = game.get("squares"), game.get("facing")
    told: Json = {}
    if squares:
        told["squares"] = squares
    if facing and (facing["W"], facing["B"]) != _PLAIN:
        told["facing"] = facing
    if game.get("hand"):
        told["hand"] = True
    return told


def _position(position: Mapping[str, Any] | None) -> Json | None:
    """A position without its empty points, the near player's number before the far one's."""
    if position is None:
        return None
    if "squares" in position:
        return {"squares": position["squares"]}
    points = {site: _pair(men) for site, men in position["points"].items() if men["W"] or men["B"]}
    told: Json = {"points": points, "pips": position["pips"] and _pair(position["pips"])}
    told |= {part: _pair(position[part]) for part in ("bar", "hand", "off") if any(position[part].values())}
    if any(position["pinned"].values()):
        told["pinned"] = position["pinned"]
    return told


def _pair(sides: Mapping[str, Any]) -> list[int]:
    return [int(sides["W"]), int(sides["B"])]


def _text(value: object) -> str:
    text = str(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
