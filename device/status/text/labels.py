"""What pages say of a snapshot in a word or two: who is to do what, how the match stands, where the cube is.

Labels are told with the snapshot, as texts with their values and in no language, so that each page puts them into its
own, whether in a script or before one draws it, and whoever passes a snapshot on need not know who reads it. A label
is a list of phrases that stand in a row; a phrase is `[text, values]`, or `[one, more, values]` of what is counted;
a value may be a phrase itself.

>>> said([["Match to {length}", {"length": 7}], ["{count} pip", "{count} pips", {"count": 1}]], Translator())
'Match to 7 · 1 pip'
"""

from collections.abc import Iterable, Mapping
from typing import Any

from device.shape import Schema, many, maybe, thing
from device.status.board_json import SIDE
from engine.i18n import Translator, marked, marked_many

Told = Mapping[str, Any]
"""A snapshot as JSON, or as much of it as a label needs."""
LabelPhrase = list[Any]
Label = list[LabelPhrase]
_SIDES = ("W", "B")
_PHRASE: Schema = {"type": "array"}
_LABEL = many(_PHRASE, "Phrases in a row: `[text, values]`, or `[one, more, values]` by `values.count`.")
_OF_ALL = ("match", "cube", "play", "throw", "spoken", "remark")
_OF_SIDE = ("duty", "facts", "recorded", "cube")
LABELS = thing(
    {
        **dict.fromkeys(_OF_ALL, _LABEL),
        **dict.fromkeys(_SIDES, thing(dict.fromkeys(_OF_SIDE, _LABEL))),
        "counted_by": {
            **maybe(SIDE),
            "description": "As whom the points on the board are numbered; null: as whoever looks at it counts them.",
        },
    },
    "What pages say of it in a word or two, to be put into the language of whoever reads it.",
)
NO_LABELS: Told = {
    **dict.fromkeys(_OF_ALL, ()),
    **dict.fromkeys(_SIDES, dict.fromkeys(_OF_SIDE, ())),
    "counted_by": None,
}
"""The labels of a snapshot of which nothing can be said."""


def labels_of(snapshot: Told) -> dict[str, Any]:
    """All labels of a snapshot."""
    return {
        **card_labels(snapshot),
        "cube": cube_label(snapshot),
        "throw": _throw(snapshot),
        "spoken": _spoken(snapshot),
        "remark": _remark(snapshot),
        **{side: _labels_of_side(snapshot, side) for side in _SIDES},
        "counted_by": _counted_by(snapshot),
    }


def card_labels(snapshot: Told) -> dict[str, Any]:
    """Those labels of a snapshot that a small card of a table has room for."""
    duties = {side: {"duty": duty(snapshot, side)} for side in _SIDES}
    return {"match": _match(snapshot), "play": _play(snapshot), **duties}


def said(label: Label, translator: Translator, between: str = " · ") -> str:
    """A label in a language."""
    return between.join(_put(each, translator) for each in label)


def duty(snapshot: Told, side: str) -> Label:
    """What a side has to do now, in two or three words; empty where it is not their turn."""
    game, roll, mine = snapshot["game"], snapshot["roll"], snapshot["to_play"] == side
    match game["phase"]:
        case "to throw" if snapshot["to_play"] is None:
            return [] if game.get("decide") == "agreed" else [_text(marked("throw a die"))]
        case "to throw" if game.get("source") == "opponent in secret":
            return [] if mine else [_text(marked("to pick a number"))]
        case "to throw" if game.get("source") == "chance":
            return [_text(marked("to get a number"))] if mine else []
        case "to throw":
            return [_text(marked("to throw"))] if mine else []
        case "to move" if not mine:
            return []
        case "to move" if not roll:
            return [_text(marked("to move"))]
        case "to move" if snapshot.get("carried"):
            whose = {"name": _name(snapshot, _other(side)), "numbers": _left_over(snapshot)}
            return [_text(marked("to play {name}'s {numbers}"), **whose)]
        case "to move":
            return [_text(marked("to play {roll}"), roll=_dice(roll))]
        case "doubled" if snapshot["cube"]["offered_by"] == side:
            return [_text(marked("doubles to {value}"), value=snapshot["cube"]["next"])]
        case "doubled":
            return [_text(marked("take or pass?"))]
        case "over":
            return _ending(snapshot, side)
        case _unknown:
            return []


def cube_label(snapshot: Told) -> Label:
    """Where the cube is; empty where there cannot be one."""
    cube, game = snapshot["cube"], snapshot["game"]
    if game["squares"] or game["phase"] is None or not (snapshot["position"] or snapshot.get("kept_back")):
        return []
    if not cube["in_play"]:
        crawford = snapshot["match"]["crawford"] == "active"
        return [_text(marked("No cube in the Crawford game")) if crawford else _text(marked("No cube"))]
    if cube["owner"]:
        whose = {"name": _name(snapshot, cube["owner"]), "value": cube["value"]}
        return [_text(marked("{name} has the cube at {value}"), **whose)]
    return [_text(marked("Cube in the middle at {value}"), value=cube["value"])]


