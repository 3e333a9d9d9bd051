"""What GNU Backgammon is told to do, in its own Python: analyse a match or a position, and print what it found between
two lines.
"""

BEGIN, END = "<<<tableside", "tableside>>>"
"""The lines before and after what it found, which is JSON on one line."""
DONE = "tableside has done"
"""What a line begins with that tells how many turns have been analysed, and of how many."""

_TEXT = """
import json
import os
import sys

import gnubg

ply, threads = os.environ["TABLESIDE_PLY"], os.environ["TABLESIDE_THREADS"]
commands = ["set display off", "set automatic game off", "set threads " + threads, "set lang C"]
for kind in ("chequerplay", "cubedecision"):
    commands.append("set analysis %s evaluation plies %s" % (kind, ply))
if os.environ["TABLESIDE_CUBE"] == "off":
    commands += ["set analysis chequerplay evaluation cubeful off", "set analysis cube off"]
commands.append("load match " + os.environ["TABLESIDE_MATCH"])
for command in commands:
    gnubg.command(command)
# The shortest game first, so that it is soon known how long all of them will take.
turns = [len(game["game"]) for game in gnubg.match(0, 0, 0, 0)["games"]]
at, done = 0, 0
gnubg.command("first game")
for number in sorted(range(len(turns)), key=turns.__getitem__):
    if number != at:
        gnubg.command("%s game %d" % ("next" if number > at else "previous", abs(number - at)))
    gnubg.command("analyse game")
    at, done = number, done + turns[number]
    print("DONE %d %d" % (done, sum(turns)))
    sys.stdout.flush()
found = gnubg.match(1, 1, 1, 1)
for game in found["games"]:
    for record in game["game"]:
        analysis = record.get("analysis", {})
        analysis.pop("probs", None)
        moves = analysis.get("moves", [])
        if moves:
            made = moves[analysis["imove"]]
            analysis["moves"] = [{"move": each["move"], "score": each["score"]} for each in (moves[0], made)]
print("BEGIN")
print(json.dumps(found["games"], default=repr))
print("END")
"""
_POSITION = """
import json
import os

import gnubg

ply, most = int(os.environ["TABLESIDE_PLY"]), int(os.environ["TABLESIDE_MOST"])
commands = ["set display off", "set automatic game off", "set player 0 human", "set player 1 human", "set lang C"]
commands += ["set automatic %s off" % what for what in ("roll", "move", "bearoff")]
for use in ("analysis", "evaluation"):
    for kind in ("chequerplay", "cubedecision"):
        commands.append("set %s %s evaluation plies %d" % (use, kind, ply))
commands.append("set xgid " + os.environ["TABLESIDE_POSITION"])
for command in commands:
    gnubg.command(command)
found = {}
if os.environ["TABLESIDE_ROLL"]:
    hints = gnubg.hint(most)["hint"]
    found["plays"] = [[each["move"], each["equity"], *each["details"]["probs"]] for each in hints]
else:
    context = gnubg.evalcontext(1, ply, 1, 1, 0.0)
    found["chances"] = gnubg.evaluate(gnubg.board(), gnubg.cubeinfo(), context)[:5]
    found["cube"] = gnubg.cfevaluate(gnubg.board(), gnubg.cubeinfo(), context)[:4]
print("BEGIN")
print(json.dumps([found]))
print("END")
"""


def _marked(text: str) -> str:
    return text.replace("BEGIN", BEGIN).replace("END", END).replace("DONE", DONE)


SCRIPT, POSITION_SCRIPT = _marked(_TEXT), _marked(_POSITION)
"""The scripts for a match and for a position; what they are to do stands in their environment."""
