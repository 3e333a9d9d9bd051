"""Downloads: a match as a file that other programs, or people, read."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from device.codec import encode_event
from device.dating import date_tags
from device.ending import result_sentence
from device.library.listed import Json
from device.library.moments import Moment
from device.library.shown import StoryShown
from device.ring import Reference
from device.store import Entry
from engine.kept import Kept
from engine.match import CubeTurn, Match, Turn
from engine.notation import play_text
from engine.records.fitting import is_known
from engine.records.mat import write_mat
from engine.records.sgf import write_sgf
from engine.records.text import write_text
from engine.tongue import Tongue
from engine.wording import Names

ENDINGS = ("mat", "sgf", "txt", "json")
"""The kinds of files that there are."""
FORMAT = "tableside-match"
VERSION = 1
_TYPES = {
    "mat": "text/plain; charset=utf-8",
    "sgf": "application/x-go-sgf; charset=utf-8",
    "txt": "text/plain; charset=utf-8",
    "json": "application/json",
}


@dataclass(frozen=True, slots=True)
class Download:
    """A file: its name, which is plain letters, its media type and its text."""

    name: str
    media_type: str
    text: str


def endings_of(match: Match) -> tuple[str, ...]:
    """The kinds of files that have something to tell of a match: programs know backgammon alone."""
    known = any(is_known(match.rules(game)) for game in match.games)
    return ENDINGS if known else tuple(each for each in ENDINGS if each not in ("mat", "sgf"))


def download(shown: StoryShown, entries: Sequence[Entry], ending: str, tongue: Tongue) -> Download:
    """A match as a file of one of the ENDINGS; `entries` are its events."""
    match, begun = shown.story.match, shown.listed.begun
    match ending:
        case "mat":
            text = write_mat(match, date_tags(begun))
        case "sgf":
            text = write_sgf(match, date_tags(begun))
        case "txt":
            names = Names(match.white, match.black, tongue)
            text = write_text(match, date_tags(begun), names, lambda result: result_sentence(result, names))
        case _:
            text = _json_text(shown, entries)
    return Download(f"tableside-match-{shown.story.number}.{ending}", _TYPES[ending], text)


def _json_text(shown: StoryShown, entries: Sequence[Entry]) -> str:
    """Everything that is known of the match: its events as the log has them, and what they come to."""
    story = shown.story
    data: Json = {
        "format": FORMAT,
        "version": VERSION,
        "match": _agreed(story.match, story.kept),
        "number": story.number,
        "begun": shown.listed.begun,
        "ended": shown.listed.ended,
        "score": {"W": story.ledger.score.white, "B": story.ledger.score.black},
        "winner": shown.listed.head.winner,
        "games": [_game(each.number, shown) for each in story.games],
        "events": [_event(entry, shown) for entry in entries if story.first <= entry.seq <= story.last],
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _agreed(match: Match, kept: Kept) -> Json:
    return {
        "white": match.white,
        "black": match.black,
        "length": match.length,
        "game": match.agreed.id,
        "terms": match.terms.values,
        "kept": kept.value,
    }


def _game(number: int, shown: StoryShown) -> Json:
    match = shown.story.match
    game = match.games[number - 1]
    chosen, result = match.chosen(game), game.result
    return {
        "number": number,
        "game": chosen.game_id,
        "options": dict(chosen.options),
        "start": str(game.start),
        "score": {"W": game.score.white, "B": game.score.black},
        "crawford": game.crawford,
        "turns": [_turn(turn) for turn in game.turns],
        "result": result
        and {
            "winner": result.winner.value if result.winner else None,
            "points": result.points,
            "how": result.how,
        },
    }


def _turn(turn: Turn) -> Json:
    if isinstance(turn, CubeTurn):
        answer = turn.answer and turn.answer.value
        return {"side": turn.side.value, "double": turn.value, "answer": answer}
    return {
        "side": turn.side.value,
        "roll": list(turn.roll.dice) if turn.roll else None,
        "play": play_text(turn.play),
        "after": str(turn.after),
        "illegal": turn.fault and turn.fault.rule,
        "inferred": turn.inferred,
    }


def _event(entry: Entry, shown: StoryShown) -> Json:
    kind, body = encode_event(entry.event)
    return {
        "seq": entry.seq,
        "time": shown.dates(Moment.of(entry)),
        "source": entry.source.value,
        "game": entry.game,
        "kind": kind,
        "body": json.loads(body),
        "frames": list(shown.frames(Reference(entry.seq, entry.wall))),
    }