def _labels_of_side(snapshot: Told, side: str) -> dict[str, Label]:
    position = snapshot["position"]
    return {
        "duty": duty(snapshot, side),
        "facts": _facts(snapshot, side, snapshot["seen"] or position),
        "recorded": _facts(snapshot, side, position),
        "cube": _own_cube(snapshot, side),
    }


def _match(snapshot: Told) -> Label:
    """The match: how long it is, which game of it is on, and whether that is the Crawford game."""
    match, game, chouette = snapshot["match"], snapshot["game"], snapshot.get("chouette")
    if chouette:
        return [_text(marked("Chouette")), *map(_standing, chouette["scores"])]
    parts, series = [_length(match)], _series(match)
    if series and game["number"] > series:
        parts.append(_text(marked("deciding game")))
    elif game["number"]:
        parts.append(_text(marked("game {number}"), number=game["number"]))
    if game["id"] != "backgammon":
        parts.append(_text("{game}", game=game["name"]))
    if match["crawford"] == "active":
        parts.append(_text(marked("Crawford game")))
    if match["crawford"] == "expired":
        parts.append(_text(marked("after Crawford")))
    return parts


def _length(match: Told) -> LabelPhrase:
    """How long a match is: so many points, the games of a series, or without end."""
    if match["length"]:
        return _text(marked("Match to {length}"), length=match["length"])
    if series := _series(match):
        return _counted(marked_many("Match of {count} game", "Match of {count} games"), series)
    return _text(marked("Single games"))


def _series(match: Told) -> int:
    """Of how many games a match is a series that comes to a tie-break after them; 0: of none."""
    # what tables and hubs of another time have told says nothing of it
    programme = match.get("programme") or {"decider": None}
    return len(programme["games"]) if programme["decider"] else 0


def _standing(told: Told) -> LabelPhrase:
    """What a player of a chouette has won, and the cube that they play for where that is known, and turned."""
    won = f"{told['points']:+d}".replace("-", "\u2212") if told["points"] else "0"
    cube = f" \u00d7{told['cube']}" if (told.get("cube") or 1) > 1 else ""
    return _text("{player} {won}{cube}", player=told["player"], won=won, cube=cube)


def _facts(snapshot: Told, side: str, position: Told | None) -> Label:
    """What is known of a side in numbers: its men or pips, what it has in hand, what it has won by the way."""
    on_board, marks, told = position or {}, snapshot["marks"] or {}, []
    if on_board.get("squares"):
        told.append(_force(on_board["squares"], side))
    elif on_board.get("pips"):
        told.append(_counted(marked_many("{count} pip", "{count} pips"), on_board["pips"][side]))
    if in_hand := on_board.get("hand", {}).get(side):
        told.append(_text(marked("{count}\u00a0in\u00a0hand"), count=in_hand))
    if snapshot["game"].get("off") == "taken" and (taken := on_board.get("off", {}).get(side)):
        told.append(_text(marked("{count} taken"), count=taken))
    if marks.get("holes"):
        told.append(_counted(marked_many("{count} hole", "{count} holes"), marks["holes"][side]))
    if marks.get("points"):
        told.append(_counted(marked_many("{count} point", "{count} points"), marks["points"][side]))
    if marks.get("chips"):
        told.append(_counted(marked_many("{count} chip", "{count} chips"), marks["chips"][side]))
    return told


def _force(squares: Told, side: str) -> LabelPhrase:
    own = [man for man in squares.values() if man["side"] == side]
    men = sum(not man["king"] for man in own)
    if len(own) > men:
        return _counted(marked_many("king and {count} man", "king and {count} men"), men)
    return _counted(marked_many("{count} man", "{count} men"), men)


def _own_cube(snapshot: Told, side: str) -> Label:
    """The cube beside a side's pips, where that has it."""
    cube = snapshot["cube"]
    if not cube["in_play"] or cube["owner"] != side or cube["offered_by"]:
        return []
    return [_text(marked("cube {value}"), value=cube["value"])]


def _ending(snapshot: Told, side: str) -> Label:
    result = snapshot["game"]["result"]
    if snapshot["match"]["winner"] == side:
        return [_text(marked("wins the match"))]
    if result and result["winner"] is None:
        return [_text(marked("a draw"))]
    return [_text(marked("wins the game"))] if result and result["winner"] == side else []


def _play(snapshot: Told) -> Label:
    """The head of the last play: who, and with which throw."""
    play = snapshot["last_play"]
    if not play:
        return []
    name = _name(snapshot, play["side"])
    if not play["roll"]:
        return [_text(marked("{name}:"), name=name)]
    if play.get("carried"):
        whose = {"other": _name(snapshot, _other(play["side"])), "numbers": _left_over(play)}
        return [_text(marked("{name}, {other}'s {numbers}:"), name=name, **whose)]
    return [_text(marked("{name} {roll}:"), name=name, roll=_dice(play["roll"]))]


