"""What the live pages say in words before a script draws them: as `words.js` says it, for the first paint and for
browsers without scripts. Each function takes a snapshot as JSON.
"""

from collections.abc import Mapping
from typing import Any

from webui.language import translator

Shown = dict[str, Any]
"""A snapshot as JSON."""


def match_line(snapshot: Shown) -> str:
    """The match: how long it is, which game of it is on, and whether that is the Crawford game."""
    _ = translator()
    match, game, chouette = snapshot["match"], snapshot["game"], snapshot.get("chouette")
    if chouette:
        return " · ".join([_("Chouette"), *map(_standing, chouette["scores"])])
    parts = [_("Match to {length}", length=match["length"]) if match["length"] else _("Single games")]
    if game["number"]:
        parts.append(_("game {number}", number=game["number"]))
    if game["id"] != "backgammon":
        parts.append(game["name"])
    if match["crawford"] == "active":
        parts.append(_("Crawford game"))
    if match["crawford"] == "expired":
        parts.append(_("after Crawford"))
    return " · ".join(parts)


def _standing(told: Mapping[str, Any]) -> str:
    """What a player of a chouette has won, and the cube that they play for where that is known, and turned."""
    won = f"{told['points']:+d}" if told["points"] else "0"
    cube = f" \u00d7{told['cube']}" if (told.get("cube") or 1) > 1 else ""
    return f"{told['player']} {won.replace('-', chr(0x2212))}{cube}"


def facts(snapshot: Shown, side: str) -> str:
    """What is known of a side in numbers: its men or pips, what it has in hand, what it has won by the way."""
    _ = translator()
    position, marks = snapshot["seen"] or snapshot["position"] or {}, snapshot["marks"] or {}
    told = []
    if position.get("squares"):
        told.append(_force(position["squares"], side))
    elif position.get("pips"):
        told.append(_.many("{count} pip", "{count} pips", position["pips"][side]))
    if in_hand := position.get("hand", {}).get(side):
        told.append(_("{count} in hand", count=in_hand).replace(" ", "\u00a0"))
    if snapshot["game"]["off"] == "taken" and (taken := position.get("off", {}).get(side)):
        told.append(_("{count} taken", count=taken))
    if marks.get("holes"):
        told.append(_.many("{count} hole", "{count} holes", marks["holes"][side]))
    if marks.get("points"):
        told.append(_.many("{count} point", "{count} points", marks["points"][side]))
    if marks.get("chips"):
        told.append(_.many("{count} chip", "{count} chips", marks["chips"][side]))
    return " · ".join(told)


def duty(snapshot: Shown, side: str) -> str:
    """What a side has to do now, in two or three words; empty where it is not their turn."""
    _ = translator()
    game, roll, mine = snapshot["game"], snapshot["roll"], snapshot["to_play"] == side
    match game["phase"]:
        case "to throw" if snapshot["to_play"] is None:
            return "" if game["decide"] == "agreed" else _("throw a die")
        case "to throw" if game["source"] == "opponent in secret":
            return "" if mine else _("to pick a number")
        case "to throw" if game["source"] == "chance":
            return _("to get a number") if mine else ""
        case "to throw":
            return _("to throw") if mine else ""
        case "to move" if not mine:
            return ""
        case "to move" if not roll:
            return _("to move")
        case "to move" if snapshot["carried"]:
            return _("to play {name}'s {numbers}", name=_name(snapshot, _other(side)), numbers=_row(roll))
        case "to move":
            return _("to play {roll}", roll="-".join(map(str, roll)))
        case "doubled" if snapshot["cube"]["offered_by"] == side:
            return _("doubles to {value}", value=snapshot["cube"]["next"])
        case "doubled":
            return _("take or pass?")
        case "over":
            return _ending(snapshot, side)
        case _unknown:
            return ""


def cube_line(snapshot: Shown) -> str:
    """Where the cube is; empty where there cannot be one."""
    _ = translator()
    cube, game = snapshot["cube"], snapshot["game"]
    if game["squares"] or game["phase"] is None or not (snapshot["position"] or snapshot["kept_back"]):
        return ""
    if not cube["in_play"]:
        crawford = snapshot["match"]["crawford"] == "active"
        return _("No cube in the Crawford game") if crawford else _("No cube")
    if cube["owner"]:
        return _("{name} has the cube at {value}", name=_name(snapshot, cube["owner"]), value=cube["value"])
    return _("Cube in the middle at {value}", value=cube["value"])


def own_cube(snapshot: Shown, side: str) -> str:
    """The cube beside a side's pips, where that has it."""
    cube = snapshot["cube"]
    if not cube["in_play"] or cube["owner"] != side or cube["offered_by"]:
        return ""
    return translator()("cube {value}", value=cube["value"])


def play_line(snapshot: Shown) -> str:
    """The head of the last play: who, and with which throw."""
    _ = translator()
    play = snapshot["last_play"]
    name = _name(snapshot, play["side"])
    if not play["roll"]:
        return _("{name}:", name=name)
    if play["carried"]:
        other = _name(snapshot, _other(play["side"]))
        return _("{name}, {other}'s {numbers}:", name=name, other=other, numbers=_row(play["roll"]))
    return _("{name} {roll}:", name=name, roll="-".join(map(str, play["roll"])))


def _other(side: str) -> str:
    return "B" if side == "W" else "W"


def _name(snapshot: Shown, side: str) -> str:
    return str(snapshot["match"]["white" if side == "W" else "black"])


def _row(numbers: list[int]) -> str:
    *several, last = map(str, numbers)
    return translator()("{several} and {last}", several=", ".join(several), last=last) if several else last


def _force(squares: dict[str, Shown], side: str) -> str:
    own = [man for man in squares.values() if man["side"] == side]
    men = sum(not man["king"] for man in own)
    many = translator().many
    if len(own) > men:
        return many("king and {count} man", "king and {count} men", men)
    return many("{count} man", "{count} men", men)


def _ending(snapshot: Shown, side: str) -> str:
    _ = translator()
    result = snapshot["game"]["result"]
    if snapshot["match"]["winner"] == side:
        return _("wins the match")
    if result and result["winner"] is None:
        return _("a draw")
    return _("wins the game") if result and result["winner"] == side else ""


def remark(snapshot: Shown) -> str:
    """What there is to say of the last play: that it was illegal, unless that is said
    already; as whom it counts points.
    """
    _ = translator()
    play = snapshot["last_play"]
    said = [] if snapshot["fault"] else [play["illegal"]]
    if play["inferred"] and not any(said):
        said.append(_("Nobody saw this: it was concluded from what came after."))
    counted = _counted_by(snapshot)
    if play["moves"] and not snapshot["game"]["squares"] and counted not in (None, play["side"]):
        name = snapshot["match"]["white" if play["side"] == "W" else "black"]
        said.append(_("Points as {name} counts them.", name=name))
    return " ".join(filter(None, [*said, *play["scored"]]))


def _counted_by(snapshot: Shown) -> str | None:
    """As whom points are counted on the page, as `page.js` has it; None where no board is shown."""
    if not snapshot["position"]:
        return None
    if fault := snapshot["fault"]:
        return str(fault["side"])
    if (mend := snapshot["mend"]) and not mend["over"]:
        return str(mend["side"])
    last = snapshot["last_play"] if snapshot["game"]["phase"] != "to move" else None
    return (last and last["side"]) or snapshot["to_play"] or "W"