def _throw(snapshot: Told) -> Label:
    """What the last play was played with, where the name stands by itself."""
    play = snapshot["last_play"]
    if not play or not play["roll"]:
        return []
    if not play["carried"]:
        return [_text("{roll}", roll=_dice(play["roll"]))]
    whose = {"name": _name(snapshot, _other(play["side"])), "numbers": _left_over(play)}
    return [_text(marked("{name}'s {numbers}"), **whose)]


def _spoken(snapshot: Told) -> Label:
    """The last play for a voice: `Anna played 8/5 6/5 with 3-1.`"""
    play = snapshot["last_play"]
    if not play:
        return []
    name, written, roll = _name(snapshot, play["side"]), play["notation"], play["roll"]
    if play["carried"] and roll:
        told = {"name": name, "other": _name(snapshot, _other(play["side"])), "numbers": _left_over(play)}
        if not written:
            return [_text(marked("{name} could not play with {other}'s {numbers}."), **told)]
        return [_text(marked("{name} played {play} with {other}'s {numbers}."), play=written, **told)]
    if not written:
        return [
            _text(marked("{name} could not play with {roll}."), name=name, roll=_dice(roll))
            if roll
            else _text(marked("{name} could not play."), name=name)
        ]
    if not roll:
        return [_text(marked("{name} played {play}."), name=name, play=written)]
    return [_text(marked("{name} played {play} with {roll}."), name=name, play=written, roll=_dice(roll))]


def _remark(snapshot: Told) -> Label:
    """What there is to say of the last play: that it was illegal, unless that is said already; as whom it counts
    points; what it has scored.
    """
    play = snapshot["last_play"]
    if not play:
        return []
    told: Label = []
    if play["illegal"] and not snapshot["fault"]:
        told.append(_text("{sentence}", sentence=play["illegal"]))
    elif play["inferred"]:
        told.append(_text(marked("Nobody saw this: it was concluded from what came after.")))
    counted = _counted_by(snapshot)
    if play["moves"] and not snapshot["game"]["squares"] and counted not in (None, play["side"]):
        told.append(_text(marked("Points as {name} counts them."), name=_name(snapshot, play["side"])))
    return [*told, *(_text("{sentence}", sentence=each) for each in play["scored"])]


def _counted_by(snapshot: Told) -> str | None:
    """As whom the points are numbered: as what is said of an illegal play counts them, and the steps that put a board
    right; as the last play is written, until there is another to be made; else as who is on turn does. None where
    nobody is, or no board is shown.
    """
    if not snapshot["position"]:
        return None
    if fault := snapshot["fault"]:
        return _side(fault["side"])
    if (mend := snapshot["mend"]) and not mend["over"]:
        return _side(mend["side"])
    last = snapshot["last_play"] if snapshot["game"]["phase"] != "to move" else None
    return _side((last and last["side"]) or snapshot["to_play"])


def _side(told: object) -> str | None:
    """A side, whatever a table has sent as one."""
    return told if isinstance(told, str) and told in _SIDES else None


def _other(side: str) -> str:
    return "B" if side == "W" else "W"


def _name(snapshot: Told, side: str) -> str:
    return str(snapshot["match"]["white" if side == "W" else "black"])


def _dice(roll: Iterable[int]) -> str:
    return "-".join(map(str, roll))


def _left_over(told: Told) -> str | LabelPhrase:
    """The numbers that the opponent has left: all of them, or one of two."""
    numbers = told["roll"]
    if told.get("either") and len(numbers) == 2:
        return _text(marked("{high} or {low}"), high=numbers[0], low=numbers[1])
    return _row(numbers)


def _row(numbers: Iterable[int]) -> str | LabelPhrase:
    """Numbers in a row, as `4, 5 and 5`."""
    *several, last = map(str, numbers)
    return _text(marked("{several} and {last}"), several=", ".join(several), last=last) if several else last


def _text(text: str, numbers: object = None, **values: object) -> LabelPhrase:
    """A phrase of which `numbers` alone may be a phrase itself: a table may send anything as one of the others, which
    are numbers or texts here whatever they were.
    """
    plain = {name: each if isinstance(each, int) else str(each) for name, each in values.items()}
    return [text, plain if numbers is None else {**plain, "numbers": numbers}]


def _counted(forms: tuple[str, str], count: int) -> LabelPhrase:
    return [*forms, {"count": int(count)}]


def _put(told: LabelPhrase, translator: Translator) -> str:
    *forms, given = told
    if len(forms) > 1:
        one, more = forms
        return translator.many(one, more, int(given["count"]))
    values = {
        name: _put(each, translator) if isinstance(each, list) else each for name, each in given.items()
    }
    return translator(*forms, **values)
